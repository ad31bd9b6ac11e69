// The introduction: tells the server what was touched and shows what came of it.

import { Gestures } from "../gestures.js";
import { islandOf, islands, islandTowards, lineTowards } from "../geometry.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const main = document.querySelector("main.learn");
const said = document.getElementById("said");
let isBusy = false;

settle();

new Gestures(main, {
  tap: (island) => touch({ island }),
  tapLine: (line) => touch({ line }),
  join: (from, to) => touch({ from, to }),
  wanted: () => ".target",
  mayDraw: () => !nextStep(),
});

main.addEventListener("keydown", (event) => {
  const name = event.target.closest(".place")?.dataset.island;
  if (!name) return;
  if (ARROWS[event.key]) {
    event.preventDefault();
    arrow(islands.get(name), ARROWS[event.key], event.shiftKey);
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    touch({ island: name });
  }
});

function arrow(from, way, isDrawing) {
  const straight = islandTowards(from, ...way, true);
  if (!isDrawing) {
    const next = straight ?? islandTowards(from, ...way);
    if (next) rove(next.name).focus();
    return;
  }
  const towards = lineTowards(from, ...way);
  if (towards) touch({ line: towards.line.name });
  else if (straight) touch({ from: from.name, to: straight.name });
}

async function touch(what) {
  const lesson = document.getElementById("lesson");
  if (isBusy || nextStep()) return;
  isBusy = true;
  const { step, marks, selected } = lesson.dataset;
  const body = new URLSearchParams({ step, marks, selected, ...what });
  const answer = await fetch("/learn?part=lesson", { method: "POST", body }).catch(() => null);
  isBusy = false;
  if (!answer?.ok) { said.textContent = main.dataset.lost; return; }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("lesson");
  const focused = document.activeElement?.closest?.(".place")?.dataset.island;
  lesson.replaceWith(document.adoptNode(fresh));
  settle(focused ?? what.island ?? what.from);
  said.textContent = fresh.querySelector(".told").textContent;
  const next = nextStep();
  if (next) next.focus({ preventScroll: true });
  else if (focused) islandOf(focused)?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

/** The way on, once the step is done. */
function nextStep() {
  return main.querySelector("[data-next]");
}

function settle(name) {
  rove(islands.has(name) ? name : islands.keys().next().value);
  islandOf(document.getElementById("lesson").dataset.selected)?.classList.add("selected");
}

/** One island at a time is reached by the tabulator; the arrows move on from there. */
function rove(name) {
  for (const each of document.querySelectorAll(".place")) each.setAttribute("tabindex", "-1");
  const island = islandOf(name);
  island.setAttribute("tabindex", "0");
  return island;
}
