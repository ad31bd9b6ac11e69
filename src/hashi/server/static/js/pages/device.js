// What lies on this device: what the browser says of it, and copies of games brought in.

import { all, get } from "../dom.js";
import { exchange, fetchPage } from "../parts.js";

const MEGA = 1e6;

/** @param {string} selector @param {boolean} isShown */
function show(selector, isShown) {
  for (const element of all(selector, HTMLElement)) element.toggleAttribute("hidden", !isShown);
}

/** Say what only the browser knows. */
async function look() {
  const { storage, serviceWorker } = navigator;
  const registration = await serviceWorker?.getRegistration();
  show("[data-update]", Boolean(registration?.waiting));
  const { usage } = (await storage?.estimate?.()) ?? {};
  if (usage) {
    const [figure] = all("[data-used] b", HTMLElement);
    if (figure) figure.textContent = Math.ceil(usage / MEGA).toLocaleString(document.documentElement.lang);
    show("[data-used]", true);
  }
  if (!storage?.persisted) return;
  const isLasting = await storage.persisted();
  show("[data-lasting]", true);
  show("[data-yes]", isLasting);
  show("[data-no]", !isLasting);
}

/** @param {File} file */
async function bringIn(file) {
  const page = await fetchPage(`${document.documentElement.dataset.site}/device/games`, { method: "POST", body: file });
  if (!page?.getElementById("main")) {
    alert(get("[data-copy-in]", HTMLInputElement).dataset.failed);
    return;
  }
  exchange(page, "main", run);
  const [outcome] = all("[data-outcome]", HTMLElement);
  outcome?.focus();
  outcome?.scrollIntoView({ block: "nearest" });
}

function run() {
  const given = get("[data-copy-in]", HTMLInputElement);
  given.addEventListener("change", () => {
    const [file] = given.files ?? [];
    if (file) bringIn(file);
  });
  for (const button of all("[data-lasting] button", HTMLElement)) {
    button.addEventListener("click", async () => {
      await navigator.storage.persist();
      look();
    });
  }
  look();
}

run();
