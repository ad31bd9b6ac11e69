// Taps and drags on the board: what was touched is sent, what it means the server says.

import { ground, islandAt, islandOf, lineAt, lineTowards, pointOf } from "./sea.js";

const FAR_ENOUGH = 10;
const PULLED = 45;

const board = document.getElementById("board");
const SVG = "http://www.w3.org/2000/svg";

export class Board {
  constructor(table) {
    this.table = table;
    this.selected = "";
    this.drag = null;
    this.wasDragged = false;
    this.at = null;
    board.addEventListener("pointerdown", (event) => this.down(event));
    board.addEventListener("pointermove", (event) => this.move(event));
    board.addEventListener("pointerup", (event) => this.up(event));
    board.addEventListener("pointercancel", () => this.letGo());
    board.addEventListener("click", (event) => this.click(event));
    // a finger that starts on an island draws; anywhere else it scrolls the page
    board.addEventListener("touchmove", (event) => this.drag && event.preventDefault(), { passive: false });
    board.addEventListener("dragstart", (event) => event.preventDefault());
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

  // --- taps

  click(event) {
    if (this.wasDragged) {
      this.wasDragged = false;
      return;
    }
    const touched = event.detail === 0 && event.target.closest("[data-island]");
    // where the finger came down: browsers move the click itself to the nearest button
    const point = touched ? null : pointOf(this.at ?? event);
    this.at = null;
    const island = touched ? touched.dataset.island : islandAt(point)?.name;
    if (island) {
      this.tap(island);
      return;
    }
    const line = point && lineAt(point, this.table.isMarking ? ".target, .rail.fresh" : ".rail");
    if (line) this.tapLine(line.name);
  }

  tap(island) {
    if (this.table.isCalling) this.table.point(island);
    else if (this.table.isOwn) this.table.mark(() => ({ do: "tap", island, from: this.selected }));
  }

  tapLine(line) {
    if (this.table.isCalling) this.table.point(line);
    else if (this.table.isOwn) this.table.mark({ do: "tap_line", line });
  }

  // --- drags

  down(event) {
    this.wasDragged = false;
    this.at = event;
    if (!event.isPrimary || event.button || !this.table.isMarking) return;
    const from = islandAt(pointOf(event));
    if (from) this.drag = { from, id: event.pointerId, x: event.clientX, y: event.clientY, to: null };
  }

  move(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.id) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.plank) {
      if (far < FAR_ENOUGH) return;
      board.setPointerCapture(drag.id);
      drag.plank = document.createElementNS(SVG, "line");
      drag.plank.setAttribute("class", "pull");
      ground().append(drag.plank);
    }
    const point = pointOf(event);
    drag.over = islandAt(point);
    drag.to = lineTowards(drag.from, point.x - drag.from.x, point.y - drag.from.y);
    this.stretch(drag, point);
  }

  /** The plank follows the finger along the line that is meant. */
  stretch({ plank, from, to }, point) {
    board.querySelector(".towards")?.classList.remove("towards");
    let end = point;
    if (to) {
      const part = Math.min(1, to.along / to.length);
      end = { x: from.x + (to.end.x - from.x) * part, y: from.y + (to.end.y - from.y) * part };
      if (to.along > PULLED) islandOf(to.end.name).classList.add("towards");
    }
    Object.entries({ x1: from.x, y1: from.y, x2: end.x, y2: end.y }).forEach(([name, at]) => plank.setAttribute(name, at));
    plank.classList.toggle("astray", !to);
  }

  up(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.id) return;
    this.letGo();
    if (!drag.plank) return;
    this.wasDragged = true;
    setTimeout(() => { this.wasDragged = false; });
    const { from, to, over } = drag;
    if (over === from) return;
    const isAside = over && over.x !== from.x && over.y !== from.y;
    if (to && to.along > PULLED && !isAside) this.tapLine(to.line.name);
    else if (over) this.table.mark({ do: "mark", marks: `${from.name}-${over.name}` });
  }

  letGo() {
    this.drag?.plank?.remove();
    board.querySelector(".towards")?.classList.remove("towards");
    this.drag = null;
  }
}
