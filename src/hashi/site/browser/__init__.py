"""What runs in the browser's Python: the app, asked by the page's worker, and jobs in others.

What `static/worker.js` does, and what it calls. All values are plain ones of JavaScript: strings,
numbers, booleans, arrays, Uint8Array for bytes; `program` and `jobs` turn them into Python's.

Before: it unpacks game.zip and libraries.zip into `hashi.site.PACKAGES` and makes the folder
`/data`. Where things can be kept, that is a file system that survives, with four files: the names
in `data.FILES`, as written there; anywhere else an ordinary folder in memory. Writes to these files
must have arrived when `fsync` returns.

The page's worker, `site = pyodide.pyimport("hashi.site.browser.program")`:

    await site.start({origin, prefix, server, language, folder, is_kept}, think)
        `origin` is `location.origin`; `prefix` and `server` as SITE has them; `language` is the
        browser's first one that the game has, for a visitor who has chosen none; `folder` is
        "/data". Gives "started", "too-new"
        (the data was written by a newer version: nothing was touched), "broken" (the file cannot
        be read as a database) or "no-room". Call it once; anything else only after "started".
    await site.answer(method, address, headers, body)
        `address` is path and query, with the prefix, such as "/name/new?mode=solo"; `headers` an
        array of [name, value]; `body` a Uint8Array, empty for none. Gives
        [status, headers, body] in the same form. Cookies never pass: the jar is in Python.
        It never rejects: an error of the program is a page with status 500.
    socket = site.open_socket(address, send, close)
        For a path such as "/name/t/ID/live?after=3". `send(text)` and `close(code)` are called with
        what goes to the page, `close` once at most, and nothing after it. The page's side is
        `socket.receive(text)` and `socket.end(code)`: call `end` when the page is gone, then let go
        of the proxy (`socket.destroy()`).
    await site.stop()
        Finishes what is being saved, and closes the files.

`think(pool, job, seconds, watch)` is a function of the worker that does a job in another worker and
gives a promise of its result, both Uint8Arrays. `pool` is "bots" or "reviews": one worker each,
started when first needed, ended after some idle time, one job at a time (Python waits for one
before it gives the next). `watch(done, whole)` is to be called for each report. A worker that is
silent for `seconds` is ended, and the promise rejects with `new Error("TimeoutError")`; where a
worker dies or cannot be started it rejects with any other error, and Python tries again.

Such a worker has the same packages and no files. It calls, with
`jobs = pyodide.pyimport("hashi.site.browser.jobs")`:

    jobs.run(job, report)
        Gives the result, a Uint8Array; `report(done, whole)` is called in between. It never throws.
"""

from __future__ import annotations
