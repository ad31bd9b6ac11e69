"""Tables that anyone may join, from the switch of the host to the seat of a stranger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.test_access import Inspector
from tests.browser.test_words import LONG, Reader
from tests.support.server import Server, serving


@pytest.fixture
def open_server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "tables.sqlite", "--open-tables") as running:
        yield running


@pytest.fixture
def phones(chromium: Browser, open_server: Server) -> Iterator[list[Page]]:
    """Return the pages of two people."""
    size: Any = PHONE
    contexts: list[BrowserContext] = [
        chromium.new_context(
            base_url=open_server.address,
            locale="en",
            viewport=size,
            has_touch=True,
            is_mobile=True,
            reduced_motion="reduce",
            service_workers="block",
        )
        for _ in range(2)
    ]
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


def test_a_stranger_sits_down_by_one_tap(open_server: Server, phones: list[Page]) -> None:
    host, stranger = phones
    stranger.goto("/")
    expect(stranger.locator("#open-tables")).to_contain_text("No open tables")
    host.goto("/new?mode=friends")
    host.locator("#name").fill(LONG)
    host.get_by_role("checkbox", name="Anyone may join").check()
    host.get_by_role("button", name="Open the table").tap()
    switch = host.get_by_role("checkbox", name="Anyone may join")
    expect(switch).to_be_checked()
    table = urlsplit(host.url).path
    join = stranger.locator("#open-tables li button")
    expect(join).to_have_accessible_name(f"Join: {LONG}")  # it has come by itself

    inspector, reader = Inspector(), Reader(open_server.address)
    inspector.look(stranger, "home, with an open table")
    inspector.look(host, "lobby, with its switch")
    reader.read(stranger, "home, with an open table", "/")
    reader.read(host, "lobby, with its switch", table)
    reader.read(host, "the form of an open table", "/new?mode=friends")
    assert not inspector.findings, "\n".join(inspector.findings)
    assert not reader.faults, "\n".join(map(str, reader.faults))

    for page in phones:
        reader.speak(page, "en")
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    host.goto(table)
    switch.uncheck()
    stranger.goto("/")
    expect(join).to_have_count(0)
    expect(host.locator("#listed:not(:checked)")).to_be_visible()
    switch.check()
    stranger.reload()
    join.tap()
    expect(stranger).to_have_url(f"{open_server.address}{table}")
    expect(stranger.locator("#seat-1")).to_contain_text("you")
    expect(host.locator("#seat-1")).to_contain_text("Player 2")
    expect(stranger.get_by_role("checkbox", name="Anyone may join")).to_have_count(0)
