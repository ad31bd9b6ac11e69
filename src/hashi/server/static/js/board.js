// The board of a table: what is touched is sent, what it means the server says.

import { Gestures } from "./gestures.js";
import { islandOf } from "./geometry.js";

const board = document.getElementById("board");

export class Board {
  constructor(table) {
    this.table = table;
    this.selected = "";
    new Gestures(board, {
      tap: (island) => this.tap(island),
      tapLine: (line) => this.tapLine(line),
      join: (from, to) => table.mark({ do: "mark", marks: `${from}-${to}` }),
      wanted: () => (table.isMarking ? ".target, .rail.fresh" : ".rail"),
      mayDraw: () => table.isMarking,
    });
  }

  // --- what is selected

  select(name) {
    this.selected = name || "";
    this.show();
  }

  show() {
    board.querySelectorAll(".selected").forEach((old) => {
      old.classList.remove("selected");
      old.removeAttribute("aria-pressed");
    });
    const place = this.selected && islandOf(this.selected);
    if (!place) return;
    place.classList.add("selected");
    place.setAttribute("aria-pressed", "true");
  }

  // --- what is touched

  tap(island) {
    if (this.table.isCalling) this.table.point(island);
    else if (this.table.isOwn) this.table.mark(() => ({ do: "tap", island, from: this.selected }));
  }

  tapLine(line) {
    if (this.table.isCalling) this.table.point(line);
    else if (this.table.isOwn) this.table.mark({ do: "tap_line", line });
  }
}
