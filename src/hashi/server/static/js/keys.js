// The keyboard: arrows go from island to island, Enter writes, Shift and an arrow draw.

import { islandOf, islands, islandTowards, lineTowards } from "./geometry.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
  constructor(table, board) {
    this.table = table;
    this.board = board;
    this.current = "";
    document.addEventListener("keydown", (event) => this.press(event));
    document.getElementById("board").addEventListener("focusin", (event) => {
      const place = event.target.closest("[data-island]");
      if (place) this.rove(place.dataset.island);
    });
    this.rove(document.querySelector(".place:has(.target)")?.dataset.island || islands.keys().next().value);
  }

  /** One island can be reached with Tab; patches bring new elements, so it is set anew. */
  rove(name = this.current) {
    if (name !== this.current) islandOf(this.current)?.setAttribute("tabindex", "-1");
    this.current = name;
    islandOf(name)?.setAttribute("tabindex", "0");
  }

  press(event) {
    if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea")) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (isCommand && key === "z") this.done(event, event.shiftKey ? "redo" : "undo");
    else if (isCommand && key === "y") this.done(event, "redo");
    else if (isCommand && key === "Enter") this.finish(event);
    else if (isCommand || event.altKey) return;
    else if (key === "d") this.finish(event);
    else if (key === "?") {
      event.preventDefault();
      document.getElementById("keys").showModal();
    } else if (key === "Escape") this.board.select("");
    else if (ARROWS[key]) this.arrow(event, ...ARROWS[key]);
    else if ((key === "Enter" || key === " ") && event.target.closest("[data-island]")) {
      event.preventDefault();
      if (!event.repeat) this.board.tap(event.target.closest("[data-island]").dataset.island);
    }
  }

  done(event, what) {
    event.preventDefault();
    if (this.table.isOwn) this.table.mark({ do: what });
  }

  finish(event) {
    event.preventDefault();
    if (!event.repeat) document.querySelector("#actions .done")?.click();
  }

  arrow(event, dx, dy) {
    const isOnBoard = event.target.closest("[data-island]");
    if (!isOnBoard && event.target !== document.body) return;
    event.preventDefault();
    const from = islands.get(this.current);
    if (event.shiftKey) {
      const towards = lineTowards(from, dx, dy);
      const straight = islandTowards(from, dx, dy, true);
      if (towards) this.board.tapLine(towards.line.name);
      else if (straight && this.table.isMarking) {
        this.table.mark({ do: "mark", marks: `${from.name}-${straight.name}` });
      }
      return;
    }
    const next = isOnBoard ? islandTowards(from, dx, dy) : from;
    if (next) islandOf(next.name).focus();
  }
}
