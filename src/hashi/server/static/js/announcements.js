// What the page of a table announces: refusals, and sentences for screen readers.

import { islandOf, lineOf } from "./geometry.js";
import { play } from "./sound.js";

const SPOKEN_TOGETHER = 120;

const byId = (id) => document.getElementById(id);

// --- for screen readers

const spoken = [];

/** Say a sentence to screen readers; those that come together are said in one go, none is lost. */
export function speak(text) {
  if (!text || spoken.push(text) > 1) return;
  setTimeout(() => {
    const region = byId("told");
    const all = spoken.splice(0).join(" ");
    // the same text again would not be announced
    region.textContent = region.textContent === all ? `${all}\u00a0` : all;
  }, SPOKEN_TOGETHER);
}

// --- refusals

/** Show why nothing came of a request, and ring on the board what stands in the way. */
export function showRefusal({ text, in_the_way: ways = [] }) {
  hideRefusal();
  const box = byId("refusal");
  box.querySelector("p").textContent = text;
  box.hidden = false;
  restart(box);
  box.scrollIntoView({ block: "nearest" });
  play("refusal");
  for (const name of ways) (islandOf(name) ?? lineOf(name))?.classList.add("in-the-way");
}

/** Take the refusal away: it is closed, or the player goes on. */
export function hideRefusal() {
  byId("refusal").hidden = true;
  for (const part of document.querySelectorAll("#board .in-the-way")) part.classList.remove("in-the-way");
}

/** Start the animation of an element from its beginning. */
function restart(element) {
  element.classList.remove("shown");
  void element.offsetWidth;
  element.classList.add("shown");
}
