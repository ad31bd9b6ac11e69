// Exchanges the fragments that the server sends; focus stays where it was.

import { animate } from "./motion.js";

const PIECE = /^(s\d+-)?[il]-/;
const holder = document.createElement("template");

export function patch(html) {
  const focused = document.activeElement;
  const way = wayTo(focused);
  for (const [id, text] of Object.entries(html)) {
    const old = document.getElementById(id);
    if (!old) continue;
    const fresh = parsed(text, PIECE.test(id));
    animate(old, fresh, id);
    old.replaceWith(fresh);
  }
  if (way && !document.contains(focused)) {
    const again = document.querySelector(way.exactly) || document.querySelector(way.nearby);
    if (again) again.focus({ preventScroll: true });
  }
}

function parsed(text, isPiece) {
  holder.innerHTML = isPiece ? `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>` : text;
  const root = holder.content.firstElementChild;
  return isPiece ? root.firstElementChild : root;
}

/** How to find an element again after its region was exchanged. */
function wayTo(element) {
  if (!element || element === document.body) return null;
  if (element.id) return { exactly: `#${element.id}`, nearby: `#${element.id}` };
  const region = element.closest("[id]");
  if (!region) return null;
  const { key, do: what, seat } = element.dataset;
  const kind = key ? `[data-key="${key}"]` : what ? `[data-do="${what}"]` : "button";
  const place = seat === undefined ? "" : `[data-seat="${seat}"]`;
  return { exactly: `#${region.id} ${kind}${place}`, nearby: `#${region.id} button:not([disabled])` };
}
