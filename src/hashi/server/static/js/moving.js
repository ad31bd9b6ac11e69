// A finished game as a moving picture: drawing it takes the server some seconds, then it is passed on by the
// device's own dialog, or saved.

import { get } from "./dom.js";
import { fetchPage } from "./parts.js";

const PAUSE = 700;

/**
 * Fetch the picture of a link when it is pressed, and say meanwhile how much of it is drawn.
 * @param {HTMLAnchorElement | null} link
 * @param {(text: string) => void} fail
 */
export function startMoving(link, fail) {
  link?.addEventListener("click", async (event) => {
    event.preventDefault();
    if (link.getAttribute("aria-busy") === "true") return;
    const { busy = "", failed = "" } = link.dataset;
    const label = get("span", HTMLElement, link);
    const text = label.textContent;
    fail("");
    link.setAttribute("aria-busy", "true");
    label.textContent = busy;
    const watch = setInterval(() => showProgress(link, label), PAUSE);
    try {
      const picture = await drawn(link.href);
      clearInterval(watch);
      await passOn(picture, link.download);
    } catch {
      fail(failed);
    }
    clearInterval(watch);
    label.textContent = text;
    link.removeAttribute("aria-busy");
  });
}

/**
 * Show how far the drawing is, where the server that was asked knows it.
 * @param {HTMLAnchorElement} link
 * @param {HTMLElement} label
 */
async function showProgress(link, label) {
  const address = new URL(link.href);
  address.searchParams.set("part", "progress");
  const told = (await fetchPage(address))?.querySelector("p")?.textContent;
  if (told && link.getAttribute("aria-busy") === "true") label.textContent = told;
}

/** @param {string} address */
async function drawn(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.blob();
}

/**
 * Offer the picture to the programs of a phone; save it where that is not possible, or comes too late.
 * @param {Blob} picture
 * @param {string} name
 */
export async function passOn(picture, name) {
  const file = new File([picture], name, { type: picture.type });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return; // they have changed their mind
    }
  }
  const address = URL.createObjectURL(picture);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
