// Sound, for those who turn it on: short tones that are made here, nothing is fetched.

import { load, save } from "./storage.js";

/** @typedef {"number" | "bridge" | "ring" | "card" | "refusal" | "goal"} Sound */

const KEY = "hashi-sound";
/**
 * The tones of each sound: pitch in Hz, start and length in seconds.
 * @type {Record<Sound, { pitch: number, after: number, length: number }[]>}
 */
const TONES = {
  number: [{ pitch: 520, after: 0, length: 0.09 }],
  bridge: [
    { pitch: 330, after: 0, length: 0.07 },
    { pitch: 392, after: 0.05, length: 0.07 },
  ],
  ring: [
    { pitch: 523, after: 0, length: 0.1 },
    { pitch: 659, after: 0.08, length: 0.14 },
  ],
  card: [{ pitch: 240, after: 0, length: 0.06 }],
  refusal: [{ pitch: 160, after: 0, length: 0.14 }],
  goal: [
    { pitch: 523, after: 0, length: 0.14 },
    { pitch: 659, after: 0.12, length: 0.14 },
    { pitch: 784, after: 0.24, length: 0.3 },
  ],
};
/** @type {AudioContext | null} */
let context = null;

const isOn = () => load(KEY) === "on";

/** @param {Sound} sound */
export function play(sound) {
  if (!isOn()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const { pitch, after, length } of TONES[sound]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + after;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

/**
 * Let a button turn the sound on and off; `changed(isOn)` is called after it.
 * @param {HTMLElement} button
 * @param {(isOn: boolean) => void} changed
 */
export function startSound(button, changed) {
  const show = () => button.setAttribute("aria-pressed", String(isOn()));
  button.addEventListener("click", () => {
    save(KEY, isOn() ? "off" : "on");
    show();
    changed(isOn());
    play("number");
  });
  show();
}
