// The page of a table during a game: sends what is touched, shows what the server sends.

import { hideRefusal, showRefusal, speak } from "../../announcements.js";
import { announce, forgetBanners, isBannerShown } from "../../banners.js";
import { Board } from "../../board.js";
import { setClock, startClock, tick } from "../../clock.js";
import { Connection } from "../../connection.js";
import { beginTurn, showCurtain, startCurtain } from "../../curtain.js";
import { all, byId, closest, find, get, textOf } from "../../dom.js";
import { showGuide, startGuide, tipText } from "../../guide.js";
import { closeHint, startHints } from "../../hints.js";
import { startLeaving } from "../../leaving.js";
import { showMistakes } from "../../mistakes.js";
import { notify, startNotifications } from "../../notifications.js";
import { loadCount, loadNextPage } from "../../parts.js";
import { startPast } from "../../past.js";
import { patch } from "../../patch.js";
import { PendingMarks } from "../../pending.js";
import "../../preferences.js";
import { hideOffer, offerMessages } from "../../push.js";
import { showReaction, startReactions } from "../../reactions.js";
import { reveal } from "../../reveal.js";
import "../../share.js";
import { startShortcuts } from "../../shortcuts.js";
import { giveShares, opening, sealShuffle } from "../../shuffle.js";
import { closeSignTip, startSignTips } from "../../sign_tips.js";
import { sitePath } from "../../site.js";
import { startSound } from "../../sound.js";
import { showStanding } from "../../standing.js";
import { showTurn } from "../../title.js";
import { callBack, startVibration } from "../../vibration.js";

/** @import { Fields, Message } from "../../connection.js" */

const BANNER_IS_READ = 1800;

const main = byId("main");
const { table = "", number = "", turnTitle = "" } = main.dataset;
/** @param {string} id */
const dialog = (id) => get(`#${id}`, HTMLDialogElement);

/** What the server says of the board shown and of one's own turn. */
const place = () => byId("place").dataset;
const ownSeat = () => (place().seat === "" ? null : Number(place().seat));
const isMarking = () => "marks" in place();
const isCalling = () => "calls" in place();
/** The seat whose board is shown instead of one's own. @type {number | null} */
let lookedAt = null;
const isOwnBoard = () => ownSeat() !== null && lookedAt === null;
const moment = () => ({ seat: ownSeat(), round: Number(place().round) });

// --- what is sent

const connection = new Connection(table, {
  page: "table",
  number,
  seats: main.dataset.seats,
  hear,
  query: () => (lookedAt === null ? {} : { look: lookedAt }),
});

/**
 * Ask for something in one's own turn; `fields` may be a function, called when it is sent. Seat and
 * round are those of the touch: what comes too late does nothing on the next player's board, or with
 * the next card. `remove` takes away what was shown of it until the answer came.
 * @param {Fields | (() => Fields)} fields
 */
async function mark(fields, remove = () => {}) {
  hideRefusal();
  closeHint();
  const then = moment();
  const answer = await connection.ask(() => ({ ...then, ...(typeof fields === "function" ? fields() : fields) }));
  remove();
  if (!connection.isBusy) pending.selected = board.selected;
  if (answer.type === "done") speakSteps();
  return answer;
}

const pending = new PendingMarks();
/** @param {string} line */
const tapLine = (line) => mark({ do: "tap_line", line }, pending.drawLine(line));
/** @param {string} at */
const point = (at) => connection.ask({ do: "point", at });

const board = new Board(byId("board"), {
  tap(island) {
    if (isCalling()) point(island);
    else if (isOwnBoard()) {
      const remove = pending.tap(island, place().number);
      mark(() => ({ do: "tap", island, from: board.selected }), remove);
    }
  },
  tapLine(line) {
    if (isCalling()) point(line);
    else if (isOwnBoard()) tapLine(line);
  },
  join: (from, to) => mark({ do: "mark", marks: `${from}-${to}` }),
  wanted: () => (isMarking() ? ".target, .rail.fresh" : ".rail"),
  mayDraw: isMarking,
  swipe: showNeighbour,
});

/**
 * Show a board as it lies open; null for one's own turn.
 * @param {number | null} seat
 */
const look = (seat) => connection.ask({ do: "look", seat });

/**
 * Show the board of the player before or after the one that is shown, in the order of the strip.
 * @param {-1 | 1} step
 */
function showNeighbour(step) {
  const tabs = all("#strip .tab", HTMLElement);
  const tab = tabs[tabs.findIndex((each) => each.matches(".shown")) + step];
  if (tab) look(tab.dataset.seat === undefined ? null : Number(tab.dataset.seat));
}

startSignTips();
startGuide(table);
startHints({
  table,
  moment,
  async use(marks) {
    if (find("#actions [data-do=clear]:not([aria-disabled])", Element)) await mark({ do: "clear" });
    await mark({ do: "mark", marks });
  },
  refuse: (text) => showRefusal({ text }),
});

startShortcuts({
  undo: () => isOwnBoard() && mark({ do: "undo" }),
  redo: () => isOwnBoard() && mark({ do: "redo" }),
  finish: () => find("#actions .done", HTMLElement)?.click(),
  showKeys: () => dialog("keys").showModal(),
  deselect() {
    board.select("");
    pending.selected = "";
    hideRefusal();
  },
});

// --- what is received

/** @param {Message} message */
function hear(message) {
  switch (message.type) {
    case "hello":
      setClock(message.now);
      break;
    case "patch":
      show(message.html);
      break;
    case "done":
      board.select(message.selected);
      break;
    case "refused":
      showRefusal(message);
      break;
    case "reveal":
      reveal(message.html);
      break;
    case "news":
      announce(message);
      break;
    case "reaction":
      showReaction(message, speak);
      break;
    case "look":
      lookedAt = message.seat;
      hideRefusal();
      break;
    case "reload":
      setTimeout(showNextPage, isBannerShown() ? BANNER_IS_READ : 0);
      break;
  }
}

/** Show the page that the table has now: in company the points are counted on it. */
function showNextPage() {
  if ("company" in main.dataset) loadCount(sitePath(`/t/${table}`));
  else loadNextPage();
}

/** @param {Record<string, string>} html */
function show(html) {
  const { seat, round, due: wasDue } = place();
  patch(html);
  tick();
  if (round !== place().round) forgetBanners();
  if (round !== place().round || seat !== place().seat) {
    board.letGo();
    hideRefusal();
    closeHint();
    closeSignTip();
    callBack();
    hideOffer();
  }
  board.refresh();
  showStanding(isOwnBoard());
  showGuide();
  showExample();
  byId("board").firstElementChild?.setAttribute("aria-label", place().title ?? "");
  if (seat !== place().seat) showCurtain();
  beginTurn(connection);
  showTurn("due" in place());
  if (wasDue === undefined || round !== place().round) notifyOfTurn();
  showMistakes();
}

/** Tell one who looks elsewhere that the others wait. */
function notifyOfTurn() {
  if ("due" in place()) notify(turnTitle, textOf(get("#head .where", HTMLElement)));
}

/** Give marks that are allowed now as an example of what can be typed. */
function showExample() {
  const { example, typing } = byId("steps").dataset;
  if (example === undefined) return;
  find("#marks", HTMLInputElement)?.setAttribute("placeholder", example);
  byId("typing-hint").textContent = typing ?? "";
}

/** Say to screen readers what is done and what is next. */
function speakSteps() {
  const tip = tipText();
  if (tip) return speak(tip);
  const parts = all("#steps li, #steps .warn, #actions .gain", HTMLElement);
  speak(parts.map((part) => textOf(part.lastElementChild ?? part) || textOf(part)).join(". "));
}

// --- buttons and dialogs

document.addEventListener("click", ({ target }) => {
  // a tap beside a dialog
  if (target instanceof HTMLDialogElement && target.matches("#menu, #keys, #ladder, #sure")) target.close();
  const button = closest(target, "button[data-do], button[data-open], button[data-close]", HTMLButtonElement);
  if (!button) return;
  const { do: what, open, close } = button.dataset;
  if (close) hideRefusal();
  else if (open) openDialog(open, button);
  else if (what === "done") finish(button);
  else if (what) act(what, button);
});

/** @param {HTMLElement} button */
function closeAround(button) {
  closest(button, "dialog", HTMLDialogElement)?.close();
}

/**
 * @param {string} id
 * @param {HTMLElement} button
 */
function openDialog(id, button) {
  closeAround(button);
  const opened = dialog(id);
  find("[data-do=rewind]", Element, opened)?.toggleAttribute("disabled", !Number(place().again));
  opened.showModal();
}

let ending = ""; // the turn that is about to end: a second press of Done means nothing

/**
 * End the turn once all marks under way are made; where something would be skipped, ask first.
 * @param {HTMLElement} button
 */
async function finish({ dataset: { key } }) {
  const turn = `${place().seat} ${place().round}`;
  if (turn === ending) return;
  ending = turn;
  const isGranted = await connection.settled();
  const button = find(`#actions [data-key="${key}"]`, HTMLElement); // as it is after the answers
  if (isGranted && button?.dataset.sure) askAgain(button.dataset.sure);
  else if (isGranted && button) await end();
  if (turn === ending) ending = "";
}

/** End the turn; a start takes the seat's share of the shuffle along. */
async function end() {
  const seat = place().phase === "starts" ? ownSeat() : null;
  if (seat !== null) await sealShuffle(connection, seat);
  await markDone(() => ({ do: "done", ...(seat === null ? {} : opening(seat)) }));
}

/**
 * End the turn, and offer messages about the next one where that takes long.
 * @param {() => Fields} fields
 */
async function markDone(fields) {
  const answer = await mark(fields);
  if (answer.type === "done" && !("due" in place())) offerMessages(); // no turn of one's own has begun
}

const sure = dialog("sure");

/**
 * Ask whether a turn is to be skipped.
 * @param {string} text
 */
function askAgain(text) {
  byId("sure-title").textContent = text;
  sure.returnValue = "";
  sure.showModal();
}

sure.addEventListener("close", () => {
  if (sure.returnValue === "yes") markDone(() => ({ do: "done" }));
});

/**
 * @param {string} what
 * @param {HTMLElement} button
 */
function act(what, button) {
  closeAround(button);
  const { seat: given, seats = given, on, mark: called, made, proposal } = button.dataset;
  const seat = given === undefined ? null : Number(given);
  switch (what) {
    case "look":
      look(seat).then(() => closest(button, "#others", Element) && byId("board").scrollIntoView({ block: "nearest" }));
      break;
    case "point":
      point("");
      break;
    case "call":
      connection.ask({ do: what, seat: ownSeat(), on: Number(on), mark: called, made: Number(made) });
      break;
    case "rewind":
      connection.ask({ do: what, to: Number(place().again) });
      break;
    case "resign":
    case "close":
      leave(what, seat);
      break;
    case "agree":
    case "decline":
    case "withdraw":
      connection.ask({ do: what, proposal: Number(proposal) });
      break;
    case "take_over":
    case "give_back":
      for (const one of (seats ?? "").split(" ")) connection.ask({ do: what, seat: Number(one) });
      break;
    default:
      mark(seat === null ? { do: what } : { do: what, seat });
  }
}

find("#typing", HTMLDetailsElement)?.toggleAttribute("open", matchMedia("(pointer: fine)").matches);
find("#typed", HTMLFormElement)?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = get("#marks", HTMLInputElement);
  if (!field.value.trim()) return;
  const answer = await mark({ do: "mark", marks: field.value.trim() });
  if (answer.type === "done") field.value = "";
});

const leave = startLeaving(connection);
giveShares(connection);
startClock();
startSound(get("[data-toggle=sound]", HTMLElement), (isOn) => {
  speak((isOn ? main.dataset.soundOn : main.dataset.soundOff) ?? "");
});
startVibration(get("[data-toggle=vibration]", HTMLElement), (isOn) => {
  speak((isOn ? main.dataset.vibrationOn : main.dataset.vibrationOff) ?? "");
});
startNotifications(find("[data-toggle=notifications]", HTMLElement), (isOn) => {
  speak((isOn ? main.dataset.notificationsOn : main.dataset.notificationsOff) ?? "");
});
startPast({
  closed: () => Number(place().closed),
  failed: (text) => showRefusal({ text }),
});
startReactions(connection, { seat: ownSeat, failed: speak });
startCurtain(connection);
showStanding(isOwnBoard());
showTurn("due" in place());
notifyOfTurn(); // the game may have begun in the background
showMistakes();
