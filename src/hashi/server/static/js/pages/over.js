// After the game: a rematch is asked of the table, and all who look on are shown the way there.

import { Wire } from "../../wire.js";

const main = document.querySelector("main[data-table]");
const problem = document.getElementById("problem");
let isGoing = false;

const wire = new Wire(main.dataset.table, (message) => {
  if (message.type === "refused") {
    isGoing = false;
    problem.textContent = message.text;
  } else if (message.type === "done" && isGoing) follow();
  else if (message.type === "over" || message.type === "reload") look();
  else if (message.type === "hello" && String(message.number) !== main.dataset.number) look();
});

main.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-do]");
  if (!form) return;
  event.preventDefault();
  isGoing = true;
  wire.ask({ do: form.dataset.do, ...("same" in form.dataset ? { same: true } : {}) });
});
document.addEventListener("visibilitychange", () => { if (!document.hidden && !main.dataset.next) look(); });

async function fetched() {
  const answer = await fetch(`/t/${main.dataset.table}`).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

async function follow() {
  const next = (await fetched())?.querySelector("main")?.dataset.next;
  if (next) location.assign(`/t/${next}`);
}

async function look() {
  if (isGoing) return;
  const page = await fetched();
  const fresh = page?.getElementById("again");
  if (!fresh) return;
  Object.assign(main.dataset, page.querySelector("main").dataset);
  document.getElementById("again").replaceWith(document.adoptNode(fresh));
}
