// The introduction: sends what was touched to the server and shows the step that comes back.

import { Board } from "../board.js";
import { exchange, fetchPage } from "../parts.js";

const main = document.querySelector("main.learn");
const said = document.getElementById("said");
const lesson = () => document.getElementById("lesson");
const next = () => main.querySelector("[data-next]"); // there once the step is done
let isWaiting = false;

const board = new Board(main, {
  tap: (island) => touch({ island }),
  tapLine: (line) => touch({ line }),
  join: (from, to) => touch({ from, to }),
  wanted: () => ".target",
  mayDraw: () => !next(),
});

async function touch(what) {
  if (isWaiting || next()) return;
  isWaiting = true;
  const { step, marks, selected } = lesson().dataset;
  const body = new URLSearchParams({ step, marks, selected, ...what });
  const page = await fetchPage("/learn?part=lesson", { method: "POST", body });
  isWaiting = false;
  if (!page?.getElementById("lesson")) {
    said.textContent = main.dataset.lost;
    return;
  }
  exchange(page, "lesson", () => board.select(lesson().dataset.selected));
  said.textContent = main.querySelector(".told").textContent;
  next()?.focus({ preventScroll: true });
  next()?.scrollIntoView({ block: "nearest" });
}
