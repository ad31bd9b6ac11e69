// The keyboard on a board: arrows go from island to island, Enter taps, Shift with an arrow draws.

import { closest, find } from "./dom.js";
import { islandOf, islands, islandTowards, lineTowards } from "./geometry.js";

/** @import { Player } from "./gestures.js" */

/** The direction of each arrow. */
const ARROWS = new Map([
  ["ArrowLeft", { dx: -1, dy: 0 }],
  ["ArrowRight", { dx: 1, dy: 0 }],
  ["ArrowUp", { dx: 0, dy: -1 }],
  ["ArrowDown", { dx: 0, dy: 1 }],
]);

export class Keys {
  current = "";

  /**
   * @param {HTMLElement} root outlives every exchange of its parts
   * @param {Player} player
   */
  constructor(root, player) {
    this.player = player;
    document.addEventListener("keydown", (event) => this.press(event));
    root.addEventListener("focusin", ({ target }) => {
      const place = closest(target, "[data-island]", SVGElement);
      if (place) this.setCurrent(place.dataset.island ?? "");
    });
    const [first = ""] = islands.keys();
    this.setCurrent(find(".place:has(.target)", SVGElement, root)?.dataset.island ?? first);
  }

  /**
   * Only the current island is reached with Tab (roving tabindex); the arrows move on from there.
   * @param {string} name
   */
  setCurrent(name) {
    islandOf(this.current)?.setAttribute("tabindex", "-1");
    this.current = name;
    islandOf(name)?.setAttribute("tabindex", "0");
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (isElsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const island = closest(event.target, "[data-island]", SVGElement)?.dataset.island;
    const arrow = ARROWS.get(event.key);
    if (arrow && (island || event.target === document.body)) {
      event.preventDefault();
      if (event.shiftKey) this.draw(arrow.dx, arrow.dy);
      else this.move(Boolean(island), arrow.dx, arrow.dy);
    } else if (island && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      if (!event.repeat) this.player.tap(island);
    }
  }

  /**
   * Focus the next island in a direction; coming from elsewhere, the current one.
   * @param {boolean} isOnBoard
   * @param {number} dx
   * @param {number} dy
   */
  move(isOnBoard, dx, dy) {
    const from = islands.get(this.current);
    const next = from && isOnBoard ? islandTowards(from, dx, dy) : from;
    if (next) islandOf(next.name)?.focus();
  }

  /**
   * Draw along the line in a direction; where there is none the page says why not.
   * @param {number} dx
   * @param {number} dy
   */
  draw(dx, dy) {
    const from = islands.get(this.current);
    if (!from) return;
    const towards = lineTowards(from, dx, dy);
    const straight = islandTowards(from, dx, dy, true);
    if (towards) this.player.tapLine(towards.line.name);
    else if (straight && this.player.mayDraw()) this.player.join(from.name, straight.name);
  }
}

/**
 * Whether a key belongs to a dialog or to a field.
 * @param {KeyboardEvent} event
 */
export function isElsewhere({ target }) {
  return Boolean(find("dialog[open]", Element) || closest(target, "input, select, textarea", Element));
}
