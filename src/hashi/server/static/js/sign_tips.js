// A sign that is tapped, a goal or a card: what it means is said in the place of the steps, and the islands that it
// speaks of stand out on the board. The server says it; what is touched on the board counts as always.

import { all, byId, closest, find, get, textOf } from "./dom.js";

const CARDS = "#info li[data-says]";

/** Let signs be explained. */
export function startSignTips() {
  document.addEventListener("click", ({ target }) => {
    const sign = closest(target, `.tap, ${CARDS}`, HTMLElement);
    if (sign) {
      const button = sign.matches(".tap") ? sign : get("#info .tap", HTMLElement);
      const isOpen = button.getAttribute("aria-expanded") === "true" && wasSaid(sign);
      closeSignTip();
      if (!isOpen) openSignTip(button, sign);
    } else if (closest(target, "#sign-tip button", HTMLElement)) {
      const opener = find(".tap[aria-expanded=true]", HTMLElement);
      closeSignTip();
      opener?.focus({ preventScroll: true });
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeSignTip();
  });
  byId("board").addEventListener("pointerdown", closeSignTip, { capture: true });
}

/** What a sign says. @param {HTMLElement} sign */
function sentenceOf(sign) {
  const { says, more } = sign.dataset;
  const said = says ?? textOf(get(".unseen > span", HTMLElement, sign.parentElement ?? undefined));
  return [said, more?.trim()].filter(Boolean).join(" ");
}

/** Whether this is what is explained now. @param {HTMLElement} sign */
function wasSaid(sign) {
  const shown = find("#sign-tip p", HTMLElement);
  return shown !== null && textOf(shown) === sentenceOf(sign);
}

/**
 * @param {HTMLElement} button which is expanded
 * @param {HTMLElement} sign what is explained: the button, or one of the small cards
 */
function openSignTip(button, sign) {
  find("#cells:popover-open", HTMLElement)?.hidePopover();
  button.setAttribute("aria-expanded", "true");
  const place = get(".turn .advice", HTMLElement);
  const tip = document.createElement("div");
  tip.id = "sign-tip";
  tip.setAttribute("role", "status");
  const text = document.createElement("p");
  text.textContent = sentenceOf(sign);
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "×";
  close.setAttribute("aria-label", place.dataset.close ?? "");
  tip.append(text, close);
  place.append(tip);
  showOnBoard(sign);
}

/** Let what a sign speaks of stand out on the board. @param {HTMLElement} sign */
function showOnBoard({ dataset: { islands = "", missing = "", colour, targets } }) {
  const named = islands.split(" ").flatMap((name) => find(`#board #i-${name || "none"}`, SVGElement) ?? []);
  const allowed = targets === undefined ? [] : all("#board :is(.place, .span):has(.target)", SVGElement);
  const svg = get("#board svg", SVGElement);
  if (named.length || allowed.length) svg.classList.add("veiled");
  if (colour) svg.style.setProperty("--asked", `var(--${colour})`);
  for (const part of [...named, ...allowed]) part.classList.add("asked");
  for (const part of named) part.classList.toggle("missing", missing.split(" ").includes(part.id.slice(2)));
}

/** Take the explanation away. */
export function closeSignTip() {
  find("#sign-tip", HTMLElement)?.remove();
  find(".tap[aria-expanded=true]", HTMLElement)?.setAttribute("aria-expanded", "false");
  find("#board .veiled", SVGElement)?.classList.remove("veiled");
  find("#board svg", SVGElement)?.style.removeProperty("--asked");
  for (const part of all("#board :is(.asked, .missing)", SVGElement)) part.classList.remove("asked", "missing");
}
