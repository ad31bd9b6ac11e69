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
    if (sheet) settle(sheet, byId("hint-overlay"));
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
    settle(shown, overlay);
    byId("hint-title").focus({ preventScroll: true });
  }
}

/** Take the hint away: it is about the turn as it was. */
export function closeHint() {
  const hint = shownHint();
  const had = hint?.contains(document.activeElement);
  hint?.remove();
  find("#hint-overlay", HTMLElement)?.remove();
  if (had) find(".hint-button", HTMLElement)?.focus({ preventScroll: true });
}

/**
 * Lay the sheet where it covers neither the card nor the steps, nor the islands that it points at.
 * @param {HTMLElement} sheet
 * @param {HTMLElement} overlay
 */
function settle(sheet, overlay) {
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
  } else if (below >= Math.min(height, LEAST)) {
    lay(sheet, false, below, null);
  } else if (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) >= LARGE_LETTERS) {
    lay(sheet, true, Math.min(top, Math.max(board.top, innerHeight * 0.45)), null);
  } else {
    const loop = overlay.querySelector(".loop")?.getBoundingClientRect();
    const isHidden = loop !== undefined && loop.bottom > innerHeight - height && loop.top > height;
    lay(sheet, isHidden, null, null);
    sheet.classList.add("tight");
  }
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
