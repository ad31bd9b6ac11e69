// Taps and drags on a board: finds which island or line is meant; the page decides what comes of it.

import { ground, islandAt, islandOf, isOver, lineTowards, meantBy, pointOf } from "./geometry.js";

const FAR_ENOUGH = 10; // pixels after which a touch is a drag
const PULLED = 45; // units of the drawing after which a drag means the whole line
const SVG = "http://www.w3.org/2000/svg";

export class Gestures {
  /**
   * Listen inside an element that outlives every exchange of its parts. The page gives `tap(island)`,
   * `tapLine(line)` and `join(from, to)`, called with names; `wanted()`, a selector of what a
   * touch between two things prefers; and `mayDraw()`: while that is false a finger scrolls the page.
   */
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.drag = null;
    this.wasDragged = false;
    this.at = null;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", (event) => this.lose(event));
    // the island that was touched loses its pointer to the root when a drag begins
    root.addEventListener("lostpointercapture", (event) => event.target === root && this.lose(event));
    root.addEventListener("click", (event) => this.click(event));
    // a finger that starts on an island draws; anywhere else it scrolls the page
    root.addEventListener("touchmove", (event) => this.drag && event.preventDefault(), { passive: false });
    root.addEventListener("dragstart", (event) => event.preventDefault());
  }

  // --- taps

  click(event) {
    // where the finger came down, since browsers move the click itself to the nearest button
    const at = this.at ?? event;
    this.at = null;
    if (this.wasDragged) {
      this.wasDragged = false;
      return;
    }
    if (event.target.closest("a, button")) return;
    const touched = event.detail === 0 && event.target.closest("[data-island]");
    const point = !touched && isOver(at) ? pointOf(at) : null;
    const { island, line } = touched ? { island: { name: touched.dataset.island } } : point ? meantBy(point, this.page.wanted()) : {};
    if (island) this.page.tap(island.name);
    else if (line) this.page.tapLine(line.name);
  }

  // --- drags

  down(event) {
    this.wasDragged = false;
    this.at = event;
    if (!event.isPrimary) this.endDrag(); // a second finger: the page is zoomed, nothing is drawn
    if (!event.isPrimary || event.button || !isOver(event) || !this.page.mayDraw()) return;
    const from = islandAt(pointOf(event));
    if (from) this.drag = { from, id: event.pointerId, x: event.clientX, y: event.clientY, to: null };
  }

  move(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.id) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.plank) {
      if (far < FAR_ENOUGH) return;
      this.root.setPointerCapture(drag.id);
      drag.plank = document.createElementNS(SVG, "line");
      drag.plank.setAttribute("class", "pull");
    }
    if (!drag.plank.isConnected) ground().append(drag.plank); // new, or the board was exchanged
    const point = pointOf(event);
    drag.over = islandAt(point);
    drag.to = lineTowards(drag.from, point.x - drag.from.x, point.y - drag.from.y, this.page.wanted());
    this.stretch(drag, point);
  }

  /** Let the plank follow the finger along the line that is meant. */
  stretch({ plank, from, to }, point) {
    this.markEnd();
    let end = point;
    if (to) {
      const part = Math.min(1, to.along / to.length);
      end = { x: from.x + (to.end.x - from.x) * part, y: from.y + (to.end.y - from.y) * part };
      if (to.along > PULLED) this.markEnd(to.end.name);
    }
    Object.entries({ x1: from.x, y1: from.y, x2: end.x, y2: end.y }).forEach(([name, at]) => plank.setAttribute(name, at));
    plank.classList.toggle("astray", !to);
  }

  /** Mark the island where the bridge would end; none without a name. */
  markEnd(name) {
    this.root.querySelector(".towards")?.classList.remove("towards");
    if (name) islandOf(name).classList.add("towards");
  }

  up(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.id) return;
    this.endDrag();
    if (!drag.plank) return;
    this.wasDragged = true;
    setTimeout(() => { this.wasDragged = false; });
    const { from, to, over } = drag;
    if (over === from) return;
    const isAside = over && over.x !== from.x && over.y !== from.y;
    if (to && to.along > PULLED && !isAside) this.page.tapLine(to.line.name);
    else if (over) this.page.join(from.name, over.name);
  }

  /** The browser takes the pointer away, or it is released where nothing hears of it. */
  lose(event) {
    if (event.pointerId === this.drag?.id) this.endDrag();
  }

  endDrag() {
    this.drag?.plank?.remove();
    this.markEnd();
    this.drag = null;
  }
}
