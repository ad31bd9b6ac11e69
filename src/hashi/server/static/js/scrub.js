// A game round by round: buttons, slider, arrow keys, Home and End. The boards come from the server;
// a pasted record has no address and is posted along.

import { exchange, fetchPage } from "./parts.js";
import { sitePath } from "./site.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

const box = document.querySelector("[data-scrub]");
if (box) scrub();

function scrub() {
  const slider = box.querySelector("input");
  const last = Number(box.dataset.last);
  const { link } = box.dataset;
  const pages = new Map();
  let wanted = Number(slider.value);

  box.addEventListener("click", (event) => {
    const button = event.target.closest("[data-to]");
    if (!button) return;
    event.preventDefault();
    go(button.dataset.to);
  });
  slider.addEventListener("input", () => show(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    if (!KEYS[event.key]) return;
    event.preventDefault();
    go(KEYS[event.key]);
  });

  function go(to) {
    show({ first: 0, back: wanted - 1, on: wanted + 1, last }[to]);
  }

  async function show(round) {
    const here = Math.max(0, Math.min(last, round));
    wanted = here;
    slider.value = here;
    if (!pages.has(here)) {
      const page = await fetchRound(here);
      if (!page?.getElementById("moment")) return;
      pages.set(here, page);
    }
    if (here !== wanted) return; // another round was chosen meanwhile
    exchange(pages.get(here), "moment");
    if (link) history.replaceState(null, "", `${link}?round=${here}`);
  }

  function fetchRound(round) {
    if (link) return fetchPage(`${link}?round=${round}&part=moment`);
    const body = new URLSearchParams({ record: document.getElementById("record").value, round });
    return fetchPage(sitePath("/import?part=moment"), { method: "POST", body });
  }
}
