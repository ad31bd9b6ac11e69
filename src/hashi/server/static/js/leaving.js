// Giving up, and ending a game for good: both are asked about first.

import { get } from "./dom.js";

/** @import { Connection } from "./connection.js" */

/**
 * Return a function that asks whether somebody really wants to leave, and sends it.
 * @param {Connection} connection
 */
export function startLeaving(connection) {
  const dialog = get("#giving-up", HTMLDialogElement);
  /** @type {{ do: string, seat?: number }} */
  let asked = { do: "" };
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "yes") connection.ask(asked);
  });
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());

  /**
   * @param {string} what
   * @param {number | null} seat
   */
  return (what, seat) => {
    asked = seat === null ? { do: what } : { do: what, seat };
    dialog.returnValue = "";
    dialog.showModal();
  };
}
