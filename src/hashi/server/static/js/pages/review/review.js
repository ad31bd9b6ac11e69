// The review of a game: a slider over the curve chooses a round. The server renders the round; here only
// the mark of the chosen stop moves.

import { all, byId, closest, find, get } from "../../dom.js";
import { exchange, fetchPage } from "../../parts.js";

const main = get("main.review", HTMLElement);
const slider = get("#stops", HTMLInputElement);
const spoken = all("#spoken li", HTMLElement).map((line) => line.textContent);
/** @type {Map<number, Document>} */
const pages = new Map();
/** Which of the boxes that show the turn as played, and the better one, are checked. */
const isOn = new Map([
  ["show-played", true],
  ["show-better", true],
]);
/** @type {number | null} */
let wanted = null;
/** Pixels that a finger goes sideways to step a round. */
const SWIPED = 40;

slider.hidden = false;
speak(Number(slider.value));
slider.addEventListener("input", () => show(Number(slider.value)));
slider.addEventListener("click", () => show(Number(slider.value))); // also where the value stays the same

main.addEventListener("click", async (event) => {
  const link = closest(event.target, "[data-round][href], [data-step]", HTMLElement);
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const { round, step } = link.dataset;
  const here = Number(byId("round").dataset.round);
  await show(round === undefined ? here + Number(step) : Number(round));
  if (round !== undefined) bringIntoSight();
});

// A finger that goes sideways over the board steps a round: to the left the next one, as pages are turned.
/** @type {PointerEvent | null} */
let down = null;
main.addEventListener("pointerdown", (event) => {
  const isFinger = event.pointerType === "touch" && event.isPrimary;
  down = isFinger && closest(event.target, "#round .pictures", HTMLElement) ? event : null;
});
main.addEventListener("pointercancel", () => {
  down = null;
});
main.addEventListener("pointerup", (event) => {
  const start = down;
  down = null;
  if (!start) return;
  const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
  if (Math.abs(x) < SWIPED || Math.abs(x) < 2 * Math.abs(y)) return;
  find(`#round [data-step="${x < 0 ? 1 : -1}"]`, HTMLElement)?.click();
});

/** Scroll to the round, or to its board where the page lays out the parts of the round one by one, unless both
 * turns are in sight. */
function bringIntoSight() {
  const [round, turns] = [byId("round"), find("#round .turns", HTMLElement)];
  if (!turns) return; // it could not be fetched
  const top = round.getClientRects().length ? round : get("#round .pictures", HTMLElement);
  const isInSight = top.getBoundingClientRect().top >= 0 && turns.getBoundingClientRect().bottom <= innerHeight;
  if (!isInSight) top.scrollIntoView();
}

main.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && isOn.has(target.id)) isOn.set(target.id, target.checked);
});

/** @param {number} round */
async function show(round) {
  if (round === wanted) return;
  wanted = round;
  slider.value = String(round);
  speak(round);
  for (const stop of all(".stop", SVGElement)) {
    stop.classList.toggle("chosen", Number(stop.dataset.stop) === round);
  }
  for (const link of all(".costliest [data-round]", HTMLElement)) {
    if (Number(link.dataset.round) === round) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const address = new URL(main.dataset.link ?? "", location.href);
  address.searchParams.set("round", String(round));
  const page = pages.get(round) ?? (await fetchRound(address));
  if (!page?.getElementById("round")) return;
  pages.set(round, page);
  if (round !== wanted) return; // another one was chosen meanwhile
  exchange(page, "round", () => {
    for (const [id, isChecked] of isOn) {
      const box = find(`#${id}`, HTMLInputElement);
      if (box) box.checked = isChecked;
    }
  });
  history.replaceState(null, "", address);
}

/** @param {URL} address */
function fetchRound(address) {
  const part = new URL(address);
  part.searchParams.set("part", "round");
  return fetchPage(part);
}

/** @param {number} round */
function speak(round) {
  slider.setAttribute("aria-valuetext", spoken[round] ?? "");
}
