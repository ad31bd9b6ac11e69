// The end of a game alone: the total counts up while over.css lets the lines of the ledger appear one by
// one. A tap or a key shows everything at once. What screen readers get is there from the start.

import { all, find } from "./dom.js";

const FIRST_LINE = 250; // milliseconds, as in over.css
const EACH_LINE = 420;

const pad = find(".pad:not(.many)", HTMLTableElement);
if (pad && !matchMedia("(prefers-reduced-motion: reduce)").matches) celebrate(pad);

/** @param {HTMLTableElement} ledger */
function celebrate(ledger) {
  const lines = all("tbody tr", HTMLElement, ledger).map((row) =>
    all("td", HTMLElement, row).map((cell) => Number(cell.dataset.points)),
  );
  const sums = all(".sum", HTMLElement, ledger);
  const end = FIRST_LINE + lines.length * EACH_LINE;
  const begin = performance.now();
  let isOver = false;

  requestAnimationFrame(step);
  addEventListener("pointerdown", finish, { once: true });
  addEventListener("keydown", finish, { once: true });

  function step() {
    const time = performance.now() - begin;
    if (isOver || time >= end) {
      for (const sum of sums) sum.removeAttribute("data-count");
      return;
    }
    for (const [column, sum] of sums.entries()) sum.dataset.count = String(countAt(column, time));
    requestAnimationFrame(step);
  }

  /**
   * The points of a column so far: a line counts up while it appears.
   * @param {number} column
   * @param {number} time
   */
  function countAt(column, time) {
    const counted = lines.reduce((total, line, index) => {
      const share = (time - FIRST_LINE - index * EACH_LINE) / EACH_LINE;
      return total + (line[column] ?? 0) * Math.max(0, Math.min(1, share));
    }, 0);
    return Math.round(counted);
  }

  function finish() {
    isOver = true;
    document.documentElement.classList.add("all-shown");
  }
}
