// The player's name: what was entered last is suggested next time.

import { all, find } from "./dom.js";
import { load, save } from "./storage.js";

const KEY = "hashi-name";

export function suggestName() {
  for (const field of all("[data-name]", HTMLInputElement)) field.value ||= load(KEY);
}

/** The name that was entered last; empty for none. */
export const storedName = () => load(KEY);

/**
 * Keep the name that a form asks for, if it asks for one.
 * @param {HTMLFormElement} form
 */
export function keepName(form) {
  const name = find("[data-name]", HTMLInputElement, form)?.value.trim();
  if (name) save(KEY, name);
}
