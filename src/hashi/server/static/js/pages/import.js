// The page that shows a pasted record: the record may come from a file, too.

import "../celebration.js";
import "../scrub.js";

const file = document.querySelector("[data-file]");
file.closest("label").hidden = false;
file.addEventListener("change", async () => {
  if (file.files[0]) document.getElementById("record").value = await file.files[0].text();
});
