"""The files on their way to a device: a download that breaks off, and a device that is full."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.site.conftest import Open, visiting
from tests.site.test_in_chromium import begin, play
from tests.support.page import TablePlayer
from tests.support.site import fields

from hashi.site.builder.serving import SiteHandler

PART = 3_000_000
pytestmark = pytest.mark.site


class BreakingHandler(SiteHandler):
    """Breaks off the first time that the largest file is asked for, and sends the rest later."""

    asked: list[str | None]

    def __init__(self, *arguments: Any, asked: list[str | None], **named: Any) -> None:
        self.asked = asked
        super().__init__(*arguments, **named)

    def end_headers(self) -> None:
        self.send_header("accept-ranges", "bytes")
        super().end_headers()

    def do_GET(self) -> None:  # noqa: N802, the name that the base class calls
        if not self.path.endswith(".wasm"):
            super().do_GET()
            return
        path = Path(self.directory) / self.path.split("/", 2)[-1]
        body, asked = path.read_bytes(), self.headers["range"]
        self.asked.append(asked)
        start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked else 0
        self.send_response(206 if asked else 200)
        self.send_header("content-type", "application/wasm")
        self.send_header("content-length", str(len(body) - start))
        self.send_header("content-range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        self.end_headers()
        self.wfile.write(body[start:] if asked else body[:PART])
        self.close_connection = True


@contextmanager
def breaking(folder: Path, asked: list[str | None]) -> Iterator[str]:
    prefix = fields(folder)["prefix"]
    assert prefix
    handler = partial(BreakingHandler, directory=str(folder), prefix=prefix, asked=asked)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://localhost:{server.server_port}{prefix}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_download_that_breaks_off_goes_on_where_it_was(chromium: Browser, folder: Path) -> None:
    asked: list[str | None] = []
    with breaking(folder, asked) as address:
        context = chromium.new_context(locale="en")
        with visiting(context, address) as visit:
            visit("/rules")
        context.close()
    assert asked == [None, f"bytes={PART}-"]


def test_a_full_device_says_so_and_goes_on_once_there_is_room(visit: Open) -> None:
    page = visit("/rules")
    expect(page.tab.locator("#notice")).to_contain_text("ready without a network")
    page.goto(begin(page))
    play(page, 1)
    session = page.tab.context.new_cdp_session(page.tab)
    origin = page.tab.evaluate("origin")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    player = TablePlayer(page)
    player.touch("#board .place:has(.isle.target)")
    expect(page.tab.locator("#notice")).to_contain_text("no space left")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    expect(page.locator("#board .isle.fresh")).to_have_count(1)
    expect(page.tab.locator("#notice")).to_be_empty()
