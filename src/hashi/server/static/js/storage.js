// Small texts that this browser keeps. Storage may be shut off: then nothing is kept.

/** @param {string} key */
export function load(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
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
    // nothing is kept
  }
}
