// Mistakes that others called on one's own board: each is shown until it was read on this device.

import { load, save } from "./storage.js";

const dialog = document.getElementById("mistakes");
const part = () => document.getElementById("mistake");
const key = `hashi-mistakes-${document.getElementById("main").dataset.table}`;

/** Show the next mistake that has not been read. */
export function showMistakes() {
  const count = Number(part().dataset.count);
  const read = Math.min(Number(load(key)), count);
  if (read === count) {
    dialog.close();
    return;
  }
  for (const article of part().querySelectorAll("article")) article.hidden = article.dataset.call !== String(read);
  dialog.setAttribute("aria-labelledby", `mistakes-title-${read}`);
  if (!dialog.open) dialog.showModal();
}

dialog.addEventListener("cancel", (event) => event.preventDefault());
dialog.addEventListener("submit", (event) => {
  event.preventDefault();
  const read = Math.min(Number(load(key)), Number(part().dataset.count));
  save(key, String(read + 1));
  dialog.close();
  showMistakes();
});
