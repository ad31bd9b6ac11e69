// The tips of a guided game: the islands that they speak of pulse, their bubble points at them, and a finger shows once
// how to drag. The server says which tip is due; leaving the tips or taking them up is kept in the browser.

import { all, byId, closest, find, textOf } from "./dom.js";
import { ground, islands } from "./geometry.js";
import { sitePath } from "./site.js";

/** @import { Island } from "./geometry.js" */

const SVG = "http://www.w3.org/2000/svg";
/** Milliseconds without a touch after which the finger shows a drag. */
const IDLE = 3000;
/** How far from both ends of its bubble a tail may stand, in pixels; there is none elsewhere. */
const CORNER = 18;

let shown = ""; // the tip whose islands pulse
let finger = 0;

/** @param {string} table */
export function startGuide(table) {
  document.addEventListener("submit", (event) => {
    const form = closest(event.target, "form[action$='guide']", HTMLFormElement);
    if (!form || !(event.submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    choose(table, event.submitter.value).then((isKept) => {
      if (isKept) location.replace(location.href); // no new step for "back"
    });
  });
  document.addEventListener("click", ({ target }) => {
    const { classList } = document.body;
    if (!find("#aim .tip-bubble", HTMLElement) || classList.contains("unguided")) return;
    if (closest(target, "#aim [data-tips], #goals .tap", HTMLElement)) {
      classList.add("unguided");
      choose(table, "off");
      showGuide();
    }
  });
  addEventListener("resize", pointTails);
  showGuide();
}

/**
 * Keep whether this browser shows tips at the table; return whether that was possible.
 * @param {string} table
 * @param {string} tips
 */
async function choose(table, tips) {
  try {
    const body = new URLSearchParams({ tips });
    await fetch(sitePath(`/t/${table}/guide`), { method: "POST", body, redirect: "manual", keepalive: true });
    return true;
  } catch {
    return false; // the page stays as it is, and asks again
  }
}

/** What the tip says that stands beside the card; empty where none does. */
export function tipText() {
  const tip = find("#guide .tip-bubble p", HTMLElement);
  return tip ? textOf(tip) : "";
}

/** Point at what the tip speaks of: called whenever the page has changed. */
export function showGuide() {
  const isOver = document.body.classList.contains("unguided");
  const bubble = find("#guide .tip-bubble", HTMLElement);
  const { islands: named = "", drag } = byId("guide").dataset;
  const tip = bubble ? `${named} ${textOf(bubble)}` : "";
  pointTails();
  const goals = isOver || !find("#aim .tip-bubble", HTMLElement) ? "" : byId("aim").dataset.tile;
  for (const [place, tile] of all("#goals .goal", HTMLElement).entries()) {
    tile.classList.toggle("aimed", String(place) === goals);
  }
  if (tip === shown) return;
  shown = tip;
  clearTimeout(finger);
  for (const old of all("#board .pulse, #board .finger", SVGElement)) old.remove();
  const pulsing = named.split(" ").flatMap((name) => islands.get(name) ?? []);
  if (pulsing.length) ground().append(...pulsing.map(rings));
  const [from, to] = pulsing;
  if (drag !== undefined && from && to) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) showDrag(from, to, "arrow");
    else waitToShow(from, to);
  }
}

/**
 * Show how to drag once nobody has touched the page for a while.
 * @param {Island} from
 * @param {Island} to
 */
function waitToShow(from, to) {
  const again = () => {
    clearTimeout(finger);
    finger = setTimeout(() => {
      removeEventListener("pointerdown", again);
      showDrag(from, to, "moves");
    }, IDLE);
  };
  addEventListener("pointerdown", again);
  again();
}

/** Two rings around an island. @param {Island} island */
function rings({ x, y }) {
  const group = made("g", { class: "pulse", "aria-hidden": "true" });
  group.append(made("circle", { cx: x, cy: y, r: 45 }), made("circle", { cx: x, cy: y, r: 56 }));
  return group;
}

/**
 * Show a drag from one island to another: a finger that moves there once, or an arrow.
 * @param {Island} from
 * @param {Island} to
 * @param {string} kind
 */
function showDrag(from, to, kind) {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(x, y);
  const [dx, dy] = [x / far, y / far];
  const group = made("g", { class: `finger ${kind}`, "aria-hidden": "true" });
  const [endX, endY] = [to.x - 44 * dx, to.y - 44 * dy];
  group.append(made("path", { d: `M${from.x} ${from.y}L${endX} ${endY}`, class: "way" }));
  if (kind === "arrow") {
    const [backX, backY] = [endX - 24 * dx, endY - 24 * dy];
    const d = `M${backX - 16 * dy} ${backY + 16 * dx}L${endX} ${endY}L${backX + 16 * dy} ${backY - 16 * dx}`;
    group.append(made("path", { d }));
  } else {
    const tip = made("circle", { cx: from.x, cy: from.y, r: 30 });
    tip.style.setProperty("--x", `${x}px`);
    tip.style.setProperty("--y", `${y}px`);
    group.append(tip);
    group.addEventListener("animationend", () => group.remove());
  }
  ground().append(group);
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function made(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return /** @type {SVGElement} */ (element);
}

/** Let the tail of each bubble stand in the column of its island, or over its goal. */
function pointTails() {
  const [first = ""] = byId("guide").dataset.islands?.split(" ") ?? [];
  const tile = all("#goals .goal", HTMLElement)[Number(byId("aim").dataset.tile ?? 0)];
  pointTail(find("#guide .tip-bubble", HTMLElement), document.getElementById(`i-${first}`));
  pointTail(find("#aim .tip-bubble", HTMLElement), tile ?? null);
}

/**
 * @param {HTMLElement | null} bubble
 * @param {Element | null} goal
 */
function pointTail(bubble, goal) {
  if (!bubble) return;
  const { left, width } = bubble.getBoundingClientRect();
  const box = goal?.getBoundingClientRect();
  const column = box ? box.left + box.width / 2 - left : 0;
  bubble.classList.toggle("tailed", CORNER <= column && column <= width - CORNER);
  bubble.style.setProperty("--tail", `${column}px`);
}
