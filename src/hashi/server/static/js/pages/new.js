// The form for a new table: suggests the player's name, and sets all bots alike on request.

import { keepName, suggestName } from "../names.js";

suggestName();
document.querySelector("form.sheet").addEventListener("submit", (event) => keepName(event.target));

const alike = document.querySelector("[data-alike]");
if (alike) {
  alike.hidden = false;
  alike.addEventListener("click", () => {
    const [first, ...others] = document.querySelectorAll(".rivals select");
    for (const other of others) other.value = first.value;
  });
}
