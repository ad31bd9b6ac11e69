// A page without a network: it waits for the server and goes on by itself. It stands on kept pages beside
// their own scripts, and so imports no module of those.

const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 30000;

const note = document.querySelector("[data-ping]");
let pause = FIRST_PAUSE;
let timer = 0;

/** Ask the server whether it is there; otherwise again later, and later each time. */
async function look() {
  clearTimeout(timer);
  if (await isThere()) goOn();
  else timer = setTimeout(look, pause);
  pause = Math.min(LONGEST_PAUSE, 1.5 * pause);
}

async function isThere() {
  try {
    const address = note?.getAttribute("data-ping") ?? "";
    return (await fetch(address, { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Show the page that was asked for; what is kept is complete and stays. */
function goOn() {
  if (!note?.hasAttribute("data-reload")) note?.setAttribute("hidden", "");
  else if (!location.pathname.endsWith("offline")) location.reload(); // there the server has nothing else
}

function lookNow() {
  pause = FIRST_PAUSE;
  look();
}

addEventListener("online", lookNow);
document.addEventListener("visibilitychange", () => document.hidden || lookNow());
timer = setTimeout(look, pause);
