import { keepName, suggestName } from "./names.js";

suggestName();
document.querySelector("form.sheet")?.addEventListener("submit", (event) => {
  keepName(event.target.querySelector("[data-name]")?.value.trim());
});
