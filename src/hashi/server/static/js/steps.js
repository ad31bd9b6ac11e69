// A board that is measured or changed: shows how far that is until it is over.

import { exchange, fetchPage } from "./parts.js";

const PAUSE = 900;
const address = new URL(location.href);
address.searchParams.set("part", "progress");

async function look() {
  const page = await fetchPage(address);
  if (page?.getElementById("progress")) exchange(page, "progress");
  if (document.querySelector("#progress[data-going-on]")) setTimeout(look, PAUSE);
}

if (document.querySelector("#progress[data-going-on]")) setTimeout(look, PAUSE);
