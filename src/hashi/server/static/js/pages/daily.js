// The results of a day: shares the result as text, and waits for the bots that are still playing.

import "../share.js";

const PAUSE = 2000;

async function refresh() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const ladder = page.querySelector("#ladder");
  if (ladder) document.querySelector("#ladder").replaceWith(ladder);
  wait();
}

function wait() {
  if (document.querySelector("#ladder[data-waiting]")) {
    setTimeout(() => refresh().catch(wait), PAUSE);
  }
}

wait();
