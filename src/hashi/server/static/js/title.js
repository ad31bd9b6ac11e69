// The title and the icon of the tab, and the icon of the installed game: they say where it is one's turn.

import { byId, get } from "./dom.js";
import { fetchText } from "./parts.js";

const PAUSE = 60000;

const main = byId("main");
const title = document.title;
const icon = get("link[rel=icon]", HTMLLinkElement);
const usual = icon.getAttribute("href") ?? "";
const due = usual.replace(/[^/]+$/, "icon-turn.svg"); // beside it
const { table = "", link: turnsAt, turns, turnTitle = "" } = main.dataset;

let isDue = false; // whether others wait for this player here
let elsewhere = turns?.split(" ").filter((id) => id && id !== table) ?? [];

/**
 * Show whether others wait for this player at the table of this page.
 * @param {boolean} isDueNow
 */
export function showTurn(isDueNow) {
  isDue = isDueNow;
  show();
}

function show() {
  const count = elsewhere.length + Number(isDue);
  const number = elsewhere.length ? `(${count}) ` : "";
  document.title = number + (isDue ? turnTitle : title);
  icon.setAttribute("href", isDue ? due : usual);
  if (!turnsAt) return;
  const badge = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  badge?.catch(() => {}); // there is no such icon
}

/**
 * Look at which of the other tables it is one's turn: games with people may take days.
 * @param {string} address
 */
async function look(address) {
  const text = await fetchText(address);
  if (!text) return;
  /** @type {{ tables: string[] }} */
  const { tables } = JSON.parse(text);
  elsewhere = tables.filter((id) => id !== table);
  show();
}

if (turnsAt) {
  if (turns === undefined) look(turnsAt);
  setInterval(look, PAUSE, turnsAt);
  show();
}
