// The sentences of the shell, in the reader's language (hashi.words.site).

/** @import { Site } from "./site.js" */
/** @typedef {Record<string, string>} Sentences */

const KEY = "hashi language";

/** Whoever reads: in which language, and what the shell says in it. */
export class Words {
  /**
   * @param {Site} site
   * @param {Record<string, Sentences>} all by language
   */
  constructor(site, all) {
    this.site = site;
    this.all = all;
    const asked = new URLSearchParams(location.search).get("lang");
    const wanted = [asked, load(KEY), ...navigator.languages].map((tag) => tag?.split("-")[0] ?? "");
    this.language = wanted.find((code) => site.languages.includes(code)) ?? "en";
  }

  /**
   * Take on the language of a page.
   * @param {string} tag
   */
  adopt(tag) {
    const code = tag.split("-")[0] ?? "";
    if (!this.site.languages.includes(code)) return;
    this.language = code;
    save(KEY, code);
  }

  /**
   * @param {string} sentence by its name
   * @param {Record<string, string | number>} [values]
   */
  say(sentence, values = {}) {
    const text = this.all[this.language]?.[sentence] ?? "";
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  }

  /**
   * Megabytes, as they are written in this language.
   * @param {number} bytes
   */
  megabytes(bytes) {
    return (bytes / 1e6).toLocaleString(this.language, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  }
}

/** @param {string} key */
export function load(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return ""; // nothing is kept here
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
export function save(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // nothing is kept here
  }
}
