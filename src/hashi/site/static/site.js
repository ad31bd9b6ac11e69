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
