// The keyboard on a board: arrows go from island to island, Enter taps, Shift with an arrow draws.

import { islandOf, islands, islandTowards, lineTowards } from "./geometry.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
  /** `root` outlives every exchange of its parts; the page gives the functions that Gestures takes. */
  constructor(root, page) {
    this.page = page;
    this.current = "";
    document.addEventListener("keydown", (event) => this.press(event));
    root.addEventListener("focusin", (event) => {
      const place = event.target.closest("[data-island]");
      if (place) this.setCurrent(place.dataset.island);
    });
    const target = root.querySelector(".place:has(.target)");
    this.setCurrent(target?.dataset.island ?? islands.keys().next().value);
  }

  /** Only the current island is reached with Tab (roving tabindex); the arrows move on from there. */
  setCurrent(name) {
    islandOf(this.current)?.setAttribute("tabindex", "-1");
    this.current = name;
    islandOf(name)?.setAttribute("tabindex", "0");
  }

  press(event) {
    if (isElsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const island = event.target.closest("[data-island]")?.dataset.island;
    if (ARROWS[event.key] && (island || event.target === document.body)) {
      event.preventDefault();
      if (event.shiftKey) this.draw(...ARROWS[event.key]);
      else this.move(Boolean(island), ...ARROWS[event.key]);
    } else if (island && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      if (!event.repeat) this.page.tap(island);
    }
  }

  /** Focus the next island in a direction; coming from elsewhere, the current one. */
  move(isOnBoard, dx, dy) {
    const from = islands.get(this.current);
    const next = isOnBoard ? islandTowards(from, dx, dy) : from;
    if (next) islandOf(next.name).focus();
  }

  /** Draw along the line in a direction; where there is none the page says why not. */
  draw(dx, dy) {
    const from = islands.get(this.current);
    const towards = lineTowards(from, dx, dy);
    const straight = islandTowards(from, dx, dy, true);
    if (towards) this.page.tapLine(towards.line.name);
    else if (straight && this.page.mayDraw()) this.page.join(from.name, straight.name);
  }
}

/** Whether a key belongs to a dialog or to a field. */
export function isElsewhere(event) {
  return Boolean(document.querySelector("dialog[open]") || event.target.closest("input, select, textarea"));
}
