// Waiting for the others: what is asked goes to the table; when somebody comes or goes, the seats
// are fetched anew.

import { keepName, suggestName } from "../names.js";
import { Wire } from "../../wire.js";

const main = document.querySelector("main[data-table]");
const problem = document.getElementById("problem");
const lobby = () => document.getElementById("lobby");
let isLost = false;
let asked = 0;
let told = lobby().outerHTML;
const wire = new Wire(main.dataset.table, hear);

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

// a bot that sits there already plays as it is told, at once
main.addEventListener("change", (event) => event.target.closest("form[data-now]")?.requestSubmit());

main.addEventListener("click", (event) => {
  const button = event.target.closest("[data-unfold]");
  if (button) unfold(button, button.getAttribute("aria-expanded") !== "true");
});

function unfold(button, isOpen) {
  button.setAttribute("aria-expanded", String(isOpen));
  document.getElementById(button.dataset.unfold).hidden = !isOpen;
}

function hear(message) {
  if (message.type === "reload") location.reload();
  else if (message.type === "lobby") refresh();
  else if (message.type === "refused") refused(message.text);
  else if (message.type === "lost") lost();
  else if (message.type === "hello") {
    if (problem.textContent === main.dataset.lost) problem.textContent = "";
    isLost = false;
    refresh(); // somebody may have come or gone while there was no line
  }
}

/** Say why; what was chosen here goes back to how it is. */
function refused(text) {
  problem.textContent = text;
  for (const form of document.querySelectorAll("#lobby form[data-now]")) form.reset();
}

/** A short gap is not worth a word, nor is the end of the page. */
function lost() {
  isLost = true;
  setTimeout(() => { if (isLost) problem.textContent = main.dataset.lost; }, 1500);
}

async function refresh() {
  asked += 1;
  const turn = asked;
  const answer = await fetch(`${location.pathname}?part=lobby`).catch(() => null);
  if (!answer?.ok) return;
  const text = await answer.text();
  if (turn !== asked) return; // a later one is on its way
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("lobby");
  if (!fresh) { location.reload(); return; }
  if (fresh.outerHTML === told) return;
  told = fresh.outerHTML;
  const restore = remember();
  lobby().replaceWith(document.adoptNode(fresh));
  restore();
  suggestName();
}

/** What somebody has typed, chosen and unfolded, and where they are: a way to put it back. */
function remember() {
  const fields = [...lobby().querySelectorAll("input[type=text], form:not([data-now]) select")];
  const typed = fields.map((field) => [field.id, field.value]);
  const unfolded = [...lobby().querySelectorAll("[aria-expanded=true]")].map((button) => button.id);
  const focused = document.activeElement?.id;
  const seat = document.activeElement?.closest(".seat")?.id;
  return () => {
    for (const [id, value] of typed) {
      const field = document.getElementById(id);
      if (field) field.value = value;
    }
    for (const id of unfolded) {
      const button = document.getElementById(id);
      if (button) unfold(button, true);
    }
    const again = document.getElementById(focused) ?? document.querySelector(`#${seat} :is(select, button)`);
    if (focused || seat) again?.focus();
  };
}
