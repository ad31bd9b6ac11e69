// The page of a table: brings taps, keys, patches and announcements together.

import { Board } from "../board.js";
import { setClock, startClock, tick } from "../clock.js";
import { Keys } from "../keys.js";
import { Link } from "../connection.js";
import { patch } from "../patch.js";
import { startSound } from "../sound.js";
import * as telling from "../announcements.js";

const main = document.getElementById("main");
const byId = (id) => document.getElementById(id);
const place = () => byId("place").dataset;

const table = {
  looking: null,
  get seat() { return place().seat === "" ? null : Number(place().seat); },
  get isOwn() { return this.seat !== null && this.looking === null; },
  get isMarking() { return "marks" in place(); },
  get isCalling() { return "calls" in place(); },
  async mark(fields) {
    const answer = await link.ask(() => ({
      seat: this.seat,
      round: Number(place().round),
      ...(typeof fields === "function" ? fields() : fields),
    }));
    if (answer.type === "done") {
      telling.forgive();
      tellSteps();
    }
    return answer;
  },
  point(at) { link.ask({ do: "point", at }); },
};

const link = new Link(address, hear, (what) => {
  if (what === "lost") telling.notice(main.dataset.lost);
  else telling.notice(what === "back" ? main.dataset.back : "", true);
});
link.number = main.dataset.number;
const board = new Board(table);
const keys = new Keys(table, board);

function address() {
  const url = new URL(`/t/${main.dataset.id}/live`, location);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("after", link.number);
  url.searchParams.set("lang", document.documentElement.lang);
  if (table.looking !== null) url.searchParams.set("look", table.looking);
  return url;
}

// --- what comes in

function hear(message) {
  switch (message.type) {
    case "hello":
      setClock(message.now);
      if (message.page !== "table") location.reload();
      break;
    case "patch":
      take(message.html);
      break;
    case "done":
      board.select(message.selected);
      break;
    case "refused":
      telling.refuse(message);
      break;
    case "news":
      telling.announce(message);
      break;
    case "look":
      table.looking = message.seat;
      telling.forgive();
      break;
    case "reload":
      setTimeout(() => location.reload(), telling.isLoud ? 1800 : 0);
      break;
  }
}

function take(html) {
  const before = place().seat;
  const round = place().round;
  patch(html);
  keys.rove();
  tick();
  if (round !== place().round) {
    board.select("");
    telling.forgive();
  }
  board.show();
  byId("board").firstElementChild.setAttribute("aria-label", place().title);
  if (before !== place().seat) passOn();
}

/** For those who listen: what is done and what is next. */
function tellSteps() {
  const said = [...document.querySelectorAll("#steps li, #steps .warn")].map((part) => part.lastElementChild?.textContent || part.textContent);
  telling.tell(said.join(". "));
}

// --- one screen: a curtain before the next player's board

function passOn() {
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

// a tap beside a dialog closes it
document.addEventListener("click", (event) => {
  if (event.target.matches("#menu, #keys, #sure")) event.target.close();
});

// --- buttons

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-do], button[data-open], button[data-close]");
  if (!button) return;
  const { do: what, open, close } = button.dataset;
  if (close) telling.forgive();
  else if (open) {
    button.closest("dialog")?.close();
    showMenu(open);
  } else if (button.dataset.sure) askTwice(button.dataset.sure);
  else act(what, button);
});

function showMenu(id) {
  byId(id).querySelector("[data-do=rewind]")?.toggleAttribute("disabled", !Number(place().again));
  byId(id).showModal();
}

function askTwice(text) {
  const sure = byId("sure");
  byId("sure-title").textContent = text;
  sure.returnValue = "";
  sure.showModal();
}
byId("sure").addEventListener("close", () => {
  if (byId("sure").returnValue === "yes") table.mark({ do: "done" });
});

function act(what, button) {
  button.closest("dialog")?.close();
  const seat = button.dataset.seat === undefined ? null : Number(button.dataset.seat);
  switch (what) {
    case "look":
      link.ask({ do: "look", seat }).then(() => byId("place").scrollIntoView({ block: "nearest" }));
      break;
    case "point":
      link.ask({ do: "point", at: "" });
      break;
    case "call":
      link.ask({ do: "call", seat: table.seat, on: Number(button.dataset.on), mark: button.dataset.mark, made: Number(button.dataset.made) });
      break;
    case "rewind":
      link.ask({ do: "rewind", to: Number(place().again) });
      break;
    case "take_over":
    case "give_back":
      link.ask({ do: what, seat });
      break;
    case "reopen":
      table.mark({ do: what, ...(seat === null ? {} : { seat }) });
      break;
    default:
      table.mark({ do: what });
  }
}

byId("typed")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = byId("marks");
  if (!field.value.trim()) return;
  const answer = await table.mark({ do: "mark", marks: field.value.trim() });
  if (answer.type === "done") field.value = "";
});

startClock();
startSound(document.querySelector("[data-toggle=sound]"), telling.tell, main.dataset);
if (place().pass) passOn();
link.open();
