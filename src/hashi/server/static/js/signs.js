// The signs of the seats, cloned from the page's template.

import { find } from "./dom.js";

/**
 * Return the sign of a seat; nothing for no seat.
 * @param {number | null} seat
 */
export function signOf(seat) {
  const sign = find("#signs", HTMLTemplateElement)?.content.querySelector(`[data-seat="${seat}"]`);
  return sign ? [document.importNode(sign, true)] : [];
}
