// What a page says of its connection to the table. The sentences are in templates/_connection.html.

const UNNOTICED = 700; // an interruption shorter than this is not mentioned
const PASSING = 3000;

const line = document.getElementById("connection");
let timer = 0;

/**
 * Show "lost", "back", "saving", "full", "gone" or "forbidden"; nothing for "".
 * @param {string} status
 */
export function showStatus(status) {
  clearTimeout(timer);
  if (status === "back" && !line?.textContent) return; // that it was away was not mentioned either
  const text = line?.dataset[status] ?? "";
  if (status === "lost") timer = setTimeout(() => say(text), UNNOTICED);
  else say(text);
  if (status === "back") timer = setTimeout(() => say(""), PASSING);
}

/** @param {string} text */
function say(text) {
  if (line) line.textContent = text;
}
