// The keys of a table beside those of its board: undo, redo, done, help, and letting go.

import { isElsewhere } from "./keys.js";

/** @typedef {"undo" | "redo" | "finish" | "showKeys" | "deselect"} Shortcut */

/** @type {Map<string, Shortcut>} */
const ALONE = new Map([
  ["d", "finish"],
  ["?", "showKeys"],
  ["Escape", "deselect"],
]);

/**
 * Listen for shortcuts.
 * @param {Partial<Record<Shortcut, () => void>>} actions what the page does with each
 */
export function startShortcuts(actions) {
  document.addEventListener("keydown", (event) => {
    const shortcut = isElsewhere(event) ? undefined : shortcutOf(event);
    if (!shortcut) return;
    event.preventDefault();
    if (!event.repeat || shortcut === "undo" || shortcut === "redo") actions[shortcut]?.();
  });
}

/**
 * @param {KeyboardEvent} event
 * @returns {Shortcut | undefined}
 */
function shortcutOf(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (!event.ctrlKey && !event.metaKey) return event.altKey ? undefined : ALONE.get(key);
  if (key === "z") return event.shiftKey ? "redo" : "undo";
  if (key === "y") return "redo";
  return key === "Enter" ? "finish" : undefined;
}
