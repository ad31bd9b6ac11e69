// Exchanges the parts of a table's page that the server sends: regions by id, and single islands and
// lines of the boards.

import { partOf } from "./dom.js";
import { animate } from "./motion.js";
import { keepFocus } from "./parts.js";

const OF_A_BOARD = /^(s\d+-)?[il]-/;
const holder = document.createElement("template");

/** @param {Record<string, string>} html */
export function patch(html) {
  keepFocus(() => {
    for (const [id, text] of Object.entries(html)) {
      const old = partOf(document.getElementById(id));
      const fresh = old && partOf(parse(text, OF_A_BOARD.test(id)));
      if (!fresh) continue;
      animate(old, fresh, id);
      old.replaceWith(fresh);
    }
  });
}

/**
 * An element of a board is parsed inside an svg, or it would become an unknown HTML element.
 * @param {string} text
 * @param {boolean} isOfBoard
 */
function parse(text, isOfBoard) {
  holder.innerHTML = isOfBoard ? `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>` : text;
  const root = holder.content.firstElementChild;
  return isOfBoard ? root?.firstElementChild : root;
}
