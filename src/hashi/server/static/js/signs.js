// The signs of the seats, cloned from the page's template.

/** Return the sign of a seat; nothing for no seat. */
export function signOf(seat) {
  const sign = document.getElementById("signs")?.content.querySelector(`[data-seat="${seat}"]`);
  return sign ? [document.importNode(sign, true)] : [];
}
