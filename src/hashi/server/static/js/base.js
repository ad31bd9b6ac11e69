// What every page does: has the browser keep what works without a network, and offers to install the game.
// It stands on every page beside another script, and so imports no module of those.

/**
 * What Chromium has and standards do not: whether data are to be saved, and the offer to install a site.
 * @typedef {Navigator & { connection?: { saveData?: boolean } }} ChromiumNavigator
 * @typedef {Event & { prompt: () => Promise<unknown> }} Offer
 */

const { worker } = document.documentElement.dataset;
const { connection } = /** @type {ChromiumNavigator} */ (navigator);
const soon = window.requestIdleCallback ?? ((/** @type {() => void} */ call) => setTimeout(call, 1500));

if (worker && "serviceWorker" in navigator && !connection?.saveData) {
  const register = () => {
    navigator.serviceWorker.register(worker, { updateViaCache: "none" }).catch(() => {}); // it works without
  };
  addEventListener("load", () => soon(register));
}

// --- "Install" stands in the menu where the browser offers it, and nowhere else

/** @type {Offer | null} */
let offer = null;

/** @param {Offer | null} now */
function showOffer(now) {
  offer = now;
  for (const button of document.querySelectorAll("[data-install]")) button.toggleAttribute("hidden", !offer);
}

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  showOffer(/** @type {Offer} */ (event));
});
addEventListener("appinstalled", () => showOffer(null));
document.addEventListener("click", ({ target }) => {
  if (!offer || !(target instanceof Element && target.closest("[data-install]"))) return;
  const used = offer;
  showOffer(null); // an offer can be used once
  used.prompt();
});
