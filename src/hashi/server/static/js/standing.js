// What follows from the regions and stands outside them: whether the turn is begun, what it earns, and what the colour
// of the last marks means.

import { all, byId, find } from "./dom.js";

const place = () => byId("place").dataset;

/**
 * Show all of it; called whenever the page has changed.
 * @param {boolean} isOwnBoard
 */
export function showStanding(isOwnBoard) {
  showBegun();
  showGain(isOwnBoard);
  showTint();
  showLegend();
}

/**
 * Show beside one's own points what the open turn earns, or nothing while another board is looked at.
 * @param {boolean} isOwnBoard
 */
function showGain(isOwnBoard) {
  const gain = isOwnBoard ? byId("actions").dataset.gain : undefined;
  for (const points of all("#head .total, #strip .tab:not([data-seat]) b", HTMLElement)) {
    if (gain) points.dataset.gain = gain;
    else delete points.dataset.gain;
  }
}

/**
 * Let the board know whether marks were made in this turn. A style sheet that asked the steps by `:has`
 * would make the browser compute the styles of the whole board at each change of the page.
 */
function showBegun() {
  byId("board").toggleAttribute("data-begun", "begun" in byId("steps").dataset);
}

/** Say what is in colour, once a round is closed. */
function showLegend() {
  find("#legend", HTMLElement)?.toggleAttribute("hidden", Number(place().round) < 2);
}

/** Give the marks of the last round on another's board the colour of their player. */
function showTint() {
  const { tint } = place();
  if (tint === undefined) byId("board").removeAttribute("data-tint");
  else byId("board").dataset.tint = tint;
}
