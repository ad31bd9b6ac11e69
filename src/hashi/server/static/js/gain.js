// What the open turn earns, beside one's own points: in the header, and in the strip of players.

import { all, byId } from "./dom.js";

/**
 * Show it, or nothing while another board is looked at.
 * @param {boolean} isOwnBoard
 */
export function showGain(isOwnBoard) {
  const gain = isOwnBoard ? byId("actions").dataset.gain : undefined;
  for (const points of all("#head .total, #strip .tab:not([data-seat]) b", HTMLElement)) {
    if (gain) points.dataset.gain = gain;
    else delete points.dataset.gain;
  }
}
