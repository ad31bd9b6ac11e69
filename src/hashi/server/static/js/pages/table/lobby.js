// The page of a table that waits for players: sends what is asked, and fetches the seats again
// whenever somebody comes or goes.

import { Connection } from "../../connection.js";
import { all, byId, closest, get } from "../../dom.js";
import { keepName, suggestName } from "../../names.js";
import { exchange, loadNextPage, refresher } from "../../parts.js";
import { showReaction, startReactions } from "../../reactions.js";
import "../../share.js";
import { giveShares } from "../../shuffle.js";

/** @import { Fields } from "../../connection.js" */

const main = get("main[data-table]", HTMLElement);
const problem = byId("problem");
const lobby = () => byId("lobby");
/** @type {WeakSet<HTMLFormElement>} */
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

const connection = new Connection(main.dataset.table ?? "", {
  page: "lobby",
  number: lobby().dataset.number ?? "",
  hear(message) {
    if (message.type === "reload") loadNextPage();
    else if (message.type === "lobby" || message.type === "hello") refresh();
    else if (message.type === "reaction") showReaction(message, speak);
  },
});

suggestName();
giveShares(connection);
startReactions(connection, { failed: speak });

/** @param {string} text */
function speak(text) {
  byId("told").textContent = text;
}

main.addEventListener("submit", async (event) => {
  const form = closest(event.target, "[data-do]", HTMLFormElement);
  if (!form) return;
  event.preventDefault();
  if (underWay.has(form) && !("now" in form.dataset)) return; // a double tap takes one seat
  underWay.add(form);
  problem.textContent = "";
  keepName(form);
  const answer = await connection.ask(fieldsOf(form));
  if (answer.type === "done") return;
  underWay.delete(form);
  problem.textContent = answer.type === "refused" ? answer.text : "";
  if ("now" in form.dataset) form.reset();
});

/**
 * What a form asks for.
 * @param {HTMLFormElement} form
 */
function fieldsOf(form) {
  /** @type {Fields} */
  const fields = { do: form.dataset.do ?? "", ...Object.fromEntries(new FormData(form)) };
  for (const { name, checked } of all("[type=checkbox]", HTMLInputElement, form)) fields[name] = checked;
  if (form.dataset.seat) fields.seat = Number(form.dataset.seat);
  return fields;
}

// the level of a bot that sits there already is changed at once
main.addEventListener("change", ({ target }) => closest(target, "form[data-now]", HTMLFormElement)?.requestSubmit());

main.addEventListener("click", ({ target }) => {
  const button = closest(target, "[data-unfold]", HTMLElement);
  if (button) unfold(button, button.getAttribute("aria-expanded") !== "true");
});

/**
 * @param {HTMLElement} button
 * @param {boolean} isOpen
 */
function unfold(button, isOpen) {
  button.setAttribute("aria-expanded", String(isOpen));
  byId(button.dataset.unfold ?? "").hidden = !isOpen;
}

/** Note what is typed, chosen and unfolded; return a function that enters it again. */
function entries() {
  const values = fields().map((field) => ({ id: field.id, value: field.value }));
  const unfolded = all("[aria-expanded=true]", HTMLElement, lobby()).map((button) => button.id);
  return () => {
    for (const field of fields()) field.value = values.find(({ id }) => id === field.id)?.value ?? field.value;
    for (const id of unfolded) {
      const button = document.getElementById(id);
      if (button) unfold(button, true);
    }
  };
}

/** The fields of the lobby whose values are not sent at once. */
function fields() {
  const typed = all("input[type=text]", HTMLInputElement, lobby());
  return [...typed, ...all("form:not([data-now]) select", HTMLSelectElement, lobby())];
}
