// A board to play on, at a table and in the introduction: gestures, keys and the selected island.
// What a touch means, the page and the server decide.

import { Gestures } from "./gestures.js";
import { islandOf } from "./geometry.js";
import { Keys } from "./keys.js";

export class Board {
  /** See Gestures for what `root` and `page` have to be. */
  constructor(root, page) {
    this.root = root;
    this.selected = "";
    this.keys = new Keys(root, page);
    this.gestures = new Gestures(root, page);
  }

  /** Select an island; none for "". */
  select(name) {
    this.selected = name ?? "";
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
    for (const place of this.root.querySelectorAll(".selected")) {
      place.classList.remove("selected");
      place.removeAttribute("aria-pressed");
    }
    const place = islandOf(this.selected);
    place?.classList.add("selected");
    place?.setAttribute("aria-pressed", "true");
  }
}
