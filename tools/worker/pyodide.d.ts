// What the workers of the site use of Pyodide, which the build lays beside them.
declare module "*/pyodide.mjs" {
  export interface Pyodide {
    FS: import("../../src/hashi/site/static/kept_folder.js").FileSystem;
    pyimport<Module>(name: string): Module;
    unpackArchive(content: ArrayBuffer, format: string, options: { extractDir: string }): void;
  }
  export function loadPyodide(options: { indexURL: string; lockFileContents: string }): Promise<Pyodide>;
}
