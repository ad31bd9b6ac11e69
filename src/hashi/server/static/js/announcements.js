// What the page of a table announces: refusals, and sentences for screen readers.

import { all, byId, get } from "./dom.js";
import { islandOf, lineOf } from "./geometry.js";
import { play } from "./sound.js";

const SPOKEN_TOGETHER = 120;

// --- for screen readers

/** @type {string[]} */
const spoken = [];

/**
 * Say a sentence to screen readers; those that come together are said in one go, none is lost.
 * @param {string} text
 */
export function speak(text) {
  if (!text || spoken.push(text) > 1) return;
  setTimeout(() => {
    const region = byId("told");
    const together = spoken.splice(0).join(" ");
    // the same text again would not be announced
    region.textContent = region.textContent === together ? `${together}\u00a0` : together;
  }, SPOKEN_TOGETHER);
}

// --- refusals

/**
 * Show why nothing came of a request, and ring on the board what stands in the way.
 * @param {{ text: string, in_the_way?: string[] }} refusal
 */
export function showRefusal({ text, in_the_way: ways = [] }) {
  hideRefusal();
  const box = byId("refusal");
  get("p", HTMLElement, box).textContent = text;
  box.hidden = false;
  restart(box);
  box.scrollIntoView({ block: "nearest" });
  play("refusal");
  for (const name of ways) (islandOf(name) ?? lineOf(name))?.classList.add("in-the-way");
}

/** Take the refusal away: it is closed, or the player goes on. */
export function hideRefusal() {
  byId("refusal").hidden = true;
  for (const part of all("#board .in-the-way", Element)) part.classList.remove("in-the-way");
}

/**
 * Start the animation of an element from its beginning.
 * @param {HTMLElement} element
 */
function restart(element) {
  element.classList.remove("shown");
  void element.offsetWidth;
  element.classList.add("shown");
}
