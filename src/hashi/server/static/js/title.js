// The title and the icon of the tab, and the icon of the installed game: they say where it is one's turn.

import { fetchText } from "./parts.js";

const PAUSE = 60000;

const main = document.getElementById("main");
const title = document.title;
const icon = document.querySelector("link[rel=icon]");
const usual = icon.getAttribute("href");
const due = usual.replace(/[^/]+$/, "icon-turn.svg"); // beside it
const { table = "", link: turnsAt, turnTitle } = main.dataset;

let isDue = false; // whether others wait for this player here
let elsewhere = main.dataset.turns?.split(" ").filter((id) => id && id !== table) ?? [];

/** Show whether others wait for this player at the table of this page. */
export function showTurn(isDueNow) {
  isDue = isDueNow;
  show();
}

function show() {
  const count = elsewhere.length + isDue;
  const number = elsewhere.length ? `(${count}) ` : "";
  document.title = number + (isDue ? turnTitle : title);
  icon.setAttribute("href", isDue ? due : usual);
  if (!turnsAt) return;
  const badge = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  badge?.catch(() => {}); // there is no such icon
}

/** Look at which of the other tables it is one's turn: games with people may take days. */
async function look() {
  const text = await fetchText(turnsAt);
  if (text) {
    elsewhere = JSON.parse(text).tables.filter((id) => id !== table);
    show();
  }
}

if (turnsAt) {
  if (main.dataset.turns === undefined) look();
  setInterval(look, PAUSE);
  show();
}
