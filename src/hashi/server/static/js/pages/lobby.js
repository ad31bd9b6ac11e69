// The page of a table that waits for players: sends what is asked, and fetches the seats again
// whenever somebody comes or goes.

import { Connection } from "../connection.js";
import { keepName, suggestName } from "../names.js";
import { exchange, loadNextPage, refresher } from "../parts.js";
import { showReaction, startReactions } from "../reactions.js";
import "../share.js";
import { giveShares } from "../shuffle.js";

const main = document.querySelector("main[data-table]");
const problem = document.getElementById("problem");
const lobby = () => document.getElementById("lobby");
const underWay = new WeakSet();
let shown = lobby().outerHTML;

const refresh = refresher(`${location.pathname}?part=lobby`, (page) => {
  const fresh = page.getElementById("lobby");
  if (!fresh) loadNextPage();
  else if (fresh.outerHTML !== shown) {
    shown = fresh.outerHTML;
    exchange(page, "lobby", entries());
    suggestName();
    giveShares(connection);
  }
});

const connection = new Connection(main.dataset.table, {
  page: "lobby",
  number: lobby().dataset.number,
  hear(message) {
    if (message.type === "reload") loadNextPage();
    else if (message.type === "lobby" || message.type === "hello") refresh();
    else if (message.type === "reaction") showReaction(message, speak);
  },
});

suggestName();
giveShares(connection);
startReactions(connection, { failed: speak });

function speak(text) {
  document.getElementById("told").textContent = text;
}

main.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-do]");
  if (!form) return;
  event.preventDefault();
  if (underWay.has(form) && !("now" in form.dataset)) return; // a double tap takes one seat
  underWay.add(form);
  problem.textContent = "";
  keepName(form);
  const fields = { do: form.dataset.do, ...Object.fromEntries(new FormData(form)) };
  for (const { name, checked } of form.querySelectorAll("[type=checkbox]")) fields[name] = checked;
  if (form.dataset.seat) fields.seat = Number(form.dataset.seat);
  const answer = await connection.ask(fields);
  if (answer.type === "done") return;
  underWay.delete(form);
  problem.textContent = answer.text ?? "";
  if ("now" in form.dataset) form.reset();
});

// the level of a bot that sits there already is changed at once
main.addEventListener("change", (event) => event.target.closest("form[data-now]")?.requestSubmit());

main.addEventListener("click", (event) => {
  const button = event.target.closest("[data-unfold]");
  if (button) unfold(button, button.getAttribute("aria-expanded") !== "true");
});

function unfold(button, isOpen) {
  button.setAttribute("aria-expanded", String(isOpen));
  document.getElementById(button.dataset.unfold).hidden = !isOpen;
}

/** Note what is typed, chosen and unfolded; return a function that enters it again. */
function entries() {
  const fields = [...lobby().querySelectorAll("input[type=text], form:not([data-now]) select")];
  const values = fields.map((field) => [field.id, field.value]);
  const unfolded = [...lobby().querySelectorAll("[aria-expanded=true]")].map((button) => button.id);
  return () => {
    for (const [id, value] of values) {
      const field = document.getElementById(id);
      if (field) field.value = value;
    }
    for (const id of unfolded) {
      const button = document.getElementById(id);
      if (button) unfold(button, true);
    }
  };
}
