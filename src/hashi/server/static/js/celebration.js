// The end of a game: the totals count up while over.css lets the lines of the ledger appear one by
// one. A tap or a key shows everything at once. What screen readers get is there from the start.

const FIRST_LINE = 250; // milliseconds, as in over.css
const EACH_LINE = 420;

const pad = document.querySelector(".pad");
if (pad && !matchMedia("(prefers-reduced-motion: reduce)").matches) celebrate();

function celebrate() {
  const lines = [...pad.tBodies[0].rows].map((row) =>
    [...row.querySelectorAll("td")].map((cell) => Number(cell.dataset.points)));
  const sums = [...pad.querySelectorAll(".sum")];
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
    for (const [column, sum] of sums.entries()) sum.dataset.count = countAt(column, time);
    requestAnimationFrame(step);
  }

  /** The points of a column so far: a line counts up while it appears. */
  function countAt(column, time) {
    const counted = lines.reduce((total, line, index) => {
      const share = (time - FIRST_LINE - index * EACH_LINE) / EACH_LINE;
      return total + line[column] * Math.max(0, Math.min(1, share));
    }, 0);
    return Math.round(counted);
  }

  function finish() {
    isOver = true;
    document.documentElement.classList.add("all-shown");
  }
}
