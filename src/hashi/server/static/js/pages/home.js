// The start page: suggests the player's name where one joins a table, looks for new tables, says until when
// there is time for each turn, and in the title at how many tables it is the player's turn.

import { startDeadlines } from "../deadlines.js";
import { suggestName } from "../names.js";
import { exchange, refresher } from "../parts.js";
import "../title.js";

const PAUSE = 10000;

suggestName();
startDeadlines();

if (document.getElementById("open-tables")) {
  const refresh = refresher(`${location.pathname}?part=open`, (page) => {
    if (page.getElementById("open-tables")) exchange(page, "open-tables", suggestName);
  });
  setInterval(() => document.hidden || refresh(), PAUSE);
}
