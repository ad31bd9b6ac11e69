// The page of a table during a game: sends what is touched, shows what the server sends.

import { hideRefusal, showRefusal, speak } from "../announcements.js";
import { announce, isBannerShown } from "../banners.js";
import { Board } from "../board.js";
import { setClock, startClock, tick } from "../clock.js";
import { Connection } from "../connection.js";
import { closeHint, startHints } from "../hints.js";
import { showMistakes } from "../mistakes.js";
import { notify, startNotifications } from "../notifications.js";
import { loadNextPage } from "../parts.js";
import { patch } from "../patch.js";
import { PendingMarks } from "../pending.js";
import { showReaction, startReactions } from "../reactions.js";
import { startShortcuts } from "../shortcuts.js";
import { giveShares, opening, sealShuffle } from "../shuffle.js";
import { startSound } from "../sound.js";
import { showTurn } from "../title.js";
import { callBack, startVibration } from "../vibration.js";

const BANNER_IS_READ = 1800;

const main = document.getElementById("main");
const byId = (id) => document.getElementById(id);

/** What the server says of the board shown and of one's own turn. */
const place = () => byId("place").dataset;
const ownSeat = () => (place().seat === "" ? null : Number(place().seat));
const isMarking = () => "marks" in place();
const isCalling = () => "calls" in place();
let lookedAt = null; // the seat whose board is shown instead of one's own
const isOwnBoard = () => ownSeat() !== null && lookedAt === null;

// --- what is sent

const connection = new Connection(main.dataset.table, {
  page: "table",
  number: main.dataset.number,
  seats: main.dataset.seats,
  hear,
  query: () => (lookedAt === null ? {} : { look: lookedAt }),
});

/**
 * Ask for something in one's own turn; `fields` may be a function, called when it is sent. Seat and
 * round are those of the touch: what comes too late does nothing on the next player's board, or with
 * the next card. `remove` takes away what was shown of it until the answer came.
 */
async function mark(fields, remove = () => {}) {
  hideRefusal();
  closeHint();
  const moment = { seat: ownSeat(), round: Number(place().round) };
  const answer = await connection.ask(() => ({ ...moment, ...(typeof fields === "function" ? fields() : fields) }));
  remove();
  if (!connection.isBusy) pending.selected = board.selected;
  if (answer.type === "done") speakSteps();
  return answer;
}

const pending = new PendingMarks();
const tapLine = (line) => mark({ do: "tap_line", line }, pending.drawLine(line));
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
});

startHints({
  table: main.dataset.table,
  moment: () => ({ seat: ownSeat(), round: Number(place().round) }),
  async use(marks) {
    if (document.querySelector("#actions [data-do=clear]:not([aria-disabled])")) await mark({ do: "clear" });
    await mark({ do: "mark", marks });
  },
  refuse: (text) => showRefusal({ text }),
});

startShortcuts({
  undo: () => isOwnBoard() && mark({ do: "undo" }),
  redo: () => isOwnBoard() && mark({ do: "redo" }),
  finish: () => document.querySelector("#actions .done")?.click(),
  showKeys: () => byId("keys").showModal(),
  deselect() {
    board.select("");
    pending.selected = "";
    hideRefusal();
  },
});

// --- what is received

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
      setTimeout(loadNextPage, isBannerShown() ? BANNER_IS_READ : 0);
      break;
  }
}

function show(html) {
  const { seat, round, due: wasDue } = place();
  patch(html);
  tick();
  if (round !== place().round || seat !== place().seat) {
    board.letGo();
    hideRefusal();
    closeHint();
    callBack();
  }
  board.refresh();
  showBegun();
  showExample();
  byId("board").firstElementChild.setAttribute("aria-label", place().title);
  if (seat !== place().seat) showCurtain();
  showTurn("due" in place());
  if (wasDue === undefined || round !== place().round) notifyOfTurn();
  showMistakes();
}

/** Tell one who looks elsewhere that the others wait. */
function notifyOfTurn() {
  if ("due" in place()) notify(main.dataset.turnTitle, document.querySelector("#head .where").textContent);
}

/**
 * Let the board know whether marks were made in this turn. A style sheet that asked the steps by `:has`
 * would make the browser compute the styles of the whole board at each change of the page.
 */
function showBegun() {
  byId("board").toggleAttribute("data-begun", "begun" in byId("steps").dataset);
}

/** Give marks that are allowed now as an example of what can be typed. */
function showExample() {
  const { example, typing } = byId("steps").dataset;
  if (example === undefined) return;
  byId("marks")?.setAttribute("placeholder", example);
  byId("typing-hint").textContent = typing;
}

/** Say to screen readers what is done and what is next. */
function speakSteps() {
  const parts = [...document.querySelectorAll("#steps li, #steps .warn")];
  speak(parts.map((part) => part.lastElementChild?.textContent || part.textContent).join(". "));
}

// --- several players at one screen: a curtain hides the board until the next one has the device

function showCurtain() {
  const curtain = byId("curtain");
  if (!place().pass) {
    curtain.close();
    return;
  }
  curtain.querySelector("h2").textContent = place().pass;
  curtain.querySelector("button").textContent = place().ready;
  if (!curtain.open) curtain.showModal();
}

byId("curtain").addEventListener("cancel", (event) => event.preventDefault());

// --- buttons and dialogs

document.addEventListener("click", (event) => {
  if (event.target.matches("#menu, #keys, #ladder, #sure")) event.target.close(); // a tap beside a dialog
  const button = event.target.closest("button[data-do], button[data-open], button[data-close]");
  if (!button) return;
  const { do: what, open, close } = button.dataset;
  if (close) hideRefusal();
  else if (open) openDialog(open, button);
  else if (what === "done") finish(button);
  else act(what, button);
});

function openDialog(id, button) {
  button.closest("dialog")?.close();
  const dialog = byId(id);
  dialog.querySelector("[data-do=rewind]")?.toggleAttribute("disabled", !Number(place().again));
  dialog.showModal();
}

let ending = ""; // the turn that is about to end: a second press of Done means nothing

/** End the turn once all marks under way are made; where something would be waived, ask first. */
async function finish({ dataset: { key } }) {
  const turn = `${place().seat} ${place().round}`;
  if (turn === ending) return;
  ending = turn;
  const isGranted = await connection.settled();
  const button = document.querySelector(`#actions [data-key="${key}"]`); // as it is after the answers
  if (isGranted && button?.dataset.sure) askAgain(button.dataset.sure);
  else if (isGranted && button) await end();
  if (turn === ending) ending = "";
}

/** End the turn; with a start goes the seat's share of the shuffle. */
async function end() {
  const isStart = place().phase === "starts";
  if (isStart) await sealShuffle(connection, ownSeat());
  await mark(() => ({ do: "done", ...(isStart ? opening(ownSeat()) : {}) }));
}

/** Ask whether a turn is to be waived. */
function askAgain(text) {
  byId("sure-title").textContent = text;
  byId("sure").returnValue = "";
  byId("sure").showModal();
}

byId("sure").addEventListener("close", () => {
  if (byId("sure").returnValue === "yes") mark({ do: "done" });
});

function act(what, button) {
  button.closest("dialog")?.close();
  const { seat: given, on, mark: called, made } = button.dataset;
  const seat = given === undefined ? null : Number(given);
  switch (what) {
    case "look":
      connection.ask({ do: what, seat }).then(() => byId("place").scrollIntoView({ block: "nearest" }));
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
    case "take_over":
    case "give_back":
      connection.ask({ do: what, seat });
      break;
    default:
      mark(seat === null ? { do: what } : { do: what, seat });
  }
}

byId("typing")?.toggleAttribute("open", matchMedia("(pointer: fine)").matches);
byId("typed")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = byId("marks");
  if (!field.value.trim()) return;
  const answer = await mark({ do: "mark", marks: field.value.trim() });
  if (answer.type === "done") field.value = "";
});

giveShares(connection);
startClock();
startSound(document.querySelector("[data-toggle=sound]"), (isOn) => {
  speak(isOn ? main.dataset.soundOn : main.dataset.soundOff);
});
startVibration(document.querySelector("[data-toggle=vibration]"), (isOn) => {
  speak(isOn ? main.dataset.vibrationOn : main.dataset.vibrationOff);
});
startNotifications(document.querySelector("[data-toggle=notifications]"), (isOn) => {
  speak(isOn ? main.dataset.notificationsOn : main.dataset.notificationsOff);
});
startReactions(connection, { seat: ownSeat, failed: speak });
if (place().pass) showCurtain();
showBegun();
showTurn("due" in place());
notifyOfTurn(); // the game may have begun in the background
showMistakes();
