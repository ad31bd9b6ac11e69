// A photo of a printed board that lies under the one that is drawn. It stays in this browser: nothing sends it.

import { all, find, get } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const LARGEST = 1600; // pixels, which is more than a board on a screen has

let picture = "";
const place = { x: 0, y: 0, size: 100, strength: 60 };

/** Lay the photo under the board that is shown now. */
export function layPhoto() {
  const board = find(".raster > .hashi", SVGSVGElement);
  find(".raster image", SVGElement)?.remove();
  find(".raster", HTMLElement)?.classList.toggle("on-photo", picture !== "");
  if (!board || !picture) return;
  const { width, height } = board.viewBox.baseVal;
  const scale = place.size / 100;
  const image = document.createElementNS(SVG, "image");
  const sizes = {
    x: (width * (1 - scale)) / 2 + (width * place.x) / 100,
    y: (height * (1 - scale)) / 2 + (height * place.y) / 100,
    width: width * scale,
    height: height * scale,
    opacity: place.strength / 100,
    preserveAspectRatio: "xMidYMid meet",
    href: picture,
  };
  for (const [name, value] of Object.entries(sizes)) image.setAttribute(name, String(value));
  board.querySelector(".sea")?.after(image);
}

/** @param {File} file */
async function open(file) {
  const drawn = await createImageBitmap(file).catch(() => null);
  if (!drawn) return;
  const scale = Math.min(1, LARGEST / Math.max(drawn.width, drawn.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(drawn.width * scale);
  canvas.height = Math.round(drawn.height * scale);
  canvas.getContext("2d")?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  picture = canvas.toDataURL("image/jpeg", 0.85);
  get("[data-sliders]", HTMLElement).hidden = false;
  layPhoto();
}

export function startPhoto() {
  get("[data-photo]", HTMLElement).hidden = false;
  get("[data-photo-file]", HTMLInputElement).addEventListener("change", ({ target }) => {
    const file = target instanceof HTMLInputElement ? target.files?.[0] : null;
    if (file) open(file);
  });
  for (const slide of all("[data-slide]", HTMLInputElement)) {
    slide.addEventListener("input", () => {
      place[/** @type {keyof typeof place} */ (slide.dataset.slide)] = Number(slide.value);
      layPhoto();
    });
  }
  get("[data-photo-away]", HTMLElement).addEventListener("click", () => {
    picture = "";
    get("[data-sliders]", HTMLElement).hidden = true;
    layPhoto();
  });
}
