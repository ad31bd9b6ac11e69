// Waiting for the others: what is asked goes to the table; when somebody comes or goes, the seats
// are fetched anew.

import { keepName, suggestName } from "./names.js";
import { Wire } from "./wire.js";

const main = document.querySelector("main[data-table]");
const problem = document.getElementById("problem");
const wire = new Wire(main.dataset.table, hear);
let isLost = false;

suggestName();
main.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-do]");
  if (!form) return;
  event.preventDefault();
  problem.textContent = "";
  const fields = { do: form.dataset.do, ...Object.fromEntries(new FormData(form)) };
  if (form.dataset.seat) fields.seat = Number(form.dataset.seat);
  if (form.querySelector("[data-name]")) keepName(fields.name.trim());
  wire.ask(fields);
});

function hear(message) {
  if (message.type === "reload") location.reload();
  else if (message.type === "lobby") refresh();
  else if (message.type === "refused") problem.textContent = message.text;
  else if (message.type === "lost") lost();
  else if (message.type === "hello") {
    if (problem.textContent === main.dataset.lost) problem.textContent = "";
    if (isLost || String(message.number) !== document.getElementById("lobby").dataset.number) refresh();
    isLost = false;
  }
}

/** A short gap is not worth a word, nor is the end of the page. */
function lost() {
  isLost = true;
  setTimeout(() => { if (isLost) problem.textContent = main.dataset.lost; }, 1500);
}

async function refresh() {
  const answer = await fetch(`${location.pathname}?part=lobby`).catch(() => null);
  if (!answer?.ok) return;
  const text = await answer.text();
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("lobby");
  if (!fresh) { location.reload(); return; }
  const typed = [...document.querySelectorAll("#lobby input[type=text]")].map((f) => [f.id, f.value]);
  const focused = document.activeElement?.id;
  document.getElementById("lobby").replaceWith(document.adoptNode(fresh));
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (field) field.value = value;
  }
  if (focused) document.getElementById(focused)?.focus();
  suggestName();
}
