// The line to a table for pages that change seldom: it comes back by itself when it is lost.

export class Wire {
  constructor(table, hear) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${table}/live`;
    this.hear = hear;
    this.waiting = [];
    this.pause = 500;
    this.open();
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.wake(); });
    addEventListener("online", () => this.wake());
  }

  open() {
    clearTimeout(this.timer);
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => {
      this.pause = 500;
      for (const message of this.waiting.splice(0)) this.socket.send(message);
    });
    this.socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => {
      if (event.code === 4404) return;
      this.hear({ type: "lost" });
      this.timer = setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(this.pause * 2, 10000);
    });
  }

  wake() {
    if (this.socket.readyState === WebSocket.CLOSED) this.open();
  }

  ask(fields) {
    const message = JSON.stringify({ id: newId(), ...fields });
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(message);
    else this.waiting.push(message);
  }
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes));
}
