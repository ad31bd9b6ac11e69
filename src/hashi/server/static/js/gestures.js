// Taps and drags on a board: finds which island or line is meant; the page decides what comes of it.

import { closest, find } from "./dom.js";
import { ground, islandAt, islandOf, isOver, lineTowards, meantBy, pointOf } from "./geometry.js";

/** @import { Island, Point, Towards } from "./geometry.js" */
/**
 * What a page does with touches and keys. Islands and lines are given by their names.
 * @typedef {object} Player
 * @property {(island: string) => void} tap
 * @property {(line: string) => void} tapLine
 * @property {(from: string, to: string) => void} join
 * @property {() => string} wanted a selector of what a touch between two things prefers
 * @property {() => boolean} mayDraw while that is false a finger scrolls the page
 * @property {(step: -1 | 1) => void} [swipe] a finger went sideways, not from an island that draws: to the board before
 * or after this one
 */
/**
 * @typedef {object} Drag
 * @property {Island} from
 * @property {number} id of the pointer
 * @property {number} x where the pointer came down
 * @property {number} y
 * @property {Towards | null} to the line that is meant
 * @property {Island | null} over the island under the pointer
 * @property {SVGLineElement | null} plank what is drawn of it; null before the pointer has gone far enough
 */

const SWIPED = 60; // pixels after which a touch beside the islands turns to another board
const FLAT = 0.5; // how much such a touch may slant
const FAR_ENOUGH = 10; // pixels after which a touch is a drag
const PULLED = 45; // units of the drawing after which a drag means the whole line
const SVG = "http://www.w3.org/2000/svg";

const isZoomed = () => (visualViewport?.scale ?? 1) > 1.01;

export class Gestures {
  /** @type {Drag | null} */
  drag = null;
  wasDragged = false;
  /** @type {PointerEvent | null} */
  at = null;
  /** Where a touch began that may become a swipe. @type {PointerEvent | null} */
  swipe = null;

  /**
   * Listen inside an element.
   * @param {HTMLElement} root outlives every exchange of its parts
   * @param {Player} player
   */
  constructor(root, player) {
    this.root = root;
    this.player = player;
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
    visualViewport?.addEventListener("resize", () => root.toggleAttribute("data-zoomed", isZoomed()));
  }

  // --- taps

  /** @param {MouseEvent} event */
  click(event) {
    // where the finger came down, since browsers move the click itself to the nearest button
    const at = this.at ?? event;
    this.at = null;
    if (this.wasDragged) {
      this.wasDragged = false;
      return;
    }
    if (closest(event.target, "a, button", Element)) return;
    const touched = event.detail === 0 ? closest(event.target, "[data-island]", SVGElement) : null;
    if (touched) {
      this.player.tap(touched.dataset.island ?? "");
      return;
    }
    if (!isOver(at)) return;
    const { island, line } = meantBy(pointOf(at), this.player.wanted());
    if (island) this.player.tap(island.name);
    else if (line) this.player.tapLine(line.name);
  }

  // --- drags

  /** @param {PointerEvent} event */
  down(event) {
    this.wasDragged = false;
    this.at = event;
    if (!event.isPrimary) this.endDrag(); // a second finger: the page is zoomed, nothing is drawn
    this.swipe = null;
    if (!event.isPrimary || event.button || !isOver(event)) return;
    const from = this.player.mayDraw() ? islandAt(pointOf(event)) : null;
    const [id, x, y] = [event.pointerId, event.clientX, event.clientY];
    if (!from && event.pointerType === "touch") this.swipe = event;
    if (from) this.drag = { from, id, x, y, to: null, over: null, plank: null };
  }

  /** @param {PointerEvent} event */
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
    drag.to = lineTowards(drag.from, point.x - drag.from.x, point.y - drag.from.y, this.player.wanted());
    this.stretch(drag.plank, drag, point);
  }

  /**
   * Let the plank follow the finger along the line that is meant.
   * @param {SVGLineElement} plank
   * @param {Drag} drag
   * @param {Point} point
   */
  stretch(plank, { from, to }, point) {
    this.markEnd();
    let end = point;
    if (to) {
      const part = Math.min(1, to.along / to.length);
      end = { x: from.x + (to.end.x - from.x) * part, y: from.y + (to.end.y - from.y) * part };
      if (to.along > PULLED) this.markEnd(to.end.name);
    }
    const ends = { x1: from.x, y1: from.y, x2: end.x, y2: end.y };
    for (const [name, value] of Object.entries(ends)) plank.setAttribute(name, String(value));
    plank.classList.toggle("astray", !to);
  }

  /** Mark the island where the bridge would end; none for "". */
  markEnd(name = "") {
    find(".towards", Element, this.root)?.classList.remove("towards");
    if (name) islandOf(name)?.classList.add("towards");
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (this.swipe) this.endSwipe(this.swipe, event);
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.id) return;
    this.endDrag();
    if (!drag.plank) return;
    this.dragged();
    const { from, to, over } = drag;
    if (over === from) return;
    const isAside = over && over.x !== from.x && over.y !== from.y;
    if (to && to.along > PULLED && !isAside) this.player.tapLine(to.line.name);
    else if (over) this.player.join(from.name, over.name);
  }

  /**
   * The browser takes the pointer away, or it is released where nothing hears of it.
   * @param {PointerEvent} event
   */
  lose(event) {
    this.swipe = null;
    if (event.pointerId === this.drag?.id) this.endDrag();
  }

  /**
   * @param {PointerEvent} begun
   * @param {PointerEvent} event
   */
  endSwipe(begun, event) {
    this.swipe = null;
    const [across, down] = [event.clientX - begun.clientX, event.clientY - begun.clientY];
    if (isZoomed() || Math.abs(across) < SWIPED || Math.abs(down) > FLAT * Math.abs(across)) return;
    this.dragged();
    this.player.swipe?.(across < 0 ? 1 : -1);
  }

  /** What follows now is no tap. */
  dragged() {
    this.wasDragged = true;
    setTimeout(() => {
      this.wasDragged = false;
    });
  }

  endDrag() {
    this.drag?.plank?.remove();
    this.markEnd();
    this.drag = null;
  }
}
