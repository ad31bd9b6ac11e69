// Hints: a sheet over the actions that gives one step more with each tap. The server says what a step shows.

import { byId, closest, find, get, textOf } from "./dom.js";
import { fetchPage } from "./parts.js";
import { sitePath } from "./site.js";

/**
 * @typedef {object} Asker
 * @property {string} table
 * @property {() => { seat: number | null, round: number }} moment
 * @property {(marks: string) => void} use makes marks
 * @property {(text: string) => void} refuse shows why not
 */

const GAP = 8;
/** Pixels that a sheet needs under the steps; with less it covers them. */
const LEAST = 200;
/** Classes of a sheet with less room, one after the other. */
const SMALLER = ["tight", "brief", "tiny"];
const LEAST_IN_A_LOW_WINDOW = 130;
/** Pixels by which the board may be lower for a sheet. */
const MOST_ROOM = 130;
/** Pixels of a letter from which the board scrolls beneath the bar. */
const LARGE_LETTERS = 24;

const shownHint = () => find("#hint", HTMLElement);
let isAsking = false;

/**
 * Let the buttons ask for hints.
 * @param {Asker} asker
 */
export function startHints({ table, moment, use, refuse }) {
  document.addEventListener("click", ({ target }) => {
    const button = closest(target, "[data-hint]", HTMLElement);
    if (!button) return;
    const what = button.dataset.hint;
    if (what === "told") return tellAgain(button);
    closest(button, "dialog", HTMLDialogElement)?.close();
    if (what === "close") closeHint();
    else if (what === "use") use(byId("hint").dataset.marks ?? "");
    else ask(what === "more" ? { more: "1" } : {});
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shownHint()) closeHint();
  });
  addEventListener("resize", () => {
    const sheet = shownHint();
    if (sheet) settle(sheet);
  });

  /** @param {Record<string, string>} fields */
  async function ask(fields) {
    if (isAsking) return;
    isAsking = true;
    const { seat, round } = moment();
    const id = crypto.randomUUID?.() ?? String(Math.random());
    const body = new URLSearchParams({ seat: String(seat), round: String(round), ...fields, id });
    const page = await fetchPage(sitePath(`/t/${table}/hint`), { method: "POST", body });
    isAsking = false;
    const sheet = page?.getElementById("hint");
    if (!sheet) {
      const problem = page?.querySelector(".problem");
      refuse(problem ? textOf(problem) : "");
      return;
    }
    closeHint();
    const shown = document.importNode(sheet, true);
    const overlay = get("#hint-overlay", HTMLElement, shown);
    get(".stage", HTMLElement).append(shown);
    byId("board").append(overlay);
    const loop = overlay.querySelector(".loop");
    if (loop) find("#board .span", SVGElement)?.before(loop); // under lines and islands
    settle(shown);
    byId("hint-title").focus({ preventScroll: true });
  }
}

/** Take the hint away: it is about the turn as it was. */
export function closeHint() {
  const hint = shownHint();
  const had = hint?.contains(document.activeElement);
  hint?.remove();
  find("#hint-overlay", HTMLElement)?.remove();
  find("#board .loop", SVGElement)?.remove();
  makeRoom(0);
  if (had) find(".hint-button", HTMLElement)?.focus({ preventScroll: true });
}

/**
 * Show the sentence of a step that was told before, or of the newest one again.
 * @param {HTMLElement} button
 */
function tellAgain(button) {
  const sheet = byId("hint");
  get(".hint-text", HTMLElement, sheet).textContent = button.dataset.text ?? "";
  for (const step of sheet.querySelectorAll(".hint-steps li")) {
    const isNow = step.contains(button);
    step.classList.toggle("now", isNow);
    step.classList.toggle("given", !isNow && Boolean(step.querySelector("button")));
    if (isNow) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  }
  settle(sheet);
}

/**
 * Let the board be so much lower, so that a sheet fits under the card of a low window.
 * @param {number} room
 */
function makeRoom(room) {
  byId("main").style.setProperty("--hint", `${room}px`);
}

/**
 * Lay the sheet where it covers neither the card nor the steps, nor the islands that it points at.
 * @param {HTMLElement} sheet
 */
function settle(sheet) {
  makeRoom(0);
  if (place(sheet, LEAST)) return;
  const board = get("#board svg", SVGElement);
  const wanted = sheet.offsetHeight + 2;
  const full = board.getBoundingClientRect().height;
  const lacks = () => Math.ceil(wanted + GAP + lowest(byId("card"), byId("steps")) - innerHeight);
  const most = Math.min(MOST_ROOM, lacks());
  for (let room = most; full - board.getBoundingClientRect().height < most && lacks() > 0; room += lacks()) {
    if (room > 2 * MOST_ROOM) break;
    makeRoom(room); // at first it may take what the board does not use
  }
  place(sheet, LEAST_IN_A_LOW_WINDOW);
}

/** @param {HTMLElement[]} parts */
function lowest(...parts) {
  return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
}

/**
 * Lay the sheet; return whether it covers nothing of the turn.
 * @param {HTMLElement} sheet
 * @param {number} least how many pixels under the steps are enough
 */
function place(sheet, least) {
  const turn = [byId("card"), byId("steps")].map((part) => part.getBoundingClientRect());
  const top = Math.min(...turn.map((box) => box.top)) - GAP;
  const bottom = Math.max(...turn.map((box) => box.bottom)) + GAP;
  const board = byId("board").getBoundingClientRect();
  const isBeside = Math.min(...turn.map((box) => box.left)) >= board.right;
  lay(sheet, false, null, isBeside ? board.right + GAP : null);
  const below = innerHeight - bottom;
  const height = sheet.offsetHeight;
  if (isBeside) {
    const isAbove = below < height && top > below;
    lay(sheet, isAbove, isAbove ? top : below, board.right + GAP);
  } else if (below >= Math.min(height, least)) {
    lay(sheet, false, below, null);
  } else if (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) >= LARGE_LETTERS) {
    lay(sheet, true, Math.min(top, Math.max(board.top, innerHeight * 0.45)), null);
  } else {
    lay(sheet, false, null, null);
    sheet.classList.add("tight");
    return below >= sheet.offsetHeight;
  }
  return true;
}

/**
 * Put the sheet at the top or at the bottom of the window, so high and so far from the left at most.
 * @param {HTMLElement} sheet
 * @param {boolean} isAbove
 * @param {number | null} most
 * @param {number | null} left
 */
function lay(sheet, isAbove, most, left) {
  sheet.classList.toggle("above", isAbove);
  sheet.classList.toggle("beside", left !== null);
  sheet.style.maxHeight = most === null ? "" : `${most}px`;
  sheet.style.left = left === null ? "" : `${left}px`;
  const text = get(".hint-text", HTMLElement, sheet);
  const isCut = () => text.scrollHeight > text.clientHeight || sheet.scrollHeight > sheet.clientHeight;
  sheet.classList.remove(...SMALLER);
  for (const size of SMALLER) if (isCut()) sheet.classList.add(size);
  text.tabIndex = isCut() ? 0 : -1; // what scrolls is reached by keys
}
