// The player's name: what was entered last is suggested next time.

import { load, save } from "./storage.js";

const KEY = "hashi-name";

export function suggestName() {
  for (const field of document.querySelectorAll("[data-name]")) field.value ||= load(KEY);
}

/** Keep the name that a form asks for, if it asks for one. */
export function keepName(form) {
  const name = form.querySelector("[data-name]")?.value.trim();
  if (name) save(KEY, name);
}
