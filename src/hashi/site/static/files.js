// The files of the site on their way to this device: from the cache, or else over the network.
//
// What has come is in the cache and is not loaded again. A download that breaks off goes on by itself, from
// where it was if the host can do that, and nothing is kept whose digest differs.

import { addressOf, cacheOf } from "./site.js";

/** @import { Entry, Progress, Site } from "./site.js" */
const SILENCE = 10_000; // milliseconds without a byte until that is said
const GIVE_UP = 30_000; // and until the download is begun again
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const load = globalThis.fetch.bind(globalThis); // python.js gives Pyodide another

/** The host has another version by now: a file of this one is not there any more. */
export class Gone extends Error {
  name = "Gone";
}

export class Files {
  /** @type {Map<string, Entry>} */
  entries = new Map();
  /** @type {Map<string, number>} how much of a file has come, from 0 to 1 */
  parts = new Map();
  /** @type {Set<string>} */
  stalled = new Set();

  /**
   * @param {Site} site
   * @param {(progress: Progress) => void} [tell]
   */
  constructor(site, tell = () => {}) {
    this.site = site;
    this.tell = tell;
  }

  /** Learn which files there are. */
  async open() {
    this.cache = await caches.open(cacheOf(this.site));
    const path = `${this.site.app}/files.json`;
    const kept = await this.cache.match(addressOf(this.site, path));
    const text = kept
      ? await kept.text()
      : new TextDecoder().decode(await this.download({ path, size: 0, digest: "" }));
    if (!kept) await this.keep(path, text, "application/json");
    for (const entry of /** @type {Entry[]} */ (JSON.parse(text))) this.entries.set(entry.path, entry);
  }

  /** All that the program needs to start, and all else. */
  get first() {
    return [...this.entries.values()].filter(({ first }) => first);
  }

  get rest() {
    return [...this.entries.values()].filter(({ first }) => !first);
  }

  /** Bring all that the program needs to start. What is here already counts from the beginning. */
  async bringFirst() {
    const { first } = this;
    const here = await Promise.all(first.map(({ path }) => this.cache?.match(addressOf(this.site, path))));
    for (const [at, { path }] of first.entries()) this.parts.set(path, here[at] ? 1 : 0);
    const missing = first.filter((_, at) => !here[at]);
    await Promise.all(missing.map((entry) => this.bring(entry)));
  }

  /**
   * Return a file's content, by its name in the folder of this version.
   * @param {string} name
   */
  bytes(name) {
    return this.content(`${this.site.app}/${name}`);
  }

  /**
   * Return a file as it would be fetched, by its name in the folder of this version.
   * @param {string} name
   */
  async answer(name) {
    const kept = await this.cache?.match(addressOf(this.site, `${this.site.app}/${name}`));
    return kept ?? new Response(await this.bytes(name), { headers: { "content-type": kindOf(name) } });
  }

  /**
   * Return a file's content, by its path from the site's root.
   * @param {string} path
   * @returns {Promise<ArrayBuffer>}
   */
  async content(path) {
    const kept = await this.cache?.match(addressOf(this.site, path));
    if (kept) return kept.arrayBuffer();
    const entry = this.entries.get(path);
    if (!entry) throw new Gone(path);
    const content = await this.download(entry);
    await this.keep(path, content, kindOf(path));
    this.report(path, 1);
    return content.buffer;
  }

  /**
   * Bring a file to this device, if it is not here.
   * @param {Entry} entry
   */
  async bring({ path }) {
    if (!(await this.cache?.match(addressOf(this.site, path)))) await this.content(path);
  }

  /**
   * @param {string} path
   * @param {BodyInit} content
   * @param {string} kind
   */
  async keep(path, content, kind) {
    const answer = new Response(content, { headers: { "content-type": kind } });
    // where the device has no room, the file is loaded again next time
    await this.cache?.put(addressOf(this.site, path), answer).catch(() => {});
  }

  /**
   * Load a file, again and again until it has come whole.
   * @param {{ path: string, size: number, digest: string }} entry
   */
  async download(entry) {
    const received = new Received();
    for (let failures = 0; ; failures += 1) {
      const before = received.length;
      try {
        await this.receive(entry, received, failures);
        if (!entry.digest || (await digestOf(received.bytes())) === entry.digest) return received.bytes();
        received.clear();
      } catch (error) {
        if (error instanceof Gone) throw error;
        if (received.length > before) failures = 0;
      }
      this.stall(entry.path, true);
      await pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures));
    }
  }

  /**
   * @param {{ path: string, size: number }} entry
   * @param {Received} received what has come of it before
   * @param {number} failures
   */
  async receive({ path, size }, received, failures) {
    const ending = new AbortController();
    const watch = new Watch(
      () => this.stall(path, true),
      () => ending.abort(),
    );
    try {
      const answer = await load(addressOf(this.site, path), {
        signal: ending.signal,
        cache: failures ? "no-cache" : "default",
        headers: received.canGoOn ? { range: `bytes=${received.length}-` } : {},
      });
      if (answer.status === 404 || answer.status === 410) throw new Gone(path);
      if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`);
      if (answer.status !== 206) received.begin(answer);
      const reader = answer.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        watch.restart();
        this.stall(path, false);
        received.add(value);
        this.report(path, size ? received.length / size : 0);
      }
    } finally {
      watch.end();
    }
  }

  /**
   * @param {string} path
   * @param {number} part
   */
  report(path, part) {
    this.parts.set(path, Math.min(1, part));
    this.tellAll();
  }

  /**
   * @param {string} path
   * @param {boolean} isStalled
   */
  stall(path, isStalled) {
    if (isStalled === this.stalled.has(path)) return;
    if (isStalled) this.stalled.add(path);
    else this.stalled.delete(path);
    this.tellAll();
  }

  tellAll() {
    const { first } = this;
    const done = first.reduce((sum, { path, sent }) => sum + sent * (this.parts.get(path) ?? 0), 0);
    const whole = first.reduce((sum, { sent }) => sum + sent, 0);
    this.tell({ done, whole, isStalled: this.stalled.size > 0 });
  }
}

/** What has come of a file. */
class Received {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  pieces = [];
  length = 0;
  mayGoOn = false;
  canGoOn = false;

  /** @param {Response} answer */
  begin(answer) {
    this.clear();
    const isPlain = !answer.headers.get("content-encoding");
    this.mayGoOn = isPlain && answer.headers.get("accept-ranges") === "bytes";
  }

  /** @param {Uint8Array<ArrayBuffer>} piece */
  add(piece) {
    this.pieces.push(piece);
    this.length += piece.length;
    this.canGoOn = this.mayGoOn;
  }

  clear() {
    this.pieces = [];
    this.length = 0;
    this.canGoOn = false;
  }

  bytes() {
    const whole = new Uint8Array(this.length);
    let at = 0;
    for (const piece of this.pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}

/** Tells when nothing has come for a while, and for too long. */
class Watch {
  /**
   * @param {() => void} silent
   * @param {() => void} over
   */
  constructor(silent, over) {
    this.silent = silent;
    this.over = over;
    this.restart();
  }

  restart() {
    this.end();
    this.timers = [setTimeout(this.silent, SILENCE), setTimeout(this.over, GIVE_UP)];
  }

  end() {
    for (const timer of this.timers ?? []) clearTimeout(timer);
  }
}

/**
 * Wait so many milliseconds, or until there is a network again.
 * @param {number} time
 */
function pause(time) {
  return new Promise((resolve) => {
    setTimeout(resolve, time);
    addEventListener("online", resolve, { once: true });
  });
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function digestOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @type {Record<string, string>} */
const KINDS = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  json: "application/json",
  mjs: "text/javascript",
  png: "image/png",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

/** @param {string} path */
const kindOf = (path) => KINDS[path.split(".").at(-1) ?? ""] ?? "application/octet-stream";
