"""The game as a folder of files: a site that needs no server, since the browser runs the program.

`builder` writes the folder (`hashi site FOLDER`), `browser` holds the modules that run inside the
browser's Python, `static` the scripts and templates that start it. What the folder holds, each
address under the prefix:

    index.html, 404.html    `static/shell.html`, made by the build; the second for deep links
    service-worker.js       `static/service-worker.js` behind one line: `self.SITE = {…};`
    manifest.webmanifest    as the app answers for it, in English; `manifest-de.webmanifest` …
    .nojekyll, icons
    static/DIGEST/…         the app's own static files, at the addresses that its pages name
    app-DIGEST/             all else, which never changes under one name
        shell.js, worker.js, …  every other script of `site/static`
        pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm, python_stdlib.zip, pyodide-lock.json
        game.zip, libraries.zip     both to be unpacked into `PACKAGES`
        home/LANGUAGE.html      the home page as the app shows it to a new visitor
        files.json

Beside files that shrink by it lies `NAME.br`, for hosts that send such files.

SITE tells the scripts where they are; the templates in `static` have the same fields, and
`site_json` for all of them:

    app         the name of the folder `app-DIGEST`
    version     as `hashi --version` says it
    prefix      "" or "/name"
    server      the address behind "With friends", "" for none
    languages   ["cs", "de", …]
    size        bytes that are transferred until the game plays, with brotli

`files.json` is a list of `{"path", "size", "sent", "digest", "first"}`: the path from the site's
root, its bytes, those that are transferred with brotli, its SHA-256 in hexadecimal digits, and
whether the game needs it to start. All that a device needs without a network is in it.

In the browser's Python, `hashi.site.browser` is imported from game.zip; its start is agreed with
`static/worker.js` alone.
"""

from __future__ import annotations

from typing import Final

PACKAGES: Final = "/lib/python3.14/site-packages"
"""Where the browser's Python has the game and the libraries. Compiled templates know their path."""
