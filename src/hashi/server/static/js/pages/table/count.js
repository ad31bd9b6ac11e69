// The end of a game in company: its points are counted line by line, and only then the winner is named. Until then
// the page of the result is kept out of this page; in the end it takes its place.

import { all, byId, get, textOf } from "../../dom.js";
import { refresher } from "../../parts.js";
import { sitePath } from "../../site.js";

const FIRST = 350; // milliseconds
const ISLANDS = 600;
const GOAL = 700;
const COUNTING = 300;

const main = get("main[data-table]", HTMLElement);
const { table = "", script = "" } = main.dataset;
const address = sitePath(`/t/${table}`);
const everything = byId("everything");
/** @type {HTMLElement[]} the lines of the score, none before the result is here */
let lines = [];
/** @type {Document | null} */
let result = null;
let shown = 0;
let timer = 0;

history.replaceState(null, "", address); // loaded again, nothing is counted anew
everything.addEventListener("click", (event) => {
  if (!result) return; // the link leads there
  event.preventDefault();
  finish();
});
refresher(address, (page) => {
  result = page;
  lines = all(".pad tbody tr", HTMLElement, page);
  if (!lines.length) location.reload();
  else if (matchMedia("(prefers-reduced-motion: reduce)").matches) finish();
  else timer = setTimeout(countNext, FIRST);
})();

function countNext() {
  if (shown === lines.length) {
    finish();
    return;
  }
  countLine(shown);
  timer = setTimeout(countNext, shown ? GOAL : ISLANDS);
  shown += 1;
}

/** @param {number} row */
function countLine(row) {
  const { told = "", left = "", spoken = "" } = lines[row]?.dataset ?? {};
  get(".verdict", HTMLElement).textContent = told;
  get(".finale .lead", HTMLElement).textContent = left;
  tell(`${spoken}. ${told}.`);
  for (const part of all(".counted", Element)) part.classList.remove("counted");
  const line = get(`.pad tr[data-row="${row}"]`, HTMLElement);
  line.classList.add("counted");
  const cells = all("td", HTMLElement, line);
  for (const [column, cell] of all("td", HTMLElement, lines[row]).entries()) {
    const here = cells[column];
    if (!here) continue;
    here.replaceChildren(...document.importNode(cell, true).childNodes);
    here.classList.toggle("none", cell.classList.contains("none"));
    addPart(column, row, Number(cell.dataset.points));
  }
}

/**
 * Let a part drop on a column, and its total count up.
 * @param {number} column
 * @param {number} row
 * @param {number} points
 */
function addPart(column, row, points) {
  const at = `.score-columns [data-column="${column}"]`;
  const sum = get(`${at} .sum`, SVGElement);
  const sums = all(".pad tfoot td", HTMLElement)[column];
  const before = Number(sum.textContent);
  for (const part of all(`${at} [data-row="${row}"]`, SVGElement, result ?? document)) {
    const drop = document.importNode(part, true);
    drop.classList.add("drop", "counted");
    sum.before(drop);
    const top = Number(part.firstElementChild?.getAttribute("y"));
    sum.setAttribute("y", String(top - 9));
  }
  const begin = performance.now();
  show(begin);

  /** @param {number} now */
  function show(now) {
    const share = Math.min(1, Math.max(0, (now - begin) / COUNTING));
    const text = String(Math.round(before + points * share));
    sum.textContent = text;
    if (sums) sums.textContent = text;
    if (share < 1 && sum.isConnected) requestAnimationFrame(show);
  }
}

/** Show the result in place of what is counted; it can be used once its script is here. */
async function finish() {
  clearTimeout(timer);
  if (!result) return;
  const whole = document.importNode(get("main", HTMLElement, result), true);
  const hasFocus = everything === document.activeElement;
  whole.classList.add("just-counted");
  whole.inert = true;
  document.title = result.title;
  main.replaceWith(whole);
  const headline = get(".verdict", HTMLElement, whole);
  tell(`${textOf(headline)}. ${textOf(get(".finale .lead", HTMLElement, whole))}`);
  try {
    await import(script);
  } catch {
    location.reload(); // the network is away
    return;
  }
  whole.inert = false;
  if (hasFocus) headline.focus({ preventScroll: true });
}

/**
 * Say a sentence to screen readers, after those before.
 * @param {string} text
 */
function tell(text) {
  const sentence = document.createElement("p");
  sentence.textContent = text;
  byId("counted").append(sentence);
}
