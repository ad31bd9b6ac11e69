// Runs a Python text from the standard input in the browser's Python of a site, and prints what it gives.
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const app = `${folder}/${readdirSync(folder).find((name) => name.startsWith("app-"))}`;
const { loadPyodide } = await import(pathToFileURL(`${app}/pyodide.mjs`).href);
try {
  const python = await loadPyodide({ indexURL: `${app}/` });
  for (const name of ["libraries.zip", "game.zip"]) {
    const body = new Uint8Array(readFileSync(`${app}/${name}`));
    python.unpackArchive(body, "zip", { extractDir: "/lib/python3.14/site-packages" });
  }
  python.globals.set("__file__", "/played_alike.py");
  process.stdout.write(await python.runPythonAsync(readFileSync(0, "utf-8")));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
