// The keys of a table beside those of its board: undo, redo, done, help, and letting go.

import { isElsewhere } from "./keys.js";

/** Listen for shortcuts; the page gives `undo`, `redo`, `finish`, `showKeys` and `deselect`. */
export function startShortcuts(page) {
  document.addEventListener("keydown", (event) => {
    const what = isElsewhere(event) ? null : shortcutOf(event);
    if (!what) return;
    event.preventDefault();
    if (!event.repeat || what === "undo" || what === "redo") page[what]();
  });
}

function shortcutOf(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    return { z: event.shiftKey ? "redo" : "undo", y: "redo", Enter: "finish" }[key];
  }
  return event.altKey ? null : { d: "finish", "?": "showKeys", Escape: "deselect" }[key];
}
