// The connection to the server: requests in order, each answered once; it comes back by itself.

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;
const PATIENCE = 6000;

export class Link {
  /** `address()` gives the socket's address; `hear(message)` gets everything but answers. */
  constructor(address, hear, notice) {
    this.address = address;
    this.hear = hear;
    this.notice = notice;
    this.queue = [];
    this.number = "";
    this.isReady = false;
    this.wasLost = false;
    this.isLeaving = false;
    this.pause = FIRST_PAUSE;
    this.count = 0;
    this.name = Math.random().toString(36).slice(2, 10) + Date.now().toString(36);
    addEventListener("online", () => this.wake());
    addEventListener("offline", () => this.lose());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    addEventListener("pagehide", () => { this.isLeaving = true; });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.wake();
    });
  }

  /** Ask for something; `fields` may be a function, called when it is really sent. */
  ask(fields) {
    return new Promise((answer) => {
      this.count += 1;
      this.queue.push({ id: `${this.name}-${this.count}`, fields, text: "", answer });
      this.pump();
    });
  }

  open() {
    clearTimeout(this.timer);
    this.isLeaving = false;
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const socket = new WebSocket(this.address());
    this.socket = socket;
    socket.onmessage = (event) => this.socket === socket && this.take(JSON.parse(event.data));
    socket.onclose = () => this.socket === socket && this.closed();
  }

  closed() {
    this.isReady = false;
    this.socket = null;
    clearTimeout(this.watch);
    if (this.isLeaving) return;
    if (!this.wasLost) this.notice("lost");
    this.wasLost = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 1.7);
  }

  /** Give the socket up, whatever it says of itself: a dead network never closes one. */
  lose() {
    const socket = this.socket;
    this.socket = null;
    if (socket) socket.close();
    this.closed();
  }

  /** The page is looked at again, or the network is back: do not wait any longer. */
  wake() {
    this.isLeaving = false;
    this.pause = FIRST_PAUSE;
    if (!this.socket) this.open();
    else if (this.isReady && !this.queue.length) this.ask({ do: "ping" });
  }

  take(message) {
    if (message.number !== undefined) this.number = message.number;
    if (message.type === "hello") {
      this.pause = FIRST_PAUSE;
      this.isReady = true;
      this.notice(this.wasLost && message.missed ? "back" : "");
      this.wasLost = false;
      this.hear(message);
      this.pump(true);
      return;
    }
    const first = this.queue[0];
    if (first && message.id === first.id) {
      clearTimeout(this.watch);
      this.queue.shift();
      this.hear(message);
      first.answer(message);
      this.pump();
      return;
    }
    this.hear(message);
  }

  /** Send the first request in the queue; after a new connection once more, with the same id. */
  pump(again = false) {
    const first = this.queue[0];
    if (!first || !this.isReady || (first.text && !again)) return;
    if (!first.text) {
      const fields = typeof first.fields === "function" ? first.fields() : first.fields;
      first.text = JSON.stringify({ id: first.id, ...fields });
    }
    this.socket.send(first.text);
    this.watch = setTimeout(() => this.lose(), PATIENCE);
  }
}
