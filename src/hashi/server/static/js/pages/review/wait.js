// A review that is being computed: shows how far it is, and then the review.

import { exchange, fetchPage } from "../../parts.js";

const PAUSE = 700;
const address = new URL(location.href);
address.searchParams.set("part", "progress");

async function look() {
  const page = await fetchPage(address);
  if (page && !page.getElementById("progress")) {
    location.reload();
    return;
  }
  if (page) exchange(page, "progress");
  if (document.querySelector("#progress progress")) setTimeout(look, PAUSE);
}

setTimeout(look, PAUSE);
