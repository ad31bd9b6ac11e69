import { keepName, suggestName } from "../names.js";

suggestName();
document.querySelector("form.sheet")?.addEventListener("submit", (event) => {
  keepName(event.target.querySelector("[data-name]")?.value.trim());
});

// all bots like the first one
const alike = document.querySelector("[data-alike]");
if (alike) {
  alike.hidden = false;
  alike.addEventListener("click", () => {
    const [first, ...others] = document.querySelectorAll(".rivals select");
    for (const other of others) other.value = first.value;
  });
}
