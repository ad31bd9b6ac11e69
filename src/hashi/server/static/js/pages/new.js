// The form for a new table: suggests the player's name, offers the boards that this browser keeps, and sets all bots
// alike on request.

import { all, find, get } from "../dom.js";
import { offerKeptBoards } from "../kept_choices.js";
import { keepName, suggestName } from "../names.js";

suggestName();
offerKeptBoards();
const form = get("form.sheet", HTMLFormElement);
form.addEventListener("submit", () => keepName(form));

const alike = find("[data-alike]", HTMLElement);
if (alike) {
  alike.hidden = false;
  alike.addEventListener("click", () => {
    const first = get(".rivals select", HTMLSelectElement);
    for (const level of all(".rivals select", HTMLSelectElement)) level.value = first.value;
  });
}
