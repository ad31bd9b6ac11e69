// A goal that is tapped: its islands stand out on the board, and what it pays and lacks is said in the place of the
// steps. The server says it; what is touched on the board counts as always.

import { all, byId, closest, find, get, textOf } from "./dom.js";

/** Let goals be explained. */
export function startGoalTips() {
  document.addEventListener("click", ({ target }) => {
    const button = closest(target, "#goals .tap", HTMLElement);
    if (button) {
      const isOpen = button.getAttribute("aria-expanded") === "true";
      closeGoalTip();
      if (!isOpen) openGoalTip(button);
    } else if (closest(target, "#goal-tip button", HTMLElement)) {
      const opener = find("#goals .tap[aria-expanded=true]", HTMLElement);
      closeGoalTip();
      opener?.focus({ preventScroll: true });
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeGoalTip();
  });
  byId("board").addEventListener("pointerdown", closeGoalTip, { capture: true });
}

/** @param {HTMLElement} button */
function openGoalTip(button) {
  button.setAttribute("aria-expanded", "true");
  const said = get(".goal:has([aria-expanded=true]) .unseen > span", HTMLElement);
  const tip = document.createElement("div");
  tip.id = "goal-tip";
  tip.setAttribute("role", "status");
  const text = document.createElement("p");
  text.textContent = [textOf(said), button.dataset.more?.trim()].filter(Boolean).join(" ");
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "×";
  close.setAttribute("aria-label", byId("goals").dataset.close ?? "");
  tip.append(text, close);
  get(".turn .advice", HTMLElement).append(tip);
  const islands = button.dataset.islands?.split(" ").filter(Boolean) ?? [];
  const missing = button.dataset.missing?.split(" ") ?? [];
  if (islands.length) get("#board svg", SVGElement).classList.add("veiled");
  for (const name of islands) {
    find(`#board #i-${name}`, SVGElement)?.classList.add("asked");
    if (missing.includes(name)) find(`#board #i-${name}`, SVGElement)?.classList.add("missing");
  }
}

/** Take the explanation away. */
export function closeGoalTip() {
  find("#goal-tip", HTMLElement)?.remove();
  find("#goals .tap[aria-expanded=true]", HTMLElement)?.setAttribute("aria-expanded", "false");
  find("#board .veiled", SVGElement)?.classList.remove("veiled");
  for (const island of all("#board :is(.asked, .missing)", SVGElement)) island.classList.remove("asked", "missing");
}
