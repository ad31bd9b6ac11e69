// The review of a game: a slider over the curve chooses a round. The server renders the round; here only
// the mark of the chosen stop moves.

import { exchange, fetchPage } from "../parts.js";

const main = document.querySelector("main.review");
const slider = document.getElementById("stops");
const spoken = [...document.querySelectorAll("#spoken li")].map((line) => line.textContent);
const pages = new Map();
const isOn = { "show-played": true, "show-better": true };
let wanted = null;

slider.hidden = false;
speak(Number(slider.value));
slider.addEventListener("input", () => show(Number(slider.value)));
slider.addEventListener("click", () => show(Number(slider.value))); // also where the value stays the same

main.addEventListener("click", (event) => {
  const link = event.target.closest("[data-round][href], [data-step]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const { round, step } = link.dataset;
  const here = Number(document.getElementById("round").dataset.round);
  show(round === undefined ? here + Number(step) : Number(round));
  if (round !== undefined) document.getElementById("round").scrollIntoView({ block: "nearest" });
});

main.addEventListener("change", ({ target }) => {
  if (target.id in isOn) isOn[target.id] = target.checked;
});

async function show(round) {
  if (round === wanted) return;
  wanted = round;
  slider.value = round;
  speak(round);
  for (const stop of document.querySelectorAll(".stop")) {
    stop.classList.toggle("chosen", Number(stop.dataset.stop) === round);
  }
  for (const link of document.querySelectorAll(".costliest [data-round]")) {
    if (Number(link.dataset.round) === round) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const address = new URL(main.dataset.link, location.href);
  address.searchParams.set("round", round);
  if (!pages.has(round)) {
    const part = new URL(address);
    part.searchParams.set("part", "round");
    const page = await fetchPage(part);
    if (!page?.getElementById("round")) return;
    pages.set(round, page);
  }
  if (round !== wanted) return; // another one was chosen meanwhile
  exchange(pages.get(round), "round", () => {
    for (const [id, isChecked] of Object.entries(isOn)) {
      const box = document.getElementById(id);
      if (box) box.checked = isChecked;
    }
  });
  history.replaceState(null, "", address);
}

function speak(round) {
  slider.setAttribute("aria-valuetext", spoken[round]);
}
