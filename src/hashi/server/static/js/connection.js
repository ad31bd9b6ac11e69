// The connection of a page to its table: one socket, and requests that are sent one at a time.
//
// A lost socket is opened again, and the request that was under way is then sent once more with the
// same id: the server does nothing twice. The connection ends for good only when the server says so.

import { sitePath } from "./site.js";
import { showStatus } from "./status.js";

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
const PATIENCE = 6000;
const PING_PATIENCE = 3000;
const ENDS = { 4403: "forbidden", 4404: "gone" };
const LATER = { 4429: "full" }; // the server has no room for this page now
const TRY_AGAIN = new Set(["store_down", "table_down", "too_fast"]);
const PING = { do: "ping" };

export class Connection {
  /**
   * Connect to a table. `page` names what is shown ("lobby", "table" or "over"), `number` is the
   * last event that it shows, `seats` are the viewer's own where the page depends on them, and
   * `query()` gives further parameters of the address.
   * `hear(message)` gets every message: "hello" after each connecting, and "reload" where the table
   * is shown by another page now.
   */
  constructor(table, { page, number, seats = null, hear, query = () => ({}) }) {
    this.path = sitePath(`/t/${table}/live`);
    this.page = page;
    this.number = number;
    this.seats = seats;
    this.hear = hear;
    this.query = query;
    this.socket = null;
    this.isReady = false;
    this.lostBy = ""; // what is said while there is no connection
    this.isLeaving = false;
    this.hasEnded = false;
    this.failures = 0;
    this.requests = [];
    this.count = 0;
    this.name = Date.now().toString(36) + Math.random().toString(36).slice(2, 10);
    addEventListener("online", () => this.wake());
    addEventListener("offline", () => this.lose());
    addEventListener("pagehide", () => { this.isLeaving = true; });
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    this.open();
  }

  /**
   * Ask the table for something and return its answer, "done" or "refused"; "ended" where there will
   * never be one. `fields` may be a function: it is called when the request is sent for the first time.
   * The page does not hear the answer to a quiet request.
   */
  ask(fields, { isQuiet = false } = {}) {
    if (this.hasEnded) return Promise.resolve({ type: "ended" });
    this.count += 1;
    const request = { id: `${this.name}-${this.count}`, fields, isQuiet, text: "", failures: 0 };
    request.answered = new Promise((settle) => { request.settle = settle; });
    this.requests.push(request);
    if (this.requests.length === 1) this.send();
    return request.answered;
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
    const socket = new WebSocket(this.address());
    this.socket = socket;
    socket.onmessage = (event) => this.socket === socket && this.receive(JSON.parse(event.data));
    socket.onclose = (event) => this.socket === socket && this.closed(event.code);
    this.expect();
  }

  address() {
    const url = new URL(this.path, location);
    url.protocol = url.protocol.replace("http", "ws");
    const parameters = { after: this.number, lang: document.documentElement.lang, ...this.query() };
    url.search = new URLSearchParams(parameters);
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

  closed(code) {
    this.socket = null;
    this.isReady = false;
    clearTimeout(this.watch);
    clearTimeout(this.resending);
    if (ENDS[code]) this.end(ENDS[code]);
    if (this.isLeaving || this.hasEnded) return;
    const reason = LATER[code] ?? "lost";
    if (reason !== this.lostBy) showStatus(reason);
    this.lostBy = reason;
    clearTimeout(this.reopening);
    this.reopening = setTimeout(() => this.open(), pauseAfter(this.failures));
    this.failures += 1;
  }

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

  receive(message) {
    if (message.number !== undefined) this.number = message.number;
    if (message.type === "hello") this.greet(message);
    else if (this.isAnswer(message)) this.answer(message);
    else this.hear(message);
  }

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

  /** A refusal without an id, of a message that could not be read, can only mean the one under way. */
  isAnswer({ type, id }) {
    const [request] = this.requests;
    return Boolean(request?.text) && (id === request.id || (type === "refused" && !id));
  }

  answer(message) {
    const [request] = this.requests;
    clearTimeout(this.watch);
    if (TRY_AGAIN.has(message.code)) {
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
    this.socket.send(request.text);
    this.expect(request.fields === PING ? PING_PATIENCE : PATIENCE);
  }
}

/** How long to wait after so many failures: longer each time, and not all pages at the same moment. */
function pauseAfter(failures) {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 1.7 ** failures) * (0.75 + Math.random() / 2);
}
