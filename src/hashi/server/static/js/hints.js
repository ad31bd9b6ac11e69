// Hints: a sheet over the actions that gives one step more with each tap. The server says what a step shows.

import { byId, closest, find, get, textOf } from "./dom.js";
import { fetchPage } from "./parts.js";
import { sitePath } from "./site.js";

/**
 * @typedef {object} Asker
 * @property {string} table
 * @property {() => { seat: number | null, round: number }} moment
 * @property {(marks: string) => void} use makes marks
 * @property {(text: string) => void} refuse shows why not
 */

const shownHint = () => find("#hint", HTMLElement);
let isAsking = false;

/**
 * Let the buttons ask for hints.
 * @param {Asker} asker
 */
export function startHints({ table, moment, use, refuse }) {
  document.addEventListener("click", ({ target }) => {
    const button = closest(target, "[data-hint]", HTMLElement);
    if (!button) return;
    const what = button.dataset.hint;
    closest(button, "dialog", HTMLDialogElement)?.close();
    if (what === "close") closeHint();
    else if (what === "use") use(byId("hint").dataset.marks ?? "");
    else ask(what === "more" ? { more: "1" } : {});
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shownHint()) closeHint();
  });

  /** @param {Record<string, string>} fields */
  async function ask(fields) {
    if (isAsking) return;
    isAsking = true;
    const { seat, round } = moment();
    const id = crypto.randomUUID?.() ?? String(Math.random());
    const body = new URLSearchParams({ seat: String(seat), round: String(round), ...fields, id });
    const page = await fetchPage(sitePath(`/t/${table}/hint`), { method: "POST", body });
    isAsking = false;
    const sheet = page?.getElementById("hint");
    if (!sheet) {
      const problem = page?.querySelector(".problem");
      refuse(problem ? textOf(problem) : "");
      return;
    }
    closeHint();
    const shown = document.importNode(sheet, true);
    const overlay = get("#hint-overlay", HTMLElement, shown);
    get(".stage", HTMLElement).append(shown);
    byId("board").append(overlay);
    byId("hint-title").focus({ preventScroll: true });
  }
}

/** Take the hint away: it is about the turn as it was. */
export function closeHint() {
  const hint = shownHint();
  const had = hint?.contains(document.activeElement);
  hint?.remove();
  find("#hint-overlay", HTMLElement)?.remove();
  if (had) find(".hint-button", HTMLElement)?.focus({ preventScroll: true });
}
