// The live sockets of the pages in the frame: like a WebSocket, over a port to the worker of the tab that leads.

/** @typedef {{ text: string } | { code: number }} Said by either side: a message, or the end */

/** @type {Set<HashiSocket>} */
const open = new Set();

/** How a port reaches the program; the shell sets it. @type {(address: string, port: MessagePort) => void} */
let connect = () => {};

/** @param {typeof connect} way */
export function connectBy(way) {
  connect = way;
}

export class HashiSocket {
  /** @type {((event: { data: string }) => void) | null} */
  onmessage = null;
  /** @type {((event: { code: number }) => void) | null} */
  onclose = null;

  /** @param {string | URL} address */
  constructor(address) {
    const { pathname, search } = new URL(address, location.href);
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    /** @param {MessageEvent<Said>} event */
    this.port.onmessage = ({ data }) => {
      if ("text" in data) this.onmessage?.({ data: data.text });
      else this.end(data.code);
    };
    open.add(this);
    connect(pathname + search, port2);
  }

  /** @param {string} text */
  send(text) {
    this.port.postMessage({ text });
  }

  close(code = 1000) {
    if (!open.delete(this)) return;
    this.port.postMessage({ code });
    this.port.close();
  }

  /** @param {number} code */
  end(code) {
    if (!open.delete(this)) return;
    this.port.close();
    this.onclose?.({ code });
  }
}

/** The page that opened them is left. */
export function closeAll() {
  for (const socket of [...open]) socket.close(1001);
}

/** What answered them is gone: pages connect again by themselves. */
export function endAll() {
  for (const socket of [...open]) socket.end(1006);
}
