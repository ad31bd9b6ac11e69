// A link to pass on: copied to the clipboard, or sent by the device's own dialog.

const SHOWN = 2500;

for (const box of document.querySelectorAll("[data-share]")) {
  const { address, title, copied, text: message } = box.dataset;
  const whole = message ? `${message}\n${address}` : address;
  const copy = box.querySelector("[data-copy]");
  const send = box.querySelector("[data-send]");
  const status = box.querySelector("[role=status]");
  const label = copy.querySelector("span");
  const text = label.textContent;
  copy.addEventListener("click", async () => {
    if (!(await copyText(whole, box))) return;
    label.textContent = copied;
    status.textContent = copied;
    setTimeout(() => {
      label.textContent = text;
      status.textContent = "";
    }, SHOWN);
  });
  const shared = message ? { title, text: whole } : { title, url: address };
  if (navigator.share) {
    send.hidden = false;
    send.addEventListener("click", () => navigator.share(shared).catch(() => {}));
  }
}

async function copyText(text, box) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // there is no clipboard without https: the text is selected, so that it can be copied by hand
    const field = box.querySelector("input") ?? box.appendChild(
      Object.assign(document.createElement("input"), { value: text, type: "text", readOnly: true }),
    );
    field.select();
    return document.execCommand("copy");
  }
}
