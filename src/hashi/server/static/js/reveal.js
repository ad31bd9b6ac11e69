// The moment after a round: everybody's new marks, in the place of the board, for two seconds. A tap, a
// key or the next request ends it. Where all boards are in sight, they flash in place instead.

import { speak } from "./announcements.js";
import { byId, find, get } from "./dom.js";
import { play } from "./sound.js";

const STAYS = 2000;

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const holder = document.createElement("template");
let timer = 0;
let isNewsDue = false;

/** The moment that is shown now. */
const shown = () => find("#reveal.shown", HTMLElement);

/** Whether the moment after a round is in sight. */
export const isRevealing = () => shown() !== null;

/** Whether the news that come now are those of the round shown: only the first ones are. */
export function tellsNews() {
  const isTold = isNewsDue && isRevealing();
  isNewsDue = false;
  return isTold;
}

/**
 * Show the moment after a round; a page that nobody looks at lets it pass.
 * @param {string} html
 */
export function reveal(html) {
  endReveal();
  if (document.hidden) return;
  holder.innerHTML = html;
  const fresh = holder.content.querySelector("section");
  if (!fresh) return;
  byId("reveal").replaceWith(fresh);
  speak(fresh.dataset.said ?? "");
  fresh.classList.add("shown");
  const isHere = getComputedStyle(fresh).display !== "none";
  if (isHere) fit(fresh);
  else fresh.classList.remove("shown");
  byId("main").classList.toggle("flashing", !isHere);
  isNewsDue = true;
  timer = setTimeout(endReveal, STAYS);
}

/** Show one's own board again, and turn the card. */
export function endReveal() {
  clearTimeout(timer);
  byId("main").classList.remove("flashing");
  const moment = shown();
  if (!moment) return;
  moment.classList.remove("shown");
  moment.replaceChildren();
  play("card");
  byId("card").classList.toggle("turning", !reduced.matches);
}

/**
 * Give it the room below the goals; on a phone on its side, all there is.
 * @param {HTMLElement} moment
 */
function fit(moment) {
  const isUpright = getComputedStyle(moment).getPropertyValue("--upright") !== "";
  const goals = get("#goals", HTMLElement).getBoundingClientRect();
  moment.style.top = isUpright ? `${Math.max(0, goals.bottom)}px` : "0";
}

document.addEventListener(
  "click",
  (event) => {
    const moment = shown();
    if (!moment) return;
    if (event.target instanceof Node && moment.contains(event.target)) event.preventDefault();
    endReveal();
  },
  true,
);
document.addEventListener("keydown", endReveal, true);
addEventListener("resize", () => {
  const moment = shown();
  if (moment) fit(moment);
});
