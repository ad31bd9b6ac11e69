// A link to hand on: copied, or by the device's own way of sharing.

for (const box of document.querySelectorAll("[data-share]")) {
  const { address, title, copied } = box.dataset;
  const copy = box.querySelector("[data-copy]");
  const send = box.querySelector("[data-send]");
  const status = box.querySelector("[role=status]");
  const label = copy.querySelector("span");
  const usual = label.textContent;
  copy.addEventListener("click", async () => {
    if (!(await copyText(address, box))) return;
    label.textContent = status.textContent = copied;
    setTimeout(() => { label.textContent = usual; status.textContent = ""; }, 2500);
  });
  if (navigator.share) {
    send.hidden = false;
    send.addEventListener("click", () => navigator.share({ title, url: address }).catch(() => {}));
  }
}

async function copyText(text, box) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https there is no clipboard; the text is marked, so that it can be copied by hand.
    const field = box.querySelector("input") ?? box.appendChild(Object.assign(document.createElement("input"), { value: text, type: "text", readOnly: true }));
    field.select();
    return document.execCommand("copy");
  }
}
