// Hints: a sheet over the actions that gives one step more with each tap. The server says what a step shows.

import { fetchPage } from "./parts.js";
import { sitePath } from "./site.js";

const byId = (id) => document.getElementById(id);
let isAsking = false;

/** Ask for hints; `moment` returns seat and round, `use` makes marks, `refuse` shows why not. */
export function startHints({ table, moment, use, refuse }) {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-hint]");
    if (!button) return;
    const what = button.dataset.hint;
    button.closest("dialog")?.close();
    if (what === "close") closeHint();
    else if (what === "use") use(byId("hint").dataset.marks);
    else ask(what === "more" ? { more: "1" } : {});
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && byId("hint")) closeHint();
  });

  async function ask(fields) {
    if (isAsking) return;
    isAsking = true;
    const body = new URLSearchParams({ ...moment(), ...fields, id: crypto.randomUUID?.() ?? String(Math.random()) });
    const page = await fetchPage(sitePath(`/t/${table}/hint`), { method: "POST", body });
    isAsking = false;
    const sheet = page?.getElementById("hint");
    if (!sheet) {
      refuse(page?.querySelector(".problem")?.textContent.trim() ?? "");
      return;
    }
    closeHint();
    const shown = document.importNode(sheet, true);
    const overlay = shown.querySelector("#hint-overlay");
    document.querySelector(".stage").append(shown);
    byId("board").append(overlay);
    byId("hint-title").focus({ preventScroll: true });
  }
}

/** Take the hint away: it is about the turn as it was. */
export function closeHint() {
  const had = byId("hint")?.contains(document.activeElement);
  byId("hint")?.remove();
  byId("hint-overlay")?.remove();
  if (had) document.querySelector(".hint-button")?.focus({ preventScroll: true });
}
