// A picture to share where nothing but a page draws: it comes as SVG, goes onto a canvas, and is passed on as PNG.

import { all } from "./dom.js";
import { passOn } from "./moving.js";

/**
 * Draw the pictures of links when these are pressed.
 * @param {(text: string) => void} fail
 */
export function startDrawn(fail) {
  for (const link of all("[data-drawn]", HTMLAnchorElement)) {
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      fail("");
      try {
        await passOn(await drawn(link.href), link.download);
      } catch {
        fail(link.dataset.failed ?? "");
      }
    });
  }
}

/**
 * @param {string} address
 * @returns {Promise<Blob>}
 */
async function drawn(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}
