// Mistakes that others called on one's own board: each is shown until it was read on this device.

import { all, byId, get } from "./dom.js";
import { load, save } from "./storage.js";

const dialog = get("#mistakes", HTMLDialogElement);
const part = () => byId("mistake");
const key = `hashi-mistakes-${byId("main").dataset.table}`;

/** How many were called, and how many of them were read. */
function counts() {
  const called = Number(part().dataset.count);
  return { called, read: Math.min(Number(load(key)), called) };
}

/** Show the next mistake that has not been read. */
export function showMistakes() {
  const { called, read } = counts();
  if (read === called) {
    dialog.close();
    return;
  }
  for (const article of all("article", HTMLElement, part())) article.hidden = article.dataset.call !== String(read);
  dialog.setAttribute("aria-labelledby", `mistakes-title-${read}`);
  if (!dialog.open) dialog.showModal();
}

dialog.addEventListener("cancel", (event) => event.preventDefault());
dialog.addEventListener("submit", (event) => {
  event.preventDefault();
  save(key, String(counts().read + 1));
  dialog.close();
  showMistakes();
});
