// Reactions: a dialog to send one, and a bubble at the sender's seat for a moment.

import { all, closest, find, get } from "./dom.js";
import { place } from "./placement.js";
import { signOf } from "./signs.js";
import { load, save } from "./storage.js";

/** @import { Connection, Reaction } from "./connection.js" */

const KEY = "hashi-reactions";
const STAYS = 3000;
const SEATS = "#others .seat-sign, #lobby .seat-sign, .pad .seat-sign";
const GAP = 6;

const dialog = () => get("#reactions", HTMLDialogElement); // a lobby exchanges it
const isMuted = () => load(KEY) === "off";

/**
 * Let the buttons send reactions.
 * @param {Connection} connection
 * @param {object} page
 * @param {() => number | null} [page.seat] one's own seat
 * @param {(text: string) => void} page.failed tells why one was refused
 */
export function startReactions(connection, { seat = () => null, failed }) {
  document.addEventListener("click", async ({ target }) => {
    const isBeside = target instanceof HTMLDialogElement && target.id === "reactions";
    const opener = closest(target, "[data-react]", Element);
    if (opener) open(opener);
    else if (isBeside) target.close();
    else if (closest(target, "[data-mute]", Element)) {
      save(KEY, isMuted() ? "on" : "off");
      showMuted();
    }
    const reaction = closest(target, "[data-reaction]", HTMLElement)?.dataset.reaction;
    if (!reaction) return;
    const own = Number(dialog().dataset.seat);
    dialog().close();
    const answer = await connection.ask({ do: "react", seat: seat() ?? own, reaction });
    if (answer.type === "refused") failed(answer.text);
  });
}

/** @param {Element} opener */
function open(opener) {
  closest(opener, "dialog", HTMLDialogElement)?.close();
  showMuted();
  dialog().showModal();
}

function showMuted() {
  get("[data-mute]", Element, dialog()).setAttribute("aria-pressed", String(isMuted()));
}

/**
 * Show a reaction at the seat of the one who sent it, or where there is room if that is out of sight.
 * @param {Reaction} reaction
 * @param {(text: string) => void} speak
 */
export function showReaction({ seat, name, text }, speak) {
  if (isMuted()) return;
  speak(`${name}: ${text}`);
  const bubble = document.createElement("div");
  const words = document.createElement("span");
  bubble.className = `bubble seat-${seat}`;
  bubble.setAttribute("aria-hidden", "true");
  const at = all(SEATS, SVGElement).find((sign) => sign.dataset.seat === String(seat) && isSeen(sign));
  words.textContent = at ? text : `${name}: ${text}`;
  bubble.append(...signOf(seat), words);
  find(`.bubble.seat-${seat}`, Element)?.remove();
  document.body.append(bubble);
  if (at) putAt(bubble, at.getBoundingClientRect());
  else place(bubble);
  setTimeout(() => bubble.remove(), STAYS);
}

/** @param {Element} element */
function isSeen(element) {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && top >= 0 && bottom <= innerHeight;
}

/**
 * Put a bubble above a sign, or below it where there is no room.
 * @param {HTMLElement} bubble
 * @param {DOMRect} sign
 */
function putAt(bubble, { left, top, bottom }) {
  const { width, height } = bubble.getBoundingClientRect();
  const above = top - height - GAP;
  bubble.style.left = `${Math.max(GAP, Math.min(left - GAP, innerWidth - width - GAP))}px`;
  bubble.style.top = `${above >= 0 ? above : bottom + GAP}px`;
}
