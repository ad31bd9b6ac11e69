// Python in this worker, with the game and its libraries.

import { loadPyodide } from "./pyodide.mjs";

/** @import { Files } from "./files.js" */
/** @typedef {import("./pyodide.mjs").Pyodide} Pyodide */

const PACKAGES = "/lib/python3.14/site-packages"; // hashi.site.PACKAGES

/** What starting another Python needs: the compiled program of the first one saves half of the time. */
/** @typedef {{ module?: WebAssembly.Module }} Compiled */

/**
 * Start Python from files of the site alone.
 * @param {Files} files
 * @param {Compiled} [compiled] is filled, or used where it is filled
 * @returns {Promise<Pyodide>}
 */
export async function startPython(files, compiled = {}) {
  const packages = [files.bytes("libraries.zip"), files.bytes("game.zip")];
  const giveBack = serveFrom(files, compiled);
  try {
    const lockFileContents = new TextDecoder().decode(await files.bytes("pyodide-lock.json"));
    const pyodide = await loadPyodide({ indexURL: new URL("./", import.meta.url).href, lockFileContents });
    for (const content of packages) pyodide.unpackArchive(await content, "zip", { extractDir: PACKAGES });
    /** @type {{ invalidate_caches: () => void }} */
    const importing = pyodide.pyimport("importlib");
    importing.invalidate_caches();
    return pyodide;
  } finally {
    giveBack();
  }
}

/**
 * Answer what Pyodide fetches with files of the site: where a service worker does not stand between yet,
 * each would be loaded twice. Return a function that ends that.
 * @param {Files} files
 * @param {Compiled} compiled
 */
function serveFrom(files, compiled) {
  const { fetch } = globalThis;
  const compile = WebAssembly.instantiateStreaming;
  globalThis.fetch = (asked) => {
    const name = new URL(String(asked), import.meta.url).pathname.split("/").at(-1) ?? "";
    const isCompiled = compiled.module && name.endsWith(".wasm");
    return isCompiled ? Promise.resolve(new Response()) : files.answer(name);
  };
  WebAssembly.instantiateStreaming = async (answer, imports) => {
    if (compiled.module) {
      return { module: compiled.module, instance: await WebAssembly.instantiate(compiled.module, imports) };
    }
    const source = await compile.call(WebAssembly, answer, imports);
    compiled.module = source.module;
    return source;
  };
  return () => {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = compile;
  };
}
