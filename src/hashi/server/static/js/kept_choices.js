// The boards that this browser keeps, offered beside sides A and B wherever a board is chosen.

import { find } from "./dom.js";
import { keptBoards } from "./kept_boards.js";
import { sitePath } from "./site.js";

export function offerKeptBoards() {
  const before = find("[data-kept-boards]", HTMLElement);
  if (!before) return;
  for (const { name, code } of keptBoards()) {
    if (document.querySelector(`[name="board"][value="${code}"]`)) continue;
    const label = document.createElement("label");
    const radio = document.createElement("input");
    radio.type = "radio";
    radio.name = "board";
    radio.value = code;
    const picture = document.createElement("img");
    picture.src = sitePath(`/workshop/board.svg?b=${code}`);
    picture.alt = "";
    picture.loading = "lazy";
    const title = document.createElement("span");
    title.textContent = name;
    label.append(radio, picture, title);
    before.before(label);
  }
}
