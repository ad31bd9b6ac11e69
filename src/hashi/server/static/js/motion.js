// Short animations and sounds of what newly appears. They never delay anything.

import { play } from "./sound.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Animate what is new in an element that takes the place of an old one. */
export function animate(old, fresh, id) {
  if (id === "card" && old.dataset.round !== fresh.dataset.round) {
    play("card");
    fresh.classList.toggle("turning", !reduced.matches);
  } else if (id.startsWith("l-")) {
    animateLine(old, fresh);
  } else if (id.startsWith("i-")) {
    animateIsland(old, fresh);
  }
}

function animateLine(old, fresh) {
  const before = old.querySelectorAll(".rail.fresh").length;
  const rails = [...fresh.querySelectorAll(".rail.fresh")];
  if (rails.length <= before) return;
  play("bridge");
  if (reduced.matches) return;
  const [a, b] = fresh.dataset.line.split("-");
  const isAcross = a.replace(/\D/g, "") === b.replace(/\D/g, "");
  fresh.classList.add(isAcross ? "across" : "down");
  const planks = [...fresh.querySelectorAll(".plank.fresh")];
  for (const path of [...rails.slice(before), ...planks.slice(before)]) path.classList.add("run");
}

function animateIsland(old, fresh) {
  if (fresh.querySelector("text.now") && !old.querySelector("text.now")) {
    play("number");
    fresh.classList.toggle("written", !reduced.matches);
  }
  const ring = fresh.querySelector(".ring.fresh");
  if (ring && !old.querySelector(".ring")) {
    play("ring");
    ring.setAttribute("pathLength", "1");
    fresh.classList.toggle("closing", !reduced.matches);
  }
}
