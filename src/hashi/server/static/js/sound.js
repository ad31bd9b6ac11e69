// Sound on request: short tones made here, nothing is fetched.

import { sounds } from "./motion.js";

const KEPT = "hashi-sound";
const TONES = {
  number: [[520, 0, 0.09]],
  bridge: [[330, 0, 0.07], [392, 0.05, 0.07]],
  ring: [[523, 0, 0.1], [659, 0.08, 0.14]],
  card: [[240, 0, 0.06]],
  no: [[160, 0, 0.14]],
  goal: [[523, 0, 0.14], [659, 0.12, 0.14], [784, 0.24, 0.3]],
};
let context = null;

function isOn() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false;
  }
}

export function play(name) {
  if (!isOn()) return;
  context = context || new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const [pitch, after, length] of TONES[name] || []) {
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

export function startSound(button, tell, texts) {
  sounds.play = play;
  const show = () => button.setAttribute("aria-pressed", String(isOn()));
  button.addEventListener("click", () => {
    try {
      localStorage.setItem(KEPT, isOn() ? "off" : "on");
    } catch {
      return;
    }
    show();
    tell(isOn() ? texts.soundOn : texts.soundOff);
    play("number");
  });
  show();
}
