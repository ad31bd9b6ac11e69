// A link to pass on: copied to the clipboard, or sent by the device's own dialog.

import { all, closest, find, get } from "./dom.js";

const SHOWN = 2500;

for (const box of all("[data-share]", HTMLElement)) {
  const { address = "", title = "", copied = "", text: message } = box.dataset;
  const whole = message ? `${message}\n${address}` : address;
  const copy = get("[data-copy]", HTMLElement, box);
  const send = get("[data-send]", HTMLElement, box);
  const status = get("[role=status]", HTMLElement, box);
  const label = get("span", HTMLElement, copy);
  const text = label.textContent;
  copy.addEventListener("click", async () => {
    if (!(await copyText(whole, box))) return;
    label.textContent = copied;
    status.textContent = copied;
    setTimeout(() => {
      label.textContent = text;
      status.textContent = "";
    }, SHOWN);
  });
  const shared = message ? { title, text: whole } : { title, url: address };
  if (navigator.share) {
    send.hidden = false;
    send.addEventListener("click", () => navigator.share(shared).catch(() => {}));
  }
}

document.addEventListener("click", async ({ target }) => {
  const button = closest(target, "[data-share-table]", HTMLElement);
  if (!button) return;
  const address = location.origin + location.pathname;
  if (navigator.share) {
    navigator.share({ title: document.title, url: address }).catch(() => {});
    return;
  }
  const label = get("span", HTMLElement, button);
  const text = label.textContent;
  if (!(await copyText(address, button))) return;
  label.textContent = button.dataset.copied ?? "";
  setTimeout(() => {
    label.textContent = text;
  }, SHOWN);
});

/**
 * Put a text on the clipboard; return whether it is there.
 * @param {string} text
 * @param {HTMLElement} box
 */
async function copyText(text, box) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // there is no clipboard without https: the text is selected, so that it can be copied by hand
    const field = find("input", HTMLInputElement, box) ?? box.appendChild(fieldOf(text));
    field.select();
    return document.execCommand("copy");
  }
}

/** @param {string} text */
function fieldOf(text) {
  return Object.assign(document.createElement("input"), { value: text, type: "text", readOnly: true });
}
