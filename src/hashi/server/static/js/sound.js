// Sound, for those who turn it on: short tones that are made here, nothing is fetched.

import { load, save } from "./storage.js";

const KEY = "hashi-sound";
const TONES = { // each tone: pitch in Hz, start and length in seconds
  number: [[520, 0, 0.09]],
  bridge: [[330, 0, 0.07], [392, 0.05, 0.07]],
  ring: [[523, 0, 0.1], [659, 0.08, 0.14]],
  card: [[240, 0, 0.06]],
  refusal: [[160, 0, 0.14]],
  goal: [[523, 0, 0.14], [659, 0.12, 0.14], [784, 0.24, 0.3]],
};
let context = null;

const isOn = () => load(KEY) === "on";

export function play(name) {
  if (!isOn()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const [pitch, after, length] of TONES[name]) {
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

/** Let a button turn the sound on and off; `changed(isOn)` is called after it. */
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
