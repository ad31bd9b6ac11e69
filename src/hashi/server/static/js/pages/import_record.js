// The page that shows a pasted record: the record may come from a file, too.

import { closest, get } from "../dom.js";
import "../scrub.js";

const file = get("[data-file]", HTMLInputElement);
closest(file, "label", HTMLElement)?.removeAttribute("hidden");
file.addEventListener("change", async () => {
  const [chosen] = file.files ?? [];
  if (chosen) get("#record", HTMLTextAreaElement).value = await chosen.text();
});
