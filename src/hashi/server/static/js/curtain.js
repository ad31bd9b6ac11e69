// Several players at one screen: a curtain hides the board until the next one has the device. Where
// there is a clock, that is when their time begins.

import { byId, get } from "./dom.js";

/** @import { Connection } from "./connection.js" */

const curtain = get("#curtain", HTMLDialogElement);
const place = () => byId("place").dataset;
let begun = ""; // whose time the server was told of last

/** Hide the board until the one who is to act has the device; show it where nobody is. */
export function showCurtain() {
  const { pass, ready = "" } = place();
  if (!pass) {
    curtain.close();
    return;
  }
  get("h2", HTMLElement, curtain).textContent = pass;
  get("button", HTMLElement, curtain).textContent = ready;
  if (!curtain.open) curtain.showModal();
}

/**
 * Begin the time of the one who has the device now, where it has not begun.
 * @param {Connection} connection
 */
export function beginTurn(connection) {
  const { seat, round, phase, begins } = place();
  const turn = `${seat} ${round} ${phase}`;
  if (begins === undefined || curtain.open || turn === begun) return;
  begun = turn;
  connection.ask({ do: "begin_turn", seat: Number(seat) }, { isQuiet: true });
}

/** @param {Connection} connection */
export function startCurtain(connection) {
  curtain.addEventListener("cancel", (event) => event.preventDefault());
  curtain.addEventListener("close", () => beginTurn(connection));
  if (place().pass) showCurtain();
  beginTurn(connection);
}
