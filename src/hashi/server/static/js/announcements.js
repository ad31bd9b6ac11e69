// What the page of a table announces: refusals with a small picture, and sentences for screen readers.

import { islandOf, islands, lineOf, lines } from "./geometry.js";
import { play } from "./sound.js";

const REFUSAL_STAYS = 9000;
const SPOKEN_TOGETHER = 120;
const MARGIN = 75;

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

let hiding = 0;

/** Show why nothing came of a request, and mark the islands and lines that stand in the way. */
export function showRefusal({ text, in_the_way: ways = [] }) {
  hideRefusal();
  const box = byId("refusal");
  box.querySelector("p").textContent = text;
  box.querySelector(".crop").replaceChildren(...crop(ways));
  box.hidden = false;
  restart(box);
  play("refusal");
  for (const name of ways) (islandOf(name) ?? lineOf(name))?.classList.add("in-the-way");
  hiding = setTimeout(hideRefusal, REFUSAL_STAYS);
}

export function hideRefusal() {
  clearTimeout(hiding);
  byId("refusal").hidden = true;
  byId("refusal").querySelector(".crop").replaceChildren();
  for (const part of document.querySelectorAll("#board .in-the-way")) part.classList.remove("in-the-way");
}

/** The part of the board around what stands in the way, as a picture of its own. */
function crop(ways) {
  const places = ways.flatMap((name) => {
    const line = lines.find((one) => one.name === name);
    return line ? [line.a, line.b] : islands.has(name) ? [islands.get(name)] : [];
  });
  if (!places.length) return [];
  const picture = document.querySelector("#board svg").cloneNode(true);
  const shift = picture.querySelector(":scope > g").transform.baseVal[0].matrix;
  for (const part of picture.querySelectorAll("[id]")) part.removeAttribute("id");
  for (const part of picture.querySelectorAll("[tabindex]")) part.removeAttribute("tabindex");
  picture.removeAttribute("role");
  picture.classList.remove("live");
  for (const name of ways) {
    const parts = picture.querySelectorAll(`.place[data-island="${name}"], .span[data-line="${name}"]`);
    for (const part of parts) part.classList.add("in-the-way");
  }
  const [left, right] = [Math.min(...places.map((p) => p.x)), Math.max(...places.map((p) => p.x))];
  const [top, bottom] = [Math.min(...places.map((p) => p.y)), Math.max(...places.map((p) => p.y))];
  const side = Math.max(right - left, bottom - top) + 2 * MARGIN;
  const x = (left + right) / 2 - side / 2 + shift.e;
  const y = (top + bottom) / 2 - side / 2 + shift.f;
  picture.setAttribute("viewBox", `${x} ${y} ${side} ${side}`);
  return [picture];
}

/** Start the animation of an element from its beginning. */
function restart(element) {
  element.classList.remove("shown");
  void element.offsetWidth;
  element.classList.add("shown");
}
