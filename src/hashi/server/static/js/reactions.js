// Reactions: a dialog to send one, and a bubble at the sender's seat for a moment.

import { all, closest, find, get } from "./dom.js";
import { place } from "./placement.js";
import { signOf } from "./signs.js";
import { load, save } from "./storage.js";

/** @import { Connection, Reaction } from "./connection.js" */

const KEY = "hashi-reactions";
const WATCHERS_KEY = "hashi-reactions-of-watchers";
const STAYS = 4000;
const SEATS = "#strip .seat-sign, #others .seat-sign, #lobby .seat-sign, .pad .seat-sign";
const GAP = 6;
let cheering = 0; // the time until what was said by those who watch goes away

const dialog = () => get("#reactions", HTMLDialogElement); // a lobby exchanges it
/** @param {string} [key] */
const isMuted = (key = KEY) => load(key) === "off";

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
    const mute = closest(target, "[data-mute]", HTMLElement);
    const reaction = closest(target, "[data-reaction]", HTMLElement)?.dataset.reaction;
    if (opener) open(opener);
    else if (isBeside) target.close();
    else if (mute) toggle(keyOf(mute));
    if (!reaction) return;
    const by = seat() ?? ownSeat();
    dialog().close();
    const answer = await connection.ask({ do: "react", ...(by === null ? {} : { seat: by }), reaction });
    if (answer.type === "refused") failed(answer.text);
  });
}

/** The seat of the one who sends; who watches has none. */
function ownSeat() {
  const { seat = "" } = dialog().dataset;
  return seat === "" ? null : Number(seat);
}

/** @param {string} key */
function toggle(key) {
  save(key, isMuted(key) ? "on" : "off");
  showMuted();
}

/** @param {Element} opener */
function open(opener) {
  closest(opener, "dialog", HTMLDialogElement)?.close();
  showMuted();
  dialog().showModal();
}

/** @param {HTMLElement} mute */
const keyOf = (mute) => (mute.dataset.mute ? WATCHERS_KEY : KEY);

function showMuted() {
  for (const mute of all("[data-mute]", HTMLElement, dialog())) {
    mute.setAttribute("aria-pressed", String(isMuted(keyOf(mute))));
  }
}

/**
 * Show a reaction at the seat of the one who sent it, or where there is room if that is out of sight.
 * @param {Reaction} reaction
 * @param {(text: string) => void} speak
 */
export function showReaction({ seat, name, text, count = 1 }, speak) {
  if (isMuted()) return;
  if (seat === null) {
    if (!isMuted(WATCHERS_KEY)) showCheer(name, text, count, speak);
    return;
  }
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
  const row = at?.closest(".tab, .about");
  if (at && row) putOn(bubble, at.getBoundingClientRect(), afterPoints(row));
  else if (at) putAt(bubble, at.getBoundingClientRect());
  else place(bubble);
  setTimeout(() => bubble.remove(), STAYS);
}

/**
 * Show what those who watch say; equal ones add up while they are in sight.
 * @param {string} name
 * @param {string} text
 * @param {number} count
 * @param {(text: string) => void} speak
 */
function showCheer(name, text, count, speak) {
  const bubble = find(".bubble.cheer", HTMLElement) ?? document.createElement("div");
  const lines = all("span", HTMLElement, bubble);
  const line = lines.find((each) => each.dataset.text === text) ?? document.createElement("span");
  const sum = count + Number(line.dataset.count ?? 0);
  const said = `${name}: ${text}${sum > 1 ? ` × ${sum}` : ""}`;
  speak(said);
  Object.assign(line.dataset, { text, count: sum });
  line.textContent = said;
  bubble.className = "bubble cheer";
  bubble.setAttribute("aria-hidden", "true");
  bubble.append(line);
  document.body.append(bubble);
  place(bubble);
  clearTimeout(cheering);
  cheering = setTimeout(() => bubble.remove(), STAYS);
}

/**
 * The room behind the points of a player, in the header of a board that has its name and points in one line.
 * @param {Element} row
 */
function afterPoints(row) {
  const [name, points] = [".name", ".worth"].map((part) => find(part, Element, row)?.getBoundingClientRect());
  const isLine = name && points && points.left >= name.right && points.top < name.bottom;
  const board = row.closest("li")?.getBoundingClientRect();
  return isLine && board ? { from: points.right + GAP, to: board.right } : null;
}

/**
 * Put a bubble on the row of a sign, so that it covers neither the board above nor what is below.
 * @param {HTMLElement} bubble
 * @param {DOMRect} sign
 * @param {{ from: number, to: number } | null} room where it is to be, if that is not at the sign
 */
function putOn(bubble, { left, top, bottom }, room) {
  const { width, height } = bubble.getBoundingClientRect();
  const { from, to } = room ?? { from: left - GAP, to: innerWidth };
  bubble.style.left = `${Math.max(GAP, Math.min(from, to - width - GAP))}px`;
  bubble.style.top = `${(top + bottom - height) / 2}px`;
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
