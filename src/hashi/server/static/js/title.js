// The title and the icon of the tab: they say when it is one's turn.

const title = document.title;
const icon = document.querySelector("link[rel=icon]");
const usual = icon?.getAttribute("href");

/** Show in the tab whether others wait for this player. */
export function showTurn(isDue) {
  const { turnTitle, turnIcon } = document.getElementById("main").dataset;
  document.title = isDue ? turnTitle : title;
  icon?.setAttribute("href", isDue ? turnIcon : usual);
}
