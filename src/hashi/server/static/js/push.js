// Messages about one's turn for times when no page is open: asked for by a tap, by way of the worker.

import { speak } from "./announcements.js";
import { all, closest, get } from "./dom.js";
import { sitePath } from "./site.js";
import { load, save } from "./storage.js";

const KEY = "hashi-push"; // the table at which somebody did not want to be asked again

const offer = document.getElementById("tell-me");
const { key = "", kept = "" } = offer?.dataset ?? {};
const isThere = "PushManager" in window && "serviceWorker" in navigator && "Notification" in window;
/** Safari on phones has messages for installed pages alone, and says whether this is one. */
const isUninstalled = "standalone" in navigator && navigator.standalone === false;
let isKept = kept !== "";

/**
 * The bytes of a key in base64url.
 * @param {string} text
 */
function bytesOf(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

async function registered() {
  const found = await navigator.serviceWorker.getRegistration();
  if (found?.active) return found;
  const { worker } = document.documentElement.dataset;
  if (worker) await navigator.serviceWorker.register(worker, { updateViaCache: "none" });
  return navigator.serviceWorker.ready;
}

/**
 * Have the browser give an address for messages of this server, and tell the server; false where it does not.
 * @param {boolean} renews
 */
async function subscribe(renews) {
  const { pushManager } = await registered();
  const known = await pushManager.getSubscription();
  const of = known?.options.applicationServerKey;
  const isOther = of && String(new Uint8Array(of)) !== String(bytesOf(key));
  if (isOther) await known.unsubscribe(); // of another server at this address
  const given = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  const { endpoint, keys } = given.toJSON();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const answer = await fetch(sitePath("/me/push"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, public_key: keys?.p256dh, secret: keys?.auth, zone, renews }),
  });
  return answer.ok;
}

/** Ask the browser, which asks its owner, and say what came of it. Called by a tap. */
async function turnOn() {
  const { blocked = "", failed = "", on = "" } = offer?.dataset ?? {};
  if ((await Notification.requestPermission()) !== "granted") {
    say(blocked);
    return;
  }
  isKept = await subscribe(false).catch(() => false);
  say(isKept ? on : failed);
  if (isKept) for (const button of buttons()) button.hidden = true;
}

const buttons = () => (offer ? all("button", HTMLElement, offer) : []);

/**
 * Say something above the buttons.
 * @param {string} text
 */
function say(text) {
  if (!offer) return;
  const place = get("p", HTMLElement, offer);
  place.textContent = text;
  place.hidden = !text;
  speak(text);
}

/** Offer messages now that a turn has ended, where the browser has them and nobody has refused. */
export function offerMessages() {
  if (!offer || isKept || load(KEY) === location.pathname) return;
  const isBlocked = isThere && Notification.permission === "denied";
  if (isBlocked || !(isThere || isUninstalled)) return;
  if (!isThere) say(offer.dataset.way ?? "");
  get("[data-tell=yes]", HTMLElement, offer).hidden = !isThere;
  show(true);
  offer.scrollIntoView({ block: "nearest" });
}

/** Take the question back where a new turn begins. */
export function hideOffer() {
  show(false);
}

/** @param {boolean} isShown */
function show(isShown) {
  if (!offer) return;
  offer.hidden = !isShown;
  offer.parentElement?.toggleAttribute("data-offers", isShown); // a bar that stays in sight would cover the board
}

offer?.addEventListener("click", ({ target }) => {
  const tell = closest(target, "[data-tell]", HTMLElement)?.dataset.tell;
  if (tell === "yes") turnOn();
  if (tell === "no") {
    save(KEY, location.pathname);
    hideOffer();
  }
});

// the browser may have another address, its owner another language, and the store another key by now
if (isThere && isKept && Notification.permission === "granted") {
  navigator.serviceWorker
    .getRegistration()
    .then(async (worker) => {
      const known = await worker?.pushManager?.getSubscription();
      const of = known?.options.applicationServerKey;
      const isSame = of && String(new Uint8Array(of)) === String(bytesOf(key));
      if (worker && (kept === "old" || !isSame)) await subscribe(true);
    })
    .catch(() => {}); // next time, then
}
