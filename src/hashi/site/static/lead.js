// Which tab runs the game: one leads, by a lock that the browser gives to one at a time. The others are answered by it.

/** @import { Order, Report, Site } from "./site.js" */
/**
 * What tabs say to each other.
 * @typedef {{ type: "who" } | { type: "leads", term: string, isReady: boolean }} Said
 */

const PATIENCE = 3000; // milliseconds until a tab that leads and does not answer is called silent
const MOST_ENDS = 3; // of the worker in a minute; then it is said that the game does not run
const MINUTE = 60_000;

/** The worker with the program, while this tab leads. */
export class Program {
  /** @type {Worker} */
  worker;
  term = crypto.randomUUID();
  isReady = false;
  hasEnded = false;

  /**
   * @param {Site} site
   * @param {string} language
   * @param {(report: Report) => void} hear
   * @param {() => void} died is called when the worker has ended by itself
   */
  constructor(site, language, hear, died) {
    const alive = `${site.app} ${this.term}`;
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    /** @type {Promise<void>} */
    this.stopped = new Promise((resolve) => {
      /** @param {MessageEvent<Report>} event */
      this.worker.onmessage = ({ data }) => {
        if (this.hasEnded) return;
        if (data.type === "alive") navigator.locks.request(alive, () => this.hasEnded || died());
        else if (data.type === "stopped") resolve();
        else hear(data);
      };
    });
    this.worker.onerror = (event) => {
      hear({ type: "failed", reason: "failed", text: event.message ?? "" });
    };
    this.order({ type: "start", site, language, alive });
  }

  /**
   * @param {Order} order
   * @param {MessagePort} [port]
   */
  order(order, port) {
    this.worker.postMessage(order, port ? [port] : []);
  }

  /** End the worker: at once, or after it has put its files away. */
  end() {
    this.hasEnded = true;
    this.worker.terminate();
  }

  async stop() {
    this.order({ type: "stop" });
    await Promise.race([this.stopped, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    this.end();
  }
}

export class Lead {
  /** @type {Program | undefined} */
  program;
  /** The program of the tab that leads, as it was last heard of. */
  term = "";
  heardAt = 0;
  /** @type {(value?: unknown) => void} */
  release = () => {};
  /** @type {number[]} when the worker ended by itself */
  ends = [];

  /**
   * @param {string} name
   * @param {(hear: (report: Report) => void, died: () => void) => Program} begin
   * @param {object} heard
   * @param {(report: Report) => void} heard.reported what the worker of this tab says
   * @param {() => void} heard.ready the game can answer, in whichever tab
   * @param {() => void} heard.changed another program answers from now on
   * @param {() => void} heard.silent the tab that leads does not answer
   */
  constructor(name, begin, heard) {
    this.name = name;
    this.begin = begin;
    this.heard = heard;
    this.channel = new BroadcastChannel(name);
    /** @param {MessageEvent<Said>} event */
    this.channel.onmessage = ({ data }) => this.hear(data);
  }

  /** Wait for the lead, or take it. */
  run({ steal = false } = {}) {
    navigator.locks
      .request(this.name, { steal }, () => {
        this.start();
        return new Promise((resolve) => {
          this.release = resolve;
        });
      })
      .catch(() => this.lose());
    if (!steal) this.check();
  }

  /** Leave the lead to another tab: a page that is left may be kept for going back, and would hold it. */
  leave() {
    this.program?.end();
    this.program = undefined;
    this.release();
  }

  /** This tab leads. */
  start() {
    this.program = this.begin(
      (report) => this.report(report),
      () => this.died(),
    );
    this.announce();
  }

  /** Another tab has taken the lead: this one is answered by it. */
  lose() {
    this.program?.end();
    this.program = undefined;
    this.run();
  }

  died() {
    this.program?.end();
    const now = Date.now();
    this.ends = [...this.ends, now].filter((end) => now - end < MINUTE);
    if (this.ends.length > MOST_ENDS) this.heard.reported({ type: "failed", reason: "failed", text: "" });
    else this.start();
  }

  /** @param {Report} report */
  report(report) {
    if (report.type === "started" && this.program) {
      this.program.isReady = true;
      this.announce();
    }
    if (report.type === "failed") this.leave(); // another tab may try, and say the same
    this.heard.reported(report);
  }

  announce() {
    if (!this.program) return;
    const { term, isReady } = this.program;
    this.channel.postMessage({ type: "leads", term, isReady });
    this.follow(term, isReady);
  }

  /** @param {Said} said */
  hear(said) {
    if (said.type === "who") {
      this.announce();
      return;
    }
    this.heardAt = Date.now();
    this.follow(said.term, said.isReady);
  }

  /**
   * @param {string} term
   * @param {boolean} isReady
   */
  follow(term, isReady) {
    if (this.term && this.term !== term) this.heard.changed();
    this.term = term;
    if (isReady) this.heard.ready();
  }

  /** Ask whether the tab that leads is there, and tell where it does not say so. */
  check() {
    if (this.program) return;
    const asked = Date.now();
    this.channel.postMessage({ type: "who" });
    setTimeout(() => {
      if (!this.program && this.heardAt < asked) this.heard.silent();
    }, PATIENCE);
  }
}
