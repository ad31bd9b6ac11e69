// Marks that are on their way to the server. They are drawn at once where the server has marked an
// island or a line as allowed; any other touch is only marked as noticed. The answer removes them.

import { find } from "./dom.js";
import { ground, islandOf, islands, lineBetween, lineOf, lines } from "./geometry.js";

/** @import { Island, Line } from "./geometry.js" */
/** @typedef {() => void} Remove removes what was shown of a touch */

const SVG = "http://www.w3.org/2000/svg";

export class PendingMarks {
  selected = ""; // the island that will be selected when all answers are there, as far as is known

  /**
   * Show a tap on an island; `number` is what a tap on an allowed island writes. Returns a function that removes it.
   * @param {string} name
   * @param {string} [number]
   * @returns {Remove}
   */
  tap(name, number) {
    const from = this.selected;
    this.selected = "";
    const line = from && from !== name && lineBetween(from, name);
    if (line) return this.drawLine(line.name);
    const island = islands.get(name);
    const isAllowed = islandOf(name)?.querySelector(".isle.target:not(.fresh)");
    if (island && number && isAllowed) return writeNumber(island, number);
    if (from !== name) this.selected = name;
    return notice(() => islandOf(name));
  }

  /**
   * Show a bridge along a line. Returns a function that removes it.
   * @param {string} name
   * @returns {Remove}
   */
  drawLine(name) {
    this.selected = "";
    const line = lines.get(name);
    return line && lineOf(name)?.querySelector(".target") ? drawBridge(line) : notice(() => lineOf(name));
  }
}

/**
 * Mark an element as touched; it may be exchanged before the answer comes.
 * @param {() => Element | null} touched
 */
function notice(touched) {
  touched()?.classList.add("touched");
  return () => touched()?.classList.remove("touched");
}

/**
 * @param {Island} island
 * @param {string} number
 */
function writeNumber({ name, x, y }, number) {
  const mark = element("g", { class: "isle pending", "data-pending": name });
  const text = element("text", { x, y: y + 15.1 });
  text.textContent = number;
  mark.append(element("circle", { class: "disc", cx: x, cy: y, r: 30 }), text);
  find(".isle.pending", Element, ground())?.remove(); // a turn has one number
  return show(mark);
}

/** @param {Line} line */
function drawBridge({ name, a, b }) {
  return show(element("line", { class: "pull pending", "data-pending": name, x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
}

/** @param {SVGElement} mark */
function show(mark) {
  const islandsAbove = mark.localName === "line" ? find(".place", Element, ground()) : null;
  ground().insertBefore(mark, islandsAbove);
  return () => mark.remove();
}

/**
 * @param {"g" | "circle" | "line" | "text"} name
 * @param {Record<string, string | number>} attributes
 */
function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
