// Boards that this browser keeps, by the names that people give them.

import { load, save } from "./storage.js";

/** @typedef {{ name: string, code: string }} KeptBoard */

const KEY = "hashi-boards";
const MOST = 20;
const CODE = /^A[QR][\w-]{6,298}$/;

/** @returns {KeptBoard[]} */
export function keptBoards() {
  try {
    const found = JSON.parse(load(KEY) || "[]");
    return Array.isArray(found) ? found.filter(isKept).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/**
 * Keep a board; one of the same name is replaced. Return whether it is kept.
 * @param {string} name
 * @param {string} code
 */
export function keepBoard(name, code) {
  const others = keptBoards().filter((board) => board.name !== name);
  if (others.length >= MOST) return false;
  save(KEY, JSON.stringify([...others, { name, code }]));
  return keptBoards().some((board) => board.name === name && board.code === code);
}

/** @param {string} name */
export function removeBoard(name) {
  save(KEY, JSON.stringify(keptBoards().filter((board) => board.name !== name)));
}

/** @param {unknown} each */
function isKept(each) {
  const board = /** @type {Partial<KeptBoard> | null} */ (each);
  return typeof board?.name === "string" && typeof board.code === "string" && CODE.test(board.code);
}
