// The page of a finished game: asks for a rematch, and shows everybody who looks on the way there.

import { Connection } from "../../connection.js";
import { byId, closest, find, get } from "../../dom.js";
import { startDrawn } from "../../drawn.js";
import { startMoving } from "../../moving.js";
import { exchange, loadNextPage, refresher } from "../../parts.js";
import { showReaction, startReactions } from "../../reactions.js";
import "../../scrub.js";
import "../../share.js";
import { showKept } from "../../shuffle.js";
import { sitePath } from "../../site.js";

const main = get("main[data-table]", HTMLElement);
const { table = "", number = "" } = main.dataset;
const problem = byId("problem");
let isFollowing = false; // this page asked for the rematch and goes there

const refresh = refresher(sitePath(`/t/${table}`), (page) => {
  const next = get("main", HTMLElement, page).dataset.next;
  if (!page.getElementById("again")) loadNextPage();
  else if (isFollowing && next) location.assign(sitePath(`/t/${next}`));
  else {
    exchange(page, "again");
    if (page.getElementById("nexts")) exchange(page, "nexts");
    document.title = page.title; // in another tab, too, one learns who wants to play again
  }
});

const connection = new Connection(table, {
  page: "over",
  number,
  hear(message) {
    if (message.type === "reload") loadNextPage();
    else if (message.type === "reaction") showReaction(message, speak);
    else if (message.type === "over" || (message.type === "hello" && message.missed)) refresh();
  },
});

startMoving(find("[data-moving]", HTMLAnchorElement), tell);
startDrawn(tell);
startReactions(connection, { failed: speak });
showKept();

/** @param {string} text */
function tell(text) {
  problem.textContent = text;
}

/** @param {string} text */
function speak(text) {
  byId("told").textContent = text;
}

main.addEventListener("submit", async (event) => {
  const form = closest(event.target, "[data-do]", HTMLElement);
  if (!form) return;
  event.preventDefault();
  problem.textContent = "";
  isFollowing = true;
  const answer = await connection.ask({ do: form.dataset.do ?? "", same: "same" in form.dataset });
  if (answer.type === "done") {
    refresh();
    return;
  }
  isFollowing = false;
  problem.textContent = answer.type === "refused" ? answer.text : "";
});
