// The name that was written last is suggested again.

const KEY = "hashi-name";

export function suggestName(root = document) {
  const field = root.querySelector("[data-name]");
  try {
    if (field && !field.value) field.value = localStorage.getItem(KEY) ?? "";
  } catch { /* storage may be shut off; then nothing is suggested */ }
}

export function keepName(name) {
  try {
    if (name) localStorage.setItem(KEY, name);
  } catch { /* see above */ }
}
