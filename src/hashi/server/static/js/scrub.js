// Through a game round by round: buttons, slider, arrow keys, Home and End. The boards come from
// the server; a pasted record posts itself along.

const box = document.querySelector("[data-scrub]");
const file = document.querySelector("[data-file]");

if (file) {
  file.closest("label").hidden = false;
  file.addEventListener("change", async () => {
    if (file.files[0]) document.getElementById("record").value = await file.files[0].text();
  });
}
if (box) scrub();

function scrub() {
  const slider = box.querySelector("input");
  const last = Number(box.dataset.last);
  const { link } = box.dataset;
  const kept = new Map();
  let wanted = Number(slider.value);

  box.addEventListener("click", (event) => {
    const button = event.target.closest("[data-to]");
    if (!button) return;
    event.preventDefault();
    go(step(button.dataset.to));
  });
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    const to = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (!to) return;
    event.preventDefault();
    go(step(to));
  });

  function step(to) {
    return { first: 0, back: wanted - 1, on: wanted + 1, last }[to];
  }

  async function go(round) {
    wanted = Math.max(0, Math.min(last, round));
    slider.value = wanted;
    const asked = wanted;
    if (!kept.has(asked)) {
      const html = await ask(asked);
      if (html === null) return;
      kept.set(asked, html);
    }
    if (asked !== wanted) return; // somebody was quicker
    const fresh = new DOMParser().parseFromString(kept.get(asked), "text/html").getElementById("moment");
    document.getElementById("moment").replaceWith(document.adoptNode(fresh));
    if (link) history.replaceState(null, "", `${link}?round=${asked}`);
  }

  async function ask(round) {
    const sent = link ? undefined : { method: "POST", body: new URLSearchParams({ record: document.getElementById("record").value, round }) };
    const address = link ? `${link}?round=${round}&part=moment` : "/import?part=moment";
    const answer = await fetch(address, sent).catch(() => null);
    return answer?.ok ? answer.text() : null;
  }
}
