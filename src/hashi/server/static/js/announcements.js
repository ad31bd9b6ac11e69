// What is said: refusals with a small picture, news, big announcements, the connection.

import { play } from "./sound.js";
import { islandOf, islands, lineOf, lines } from "./geometry.js";

const REFUSAL_STAYS = 9000;
const LOUD_STAYS = 2000;
const AROUND = 75;

const byId = (id) => document.getElementById(id);
let closing = 0;
let soft = 0;
const waiting = [];
export let isLoud = false;

const saying = [];

/** A sentence for those who listen; what comes at once is said in one go, none over another. */
export function tell(text) {
  if (!text || saying.push(text) > 1) return;
  setTimeout(() => {
    const told = byId("told");
    const all = saying.splice(0).join(" ");
    told.textContent = told.textContent === all ? `${all}\u00a0` : all;
  }, 120);
}

// --- refusals

export function refuse({ text, in_the_way: ways = [] }) {
  const box = byId("refusal");
  box.querySelector("p").textContent = text;
  box.querySelector(".crop").replaceChildren(...crop(ways));
  box.hidden = false;
  box.classList.remove("shown");
  void box.offsetWidth;
  box.classList.add("shown");
  play("no");
  document.querySelectorAll("#board .in-the-way").forEach((old) => old.classList.remove("in-the-way"));
  ways.forEach((name) => (islandOf(name) || lineOf(name))?.classList.add("in-the-way"));
  clearTimeout(closing);
  closing = setTimeout(forgive, REFUSAL_STAYS);
}

export function forgive() {
  clearTimeout(closing);
  byId("refusal").hidden = true;
  byId("refusal").querySelector(".crop").replaceChildren();
  document.querySelectorAll("#board .in-the-way").forEach((old) => old.classList.remove("in-the-way"));
}

/** The part of the board around what stands in the way. */
function crop(ways) {
  const places = ways.flatMap((name) => {
    const line = lines.find((one) => one.name === name);
    return line ? [line.a, line.b] : islands.has(name) ? [islands.get(name)] : [];
  });
  if (!places.length) return [];
  const picture = document.querySelector("#board svg").cloneNode(true);
  const shift = picture.querySelector(":scope > g").transform.baseVal[0].matrix;
  picture.querySelectorAll("[id]").forEach((part) => part.removeAttribute("id"));
  picture.querySelectorAll("[tabindex]").forEach((part) => part.removeAttribute("tabindex"));
  picture.removeAttribute("role");
  picture.classList.remove("live");
  for (const name of ways) {
    picture.querySelectorAll(`.place[data-island="${name}"], .span[data-line="${name}"]`).forEach((part) => part.classList.add("in-the-way"));
  }
  const [left, right] = [Math.min(...places.map((p) => p.x)), Math.max(...places.map((p) => p.x))];
  const [top, bottom] = [Math.min(...places.map((p) => p.y)), Math.max(...places.map((p) => p.y))];
  const side = Math.max(right - left, bottom - top) + 2 * AROUND;
  const x = (left + right) / 2 - side / 2 + shift.e;
  const y = (top + bottom) / 2 - side / 2 + shift.f;
  picture.setAttribute("viewBox", `${x} ${y} ${side} ${side}`);
  return [picture];
}

// --- news

export function announce({ all, loud }) {
  tell(all.filter((text) => !loud.includes(text)).join(" "));
  if (loud.length) waiting.push(loud);
  if (waiting.length && !isLoud) ring();
}

/** A goal falls: across the top for two seconds. */
function ring() {
  const texts = waiting.shift();
  const banner = byId("loud");
  isLoud = Boolean(texts);
  if (!texts) {
    banner.classList.remove("shown");
    banner.textContent = "";
    return;
  }
  play("goal");
  banner.textContent = texts.join("\n");
  banner.classList.remove("shown");
  void banner.offsetWidth;
  banner.classList.add("shown");
  setTimeout(ring, LOUD_STAYS);
}

// --- the connection

export function notice(text, isPassing = false) {
  const line = byId("notice");
  clearTimeout(soft);
  if (text) {
    // a blink of the network is nobody's concern
    soft = setTimeout(() => {
      line.textContent = text;
      line.classList.add("shown");
      if (isPassing) soft = setTimeout(() => notice(""), 3000);
    }, isPassing ? 0 : 700);
    return;
  }
  line.classList.remove("shown");
  line.textContent = "";
}
