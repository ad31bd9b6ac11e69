"""The app of this browser, as the site's worker calls it from JavaScript."""

from __future__ import annotations

import sqlite3
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from pyodide.ffi import JsException, create_proxy, to_js

from hashi.host.store.protocol import TooNew
from hashi.server.jobs.pool import Watch
from hashi.server.visitor import words_in
from hashi.site.browser.adapter import Adapter, Place, Socket, running

FULL = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_TRUNCATE", "SQLITE_IOERR_FSYNC")
"""The errors of a disk that has no room left."""
_stack = AsyncExitStack()
_running: list[Adapter] = []


async def start(options: Any, think: Any) -> str:
    """Start the app; return "started", or why not."""
    given: dict[str, Any] = options.to_py()
    place = Place(
        origin=given["origin"],
        prefix=given["prefix"],
        server=given["server"],
        language=given["language"],
        is_kept=given["is_kept"],
    )
    words_in(place.language)
    try:
        context = running(Path(given["folder"]), place, _Thinking(think).think)
        _running.append(await _stack.enter_async_context(context))
    except TooNew:
        return "too-new"
    except sqlite3.Error as error:
        return "no-room" if getattr(error, "sqlite_errorname", "") in FULL else "broken"
    return "started"


async def answer(method: str, address: str, headers: Any, body: Any) -> Any:
    """Answer a request: an array of status, headers and body."""
    pairs = [(str(name), str(value)) for name, value in headers.to_py()]
    given = bytes(body.to_py()) if hasattr(body, "to_py") else bytes(body)
    status, told, content = await _running[0].answer(method, address, pairs, given)
    return to_js([status, [list(pair) for pair in told], content])


def open_socket(address: str, send: Any, close: Any) -> Socket:
    """Connect a page; the functions of JavaScript are kept for as long as the page is."""
    return _running[0].open_socket(address, send, close)


async def stop() -> None:
    """Finish what is being saved, and close the files."""
    _running.clear()
    await _stack.aclose()


class _Thinking:
    """The worker's own function that does a job elsewhere, as pools call it."""

    def __init__(self, function: Any) -> None:
        self._function = function

    async def think(self, name: str, packed: bytes, seconds: float, watch: Watch) -> bytes:
        told = create_proxy(watch)
        try:
            outcome = await self._function(name, to_js(packed), seconds, told)
        except JsException as error:
            if "TimeoutError" in str(error):
                raise TimeoutError from error
            raise
        finally:
            told.destroy()
        found: bytes = outcome.to_bytes()
        return found
