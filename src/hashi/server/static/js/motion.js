// Short, quiet movement of what newly appears. It never delays anything.

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

export const sounds = { play: () => {} };

export function animate(old, fresh, id) {
  if (id === "card" && old.dataset.round !== fresh.dataset.round) {
    sounds.play("card");
    if (!isStill.matches) fresh.classList.add("turning");
  } else if (id.startsWith("l-")) {
    const before = old.querySelectorAll(".rail.fresh").length;
    const rails = fresh.querySelectorAll(".rail.fresh");
    if (rails.length > before) {
      sounds.play("bridge");
      run(fresh, rails, before);
    }
  } else if (id.startsWith("i-")) {
    if (fresh.querySelector("text.now") && !old.querySelector("text.now")) {
      sounds.play("number");
      if (!isStill.matches) fresh.classList.add("written");
    }
    if (fresh.querySelector(".ring.fresh") && !old.querySelector(".ring")) {
      sounds.play("ring");
      if (!isStill.matches) {
        fresh.querySelector(".ring.fresh").setAttribute("pathLength", "1");
        fresh.classList.add("closing");
      }
    }
  }
}

function run(line, rails, before) {
  if (isStill.matches) return;
  const [a, b] = line.dataset.line.split("-");
  line.classList.add(a.replace(/\D/g, "") === b.replace(/\D/g, "") ? "across" : "down");
  const planks = line.querySelectorAll(".plank.fresh");
  [rails, planks].forEach((paths) => [...paths].slice(before).forEach((path) => path.classList.add("run")));
}
