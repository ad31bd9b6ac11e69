// The tutorial and the tactics lessons: sends what was touched to the server and shows the exercise that comes back.

import { Board } from "../../board.js";
import { all, byId, closest, find, get, partOf } from "../../dom.js";
import { animate } from "../../motion.js";
import { exchange, fetchPage } from "../../parts.js";
import { startShortcuts } from "../../shortcuts.js";

const main = get("main.learn", HTMLElement);
const said = byId("said");
const lesson = () => byId("lesson");
const isOpen = () => lesson().dataset.outcome === "open";
let isWaiting = false;

const board = new Board(main, {
  tap: (island) => touch({ island }),
  tapLine: (line) => touch({ line }),
  join: (from, to) => touch({ from, to }),
  wanted: () => ".target",
  mayDraw: isOpen,
});

main.addEventListener("click", ({ target }) => press(closest(target, "[data-do]", HTMLElement)));

startShortcuts({
  undo: () => press(find("[data-do=undo]", HTMLElement, main)),
  finish: () => press(find("[data-do=done]", HTMLElement, main)),
  deselect: () => board.select(""),
});

/**
 * Press a button of the turn; one that is not offered now does nothing.
 * @param {HTMLElement | null} button
 */
function press(button) {
  if (button?.dataset.do && !button.hasAttribute("aria-disabled")) send({ do: button.dataset.do });
}

/** @param {Record<string, string>} what */
function touch(what) {
  if (isOpen()) send({ ...what, selected: board.selected });
}

/** @param {Record<string, string>} what */
async function send(what) {
  if (isWaiting) return;
  isWaiting = true;
  const { step = "", marks = "", tries = "" } = lesson().dataset;
  const body = new URLSearchParams({ step, marks, tries, ...what });
  const page = await fetchPage(`${main.dataset.path}?part=lesson`, { method: "POST", body });
  isWaiting = false;
  if (!page?.getElementById("lesson")) {
    said.textContent = main.dataset.lost ?? "";
    return;
  }
  show(page);
  const sentences = all(".told, .gain", HTMLElement, main).map(({ textContent }) => textContent.trim());
  said.textContent = sentences.join(" ");
}

/** @param {Document} page */
function show(page) {
  const before = all("svg.live [id]", SVGElement, main);
  exchange(page, "lesson", () => board.select(lesson().dataset.selected));
  for (const old of before) {
    const fresh = partOf(document.getElementById(old.id));
    if (fresh) animate(old, fresh, old.id);
  }
  const onward = find("[data-next], [data-do=retry]", HTMLElement, main); // the turn is over
  onward?.focus({ preventScroll: true });
  onward?.scrollIntoView({ block: "nearest" });
}
