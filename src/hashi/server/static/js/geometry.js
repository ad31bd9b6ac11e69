// Where islands and lines lie on the board of a page, and which of them a point or a direction means.

import { all, get } from "./dom.js";

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ name: string, x: number, y: number }} Island */
/** @typedef {{ name: string, a: Island, b: Island }} Line */
/**
 * A line in a direction, with the island at its other end and how far the direction leads along it.
 * @typedef {{ line: Line, end: Island, length: number, along: number, rank: number }} Towards
 */

// in units of the drawing
const TOUCH = 47; // how far from its centre an island is still meant
const BESIDE = 32; // how far beside a line it is still meant
const BESIDE_WANTED = 42; // the same for a line that is allowed
const ON = 12; // how near to its middle a line is meant, and not the island where it ends
const DISC = 36; // how far the disc of an island reaches
const CLEAR = 30; // how much of both ends of a line belongs to the islands

const STRAIGHT = 0.8; // the cosine of the angle between a drag and a line that it means
const STRAIGHT_WANTED = 0.62;

const board = () => get("svg.live", SVGSVGElement);

/** The group of the drawing whose units are used here. */
export const ground = () => get(":scope > g", SVGGElement, board());

/** The element of an island; none for "". @param {string} name */
export const islandOf = (name) => piece(`i-${name}`);

/** The element of a line. @param {string} name */
export const lineOf = (name) => piece(`l-${name}`);

/**
 * An element of the board, unless there is none of this id.
 * @param {string} id
 */
function piece(id) {
  /** @type {Element | null} */
  const found = document.getElementById(id);
  return found instanceof SVGGElement ? found : null;
}

/** Every island with its centre, by name. Islands never move, so they are measured once. */
export const islands = named(all(".place", SVGGElement, board()).map(measured));
/** Every line, by name. */
export const lines = named(all(".span", SVGGElement, board()).flatMap(joined));

/**
 * @template {{ name: string }} T
 * @param {T[]} things
 */
function named(things) {
  return new Map(things.map((thing) => [thing.name, thing]));
}

/**
 * @param {SVGGElement} place
 * @returns {Island}
 */
function measured(place) {
  const circle = get(".touch", SVGCircleElement, place);
  return {
    name: place.dataset.island ?? "",
    x: Number(circle.getAttribute("cx")),
    y: Number(circle.getAttribute("cy")),
  };
}

/**
 * @param {SVGGElement} span
 * @returns {Line[]} one line, or none where its ends are not on the board
 */
function joined({ dataset: { line: name = "" } }) {
  const [a, b] = name.split("-").map((end) => islands.get(end));
  return a && b ? [{ name, a, b }] : [];
}

/**
 * Where a pointer is, in units of the drawing.
 * @param {MouseEvent} event
 */
export function pointOf(event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(ground().getScreenCTM()?.inverse());
}

/**
 * Whether a pointer is over the board, whatever the browser took for its target.
 * @param {MouseEvent} event
 */
export function isOver({ clientX, clientY }) {
  const { left, right, top, bottom } = board().getBoundingClientRect();
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
}

/**
 * The line between two islands, by their names, or undefined.
 * @param {string} one
 * @param {string} other
 */
export function lineBetween(one, other) {
  const [from, to] = [islands.get(one), islands.get(other)];
  return [...lines.values()].find(({ a, b }) => (a === from && b === to) || (a === to && b === from));
}

/**
 * What a tap means, an island or a line: where two are near, the one that matches `wanted`.
 * @param {Point} point
 * @param {string} wanted
 * @returns {{ island?: Island | null, line?: Line | null }}
 */
export function meantBy(point, wanted) {
  const island = islandAt(point);
  const line = lineAt(point, wanted);
  if (!island || !line) return { island, line };
  const isBeyond = Math.hypot(island.x - point.x, island.y - point.y) > DISC;
  const isOnLine = isBeyond && distance(line, point) < ON && isWanted(lineOf(line.name), wanted);
  return isOnLine && !isWanted(islandOf(island.name), wanted) ? { line } : { island };
}

/**
 * @param {Element | null} element
 * @param {string} wanted
 */
const isWanted = (element, wanted) => Boolean(wanted && element?.querySelector(wanted));

/**
 * The island that a point means, or null.
 * @param {Point} point
 */
export function islandAt(point) {
  /** @type {Island | null} */
  let best = null;
  let nearest = TOUCH;
  for (const island of islands.values()) {
    const far = Math.hypot(island.x - point.x, island.y - point.y);
    if (far < nearest) [best, nearest] = [island, far];
  }
  return best;
}

/**
 * The line that a tap means: those that match `wanted` first, then the nearest.
 * @param {Point} point
 * @param {string} wanted
 */
function lineAt(point, wanted) {
  const near = [...lines.values()]
    .map((line) => ({ line, far: distance(line, point) }))
    .filter(({ far }) => far < BESIDE_WANTED)
    .map(({ line, far }) => ({ line, far, rank: isWanted(lineOf(line.name), wanted) ? 0 : 1 }))
    .filter(({ far, rank }) => rank === 0 || far < BESIDE);
  near.sort((one, other) => one.rank - other.rank || one.far - other.far);
  return near[0]?.line ?? null;
}

/**
 * @param {Line} line
 * @param {Point} point
 */
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
 * @param {Island} island
 * @param {number} dx
 * @param {number} dy
 * @param {string} [wanted]
 */
export function lineTowards(island, dx, dy, wanted = "") {
  const far = Math.hypot(dx, dy);
  /** @type {Towards[]} */
  const ahead = [];
  for (const line of lines.values()) {
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

/**
 * The nearest island in a direction; those straight ahead come first, or alone if `isStraight`.
 * @param {Island} from
 * @param {number} dx
 * @param {number} dy
 * @param {boolean} [isStraight]
 */
export function islandTowards(from, dx, dy, isStraight = false) {
  /** @type {Island | null} */
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
