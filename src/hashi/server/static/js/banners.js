// News on banners: one's own goal is a celebration, what others did a quiet line. On a shared device
// the curtain tells everybody what happened, after a round a moment in which all boards are shown
// (reveal.js): then no banner is.

import { speak } from "./announcements.js";
import { byId, get } from "./dom.js";
import { place } from "./placement.js";
import { tellsNews } from "./reveal.js";
import { signOf } from "./signs.js";
import { play } from "./sound.js";
import { vibrate } from "./vibration.js";

/** @typedef {{ seat: number | null, text: string, is_own: boolean }} Banner */

const OWN_STAYS = 2000;
const QUIET_STAYS = 4000;

const banner = byId("loud");
/** @type {{ lines: Banner[], isOwn: boolean }[]} */
const waiting = [];
let isShown = false;
let timer = 0;

/** Whether there is a banner in sight. */
export const isBannerShown = () => isShown;

/**
 * Announce news: what has a banner on it, the rest to screen readers.
 * @param {{ spoken: string[], banners: Banner[] }} news
 */
export function announce({ spoken, banners }) {
  speak(spoken.join(" "));
  const own = banners.filter((one) => one.is_own);
  const isTold = tellsNews();
  if (isTold || get("#curtain", HTMLDialogElement).open) {
    speak(banners.map((one) => one.text).join(" "));
    if (isTold && own.length) celebrate();
    return;
  }
  const others = banners.filter((one) => !one.is_own);
  if (own.length) waiting.push({ lines: own, isOwn: true });
  if (others.length) waiting.push({ lines: others, isOwn: false });
  if (waiting.length && !isShown) showNext();
}

/** Show the next banner; hide it when there is none. */
function showNext() {
  const next = waiting.shift();
  isShown = Boolean(next);
  banner.classList.remove("shown", "own");
  banner.replaceChildren(...(next?.lines ?? []).map(lineOf));
  if (!next) return;
  void banner.offsetWidth; // the animation starts anew
  banner.classList.toggle("own", next.isOwn);
  banner.classList.add("shown");
  place(banner);
  if (next.isOwn) celebrate();
  timer = setTimeout(showNext, next.isOwn ? OWN_STAYS : QUIET_STAYS);
}

function celebrate() {
  play("goal");
  vibrate("goal");
}

/** Let go of all banners: they tell of the round before the last one. */
export function forgetBanners() {
  waiting.length = 0;
  clearTimeout(timer);
  if (isShown) showNext();
}

addEventListener("resize", () => isShown && place(banner));

/** @param {Banner} banner */
function lineOf({ seat, text }) {
  const line = document.createElement("p");
  const words = document.createElement("span");
  words.textContent = text;
  line.append(...signOf(seat), words);
  return line;
}
