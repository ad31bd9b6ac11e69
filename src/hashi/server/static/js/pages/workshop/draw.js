// The workshop: taps, keys and links change the board, whose code is all that the page knows of it. The server draws
// every board anew. Every state is kept in this browser, to go back to and to go on from.

import { all, byId, closest, find, get } from "../../dom.js";
import { keepBoard, keptBoards, removeBoard } from "../../kept_boards.js";
import { exchange, fetchPage } from "../../parts.js";
import { layPhoto, startPhoto } from "../../photo.js";
import { sitePath } from "../../site.js";
import { load, save } from "../../storage.js";

/** @typedef {{ codes: string[], at: number }} Past */

const MOST_STATES = 500;
const HELD = 500; // milliseconds after which a touch is a long one
const KEYS = new Map([
  ["o", "o"],
  ["r", "r"],
  ["b", "b"],
  [".", "."],
  ["Delete", "."],
  ["Backspace", "."],
]);
const STEPS = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);

const work = () => byId("work");
const code = () => work().dataset.code ?? "";
const box = work().dataset.box ?? "";
const KEY = `hashi-workshop${box && `-${box}`}`;

// --- what was drawn before

/** @returns {Past} */
function loadPast() {
  try {
    const found = /** @type {Partial<Past>} */ (JSON.parse(load(KEY) || "{}"));
    const codes = Array.isArray(found.codes) ? found.codes.filter((each) => typeof each === "string") : [];
    const at = typeof found.at === "number" ? found.at : 0;
    return { codes, at: Math.max(0, Math.min(at, codes.length - 1)) };
  } catch {
    return { codes: [], at: 0 };
  }
}

const past = loadPast();

/** Add the board that is shown to what was drawn, unless it is there already. */
function note() {
  if (past.codes[past.at] !== code()) {
    past.codes = [...past.codes.slice(0, past.at + 1), code()].slice(-MOST_STATES);
    past.at = past.codes.length - 1;
  }
  save(KEY, JSON.stringify(past));
}

/** @param {-1 | 1} step */
function goBack(step) {
  const known = past.codes[past.at + step];
  if (!known) return;
  past.at += step;
  show(addressOf(known));
}

// --- what is shown

/** @param {string} known */
function addressOf(known) {
  const { view = "" } = work().dataset;
  const kept = (view === "cards" ? "&view=cards" : "") + (box && `&box=${box}`);
  return sitePath(`/workshop?b=${known}${kept}`);
}

let waiting = Promise.resolve();

/**
 * Show the board of an address after all that was asked for before.
 * @param {string | ((code: string) => string)} asked
 */
function show(asked) {
  waiting = waiting.then(async () => {
    const address = new URL(typeof asked === "string" ? asked : asked(code()), location.href);
    address.searchParams.set("part", "work");
    const page = await fetchPage(address);
    if (page?.getElementById("work")) exchange(page, "work", complete);
  });
}

/** Complete what the server has drawn by what only scripts can do. */
function complete() {
  note();
  history.replaceState(null, "", addressOf(code()));
  for (const row of all("[data-undo-row], [data-print], [data-copy-link], [data-keep-box]", HTMLElement)) {
    row.hidden = false;
  }
  get("[data-undo]", HTMLButtonElement).disabled = past.at === 0;
  get("[data-redo]", HTMLButtonElement).disabled = past.at >= past.codes.length - 1;
  rove();
  layPhoto();
}

/** Let Tab reach one point alone; arrows lead to the others. */
function rove() {
  const points = all("[data-point]", SVGAElement);
  const focused = points.find((point) => point.dataset.point === last) ?? points[0];
  for (const point of points) {
    point.setAttribute("tabindex", point === focused ? "0" : "-1");
    point.toggleAttribute("data-last", Boolean(last) && point === focused);
  }
}

// --- taps and keys

let last = "";
let isHeld = false;
let timer = 0;

/**
 * Set a point, or step it on.
 * @param {string} point
 * @param {string} [cell]
 */
function change(point, cell) {
  last = point;
  const what = cell === undefined ? `tap=${point}` : `set=${point}:${cell}`;
  show((now) => `${addressOf(now)}&${what}`);
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const point = closest(event.target, "[data-point]", SVGElement);
  const step = closest(event.target, "[data-step]", HTMLAnchorElement);
  if (point) {
    event.preventDefault();
    if (!isHeld) change(point.dataset.point ?? "");
    isHeld = false;
  } else if (step) {
    event.preventDefault();
    const asked = new URL(step.href);
    show((now) => {
      asked.searchParams.set("b", now);
      return asked.href;
    });
  }
});

document.addEventListener("pointerdown", (event) => {
  const point = closest(event.target, "[data-point]", SVGElement);
  clearTimeout(timer);
  isHeld = false;
  if (!point) return;
  timer = setTimeout(() => {
    isHeld = true;
    change(point.dataset.point ?? "", ".");
  }, HELD);
});
for (const end of ["pointerup", "pointercancel", "pointermove"]) {
  document.addEventListener(end, (event) => {
    const isStill = event instanceof PointerEvent && Math.abs(event.movementX) + Math.abs(event.movementY) < 4;
    if (end !== "pointermove" || !isStill) clearTimeout(timer);
  });
}
document.addEventListener("contextmenu", (event) => {
  if (closest(event.target, "[data-point]", SVGElement)) event.preventDefault(); // a long touch
});

document.addEventListener("keydown", (event) => {
  const isTyping = closest(event.target, "input, textarea", Element) !== null;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !isTyping) {
    event.preventDefault();
    goBack(event.shiftKey ? 1 : -1);
    return;
  }
  const point = closest(event.target, "[data-point]", SVGElement);
  if (!point || event.ctrlKey || event.metaKey || event.altKey) return;
  const cell = KEYS.get(event.key);
  const step = STEPS.get(event.key);
  if (cell) change(point.dataset.point ?? "", cell);
  else if (event.key === " ") change(point.dataset.point ?? "");
  else if (step) move(point, step);
  else return;
  event.preventDefault();
});

/**
 * Move the focus to a neighbouring point.
 * @param {SVGElement} point
 * @param {number[]} step
 */
function move(point, [across = 0, down = 0]) {
  const name = point.dataset.point ?? "";
  const column = String.fromCharCode(name.charCodeAt(0) + across);
  const next = find(`[data-point="${column}${Number(name.slice(1)) + down}"]`, SVGElement);
  if (!next) return;
  last = next.dataset.point ?? "";
  rove();
  next.focus();
}

// --- buttons

document.addEventListener("click", async ({ target }) => {
  if (closest(target, "[data-undo]", Element)) goBack(-1);
  else if (closest(target, "[data-redo]", Element)) goBack(1);
  else if (closest(target, "[data-print]", Element)) print();
  else if (closest(target, "[data-keep-box]", Element)) keep(closest(target, "[data-keep-box]", HTMLElement));
  else if (closest(target, "[data-copy-link]", Element)) await copyLink();
});

async function copyLink() {
  const { address = location.href } = work().dataset;
  const label = get("[data-copy-link] span", HTMLElement);
  const { copied = "" } = get("[data-copy-link]", HTMLElement).dataset;
  if (navigator.share) {
    navigator.share({ title: document.title, url: address }).catch(() => {});
    return;
  }
  try {
    await navigator.clipboard.writeText(address);
    label.textContent = copied;
  } catch {
    location.hash = ""; // without a clipboard the address bar has the link
  }
}

// --- boards that are kept

const list = get("[data-kept-list]", HTMLElement);
const status = get("[data-keep-status]", HTMLElement);

/** @param {HTMLElement | null} button keeps the board of a box under its name */
function keep(button) {
  const name = button?.dataset.name ?? "";
  tell(keepBoard(name, code()));
}

/** @param {boolean} isKept */
function tell(isKept) {
  status.textContent = (isKept ? status.dataset.done : status.dataset.full) ?? "";
  showKept();
}

function showKept() {
  list.replaceChildren(
    ...keptBoards().map(({ name, code }) => {
      const row = document.createElement("li");
      const link = document.createElement("a");
      link.href = sitePath(`/workshop?b=${code}`);
      link.textContent = name;
      const remove = document.createElement("button");
      remove.type = "button";
      remove.className = "quiet";
      remove.textContent = (list.dataset.remove ?? "").replace("{name}", name);
      remove.addEventListener("click", () => {
        removeBoard(name);
        showKept();
      });
      row.append(link, remove);
      return row;
    }),
  );
  get("[data-keeping]", HTMLElement).hidden = false;
}

find("[data-keep-form]", HTMLFormElement)?.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = get("#board-name", HTMLInputElement);
  const name = field.value.trim();
  if (name) tell(keepBoard(name, code()));
});

// --- the beginning

const asked = new URLSearchParams(location.search).has("b");
const known = past.codes[past.at];
if (!asked && known && known !== code()) show(addressOf(known));
else complete();
showKept();
startPhoto();
