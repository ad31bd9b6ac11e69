// What every page does: has the browser keep what works without a network, and offers to install the game.

const { worker } = document.documentElement.dataset;
const soon = window.requestIdleCallback ?? ((call) => setTimeout(call, 1500));

if (worker && "serviceWorker" in navigator && !navigator.connection?.saveData) {
  addEventListener("load", () => soon(() => {
    navigator.serviceWorker.register(worker, { updateViaCache: "none" }).catch(() => {}); // it works without
  }));
}

// --- "Install" stands in the menu where the browser offers it, and nowhere else

let offer = null;

function showOffer(event) {
  offer = event;
  for (const button of document.querySelectorAll("[data-install]")) button.hidden = !offer;
}

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  showOffer(event);
});
addEventListener("appinstalled", () => showOffer(null));
document.addEventListener("click", (event) => {
  if (!offer || !event.target.closest("[data-install]")) return;
  const used = offer;
  showOffer(null); // an offer can be used once
  used.prompt();
});
