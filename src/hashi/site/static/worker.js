// The worker in which the game runs: Python with the app, the files where games are kept, and further workers
// for what takes long. The shell of the tab that leads owns it.

import { Files, Gone } from "./files.js";
import { mountFiles } from "./kept_folder.js";
import { startPython } from "./python.js";
import { nameOf } from "./site.js";
import { Held, openStorage, Unreachable } from "./storage.js";
import { Thinker } from "./thinker.js";

/** @import { Asked, Failure, Order, Report, Start } from "./site.js" */
/** @import { Storage } from "./storage.js" */
/**
 * The program in Python (hashi.site.browser).
 * @typedef {{ receive: (text: string) => void, end: (code: number) => void, destroy: () => void }} LiveSocket
 * @typedef {object} Program
 * @property {(options: object, think: Function) => Promise<"started" | "too-new" | "broken" | "no-room">} start
 * @property {(...asked: [string, string, [string, string][], Uint8Array])
 *   => Promise<[number, [string, string][], Uint8Array<ArrayBuffer>]>} answer
 * @property {(address: string, send: (text: string) => void, close: (code: number) => void) => LiveSocket} open_socket
 * @property {() => Promise<void>} stop
 */

const FOLDER = "/data";
const FILES = ["hashi.sqlite", "hashi.sqlite-journal", "cookies.sqlite", "cookies.sqlite-journal"];

/** @param {Report} report */
const tell = (report) => postMessage(report);

/** @type {Program} */
let program;
/** @type {Storage} */
let storage;
let isFull = false;
/** What is asked before the program runs waits for it. @type {() => void} */
let begin;
/** @type {Promise<void>} */
const begun = new Promise((resolve) => {
  begin = resolve;
});
/** What leaves the program leaves in order. @type {Promise<void> | undefined} */
let leaving;

/**
 * Let something out of the program once all is kept that was written before.
 * @param {() => void} send
 */
function letOut(send) {
  const kept = storage.settle();
  if (!kept && !leaving) {
    send();
    return;
  }
  const own = Promise.all([kept, leaving]).then(send);
  leaving = own;
  own.then(() => {
    if (leaving === own) leaving = undefined;
  });
}

/** @param {Start} order */
async function start({ site, language, alive }) {
  // while the worker lives it holds this lock: the shell waits for its end there
  navigator.locks.request(alive, () => {
    tell({ type: "alive" });
    return new Promise(() => {});
  });
  const files = new Files(site, (progress) => tell({ type: "progress", ...progress }));
  const opening = openStorage(nameOf(site), FILES, (isFullNow) => {
    if (isFullNow !== isFull) tell({ type: "full", isFull: isFullNow });
    isFull = isFullNow;
  });
  opening.catch(() => {}); // it is said below
  await files.open();
  await files.bringFirst();
  const compiled = {};
  const python = await startPython(files, compiled);
  storage = await opening;
  mountFiles(python.FS, FOLDER, storage.files);
  program = python.pyimport("hashi.site.browser.program");
  const thinkers = {
    bots: new Thinker(site, compiled),
    reviews: new Thinker(site, compiled),
  };
  /** @type {(pool: keyof typeof thinkers, ...asked: Parameters<Thinker["think"]>) => Promise<Uint8Array>} */
  const think = (pool, ...asked) => thinkers[pool].think(...asked);
  const { prefix, server } = site;
  const options = {
    origin: location.origin,
    prefix,
    server,
    language,
    folder: FOLDER,
    is_kept: storage.kind !== "memory",
  };
  const outcome = await program.start(options, think);
  if (outcome !== "started") {
    tell({ type: "failed", reason: outcome, text: "" });
    return;
  }
  await storage.settle();
  files.tell = () => {};
  begin();
  tell({ type: "started", kind: storage.kind });
  await bringRest(files);
}

/**
 * Bring what the game does not need to start: then it needs no network any more.
 * @param {Files} files
 */
async function bringRest(files) {
  try {
    for (const entry of files.rest) await files.bring(entry);
    tell({ type: "complete" });
  } catch {
    // the host has another version by now, which comes with an update
  }
}

/** @param {unknown} error */
function fail(error) {
  /** @type {[new (...given: never[]) => Error, Failure][]} */
  const kinds = [
    [Gone, "gone"],
    [Held, "held"],
    [Unreachable, "unreachable"],
  ];
  const reason = kinds.find(([kind]) => error instanceof kind)?.[1] ?? "failed";
  tell({ type: "failed", reason, text: String(error) });
}

/**
 * @param {Asked} asked
 * @param {MessagePort} port
 */
async function answer({ method, address, headers, body }, port) {
  await begun;
  const [status, given, content] = await program.answer(method, address, headers, body);
  letOut(() => port.postMessage({ status, headers: given, body: content }));
}

/**
 * @param {string} address
 * @param {MessagePort} port
 */
async function openSocket(address, port) {
  await begun;
  const socket = program.open_socket(
    address,
    (text) => letOut(() => port.postMessage({ text })),
    (code) => letOut(() => port.postMessage({ code })),
  );
  /** @param {MessageEvent<{ text?: string, code?: number }>} event */
  port.onmessage = ({ data }) => {
    if (data.text !== undefined) {
      socket.receive(data.text);
      return;
    }
    port.close();
    socket.end(data.code ?? 1001);
    socket.destroy();
  };
}

async function stop() {
  await program?.stop();
  await storage?.settle();
  storage?.close();
  tell({ type: "stopped" });
}

addEventListener("message", (event) => {
  const data = /** @type {Order} */ (event.data);
  const port = /** @type {MessagePort} */ (event.ports[0]);
  if (data.type === "start") start(data).catch(fail);
  else if (data.type === "request") answer(data, port);
  else if (data.type === "socket") openSocket(data.address, port);
  else stop();
});
