// The introduction while a table waits: the seat stays taken, and the page says when the game begins.

import { Connection } from "./connection.js";
import { sitePath } from "./site.js";

const KEY = "hashi-waiting";
const given = new URLSearchParams(location.search).get("table");

/** The table that this tab came from; forgotten with the tab. */
function table() {
  try {
    if (given) sessionStorage.setItem(KEY, given);
    return given ?? sessionStorage.getItem(KEY);
  } catch {
    return given;
  }
}

function forget() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // nothing was kept
  }
}

/**
 * Show the way back to a table, and whether its game has begun.
 * @param {HTMLElement} bar
 * @param {string} id
 */
function wait(bar, id) {
  const [link, text] = [bar.querySelector("a"), bar.querySelector("p")];
  if (!link || !text) throw new Error("the bar is not complete");
  bar.hidden = false;
  link.href = sitePath(`/t/${id}`);
  link.addEventListener("click", forget);
  new Connection(id, {
    page: "lobby",
    number: "",
    hear(message) {
      if (message.type !== "reload") return;
      const { begun = "" } = bar.dataset;
      bar.classList.add("begun");
      text.textContent = begun;
      document.title = begun;
    },
  });
}

const bar = document.getElementById("waiting");
const id = table();
if (bar && id && /^[\w-]+$/.test(id)) wait(bar, id);
