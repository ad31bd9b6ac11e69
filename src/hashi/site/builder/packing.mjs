// Runs packing_inside.py in the browser's Python, with one folder of this machine mounted: first in
// the one that npm has brought, then in one with the standard library that the first has made.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodideFolder, work, script, settings] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
const text = readFileSync(script, "utf-8");

async function run(step, options) {
  const python = await loadPyodide({ indexURL: `${pyodideFolder}/`, ...options });
  python.FS.mkdir("/work");
  python.FS.mount(python.FS.filesystems.NODEFS, { root: work }, "/work");
  python.globals.set("settings", JSON.stringify({ ...JSON.parse(settings), step }));
  await python.runPythonAsync(text);
}

try {
  await run("compile", {});
  await run("prepare", { stdLibURL: `${work}/python_stdlib.zip` });
} catch (error) {
  console.error(error.message); // without the text of Pyodide's own scripts
  process.exit(1);
}
