// The tutorial and the tactics lessons: sends what was touched to the server and shows the exercise that comes back.

import { Board } from "../board.js";
import { animate } from "../motion.js";
import { exchange, fetchPage } from "../parts.js";
import { startShortcuts } from "../shortcuts.js";

const main = document.querySelector("main.learn");
const said = document.getElementById("said");
const lesson = () => document.getElementById("lesson");
const isOpen = () => lesson().dataset.outcome === "open";
let isWaiting = false;

const board = new Board(main, {
  tap: (island) => touch({ island }),
  tapLine: (line) => touch({ line }),
  join: (from, to) => touch({ from, to }),
  wanted: () => ".target",
  mayDraw: isOpen,
});

main.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button) press(button);
});

startShortcuts({
  undo: () => press(main.querySelector("[data-do=undo]")),
  finish: () => press(main.querySelector("[data-do=done]")),
  deselect: () => board.select(""),
});

/** Press a button of the turn; one that is not offered now does nothing. */
function press(button) {
  if (button && !button.hasAttribute("aria-disabled")) send({ do: button.dataset.do });
}

function touch(what) {
  if (isOpen()) send({ ...what, selected: board.selected });
}

async function send(what) {
  if (isWaiting) return;
  isWaiting = true;
  const { step, marks, tries } = lesson().dataset;
  const body = new URLSearchParams({ step, marks, tries, ...what });
  const page = await fetchPage(`${main.dataset.path}?part=lesson`, { method: "POST", body });
  isWaiting = false;
  if (!page?.getElementById("lesson")) {
    said.textContent = main.dataset.lost;
    return;
  }
  show(page);
  said.textContent = main.querySelector(".told").textContent;
}

function show(page) {
  const before = new Map([...main.querySelectorAll("svg.live [id]")].map((part) => [part.id, part]));
  exchange(page, "lesson", () => board.select(lesson().dataset.selected));
  for (const [id, old] of before) animate(old, document.getElementById(id), id);
  const onward = main.querySelector("[data-next], [data-do=retry]"); // the turn is over
  onward?.focus({ preventScroll: true });
  onward?.scrollIntoView({ block: "nearest" });
}
