// Notifications, for those who turn them on: whose turn it is while the page is in the background.

import { get } from "./dom.js";
import { load, save } from "./storage.js";

const KEY = "hashi-notifications";
const isThere = "Notification" in window && isSecureContext;
const isOn = () => isThere && Notification.permission === "granted" && load(KEY) === "on";
const isAway = () => document.hidden || !document.hasFocus();
const tag = location.pathname; // one for each table: a later one takes the place of an earlier one

/**
 * Tell one who looks elsewhere. A worker tells it where there is one: on phones nothing else can.
 * @param {string} title
 * @param {string} body
 */
export async function notify(title, body) {
  if (!isOn() || !isAway()) return;
  const address = location.origin + location.pathname;
  const icon = get("link[rel=apple-touch-icon]", HTMLLinkElement).href;
  const options = { body, icon, tag, data: { address } };
  const worker = await registration();
  if (worker) {
    await worker.showNotification(title, options);
    return;
  }
  const shown = new Notification(title, options);
  shown.onclick = () => {
    focus();
    shown.close();
  };
}

async function registration() {
  const found = await navigator.serviceWorker?.getRegistration();
  return found?.active ? found : null;
}

async function close() {
  const worker = await registration();
  for (const shown of (await worker?.getNotifications({ tag })) ?? []) shown.close();
}

document.addEventListener("visibilitychange", () => document.hidden || close());

/**
 * Let a button turn them on and off; the browser is asked on the first tap, and `told(isOn)` is called after it.
 * @param {HTMLElement | null} button
 * @param {(isOn: boolean) => void} told
 */
export function startNotifications(button, told) {
  if (!button || !isThere) return;
  const show = () => button.setAttribute("aria-pressed", String(isOn()));
  const { blocked = "", about = "" } = button.dataset;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const isWanted = !isOn();
    save(KEY, isWanted ? "on" : "off");
    const isBlocked = isWanted && (await Notification.requestPermission()) !== "granted";
    get("small", HTMLElement, button).textContent = isBlocked ? blocked : about;
    show();
    told(isOn());
  });
  show();
}
