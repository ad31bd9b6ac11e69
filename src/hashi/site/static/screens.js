// What the shell shows beside the pages: the way of the game to this device, why it does not run, short words.

/** @import { Progress } from "./site.js" */
/** @import { Words } from "./words.js" */
/** @typedef {{ text: string, act: () => void, isMain?: boolean }} Choice */

const SPOKEN = 8000; // milliseconds that a word stays which asks nothing
const MEASURED = 1500; // milliseconds after which a guess about the rest is worth something

/**
 * @param {string} selector
 * @param {Element | Document} within
 */
const get = (selector, within = document) => /** @type {HTMLElement} */ (within.querySelector(selector));

export class Screens {
  /** What was last shown of the way. @type {Progress | undefined} */
  progress;
  begun = 0;
  /** What is said, and what is to be said after it. @type {{ text: string, choices: Choice[] }[]} */
  said = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /**
   * @param {Words} words
   * @param {boolean} isHere whether the game is on this device already
   */
  constructor(words, isHere) {
    this.words = words;
    this.isHere = isHere;
    this.coming = get("#coming");
    this.stopped = get("#stopped");
    this.strip = get("#strip");
    this.notice = get("#notice");
    this.entitle();
  }

  /** Say what is waited for: the way of the game to this device, or only its start. */
  entitle() {
    this.coming.classList.toggle("is-here", this.isHere);
    get("h1", this.coming).textContent = this.words.say(this.isHere ? "starting" : "bringing");
    get(".lead", this.coming).textContent = this.isHere ? "" : this.words.say("once");
  }

  /** Show nothing but the way of the game. */
  wait() {
    this.coming.hidden = false;
    this.strip.hidden = true;
    this.report(this.progress);
  }

  /** The game is here. */
  arrive() {
    this.coming.hidden = true;
    this.strip.hidden = true;
    this.stopped.hidden = true;
  }

  /**
   * Show how far the game has come: quietly, where there is something else to see.
   * @param {Progress} [progress]
   */
  report(progress) {
    if (!progress?.whole) return;
    const { done, whole, isStalled } = progress;
    this.begun ||= Date.now();
    this.progress = progress;
    if (this.from === undefined && done < whole) {
      this.from = done;
      this.isHere = false;
      this.entitle();
    }
    if (this.from === undefined) return; // all was here
    if (this.coming.hidden) this.strip.hidden = false;
    const said = { done: this.words.megabytes(done), whole: this.words.megabytes(whole) };
    for (const place of [this.coming, this.strip]) {
      get(".way", place).style.setProperty("--done", String(done / whole));
      get(".amount b", place).textContent = done < whole ? this.words.say("amount", said) : "";
    }
    const state = this.stateOf(done, whole, isStalled);
    get(".amount .quiet", this.coming).textContent = state;
    this.strip.classList.toggle("is-stalled", isStalled);
    get(".amount .quiet", this.strip).textContent = isStalled ? state : this.words.say("bringing");
  }

  /**
   * @param {number} done
   * @param {number} whole
   * @param {boolean} isStalled
   */
  stateOf(done, whole, isStalled) {
    if (isStalled) return this.words.say("stalled");
    if (done >= whole) return this.words.say("starting");
    const time = Date.now() - this.begun;
    const come = done - (this.from ?? 0);
    if (time < MEASURED || !come) return "";
    return this.words.say("left", { seconds: Math.max(1, Math.ceil(((whole - done) / come) * (time / 1000))) });
  }

  /**
   * Say why the game does not run, and what may be done about it.
   * @param {string} title
   * @param {string} text
   * @param {Choice[]} choices
   * @param {string} [detail]
   */
  stop(title, text, choices, detail = "") {
    get("h1", this.stopped).textContent = title;
    get(".lead", this.stopped).textContent = text;
    get(".small", this.stopped).textContent = detail;
    get(".row", this.stopped).replaceChildren(...choices.map(button));
    this.stopped.hidden = false;
    this.stopped.focus();
  }

  /**
   * Say something over the page: for a while, or until it is answered. What asks something is not talked over.
   * @param {string} text
   * @param {Choice[]} [choices]
   */
  say(text, choices = []) {
    this.said = [...this.said.filter((each) => each.text !== text), { text, choices }];
    if (this.said.length === 1 || !this.said[0]?.choices.length) this.next(this.said.length === 1 ? 0 : 1);
  }

  /** Take back what was said. @param {string} text */
  unsay(text) {
    if (this.said[0]?.text === text) this.next(1);
    else this.said = this.said.filter((each) => each.text !== text);
  }

  /**
   * Leave out so much of what is to be said, and show the next of it.
   * @param {number} count
   */
  next(count) {
    clearTimeout(this.timer);
    this.said = this.said.slice(count);
    const [now] = this.said;
    if (!now) {
      this.notice.replaceChildren();
      return;
    }
    const words = document.createElement("span");
    words.textContent = now.text;
    const buttons = now.choices.map((choice) => {
      const act = () => {
        this.unsay(now.text);
        choice.act();
      };
      return button({ ...choice, act });
    });
    this.notice.replaceChildren(words, ...buttons);
    if (!buttons.length) this.timer = setTimeout(() => this.next(1), SPOKEN);
  }
}

/** @param {Choice} choice */
function button({ text, act, isMain }) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (isMain) made.className = "main";
  made.addEventListener("click", act);
  return made;
}
