// Vibration, for those who turn it on, on devices that have it.

import { load, save } from "./storage.js";

const KEY = "hashi-vibration";
const PATTERNS = { card: [60], goal: [60, 60, 120] }; // milliseconds on, off, on
let isDue = false; // a card was turned while the page could not be seen

const isThere = "vibrate" in navigator;
const isOn = () => isThere && load(KEY) === "on";

/** @param {"card" | "goal"} name */
export function vibrate(name) {
  if (isOn()) navigator.vibrate(PATTERNS[name]);
}

/** A card was turned: tell those who look elsewhere. A hidden page may not vibrate before it is seen. */
export function callBack() {
  if (document.hidden) isDue = true;
  else if (!document.hasFocus()) vibrate("card");
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden || !isDue) return;
  isDue = false;
  vibrate("card");
});

/**
 * Let a button turn the vibration on and off; it is hidden where there is none.
 * @param {HTMLElement} button
 * @param {(isOn: boolean) => void} changed
 */
export function startVibration(button, changed) {
  const show = () => button.setAttribute("aria-pressed", String(isOn()));
  button.hidden = !isThere;
  button.addEventListener("click", () => {
    save(KEY, isOn() ? "off" : "on");
    show();
    changed(isOn());
    vibrate("card");
  });
  show();
}
