// The results of a day: shares the result as text, and waits for bots and coach who are still at work.

import { startDrawn } from "../../drawn.js";
import "../../share.js";

const PAUSE = 2000;
const PARTS = ["ladder", "turns"];

async function refresh() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of PARTS) {
    const fresh = page.getElementById(id);
    if (fresh) document.getElementById(id)?.replaceWith(fresh);
  }
  wait();
  startDrawn(() => {});
}

function wait() {
  if (document.querySelector(".plotted[data-waiting]")) {
    setTimeout(() => refresh().catch(wait), PAUSE);
  }
}

wait();
startDrawn(() => {});
