// Reactions: a dialog to send one, and a bubble at the sender's seat for a moment.

import { place } from "./placement.js";
import { signOf } from "./signs.js";
import { load, save } from "./storage.js";

const KEY = "hashi-reactions";
const STAYS = 3000;
const SEATS = "#others .seat-sign, #lobby .seat-sign, .pad .seat-sign";
const GAP = 6;

const dialog = () => document.getElementById("reactions"); // a lobby exchanges it
const isMuted = () => load(KEY) === "off";

/** Let the buttons send reactions; `seat()` is one's own seat, `failed(text)` tells why one was refused. */
export function startReactions(connection, { seat = () => null, failed }) {
  document.addEventListener("click", async ({ target }) => {
    if (target.closest("[data-react]")) open();
    else if (target === dialog()) target.close(); // a tap beside it
    else if (target.closest("[data-mute]")) {
      save(KEY, isMuted() ? "on" : "off");
      showMuted();
    }
    const reaction = target.closest("[data-reaction]")?.dataset.reaction;
    if (!reaction) return;
    const own = Number(dialog().dataset.seat);
    dialog().close();
    const answer = await connection.ask({ do: "react", seat: seat() ?? own, reaction });
    if (answer.type === "refused") failed(answer.text);
  });
}

function open() {
  showMuted();
  dialog().showModal();
}

function showMuted() {
  dialog().querySelector("[data-mute]").setAttribute("aria-pressed", String(isMuted()));
}

/** Show a reaction at the seat of the one who sent it, or where there is room if that is out of sight. */
export function showReaction({ seat, name, text }, speak) {
  if (isMuted()) return;
  speak(`${name}: ${text}`);
  const bubble = document.createElement("div");
  const words = document.createElement("span");
  bubble.className = `bubble seat-${seat}`;
  bubble.setAttribute("aria-hidden", "true");
  const at = [...document.querySelectorAll(SEATS)].find((sign) => sign.dataset.seat === String(seat) && isSeen(sign));
  words.textContent = at ? text : `${name}: ${text}`;
  bubble.append(...signOf(seat), words);
  document.querySelector(`.bubble.seat-${seat}`)?.remove();
  document.body.append(bubble);
  if (at) putAt(bubble, at.getBoundingClientRect());
  else place(bubble);
  setTimeout(() => bubble.remove(), STAYS);
}

function isSeen(element) {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && top >= 0 && bottom <= innerHeight;
}

/** Put a bubble above a sign, or below it where there is no room. */
function putAt(bubble, { left, top, bottom }) {
  const { width, height } = bubble.getBoundingClientRect();
  const above = top - height - GAP;
  bubble.style.left = `${Math.max(GAP, Math.min(left - GAP, innerWidth - width - GAP))}px`;
  bubble.style.top = `${above >= 0 ? above : bottom + GAP}px`;
}
