// Where something can be shown for a moment without covering the board or the card.

import { find } from "./dom.js";

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */
/** @typedef {{ left: number, width: number } & ({ top: number } | { bottom: number })} Spot */

const WIDEST = 560;
const NARROWEST = 200;
const MARGIN = 8;
const KEPT_FREE = ["#board svg", "#card", "#goals", "#strip", "#actions"];

/**
 * Place an element with a fixed position; it has to be displayed, so that it can be measured.
 * @param {HTMLElement} element
 */
export function place(element) {
  const free = KEPT_FREE.map(rectOf).filter((rect) => rect !== null);
  let best = { spot: atBottom(), hidden: Infinity };
  for (const spot of spots()) {
    const box = put(element, spot);
    const hidden = free.reduce((sum, kept) => sum + overlap(box, kept), 0) + outside(box);
    if (hidden < best.hidden - 1) best = { spot, hidden };
    if (hidden === 0) break;
  }
  put(element, best.spot);
}

/**
 * The spots to try, the best first: over the header, over the steps beside the card, at the bottom of
 * the window, and only then over the goals.
 * @returns {Generator<Spot>}
 */
function* spots() {
  const [header, goals, steps] = ["#head", "#goals", ".turn .advice"].map(rectOf);
  const head = header && header.width >= NARROWEST ? header : null; // the menu alone has no room for words
  if (head) yield { ...centred(head), top: head.top + 4 };
  if (head && goals) yield { left: goals.left, width: goals.width, top: head.top + 4 };
  if (steps) yield { left: steps.left, width: steps.width, top: steps.top };
  yield atBottom();
  if (goals) yield { left: goals.left, width: goals.width, bottom: goals.bottom };
  if (goals) yield { left: goals.left, width: goals.width, top: goals.top };
  yield { ...centred({ left: 0, width: innerWidth }), top: MARGIN };
}

/** @returns {Spot} */
function atBottom() {
  return { ...centred({ left: 0, width: innerWidth }), bottom: innerHeight - MARGIN };
}

/** @param {{ left: number, width: number }} room */
function centred({ left, width }) {
  const narrow = Math.min(WIDEST, width - 2 * MARGIN);
  return { left: left + (width - narrow) / 2, width: narrow };
}

/**
 * Move an element to a spot and return where it is then.
 * @param {HTMLElement} element
 * @param {Spot} spot
 */
function put(element, spot) {
  const { left, width } = spot;
  Object.assign(element.style, { left: `${left}px`, width: `${width}px`, top: "0px" });
  const height = element.offsetHeight;
  const top = "top" in spot ? spot.top : spot.bottom - height;
  element.style.top = `${top}px`;
  return { left, right: left + width, top, bottom: top + height };
}

/** @param {string} selector */
function rectOf(selector) {
  const rect = find(selector, Element)?.getBoundingClientRect();
  return rect?.width && rect.bottom > 0 && rect.top < innerHeight ? rect : null;
}

/**
 * @param {Box} one
 * @param {Box} other
 */
function overlap(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

/**
 * How much of a box lies outside the window.
 * @param {Box} box
 */
function outside(box) {
  const all = (box.right - box.left) * (box.bottom - box.top);
  return all - overlap(box, { left: 0, right: innerWidth, top: 0, bottom: innerHeight });
}
