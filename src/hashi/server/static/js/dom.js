// Elements of the page, found as the kind that they are: `get` and `byId` for one that is there in any
// case, `find` and `closest` for one that may be missing.

/**
 * A kind of elements, such as `HTMLInputElement`.
 * @template T
 * @typedef {new () => T} Kind
 */
/** @typedef {HTMLElement | SVGElement} Part an element with what both have: data and the focus */

/**
 * The first element that matches; null where there is none of this kind.
 * @template {Element} T
 * @param {string} selector
 * @param {Kind<T>} kind
 * @param {ParentNode} [root]
 */
export function find(selector, kind, root = document) {
  const found = root.querySelector(selector);
  return found instanceof kind ? found : null;
}

/**
 * The first element that matches; it is an error where there is none.
 * @template {Element} T
 * @param {string} selector
 * @param {Kind<T>} kind
 * @param {ParentNode} [root]
 */
export function get(selector, kind, root = document) {
  const found = find(selector, kind, root);
  if (!found) throw new Error(`there is no ${kind.name} for ${selector}`);
  return found;
}

/**
 * All elements that match and are of this kind.
 * @template {Element} T
 * @param {string} selector
 * @param {Kind<T>} kind
 * @param {ParentNode} [root]
 */
export function all(selector, kind, root = document) {
  /** @type {T[]} */
  const found = [];
  for (const each of root.querySelectorAll(selector)) if (each instanceof kind) found.push(each);
  return found;
}

/**
 * The element of an id; it is an error where there is none.
 * @param {string} id
 */
export function byId(id) {
  return get(`#${id}`, HTMLElement);
}

/**
 * The element that matches around a place, such as the target of an event; null where there is none.
 * @template {Element} T
 * @param {EventTarget | null} place
 * @param {string} selector
 * @param {Kind<T>} kind
 */
export function closest(place, selector, kind) {
  const found = place instanceof Element ? place.closest(selector) : null;
  return found instanceof kind ? found : null;
}

/**
 * An element as a part of the page; null where there is none.
 * @param {Element | null} [element]
 */
export function partOf(element) {
  return element instanceof HTMLElement || element instanceof SVGElement ? element : null;
}

/**
 * The text of an element as it is read: line breaks of its template are spaces.
 * @param {Element} element
 */
export function textOf(element) {
  return (element.textContent ?? "").replace(/\s+/g, " ").trim();
}
