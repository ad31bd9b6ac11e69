// The time that is left for a card, counted down by the server's clock.

import { find } from "./dom.js";

let ahead = 0; // how many seconds the server's clock is ahead of this one

/**
 * Set the server's time, in seconds.
 * @param {number} now
 */
export function setClock(now) {
  ahead = now - Date.now() / 1000;
  tick();
}

/** Show the time that is left now. */
export function tick() {
  const clock = find("[data-deadline]", HTMLElement);
  if (!clock) return;
  const until = Math.round(Number(clock.dataset.deadline) - Date.now() / 1000 - ahead);
  const left = Math.max(0, Math.min(until, Number(clock.dataset.most))); // the moment after a round goes before it
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  clock.textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  clock.classList.toggle("soon", left <= 10);
}

/** @param {number} count */
const two = (count) => String(count).padStart(2, "0");

export function startClock() {
  tick();
  setInterval(tick, 1000);
}
