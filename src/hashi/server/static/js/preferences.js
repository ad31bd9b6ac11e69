// Language and colours: the choice is stored, and the page is shown again in its own place, so that
// "back" leads to the page before and not to the same one in another language.

for (const form of document.forms) {
  if (form.getAttribute("action")?.endsWith("preferences")) form.addEventListener("submit", choose);
}

/** @param {SubmitEvent} event */
async function choose(event) {
  const { currentTarget: form, submitter } = event;
  if (!(form instanceof HTMLFormElement && submitter instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const { name, value } = submitter;
  const here = new URL(location.href);
  here.searchParams.delete("lang"); // it would outweigh the choice
  here.hash = "";
  try {
    await fetch(form.action, { method: "POST", body: new URLSearchParams({ [name]: value }), redirect: "manual" });
    location.replace(here);
  } catch {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    form.submit(); // shows the browser's own page about the connection
  }
}
