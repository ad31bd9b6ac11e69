"""A game at a server's table on a full screen, with somebody elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from anyio import to_thread
from tests.cli.test_bot_command import Opener
from tests.support.screens import Person
from tests.support.server import Server, serving

from hashi.client.wire import Wire
from hashi.drawing import Palette
from hashi.terminal.company_news import tell_change
from hashi.terminal.console import Console
from hashi.terminal.screen.app import GameApp
from hashi.terminal.tables.remote_table import RemoteTable
from hashi.words import Words, verdict


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("join") / "tables.sqlite") as running:
        yield running


async def test_a_whole_game_with_somebody_elsewhere(server: Server, tmp_path: Path) -> None:
    ada = Opener(server, seats=2, deck=["5/1", "4/2", "3/1"])
    ada.ask(do="sit", name="Ada")
    console = Console(Words("en"), Palette.TRUECOLOUR)
    table = RemoteTable(Wire(server.address, ada.id, "en"), partial(tell_change, console))
    table.play_as(table.sit("Tim"))
    ada.ask(do="begin")
    table.feed.start()
    while table.phase == "lobby":
        table.feed.listen()
        table.refresh()

    async def elsewhere(**fields: Any) -> None:
        await to_thread.run_sync(partial(ada.ask, **fields))

    app = GameApp(console, table)
    try:
        async with app.run_test(size=(120, 34)) as pilot:
            person = Person(app, pilot)
            await person.press("enter", "d")
            assert "Waiting for Ada" in person.guide
            await person.press("u")  # the start is taken back while others write theirs
            await person.press("d")
            await elsewhere(do="mark", seat=0, marks="d3=3")
            await elsewhere(do="done", seat=0)
            for round in (1, 2):
                await person.until(lambda: len(app.snapshot.game.cards) == round)  # noqa: B023
                await person.press("enter")
                marks = list(person.marks)
                await pilot.press("s")
                await person.until(lambda: app.snapshot.seat is None)
                await elsewhere(do="done", seat=0)
                assert round > 1 or marks
            assert await person.until(lambda: app.snapshot.is_over)
            assert verdict(console.words, app.snapshot.game) in person.guide
            assert "Ada gives you a board with a 3 on d3." in person.told
            assert "Ada is done." in person.told or "Ada skips" in person.told
    finally:
        table.feed.stop()
    assert app.failure is None


async def test_nobody_who_leaves_waits_for_the_others(server: Server) -> None:
    ada = Opener(server, seats=2)
    ada.ask(do="sit", name="Ada")
    table = RemoteTable(Wire(server.address, ada.id, "en"), lambda *_: None)
    table.play_as(table.sit("Tim"))
    ada.ask(do="begin")
    table.feed.start()
    while table.phase == "lobby":
        table.feed.listen()
        table.refresh()
    app = GameApp(Console(Words("en"), Palette.TRUECOLOUR), table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
    assert [thread for thread in threading.enumerate() if not thread.daemon] == [
        threading.main_thread()
    ]
    table.feed.stop()


async def test_a_server_that_is_gone_ends_the_screen(server: Server) -> None:
    ada = Opener(server, seats=1)
    table = RemoteTable(Wire(server.address, ada.id, "en", patience=0.1), lambda *_: None)
    table.play_as(table.sit("Tim"))
    ada.ask(do="begin")
    table.feed.start()
    while table.phase == "lobby":
        table.feed.listen()
        table.refresh()
    app = GameApp(Console(Words("en"), Palette.TRUECOLOUR), table)
    async with app.run_test(size=(80, 24)) as pilot:
        server.kill()
        while app.failure is None:
            await pilot.pause(0.05)
    table.feed.stop()
    server.start()
