// The time that is left for a card, counted down by the server's clock.

import { all } from "./dom.js";

const SOON = 10;
const VERY_SOON = 5;

let ahead = 0; // how many seconds the server's clock is ahead of this one

/**
 * Set the server's time, in seconds.
 * @param {number} now
 */
export function setClock(now) {
  ahead = now - Date.now() / 1000;
  tick();
}

/** Show the time that is left now: as figures, and where there is little room as a bar. */
export function tick() {
  for (const clock of all("[data-deadline]", HTMLElement)) show(clock);
}

/** @param {HTMLElement} clock */
function show(clock) {
  const { deadline, most = Infinity } = clock.dataset; // the moment after a round goes before the time of the next
  const left = Math.max(0, Math.min(Number(most), Math.round(Number(deadline) - Date.now() / 1000 - ahead)));
  const whole = Number(clock.dataset.whole ?? 0);
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  clock.textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  clock.classList.toggle("soon", left <= (whole ? VERY_SOON : SOON));
  if (whole) clock.style.setProperty("--left", String(Math.min(1, left / whole)));
}

/** @param {number} count */
const two = (count) => String(count).padStart(2, "0");

export function startClock() {
  tick();
  setInterval(tick, 1000);
}
