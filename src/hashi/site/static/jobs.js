// A worker that thinks: Python with the game and without files, doing what the program gives it.

import { Files } from "./files.js";
import { startPython } from "./python.js";

/** @import { Site } from "./site.js" */
/**
 * @typedef {{ site: Site, module?: WebAssembly.Module } | { job: Uint8Array }} Given
 * @typedef {{ run: (job: Uint8Array, report: (done: number, whole: number) => void) => Uint8Array<ArrayBuffer> }} Jobs
 */

/** @type {Promise<Jobs>} */
let jobs;

/**
 * @param {Site} site
 * @param {WebAssembly.Module} [module]
 * @returns {Promise<Jobs>}
 */
async function start(site, module) {
  const files = new Files(site);
  await files.open();
  const python = await startPython(files, { module });
  return python.pyimport("hashi.site.browser.jobs");
}

/** @param {Uint8Array} job */
async function run(job) {
  try {
    const program = await jobs;
    postMessage({ done: 0, whole: 0 });
    const result = program.run(job, (done, whole) => postMessage({ done, whole }));
    postMessage({ result });
  } catch (error) {
    postMessage({ error: String(error) });
  }
}

addEventListener("message", (event) => {
  const data = /** @type {Given} */ (event.data);
  if ("site" in data) jobs = start(data.site, data.module);
  else run(data.job);
});
