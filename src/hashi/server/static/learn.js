// The introduction: tells the server what was touched and shows what came of it.

const main = document.querySelector("main.learn");
const said = document.getElementById("said");
const FAR = 24; // pixels from where a touch began that make it a drag
let begun = null;
let isBusy = false;

settle();

main.addEventListener("pointerdown", (event) => {
  // what lies under the finger: the event itself may have been moved to the nearest button
  const island = document.elementFromPoint(event.clientX, event.clientY)?.closest(".place");
  begun = island ? { island, x: event.clientX, y: event.clientY } : null;
  island?.classList.add("selected");
});
main.addEventListener("pointercancel", () => { begun = null; settle(); });

main.addEventListener("pointerup", (event) => {
  const start = begun;
  begun = null;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  if (!start) {
    const line = lineAt(event.clientX, event.clientY);
    if (line) touch({ line: line.dataset.line });
    return;
  }
  const dx = event.clientX - start.x, dy = event.clientY - start.y;
  const other = under?.closest(".place");
  if (other === start.island || Math.hypot(dx, dy) < FAR) touch({ island: start.island.dataset.island });
  else {
    const end = other ?? nextTo(start.island, Math.abs(dx) > Math.abs(dy) ? [Math.sign(dx), 0] : [0, Math.sign(dy)]);
    if (end) touch({ from: start.island.dataset.island, to: end.dataset.island });
    else settle();
  }
});

main.addEventListener("keydown", (event) => {
  const island = event.target.closest(".place");
  if (!island) return;
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (way) {
    event.preventDefault();
    const next = nextTo(island, way);
    if (event.shiftKey) {
      if (next) touch({ from: island.dataset.island, to: next.dataset.island });
    } else rove(next ?? nearest(island, way))?.focus();
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    touch({ island: island.dataset.island });
  }
});
// A screen reader's own way to press a button comes as a click without a pointer.
main.addEventListener("click", (event) => {
  const island = event.target.closest(".place");
  if (island && event.detail === 0) touch({ island: island.dataset.island });
});

/** The line under a touch; where two cross, the one that is asked for. */
function lineAt(x, y) {
  const lines = document.elementsFromPoint(x, y).map((each) => each.closest(".sea-frame [data-line]")).filter(Boolean);
  return lines.find((line) => line.querySelector(".target")) ?? lines[0];
}

async function touch(what) {
  const lesson = document.getElementById("lesson");
  if (isBusy || lesson.querySelector("[data-next]")) { settle(); return; }
  isBusy = true;
  const { step, marks, selected } = lesson.dataset;
  const body = new URLSearchParams({ step, marks, selected, ...what });
  const answer = await fetch("/learn?part=lesson", { method: "POST", body }).catch(() => null);
  isBusy = false;
  if (!answer?.ok) { said.textContent = main.dataset.lost; settle(); return; }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("lesson");
  const focused = document.activeElement?.closest?.(".place")?.dataset.island;
  lesson.replaceWith(document.adoptNode(fresh));
  settle(focused ?? what.island ?? what.from);
  said.textContent = fresh.querySelector(".told").textContent;
  const next = fresh.querySelector("[data-next]");
  if (next) next.focus({ preventScroll: true });
  else if (focused) at(focused)?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

function settle(name) {
  const { selected } = document.getElementById("lesson").dataset;
  for (const each of document.querySelectorAll(".place.selected")) each.classList.remove("selected");
  rove(at(name) ?? document.querySelector('.place[tabindex="0"]') ?? document.querySelector(".place"));
  at(selected)?.classList.add("selected");
}

function at(name) {
  return name ? document.getElementById(`i-${name}`) : null;
}

/** One island at a time is reached by the tabulator; the arrows move on from there. */
function rove(island) {
  if (!island) return null;
  for (const each of document.querySelectorAll(".place")) each.setAttribute("tabindex", "-1");
  island.setAttribute("tabindex", "0");
  return island;
}

function place(island) {
  const circle = island.querySelector(".touch");
  return [circle.cx.baseVal.value, circle.cy.baseVal.value];
}

/** The next island in the same row or column. */
function nextTo(island, way) {
  return best(island, way, (along, across) => (Math.abs(across) < 1 ? along : Infinity));
}

/** Else the one that lies most in that direction. */
function nearest(island, way) {
  return best(island, way, (along, across) => along + 2 * Math.abs(across));
}

function best(island, [dx, dy], far) {
  const [x, y] = place(island);
  let found = null, least = Infinity;
  for (const each of document.querySelectorAll(".place")) {
    const [ex, ey] = place(each);
    const along = (ex - x) * dx + (ey - y) * dy;
    const across = (ex - x) * dy + (ey - y) * dx;
    const distance = along > 1 ? far(along, across) : Infinity;
    if (distance < least) [found, least] = [each, distance];
  }
  return found;
}
