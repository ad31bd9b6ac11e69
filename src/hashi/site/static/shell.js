// The page that every tab of the site shows: it runs the game, or knows the tab that does, and has its pages in a frame.

import { Frame } from "./frame.js";
import { Installing } from "./installing.js";
import { Lead, Program } from "./lead.js";
import { Screens } from "./screens.js";
import { addressOf, nameOf } from "./site.js";
import { closeAll, connectBy, endAll, HashiSocket } from "./sockets.js";
import { Updates } from "./updates.js";
import { load, save, Words } from "./words.js";

/** @import { Asked, Failure, Report, Site } from "./site.js" */
/** @typedef {{ type: "who leads" } | { type: "silent" } | ({ type: "request" } & Asked) | { type: "socket", address: string }} Called */

const GRACE = 400; // milliseconds that nothing is shown instead of the page which somebody waits for
const THERE = "hashi is here"; // where this device has had the game
const KEPT = "hashi is kept"; // where the browser was asked not to clear it away
const TRIED = "hashi looked for a new version";
const THEME = "hashi theme";

/** @param {string} id */
const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "");
const site = /** @type {Site} */ (read("site"));
const words = new Words(site, read("words"));
const screens = new Screens(words, Boolean(load(THERE)));
const root = `${site.prefix}/`;
document.documentElement.lang = words.language;
document.documentElement.dataset.theme = load(THEME) || "auto";

/** @type {Lead} */
let lead;
let isServed = false; // the service worker answers
let isReady = false; // so does the program

// --- the frame

const frame = new Frame(/** @type {HTMLIFrameElement} */ (document.getElementById("frame")), site, {
  shown,
  left: closeAll,
  asked: () => setTimeout(() => frame.isReady || screens.wait(), GRACE),
});

const installing = new Installing(() => frame.window);

/** @param {Document} page */
function shown(page) {
  adopt(page);
  if (load(site.app)) tellReady(page);
  screens.arrive();
  installing.tell();
  frame.window.focus();
  if (document.body.classList.contains("is-table")) screens.unsay(words.say("update"));
  else if (updates.waiting) offer();
  if (page.querySelector(".verdict")) keep();
}

/**
 * Let a page say that it needs no network.
 * @param {Document | null} page
 */
function tellReady(page) {
  for (const words of page?.querySelectorAll("[data-without-network]") ?? []) words.removeAttribute("hidden");
}

/**
 * Take on language and colours of a page.
 * @param {Document} page
 */
function adopt(page) {
  const { lang, dataset } = page.documentElement;
  words.adopt(lang);
  save(THEME, dataset.theme ?? "auto");
  document.documentElement.lang = lang;
  document.documentElement.dataset.theme = dataset.theme;
  document.body.classList.toggle("is-table", page.body.classList.contains("table"));
  const manifest = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=manifest]"));
  manifest.href = `${root}manifest-${words.language}.webmanifest`;
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.remove();
  for (const meta of page.querySelectorAll("meta[name=theme-color]")) document.head.append(meta.cloneNode());
}

/** After the first finished game, ask the browser not to clear games away when space is short. */
async function keep() {
  if (load(KEPT)) return;
  save(KEPT, "asked");
  await navigator.storage?.persist?.();
}

/** Show what can be shown before the game runs: the start page as a new visitor sees it. */
function showFirst() {
  if (location.pathname === root && !load(THERE))
    frame.show(addressOf(site, `${site.app}/home/${words.language}.html`));
  else setTimeout(() => frame.isReady || screens.wait(), GRACE);
}

function begin() {
  if (!isReady || !isServed || frame.isReady) return;
  save(THERE, site.version);
  frame.begin();
}

// --- new versions

const updates = new Updates(offer);

let isPutOff = false; // until the next start

function putOff() {
  isPutOff = true;
}

function offer() {
  if (isPutOff || document.body.classList.contains("is-table")) return;
  screens.say(words.say("update"), [
    { text: words.say("load"), act: () => updates.switch(), isMain: true },
    { text: words.say("later"), act: putOff },
  ]);
}

// --- the program, in this tab or another

/** @param {Report} report */
function reported(report) {
  if (report.type === "progress") screens.report(report);
  else if (report.type === "failed") failed(report.reason, report.text);
  else if (report.type === "full") sayFull(report.isFull);
  else if (report.type === "complete") sayComplete();
  else if (report.type === "started" && report.kind === "memory") sayMemory();
}

/** @param {boolean} isFull */
function sayFull(isFull) {
  if (isFull) screens.say(words.say("full"), [{ text: words.say("understood"), act: () => {} }]);
  else screens.unsay(words.say("full"));
}

function sayMemory() {
  screens.say(words.say("memory"), [{ text: words.say("understood"), act: () => {} }]);
}

function sayComplete() {
  if (load(site.app)) return;
  save(site.app, "complete");
  tellReady(frame.page);
  screens.say(words.say("ready"));
}

/**
 * @param {Failure} reason
 * @param {string} text
 */
async function failed(reason, text) {
  if (reason === "gone" && !sessionStorage.getItem(TRIED)) {
    sessionStorage.setItem(TRIED, "once");
    await fetch(root, { cache: "reload" }).catch(() => {});
    location.reload();
    return;
  }
  const again = { text: words.say("again"), act: () => location.reload(), isMain: true };
  screens.stop(words.say(`${reason}_title`), words.say(`${reason}_text`), [again], text);
  if (reason === "too-new") updates.look();
}

function silent() {
  const steal = { text: words.say("play_here"), act: takeOver, isMain: true };
  screens.stop(words.say("elsewhere_title"), words.say("elsewhere_text"), [steal]);
}

function takeOver() {
  screens.arrive();
  screens.wait();
  lead.run({ steal: true });
}

function ready() {
  isReady = true;
  tellService({ type: "leads" });
  screens.stopped.hidden = true;
  begin();
}

/**
 * @param {object} said
 * @param {MessagePort} [port]
 */
function tellService(said, port) {
  if ("type" in said && said.type === "leads" && !lead.program?.isReady) return;
  updates.registration?.active?.postMessage(said, port ? [port] : []);
}

connectBy((address, port) => {
  if (lead.program) {
    lead.program.order({ type: "socket", address }, port);
    return;
  }
  lead.check();
  tellService({ type: "socket", address }, port);
});

/** @param {MessageEvent<Called>} event */
function called({ data, ports }) {
  const { program } = lead;
  if (data.type === "who leads") tellService({ type: "leads" });
  else if (data.type === "silent") lead.check();
  else if (program) {
    if (data.type === "request") ports[0]?.postMessage("taken");
    program.order(data, ports[0]);
  }
}

// --- the beginning

async function run() {
  if (!navigator.serviceWorker || !navigator.locks || typeof BroadcastChannel === "undefined") {
    const reason = isSecureContext ? "old" : "insecure";
    screens.stop(words.say(`${reason}_title`), words.say(`${reason}_text`), []);
    return;
  }
  showFirst();
  lead = new Lead(nameOf(site), (hear, died) => new Program(site, words.language, hear, died), {
    reported,
    ready,
    changed: endAll,
    silent,
  });
  addEventListener("pagehide", () => lead.leave());
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  navigator.serviceWorker.addEventListener("message", called);
  navigator.serviceWorker.startMessages();
  const isAlone = async () => !(await navigator.locks.query()).held?.some(({ name }) => name === nameOf(site));
  const serving = await updates.run(`${root}service-worker.js`, root, isAlone).catch(() => undefined);
  if (!serving) {
    screens.stop(words.say("old_title"), words.say("old_text"), []);
    return;
  }
  lead.run();
  await serving.active;
  isServed = true;
  tellService({ type: "leads" });
  begin();
}

// a page of the site that was opened in a frame before the service worker answered: the shell around it sees that
if (window.parent === window) {
  Object.assign(window, { HashiSocket });
  run().catch((error) => failed("failed", String(error)));
}
