// One further worker that does jobs, one after the other; it is started for a job and ended when it has been idle.

/** @import { Site } from "./site.js" */
/** @import { Compiled } from "./python.js" */
/**
 * What comes back of a job (jobs.js).
 * @typedef {{ result: Uint8Array<ArrayBuffer> } | { done: number, whole: number } | { error: string }} Reply or that
 *   it has started: `{ done: 0, whole: 0 }`
 */

const IDLE = 60_000; // milliseconds after which it ends
const START = 60_000; // milliseconds that its start may take

export class Thinker {
  /** @type {Worker | undefined} */
  worker;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  idle;

  /**
   * @param {Site} site
   * @param {Compiled} compiled
   */
  constructor(site, compiled) {
    this.site = site;
    this.compiled = compiled;
  }

  /**
   * Do a job and return its result. It fails where nothing is heard of it for so many seconds.
   * @param {Uint8Array} job
   * @param {number} seconds
   * @param {(done: number, whole: number) => void} watch hears how far it is
   * @returns {Promise<Uint8Array>}
   */
  think(job, seconds, watch) {
    clearTimeout(this.idle);
    const patience = this.worker ? seconds * 1000 : START;
    this.worker ??= this.begin();
    const { worker } = this;
    return new Promise((resolve, reject) => {
      /** @param {Error} error */
      const fail = (error) => {
        clearTimeout(silence);
        this.end();
        reject(error);
      };
      const late = () => fail(new Error("TimeoutError"));
      let silence = setTimeout(late, patience);
      worker.onerror = (event) => fail(new Error(event.message || "the worker has ended"));
      /** @param {MessageEvent<Reply>} event */
      worker.onmessage = ({ data }) => {
        clearTimeout(silence);
        if ("error" in data) {
          fail(new Error(data.error));
        } else if ("result" in data) {
          this.idle = setTimeout(() => this.end(), IDLE);
          resolve(data.result);
        } else {
          silence = setTimeout(late, seconds * 1000);
          if (data.whole) watch(data.done, data.whole);
        }
      };
      worker.postMessage({ job: job.slice() });
    });
  }

  begin() {
    const worker = new Worker(new URL("./jobs.js", import.meta.url), { type: "module" });
    worker.postMessage({ site: this.site, module: this.compiled.module });
    return worker;
  }

  end() {
    this.worker?.terminate();
    this.worker = undefined;
  }
}
