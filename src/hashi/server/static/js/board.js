// A board to play on, at a table and in the introduction: gestures, keys and the selected island.
// What a touch means, the page and the server decide.

import { all } from "./dom.js";
import { islandOf } from "./geometry.js";
import { Gestures } from "./gestures.js";
import { Keys } from "./keys.js";

/** @import { Player } from "./gestures.js" */

export class Board {
  /**
   * @param {HTMLElement} root outlives every exchange of its parts
   * @param {Player} player
   */
  constructor(root, player) {
    this.root = root;
    this.selected = "";
    this.keys = new Keys(root, player);
    this.gestures = new Gestures(root, player);
  }

  /**
   * Select an island; none for "".
   * @param {string} [name]
   */
  select(name = "") {
    this.selected = name;
    this.refresh();
  }

  /** Let go of everything: what was touched is not there any more. */
  letGo() {
    this.gestures.endDrag();
    this.select("");
  }

  /** Mark the current and the selected island again: elements may have been exchanged. */
  refresh() {
    this.keys.setCurrent(this.keys.current);
    for (const place of all(".selected", Element, this.root)) {
      place.classList.remove("selected");
      place.removeAttribute("aria-pressed");
    }
    const place = islandOf(this.selected);
    place?.classList.add("selected");
    place?.setAttribute("aria-pressed", "true");
  }
}
