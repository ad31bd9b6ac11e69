// The introduction while a table waits: the seat stays taken, and the page says when the game begins.

import { Connection } from "./connection.js";
import { sitePath } from "./site.js";

const KEY = "hashi-waiting";
const bar = document.getElementById("waiting");
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
  } catch { /* nothing was kept */ }
}

const id = table();
if (bar && id && /^[\w-]+$/.test(id)) {
  bar.hidden = false;
  const link = bar.querySelector("a");
  link.href = sitePath(`/t/${id}`);
  link.addEventListener("click", forget);
  new Connection(id, {
    page: "lobby",
    number: "",
    hear(message) {
      if (message.type !== "reload") return;
      bar.classList.add("begun");
      bar.querySelector("p").textContent = bar.dataset.begun;
      document.title = bar.dataset.begun;
    },
  });
}
