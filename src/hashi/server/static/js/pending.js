// Marks that are on their way to the server. They are drawn at once where the server has marked an
// island or a line as allowed; any other touch is only marked as noticed. The answer removes them.

import { ground, islandOf, islands, lineBetween, lineOf, lines } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";

export class PendingMarks {
  constructor() {
    this.selected = ""; // the island that will be selected when all answers are there, as far as is known
  }

  /** Show a tap on an island; `number` is what a tap on an allowed island writes. Returns a function that removes it. */
  tap(name, number) {
    const from = this.selected;
    this.selected = "";
    const line = from && from !== name && lineBetween(from, name);
    if (line) return this.drawLine(line.name);
    if (number && islandOf(name).querySelector(".isle.target:not(.fresh)")) return writeNumber(name, number);
    if (from !== name) this.selected = name;
    return notice(() => islandOf(name));
  }

  /** Show a bridge along a line. Returns a function that removes it. */
  drawLine(name) {
    this.selected = "";
    return lineOf(name).querySelector(".target") ? drawBridge(name) : notice(() => lineOf(name));
  }
}

/** Mark an element as touched; it may be exchanged before the answer comes. */
function notice(find) {
  find().classList.add("touched");
  return () => find()?.classList.remove("touched");
}

function writeNumber(name, number) {
  const { x, y } = islands.get(name);
  const mark = element("g", { class: "isle pending", "data-pending": name });
  mark.append(element("circle", { class: "disc", cx: x, cy: y, r: 30 }));
  mark.append(element("text", { x, y: y + 15.1 }));
  mark.lastChild.textContent = number;
  ground().querySelector(".isle.pending")?.remove(); // a turn has one number
  return show(mark);
}

function drawBridge(name) {
  const { a, b } = lines.find((line) => line.name === name);
  return show(element("line", { class: "pull pending", "data-pending": name, x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
}

function show(mark) {
  const islandsAbove = mark.localName === "line" ? ground().querySelector(".place") : null;
  ground().insertBefore(mark, islandsAbove);
  return () => mark.remove();
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
