// The page of a finished game: asks for a rematch, and shows everybody who looks on the way there.

import { Connection } from "../connection.js";
import { exchange, loadNextPage, refresher } from "../parts.js";
import "../celebration.js";
import { startMoving } from "../moving.js";
import { showReaction, startReactions } from "../reactions.js";
import "../scrub.js";
import "../share.js";
import { showKept } from "../shuffle.js";
import { sitePath } from "../site.js";

const main = document.querySelector("main[data-table]");
const problem = document.getElementById("problem");
let isFollowing = false; // this page asked for the rematch and goes there

const refresh = refresher(sitePath(`/t/${main.dataset.table}`), (page) => {
  const next = page.querySelector("main").dataset.next;
  if (!page.getElementById("again")) loadNextPage();
  else if (isFollowing && next) location.assign(sitePath(`/t/${next}`));
  else exchange(page, "again");
});

const connection = new Connection(main.dataset.table, {
  page: "over",
  number: main.dataset.number,
  hear(message) {
    if (message.type === "reload") loadNextPage();
    else if (message.type === "reaction") showReaction(message, speak);
    else if (message.type === "over" || (message.type === "hello" && message.missed)) refresh();
  },
});

startMoving(document.querySelector("[data-moving]"), (text) => { problem.textContent = text; });
startReactions(connection, { failed: speak });
showKept();

function speak(text) {
  document.getElementById("told").textContent = text;
}

main.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-do]");
  if (!form) return;
  event.preventDefault();
  problem.textContent = "";
  isFollowing = true;
  const answer = await connection.ask({ do: form.dataset.do, same: "same" in form.dataset });
  if (answer.type === "done") {
    refresh();
    return;
  }
  isFollowing = false;
  problem.textContent = answer.text ?? "";
});
