// Where islands and lines lie on the board of a page, and which of them a point or a direction means.

// in units of the drawing
const TOUCH = 47; // how far from its centre an island is still meant
const BESIDE = 32; // how far beside a line it is still meant
const BESIDE_WANTED = 42; // the same for a line that is allowed
const ON = 12; // how near to its middle a line is meant, and not the island where it ends
const DISC = 36; // how far the disc of an island reaches
const CLEAR = 30; // how much of both ends of a line belongs to the islands

const STRAIGHT = 0.8; // the cosine of the angle between a drag and a line that it means
const STRAIGHT_WANTED = 0.62;

const board = () => document.querySelector("svg.live");

/** The group of the drawing whose units are used here. */
export const ground = () => board().querySelector(":scope > g");
export const islandOf = (name) => document.getElementById(`i-${name}`);
export const lineOf = (name) => document.getElementById(`l-${name}`);

/** Every island with its centre, by name. Islands never move, so they are measured once. */
export const islands = new Map(
  [...board().querySelectorAll(".place")].map((place) => {
    const circle = place.querySelector(".touch");
    return [place.dataset.island, { name: place.dataset.island, x: +circle.getAttribute("cx"), y: +circle.getAttribute("cy") }];
  }),
);
export const lines = [...board().querySelectorAll(".span")].map((span) => {
  const [a, b] = span.dataset.line.split("-").map((name) => islands.get(name));
  return { name: span.dataset.line, a, b };
});

/** Where a pointer is, in units of the drawing. */
export function pointOf(event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(ground().getScreenCTM().inverse());
}

/** Whether a pointer is over the board, whatever the browser took for its target. */
export function isOver({ clientX, clientY }) {
  const { left, right, top, bottom } = board().getBoundingClientRect();
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
}

/** The line between two islands, by their names, or undefined. */
export function lineBetween(one, other) {
  const [from, to] = [islands.get(one), islands.get(other)];
  return lines.find(({ a, b }) => (a === from && b === to) || (a === to && b === from));
}

/** What a tap means, an island or a line: where two are near, the one that matches `wanted`. */
export function meantBy(point, wanted) {
  const island = islandAt(point);
  const line = lineAt(point, wanted);
  if (!island || !line) return { island, line };
  const isBeyond = Math.hypot(island.x - point.x, island.y - point.y) > DISC;
  const isOnLine = isBeyond && distance(line, point) < ON && isWanted(lineOf(line.name), wanted);
  return isOnLine && !isWanted(islandOf(island.name), wanted) ? { line } : { island };
}

const isWanted = (element, wanted) => Boolean(wanted && element.querySelector(wanted));

/** The island that a point means, or null. */
export function islandAt(point) {
  let best = null;
  let nearest = TOUCH;
  for (const island of islands.values()) {
    const far = Math.hypot(island.x - point.x, island.y - point.y);
    if (far < nearest) [best, nearest] = [island, far];
  }
  return best;
}

/** The line that a tap means: those that match `wanted` first, then the nearest. */
function lineAt(point, wanted) {
  const near = lines
    .map((line) => ({ line, far: distance(line, point) }))
    .filter(({ far }) => far < BESIDE_WANTED)
    .map(({ line, far }) => ({ line, far, rank: isWanted(lineOf(line.name), wanted) ? 0 : 1 }))
    .filter(({ far, rank }) => rank === 0 || far < BESIDE);
  near.sort((one, other) => one.rank - other.rank || one.far - other.far);
  return near.length ? near[0].line : null;
}

function distance({ a, b }, point) {
  const isAcross = a.y === b.y;
  const along = isAcross ? point.x - a.x : point.y - a.y;
  const length = isAcross ? b.x - a.x : b.y - a.y;
  if (along < CLEAR || along > length - CLEAR) return Infinity;
  return Math.abs(isAcross ? point.y - a.y : point.x - a.x);
}

/**
 * The line that leads from an island in about this direction, with the island at its other end.
 * Lines that match `wanted` are meant from a wider angle, and before the others.
 */
export function lineTowards(island, dx, dy, wanted = "") {
  const far = Math.hypot(dx, dy);
  const ahead = [];
  for (const line of lines) {
    if (line.a !== island && line.b !== island) continue;
    const end = line.a === island ? line.b : line.a;
    const length = Math.hypot(end.x - island.x, end.y - island.y);
    const along = (dx * (end.x - island.x) + dy * (end.y - island.y)) / length;
    const rank = isWanted(lineOf(line.name), wanted) ? 0 : 1;
    if (along > (rank ? STRAIGHT : STRAIGHT_WANTED) * far) ahead.push({ line, end, length, along, rank });
  }
  ahead.sort((one, other) => one.rank - other.rank || other.along - one.along);
  return ahead[0] ?? null;
}

/** The nearest island in a direction; those straight ahead come first, or alone if `isStraight`. */
export function islandTowards(from, dx, dy, isStraight = false) {
  let best = null;
  let least = Infinity;
  for (const island of islands.values()) {
    const [x, y] = [island.x - from.x, island.y - from.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead <= 0 || (isStraight && aside)) continue;
    const cost = ahead + aside * 2.2;
    if (cost < least) [best, least] = [island, cost];
  }
  return best;
}
