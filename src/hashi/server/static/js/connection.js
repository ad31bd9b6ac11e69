// The connection of a page to its table: one socket, and requests that are sent one at a time.
//
// A lost socket is opened again, and the request that was under way is then sent once more with the
// same id: the server does nothing twice. The connection ends for good only when the server says so.

import { sitePath } from "./site.js";
import { showStatus } from "./status.js";

/** @import { Banner } from "./banners.js" */
/**
 * What the server sends (live/socket.py, live/broadcast.py).
 * @typedef {{ type: "hello", number: number, missed: boolean, page: string, seats: number[], now: number }} Hello
 * @typedef {{ type: "done", id: string, number: number, selected: string }} Done
 * @typedef {{ type: "refused", id: string, code: string, text: string, in_the_way?: string[] }} Refused
 * @typedef {{ type: "patch", number: number, html: Record<string, string> }} Patch
 * @typedef {{ type: "news", spoken: string[], banners: Banner[] }} News
 * @typedef {{ type: "reaction", seat: number | null, name: string, reaction: string, text: string }
 *   & { count?: number }} Reaction of no seat: of those who watch, with how many sent the same
 * @typedef {{ type: "reveal", html: string }} Reveal
 * @typedef {{ type: "look", seat: number | null }} Look
 * @typedef {{ type: "lobby" | "over" | "reload", number?: number }} Changed
 * @typedef {Hello | Done | Refused | Patch | News | Reveal | Reaction | Look | Changed} Message
 */
/** @typedef {Done | Refused | { type: "ended" }} Answer what comes of a request */
/** @typedef {Window & { HashiSocket?: typeof WebSocket }} Around what is around a page without a server */
/** @typedef {{ do: string, [name: string]: unknown }} Fields what is asked for */
/**
 * A request on its way; its text is empty until it is sent for the first time.
 * @typedef {object} Asked
 * @property {string} id
 * @property {Fields | (() => Fields)} fields
 * @property {boolean} isQuiet
 * @property {string} text
 * @property {number} failures
 * @property {Promise<Answer>} answered
 * @property {(answer: Answer) => void} settle
 */
/**
 * @typedef {object} Options
 * @property {"lobby" | "table" | "over"} page what is shown
 * @property {string} number the last event that is shown
 * @property {string | null} [seats] the viewer's own, where the page depends on them
 * @property {(message: Message) => void} hear gets every message: "hello" after each connecting, and "reload"
 *   where the table is shown by another page now
 * @property {() => { look?: number }} [query] gives further parameters of the address
 */

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
const PATIENCE = 6000;
const PING_PATIENCE = 3000;
const ENDS = new Map([
  [4403, "forbidden"],
  [4404, "gone"],
]);
const FULL = 4429; // the server has no room for this page now
const TRY_AGAIN = new Set(["store_down", "table_down", "too_fast"]);
/** @type {Fields} */
const PING = { do: "ping" };

export class Connection {
  /** @type {WebSocket | null} */
  socket = null;
  isReady = false;
  lostBy = ""; // what is said while there is no connection
  isLeaving = false;
  hasEnded = false;
  failures = 0;
  /** @type {Asked[]} */
  requests = [];
  count = 0;
  name = Date.now().toString(36) + Math.random().toString(36).slice(2, 10);
  /** Timers: until the server has to have answered, until the next try to connect, to send again. */
  watch = 0;
  reopening = 0;
  resending = 0;

  /**
   * Connect to a table.
   * @param {string} table
   * @param {Options} options
   */
  constructor(table, { page, number, seats = null, hear, query = () => ({}) }) {
    this.path = sitePath(`/t/${table}/live`);
    this.page = page;
    /** @type {string | number} */
    this.number = number;
    this.seats = seats;
    this.hear = hear;
    this.query = query;
    addEventListener("online", () => this.wake());
    addEventListener("offline", () => this.lose());
    addEventListener("pagehide", () => {
      this.isLeaving = true;
    });
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    this.open();
  }

  /**
   * Ask the table for something and return its answer, "done" or "refused"; "ended" where there will
   * never be one. `fields` may be a function: it is called when the request is sent for the first time.
   * The page does not hear the answer to a quiet request.
   * @param {Fields | (() => Fields)} fields
   * @param {{ isQuiet?: boolean }} [how]
   * @returns {Promise<Answer>}
   */
  ask(fields, { isQuiet = false } = {}) {
    if (this.hasEnded) return Promise.resolve({ type: "ended" });
    this.count += 1;
    const id = `${this.name}-${this.count}`;
    /** @type {(answer: Answer) => void} */
    let settle = () => {};
    /** @type {Promise<Answer>} */
    const answered = new Promise((resolve) => {
      settle = resolve;
    });
    this.requests.push({ id, fields, isQuiet, text: "", failures: 0, answered, settle });
    if (this.requests.length === 1) this.send();
    return answered;
  }

  /** Whether requests are under way. */
  get isBusy() {
    return this.requests.length > 0;
  }

  /** Wait for the answers to all requests that are under way; return whether all were granted. */
  async settled() {
    const answers = await Promise.all(this.requests.map((request) => request.answered));
    return answers.every(({ type }) => type === "done");
  }

  // --- the socket

  open() {
    clearTimeout(this.reopening);
    if (this.socket || this.hasEnded) return;
    const Socket = /** @type {Around} */ (parent).HashiSocket ?? WebSocket;
    const socket = new Socket(this.address());
    this.socket = socket;
    socket.onmessage = (event) => this.socket === socket && this.receive(JSON.parse(event.data));
    socket.onclose = (event) => this.socket === socket && this.closed(event.code);
    this.expect();
  }

  address() {
    const url = new URL(this.path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const parameters = { after: this.number, lang: document.documentElement.lang, ...this.query() };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
    return url;
  }

  /** Wait for a greeting or an answer: when none comes in time, the socket is given up. */
  expect(patience = PATIENCE) {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.lose(), patience);
  }

  /** Give the socket up without waiting for its end: on a dead network none comes. */
  lose() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
    this.closed();
  }

  /** Connect again after a pause, unless the server has closed the socket for good. */
  closed(code = 0) {
    this.socket = null;
    this.isReady = false;
    clearTimeout(this.watch);
    clearTimeout(this.resending);
    const end = ENDS.get(code);
    if (end) this.end(end);
    if (this.isLeaving || this.hasEnded) return;
    const reason = code === FULL ? "full" : "lost";
    if (reason !== this.lostBy) showStatus(reason);
    this.lostBy = reason;
    clearTimeout(this.reopening);
    this.reopening = setTimeout(() => this.open(), pauseAfter(this.failures));
    this.failures += 1;
  }

  /** @param {string} status */
  end(status) {
    this.hasEnded = true;
    showStatus(status);
    for (const request of this.requests.splice(0)) request.settle({ type: "ended" });
  }

  /** The page is looked at again, or the network is back: connect, or check the connection, at once. */
  wake() {
    this.isLeaving = false;
    this.failures = 0;
    if (!this.socket) this.open();
    else if (this.isReady && !this.requests.length) this.ask(PING, { isQuiet: true });
  }

  // --- messages

  /** @param {Message} message */
  receive(message) {
    if ("number" in message && message.number !== undefined) this.number = message.number;
    const [request] = this.requests;
    if (message.type === "hello") this.greet(message);
    else if (request && isAnswer(message, request)) this.answer(message, request);
    else this.hear(message);
  }

  /** @param {Hello} message */
  greet(message) {
    clearTimeout(this.watch);
    showStatus(this.lostBy && message.missed ? "back" : "");
    this.isReady = true;
    this.lostBy = "";
    this.failures = 0;
    const isOther = message.page !== this.page || (this.seats !== null && this.seats !== message.seats.join());
    this.hear(isOther ? { type: "reload" } : message);
    this.send();
  }

  /**
   * @param {Done | Refused} message
   * @param {Asked} request the first one
   */
  answer(message, request) {
    clearTimeout(this.watch);
    if (message.type === "refused" && TRY_AGAIN.has(message.code)) {
      if (message.code === "store_down") showStatus("saving");
      this.resending = setTimeout(() => this.send(), pauseAfter(request.failures));
      request.failures += 1;
      return;
    }
    if (request.failures) showStatus("");
    this.requests.shift();
    if (!request.isQuiet) this.hear(message);
    request.settle(message);
    this.send();
  }

  /** Send the first request, or send it again as it was. */
  send() {
    const [request] = this.requests;
    if (!request || !this.isReady) return;
    if (!request.text) {
      const fields = typeof request.fields === "function" ? request.fields() : request.fields;
      request.text = JSON.stringify({ id: request.id, ...fields });
    }
    this.socket?.send(request.text);
    this.expect(request.fields === PING ? PING_PATIENCE : PATIENCE);
  }
}

/**
 * Whether a message answers the request under way. A refusal without an id, of a message that could
 * not be read, can only mean that one.
 * @param {Message} message
 * @param {Asked} request
 * @returns {message is Done | Refused}
 */
function isAnswer(message, request) {
  if (!request.text || (message.type !== "done" && message.type !== "refused")) return false;
  return message.id === request.id || (message.type === "refused" && !message.id);
}

/**
 * How long to wait after so many failures: longer each time, and not all pages at the same moment.
 * @param {number} failures
 */
function pauseAfter(failures) {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 1.7 ** failures) * (0.75 + Math.random() / 2);
}
