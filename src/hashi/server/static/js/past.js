// Past rounds for one who watches: all boards as they were when a round was closed, while the game goes on behind them.

import { byId, closest, find, get, textOf } from "./dom.js";
import { fetchPage } from "./parts.js";

/**
 * How many rounds are closed, and what tells that one cannot be shown.
 * @typedef {{ closed: () => number, failed: (text: string) => void }} Live
 */

/** Boards of rounds that were shown already. @type {Map<number, Element>} */
const known = new Map();
/** The round that is shown; null while the game is shown as it stands. @type {number | null} */
let shown = null;
let wanted = 0; // counts the wishes: only the last one is shown

/**
 * Let the buttons step through the rounds.
 * @param {Live} live
 */
export function startPast({ closed, failed }) {
  const bar = find("#past-bar", HTMLElement);
  if (!bar) return;
  bar.addEventListener("click", async ({ target }) => {
    const button = closest(target, "[data-past]:not([aria-disabled])", HTMLElement);
    const last = closed();
    const round = roundAt(button?.dataset.past ?? "", last);
    if (!button || round < 0) return;
    if (round > last) backToLive();
    else if (!(await show(round, bar.dataset.link ?? ""))) failed(bar.dataset.failed ?? "");
  });
}

/**
 * The round that a button leads to; one more than are closed is the game as it stands.
 * @param {string} past
 * @param {number} last
 */
function roundAt(past, last) {
  if (past === "live") return last + 1;
  return (shown ?? last + 1) + (past === "on" ? 1 : -1);
}

/**
 * Show the boards of a closed round; return whether that was possible.
 * @param {number} round
 * @param {string} link
 */
async function show(round, link) {
  wanted += 1;
  const wish = wanted;
  const boards = known.get(round) ?? (await boardsOf(round, link));
  if (wish !== wanted) return true;
  if (!boards) return false;
  known.set(round, boards);
  shown = round;
  const past = byId("past");
  past.replaceChildren(document.importNode(boards, true));
  past.hidden = false;
  byId("past-of").textContent = textOf(get(".of strong", HTMLElement, past));
  refresh();
  return true;
}

/**
 * @param {number} round
 * @param {string} link
 */
async function boardsOf(round, link) {
  const page = await fetchPage(`${link}?round=${round}&part=moment`);
  return page?.getElementById("moment") ?? null;
}

/** Show the game as it stands now. */
function backToLive() {
  wanted += 1;
  shown = null;
  byId("past").hidden = true;
  byId("past-of").textContent = "";
  refresh();
}

function refresh() {
  const isLive = shown === null;
  byId("main").classList.toggle("stepping", !isLive);
  const bar = byId("past-bar");
  get("[data-past=live]", HTMLElement, bar).setAttribute("aria-pressed", String(isLive));
  disable(get("[data-past=on]", HTMLElement, bar), isLive);
  disable(get("[data-past=back]", HTMLElement, bar), shown === 0);
}

/**
 * @param {HTMLElement} button
 * @param {boolean} isOff
 */
function disable(button, isOff) {
  if (isOff) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}
