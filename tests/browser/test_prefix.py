"""The site under a path, in a real browser: everything that a page asks for lies there, too."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.support.page import TablePlayer
from tests.support.server import PREFIX, Server


def test_a_game_is_played_under_a_prefix(chromium: Browser, prefixed: Server) -> None:
    page = chromium.new_page(locale="en", reduced_motion="reduce")
    asked: list[str] = []
    problems: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url.replace("ws", "http", 1)))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{prefixed.address}/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(rf"{prefixed.address}/t/[\w-]+$"))
    player = TablePlayer(page)
    player.write_start()
    player.wait_for_round(1)
    player.play_turn()
    player.wait_for_round(2)
    page.goto(f"{prefixed.address}/rules?back={page.url.removeprefix(prefixed.address)}")
    page.get_by_role("link", name="Back to the table").first.click()
    player.wait_for_round(2)  # the same person, after other pages
    player.play_turn()
    page.goto(f"{prefixed.address}/")
    expect(page.locator(f'a[href^="{PREFIX}/t/"]').first).to_be_visible()
    assert [url for url in asked if not url.startswith(f"{prefixed.address}/")] == []
    assert any(url.endswith("/live") or "/live?" in url for url in asked)
    assert problems == []
    page.close()
