// Short animations and sounds of what newly appears. They never delay anything.

import { all, find } from "./dom.js";
import { isRevealing } from "./reveal.js";
import { play } from "./sound.js";

/** @import { Part } from "./dom.js" */

const COUNTING = 300;
const GAIN_STAYS = 2000;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Animate what is new in an element that takes the place of an old one.
 * @param {Part} old
 * @param {Part} fresh
 * @param {string} id
 */
export function animate(old, fresh, id) {
  if (id === "card" && old.dataset.round !== fresh.dataset.round) {
    if (isRevealing()) return; // the card is turned after that
    play("card");
    fresh.classList.toggle("turning", !reduced.matches);
  } else if (id.startsWith("l-")) {
    animateLine(old, fresh);
  } else if (id.startsWith("i-")) {
    animateIsland(old, fresh);
  } else if (id.startsWith("tab-")) {
    countPoints(old, fresh);
  } else if (id === "goals" && !reduced.matches) {
    closePips(old, fresh);
  }
}

/**
 * The ring of a player who came further in a goal closes a little.
 * @param {Part} old
 * @param {Part} fresh
 */
function closePips(old, fresh) {
  const before = all(".pip", SVGElement, old);
  for (const [at, pip] of all(".pip", SVGElement, fresh).entries()) {
    const was = before[at];
    pip.classList.toggle("closing", was !== undefined && was.innerHTML !== pip.innerHTML);
  }
}

/**
 * @param {Part} old
 * @param {Part} fresh
 */
function animateLine(old, fresh) {
  const before = old.querySelectorAll(".rail.fresh").length;
  const rails = all(".rail.fresh", Element, fresh);
  if (rails.length <= before) return;
  play("bridge");
  if (reduced.matches) return;
  const [from, to] = (fresh.dataset.line ?? "").split("-").map((island) => island.replace(/\D/g, ""));
  fresh.classList.add(from === to ? "across" : "down");
  const planks = all(".plank.fresh", Element, fresh);
  for (const path of [...rails.slice(before), ...planks.slice(before)]) path.classList.add("run");
}

/**
 * @param {Part} old
 * @param {Part} fresh
 */
function animateIsland(old, fresh) {
  if (find("text.now", Element, fresh) && !find("text.now", Element, old)) {
    play("number");
    fresh.classList.toggle("written", !reduced.matches);
  }
  const ring = find(".ring.fresh", Element, fresh);
  if (ring && !find(".ring", Element, old)) {
    play("ring");
    ring.setAttribute("pathLength", "1");
    fresh.classList.toggle("closing", !reduced.matches);
  }
}

/**
 * The points of a player count up, and what was added stands beside them for a moment.
 * @param {Part} old
 * @param {Part} fresh
 */
function countPoints(old, fresh) {
  const [before, now] = [Number(old.dataset.points), Number(fresh.dataset.points)];
  const figure = find("b", HTMLElement, fresh);
  if (now <= before || !figure) return;
  fresh.dataset.gain = `+${now - before}`;
  setTimeout(() => fresh.removeAttribute("data-gain"), GAIN_STAYS);
  if (reduced.matches) return;
  const begin = performance.now();
  const step = () => {
    const part = Math.min(1, (performance.now() - begin) / COUNTING);
    figure.textContent = String(Math.round(before + (now - before) * part));
    if (part < 1) requestAnimationFrame(step);
  };
  step();
}
