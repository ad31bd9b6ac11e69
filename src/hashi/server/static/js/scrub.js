// A game round by round: buttons, slider, arrow keys, Home and End. The boards come from the server;
// a pasted record has no address and is posted along.

import { closest, find, get } from "./dom.js";
import { exchange, fetchPage } from "./parts.js";
import { sitePath } from "./site.js";

const KEYS = new Map([
  ["ArrowLeft", "back"],
  ["ArrowRight", "on"],
  ["Home", "first"],
  ["End", "last"],
]);

const found = find("[data-scrub]", HTMLElement);
if (found) scrub(found);

/** @param {HTMLElement} box */
function scrub(box) {
  const slider = get("input", HTMLInputElement, box);
  const last = Number(box.dataset.last);
  const { link } = box.dataset;
  /** @type {Map<number, Document>} */
  const pages = new Map();
  let wanted = Number(slider.value);

  box.addEventListener("click", (event) => {
    const to = closest(event.target, "[data-to]", HTMLElement)?.dataset.to;
    if (!to) return;
    event.preventDefault();
    show(roundAt(to));
  });
  slider.addEventListener("input", () => show(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || closest(event.target, "input, textarea, select", Element)) {
      return;
    }
    const to = KEYS.get(event.key);
    if (!to) return;
    event.preventDefault();
    show(roundAt(to));
  });

  /** @param {string} to */
  function roundAt(to) {
    if (to === "first") return 0;
    if (to === "last") return last;
    return to === "back" ? wanted - 1 : wanted + 1;
  }

  /** @param {number} round */
  async function show(round) {
    const here = Math.max(0, Math.min(last, round));
    wanted = here;
    slider.value = String(here);
    const page = pages.get(here) ?? (await fetchRound(here));
    if (!page?.getElementById("moment")) return;
    pages.set(here, page);
    if (here !== wanted) return; // another round was chosen meanwhile
    exchange(page, "moment");
    if (link) history.replaceState(null, "", `${link}?round=${here}`);
  }

  /** @param {number} round */
  function fetchRound(round) {
    if (link) return fetchPage(`${link}?round=${round}&part=moment`);
    const record = get("#record", HTMLTextAreaElement).value;
    const body = new URLSearchParams({ record, round: String(round) });
    return fetchPage(sitePath("/import?part=moment"), { method: "POST", body });
  }
}
