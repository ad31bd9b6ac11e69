// Small texts that this browser keeps. Storage may be shut off: then nothing is kept.

export function load(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

export function save(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch { /* see above */ }
}
