// The shares of the shuffle that this device draws for its seats: docs/table.md, "Fair cards".

import { all, find, get } from "./dom.js";
import { sha256 } from "./sha256.js";
import { load, save } from "./storage.js";

const KEY = "hashi-shares";
const MOST = 200;
const VERSION = "hashi shuffle 1";

/** @import { Connection } from "./connection.js" */
/**
 * @typedef {object} Kept
 * @property {string} hash
 * @property {string} share
 * @property {string} seal of the hashes of all, when the share was sent; empty before
 */

/** The seats whose hash is on its way. @type {Set<number>} */
const underWay = new Set();

/** What the server says of the shuffle. */
const told = () => find("#shuffle", HTMLElement)?.dataset ?? {};

/** The hash of a seat's share; "-" for none. @param {number} seat */
const hashOf = (seat) => told().shares?.split(" ")[seat] ?? "-";

/** @returns {Kept[]} */
function kept() {
  try {
    const found = JSON.parse(load(KEY) || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {Kept} one */
function keep(one) {
  save(KEY, JSON.stringify([one, ...kept().filter(({ hash }) => hash !== one.hash)].slice(0, MOST)));
}

/** What this device keeps of a seat's share; nothing where another has drawn it. @param {number} seat */
const ownShare = (seat) => kept().find(({ hash }) => hash === hashOf(seat));

/**
 * Draw a share for each own seat that has none, and send their hashes.
 * @param {Connection} connection
 */
export function giveShares(connection) {
  const { own, open } = told();
  if (open === undefined || !own) return;
  for (const seat of own.split(",").map(Number)) {
    if (hashOf(seat) !== "-" || underWay.has(seat)) continue;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const share = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const hash = sha256(share);
    keep({ hash, share, seal: "" });
    if (!kept().some((one) => one.hash === hash)) return; // nothing can be kept here
    underWay.add(seat);
    connection.ask({ do: "commit", seat, hash }, { isQuiet: true }).then(() => underWay.delete(seat));
  }
}

/**
 * Have the shuffle sealed before a share is opened.
 * @param {Connection} connection
 * @param {number} seat
 */
export async function sealShuffle(connection, seat) {
  if (told().open !== undefined && ownShare(seat)) await connection.ask({ do: "seal", seat }, { isQuiet: true });
}

/**
 * The share that goes with a seat's start, once the shuffle is sealed. The first seal counts: from then on
 * the server knows the share.
 * @param {number} seat
 */
export function opening(seat) {
  const { secret, shares, open } = told();
  const own = ownShare(seat);
  if (!own || open !== undefined) return {};
  keep({ ...own, seal: own.seal || sha256(`${VERSION}\n${secret}\n${shares}\n`) });
  return { share: own.share };
}

/** Say, when the game is over, whether what this device has kept of its seats' shares is there. */
export function showKept() {
  for (const row of all("[data-committed]", HTMLElement)) {
    const { committed, opened, seal, same, other, missing } = row.dataset;
    const own = kept().find(({ hash }) => hash === committed);
    if (!own?.seal) continue;
    const said = seal === own.seal ? same : other;
    get("[role=note]", HTMLElement, row).textContent = (opened === own.share ? said : missing) ?? "";
  }
}
