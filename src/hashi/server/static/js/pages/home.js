// The start page: suggests the player's name where one joins a table, and looks for new tables.

import { suggestName } from "../names.js";
import { exchange, refresher } from "../parts.js";

const PAUSE = 10000;

suggestName();

if (document.getElementById("open-tables")) {
  const refresh = refresher(`${location.pathname}?part=open`, (page) => {
    if (page.getElementById("open-tables")) exchange(page, "open-tables", suggestName);
  });
  setInterval(() => document.hidden || refresh(), PAUSE);
}
