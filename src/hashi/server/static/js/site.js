// Where the site lies: every address that a script makes goes through this.

/**
 * The address of a path of the site, such as /t/ID.
 * @param {string} path
 */
export function sitePath(path) {
  return (document.documentElement.dataset.site ?? "") + path;
}
