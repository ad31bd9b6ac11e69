// Parts of a page that the server renders: fetched again, exchanged, with the focus kept.

import { byId, partOf } from "./dom.js";

/** @import { Part } from "./dom.js" */

const RETRY_AFTER = 2000;
const FOCUSABLE = ":is(a[href], button:not([disabled]), select, input)";

/**
 * Fetch a text; null where the server cannot be reached or cannot answer now.
 * @param {string | URL} address
 * @param {RequestInit} [options]
 */
export async function fetchText(address, options) {
  try {
    const answer = await fetch(address, options);
    return answer.status === 429 || answer.status >= 500 ? null : await answer.text();
  } catch {
    return null;
  }
}

/**
 * Fetch a page, or a part of one; null as above.
 * @param {string | URL} address
 * @param {RequestInit} [options]
 */
export async function fetchPage(address, options) {
  const text = await fetchText(address, options);
  return text === null ? null : new DOMParser().parseFromString(text, "text/html");
}

/**
 * Return a function that fetches a page and shows it: the latest call counts, a failed one is repeated.
 * @param {string} address
 * @param {(page: Document) => void} show
 */
export function refresher(address, show) {
  let calls = 0;
  let timer = 0;
  return async function refresh() {
    clearTimeout(timer);
    calls += 1;
    const call = calls;
    const page = await fetchPage(address);
    if (call !== calls) return;
    if (page) show(page);
    else timer = setTimeout(refresh, RETRY_AFTER);
  };
}

/** Load this address again, where the table is shown by another page now, and show that from its top. */
export function loadNextPage() {
  history.scrollRestoration = "manual";
  location.reload();
}

/**
 * Load the page of a table again; if its game is over, the points are counted there first.
 * @param {string} address
 */
export function loadCount(address) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) loadNextPage();
  else location.replace(`${address}?count`);
}

/**
 * Show a part of a fetched page in place of the part with its id; `restore` then completes it.
 * @param {Document} page
 * @param {string} id
 * @param {() => void} [restore]
 */
export function exchange(page, id, restore = () => {}) {
  keepFocus(() => {
    const fresh = page.getElementById(id);
    if (!fresh) throw new Error(`the page has no part ${id}`);
    byId(id).replaceWith(document.importNode(fresh, true));
    restore();
  });
}

/**
 * Change the page; where that removes the focused element, focus what is there in its place.
 * @param {() => void} change
 */
export function keepFocus(change) {
  const focused = document.activeElement;
  const selectors = selectorsOf(partOf(focused));
  change();
  if (document.contains(focused)) return;
  for (const selector of selectors) {
    const element = partOf(document.querySelector(selector));
    element?.focus({ preventScroll: true });
    if (element && element === document.activeElement) return;
  }
}

/**
 * How to find an element again: itself, then its like and its neighbours in ever larger regions.
 * @param {Part | null} element
 */
function selectorsOf(element) {
  if (!element || element === document.body) return [];
  const selectors = element.id ? [`#${element.id}`] : [];
  const { key, do: what, seat } = element.dataset;
  const kind = key ? `[data-key="${key}"]` : what ? `[data-do="${what}"]` : element.localName;
  const like = seat === undefined ? kind : `${kind}[data-seat="${seat}"]`;
  let region = element.parentElement?.closest("[id]");
  while (region && region.localName !== "main") {
    selectors.push(`#${region.id} ${like}`, `#${region.id} ${FOCUSABLE}`);
    region = region.parentElement?.closest("[id]");
  }
  return selectors;
}
