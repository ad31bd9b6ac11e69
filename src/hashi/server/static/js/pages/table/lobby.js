// The page of a table that waits for players: sends what is asked, and fetches the seats again
// whenever somebody comes or goes.

import { Connection } from "../../connection.js";
import { all, byId, closest, find, get } from "../../dom.js";
import { keepName, storedName, suggestName } from "../../names.js";
import { exchange, loadNextPage, refresher } from "../../parts.js";
import { showReaction, startReactions } from "../../reactions.js";
import "../../share.js";
import { giveShares } from "../../shuffle.js";
import { play } from "../../sound.js";

/** @import { Fields } from "../../connection.js" */

const FRESH_FOR = 4000;

const main = get("main[data-table]", HTMLElement);
const dialog = find("#agreed", HTMLDialogElement);
const lobby = () => byId("lobby");
/** @type {WeakSet<HTMLFormElement>} */
const underWay = new WeakSet();
/** The seats whose players have just come, and when they stop being new. @type {Map<string, number>} */
const fresh = new Map();
let shown = lobby().outerHTML;
let isUnnamed = false; // whether a seat was taken without a name

const refresh = refresher(`${location.pathname}?part=lobby`, (page) => {
  const next = page.getElementById("lobby");
  if (!next) loadNextPage();
  else if (next.outerHTML !== shown) {
    shown = next.outerHTML;
    const before = people();
    exchange(page, "lobby", entries());
    showArrivals(before);
    suggestName();
    giveShares(connection);
    nameYourself();
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

// --- who comes

/** The seats that are taken: their ids and names. */
function people() {
  return new Map(all(".seat[data-who]", HTMLElement, lobby()).map((seat) => [seat.id, seat.dataset.who]));
}

/**
 * Show for a moment who has just sat down, and what the tab is called now.
 * @param {Map<string, string | undefined>} before
 */
function showArrivals(before) {
  const names = new Set(before.values());
  const taken = all(".seat[data-came]", HTMLElement, lobby());
  const came = taken.filter(({ id, dataset }) => !before.has(id) && !names.has(dataset.who)); // nor moved, nor renamed
  for (const seat of came) {
    fresh.set(seat.id, Date.now() + FRESH_FOR);
    speak(seat.dataset.came ?? "");
  }
  if (came.length) {
    play("number");
    setTimeout(showFresh, FRESH_FOR + 20);
  }
  showFresh();
  document.title = lobby().dataset.title ?? document.title;
}

function showFresh() {
  for (const seat of all(".seat", HTMLElement, lobby())) {
    seat.classList.toggle("is-fresh", (fresh.get(seat.id) ?? 0) > Date.now() && "came" in seat.dataset);
  }
}

// --- what is asked

document.addEventListener("submit", async (event) => {
  const form = closest(event.target, "[data-do]", HTMLFormElement);
  if (!form) return;
  event.preventDefault();
  if (underWay.has(form) && !("now" in form.dataset)) return; // a double tap takes one seat
  underWay.add(form);
  const problem = find(".problem", HTMLElement, form) ?? byId("problem");
  problem.textContent = "";
  keepName(form);
  isUnnamed ||= "unnamed" in form.dataset && !storedName();
  const refusal = await askAll(form);
  underWay.delete(form);
  if (!refusal) return finish(form);
  problem.textContent = refusal;
  if ("now" in form.dataset) form.reset();
});

/**
 * Ask for what a form says, for each of its seats; return why not, or nothing.
 * @param {HTMLFormElement} form
 */
async function askAll(form) {
  const { seats } = form.dataset;
  const requests = seats ? seats.split(" ").map((seat) => ({ seat: Number(seat) })) : [{}];
  let refusal = "";
  for (const request of requests) {
    const answer = await connection.ask({ ...fieldsOf(form), ...request });
    if (answer.type === "refused") refusal = answer.text;
  }
  return refusal;
}

/** @param {HTMLFormElement} form */
function finish(form) {
  const button = document.getElementById(form.dataset.folds ?? "");
  if (button) {
    unfold(button, false);
    button.focus();
  }
  if (dialog?.contains(form)) dialog.close();
}

/**
 * What a form asks for.
 * @param {HTMLFormElement} form
 */
function fieldsOf(form) {
  /** @type {Fields} */
  const fields = { do: form.dataset.do ?? "", ...Object.fromEntries(new FormData(form)) };
  for (const { name, checked } of all("[type=checkbox]", HTMLInputElement, form)) fields[name] = checked;
  const { seat, to, on, unnamed } = form.dataset;
  if (seat) fields.seat = Number(seat);
  if (to) fields.to = Number(to);
  if (on) fields.on = on === "true";
  if ("close" in form.dataset) fields.close = true;
  if (unnamed !== undefined) fields.name = storedName() || fields.name;
  if (fields.do === "change") readOptions(fields);
  return fields;
}

/**
 * Numbers as numbers, and a board of one's own as its rows.
 * @param {Fields} fields
 */
function readOptions(fields) {
  for (const name of ["seats", "pace"]) if (name in fields) fields[name] = Number(fields[name]);
  if (fields.board === "own") fields.board = `${fields.own}`.replaceAll("\r\n", "\n").trimEnd().concat("\n");
  delete fields.own;
}

// the level of a bot that sits there already is changed at once
main.addEventListener("change", ({ target }) => closest(target, "form[data-now]", HTMLFormElement)?.requestSubmit());

// --- what unfolds

document.addEventListener("click", ({ target }) => {
  const button = closest(target, "[data-unfold]", HTMLElement);
  if (button) {
    const isOpen = button.getAttribute("aria-expanded") !== "true";
    unfold(button, isOpen);
    if (isOpen) find("[data-name]", HTMLInputElement, byId(button.dataset.unfold ?? ""))?.select();
  }
  if (closest(target, "[data-change]", HTMLElement)) dialog?.showModal();
  if (closest(target, "[data-cancel]", HTMLElement)) dialog?.close();
});

main.addEventListener("keydown", ({ key, target }) => {
  const panel = key === "Escape" ? closest(target, ".about-seat, .bot[hidden]", HTMLElement) : null;
  const button = panel && find(`[data-unfold="${panel.id}"]`, HTMLElement);
  if (!button) return;
  unfold(button, false);
  button.focus();
});

/**
 * @param {HTMLElement} button
 * @param {boolean} isOpen
 */
function unfold(button, isOpen) {
  button.setAttribute("aria-expanded", String(isOpen));
  const panel = byId(button.dataset.unfold ?? "");
  panel.hidden = !isOpen;
  if (!isOpen) for (const field of all("input[type=text]", HTMLInputElement, panel)) field.value = field.defaultValue;
}

/** Let one who sat down without a name enter it where it stands. */
function nameYourself() {
  const tool = isUnnamed ? find(".seat.is-own .tool", HTMLElement, lobby()) : null;
  if (!tool) return;
  isUnnamed = false;
  unfold(tool, true);
  const field = get(".seat.is-own [data-name]", HTMLInputElement);
  field.focus();
  field.select();
}

/** Note what is typed, chosen and unfolded; return a function that enters it again. */
function entries() {
  const values = fields().map((field) => ({ id: field.id, value: field.value }));
  const typing = fields().find((field) => field === document.activeElement);
  const selected = typing instanceof HTMLInputElement ? [typing.selectionStart, typing.selectionEnd] : [];
  const unfolded = all("[aria-expanded=true]", HTMLElement, lobby()).map((button) => button.id);
  return () => {
    for (const id of unfolded) {
      const button = document.getElementById(id);
      if (button) unfold(button, true);
    }
    for (const field of fields()) {
      field.value = values.find(({ id }) => id === field.id)?.value ?? field.value;
      if (field.id === typing?.id && field instanceof HTMLInputElement) {
        field.setSelectionRange(selected[0] ?? null, selected[1] ?? null);
      }
    }
  };
}

/** The fields of the lobby that can be seen and whose values are not sent at once. */
function fields() {
  const typed = all("input[type=text]", HTMLInputElement, lobby());
  const chosen = all("form:not([data-now]) select", HTMLSelectElement, lobby());
  return [...typed, ...chosen].filter((field) => !field.closest("[hidden]"));
}
