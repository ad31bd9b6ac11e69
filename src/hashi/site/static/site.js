// What all scripts of the site know: where its files lie, and how what it keeps is called.

/**
 * What the build writes into the shell and above the service worker (hashi.site).
 * @typedef {object} Site
 * @property {string} app the folder of this version
 * @property {string} version
 * @property {string} prefix "" or "/name"
 * @property {string} server
 * @property {string[]} languages
 * @property {number} size
 */
/**
 * A request to the program, and its answer.
 * @typedef {{ method: string, address: string, headers: [string, string][], body: Uint8Array<ArrayBuffer> }} Asked
 * @typedef {{ status: number, headers: [string, string][], body: Uint8Array<ArrayBuffer> }} Answer
 */
/**
 * What the shell sends to the worker. A request and a socket come with a port of their own.
 * @typedef {{ type: "start", site: Site, language: string, alive: string }} Start
 * @typedef {{ type: "socket", address: string }} OpenSocket
 * @typedef {Start | ({ type: "request" } & Asked) | OpenSocket | { type: "stop" }} Order
 */
/**
 * What the worker tells the shell: how far the first files have come, in bytes as they are sent, and whether
 * nothing has come for a while; that the game runs, and where it is kept; why it does not run.
 * @typedef {{ done: number, whole: number, isStalled: boolean }} Progress
 * @typedef {"gone" | "held" | "unreachable" | "too-new" | "broken" | "no-room" | "failed"} Failure
 * @typedef {{ type: "alive" }
 *   | { type: "progress" } & Progress
 *   | { type: "started", kind: "files" | "database" | "memory" }
 *   | { type: "failed", reason: Failure, text: string }
 *   | { type: "full", isFull: boolean }
 *   | { type: "complete" }
 *   | { type: "stopped" }} Report
 */
/** @typedef {{ path: string, size: number, sent: number, digest: string, first: boolean }} Entry of files.json */

/**
 * The name of all that a site keeps in the browser. Several sites may lie at one origin.
 * @param {Site} site
 */
export const nameOf = (site) => `hashi ${site.prefix}/`;

/**
 * The cache of one version.
 * @param {Site} site
 */
export const cacheOf = (site) => `${nameOf(site)} ${site.app}`;

/**
 * The address of a file by its path from the site's root.
 * @param {Site} site
 * @param {string} path
 */
export const addressOf = (site, path) => `${site.prefix}/${path}`;
