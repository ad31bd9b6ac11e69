"""Backup and restore as docs/upgrading.md describes them: an empty server replaces another one.

Each hop of a chain is `hashi tables copy` from one kind of store to the same or the other kind. At
the end every visitor sees what they saw before, and plays on.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.support.app import AppVisitor, app_at
from tests.support.command import hashi
from tests.support.postgres import Cluster

from hashi.host.store.address import open_store
from hashi.server.jobs.day_bots import DayBots

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC).timestamp()
LINK = r'"(/c/\w+)"'


async def begin(visitor: AppVisitor, path: str, **form: str) -> str:
    """Begin a game by a form, and return the id of its table."""
    visitor.server.clock[0] += 60  # no two games are equally old
    answer = await visitor.post(path, **form)
    assert answer.status == 303, answer.text
    return answer.location.removeprefix("/t/")


def moved(data: str, *places: str) -> str:
    """Copy everything from place to place, each of which must be whole; return the last."""
    for place in places:
        copied = hashi("tables", "copy", data, place)
        assert (copied.returncode, copied.stderr) == (0, "")
        assert hashi("tables", "check", "--data", place).stdout.startswith("All tables are fine")
        data = place
    return data


@pytest.mark.parametrize(
    "kinds", ["sqlite sqlite postgres", "postgres postgres sqlite"], ids=lambda kinds: kinds
)
async def test_everybody_sees_the_same_and_plays_on_at_a_restored_server(
    kinds: str, postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DayBots, "begin", lambda *_: None)  # their games are computed, not kept
    places = [
        postgres.schema() if kind == "postgres" else str(tmp_path / f"{number}.sqlite")
        for number, kind in enumerate(kinds.split())
    ]
    async with app_at(places[0], NOON) as server:
        zoe, tim, ada = (server.visitor() for _ in range(3))
        day = await begin(zoe, "/daily/2026-12-01")
        await zoe.play_out(day, "random")
        alone = await begin(zoe, "/new", mode="solo", name="Zoë", board="B")
        await zoe.play_out(alone, "random")
        (challenge,) = set(re.findall(LINK, (await zoe.get(f"/t/{alone}")).text))
        taken = await begin(tim, challenge, name="Tim")
        server.store.keep_review(alone, "digest", "a review", [0.4]).result(10)
        meeting = asyncio.create_task(tim.play_out(taken, "random"))
        while not meeting.done():  # people go on while the backup is taken
            await asyncio.to_thread(moved, places[0], places[1])
        await meeting
        running = await begin(ada, "/new", mode="solo", name="Ada")
        await ada.play_out(running, "random", rounds=2)
        open_lobby = await begin(ada, "/new", mode="friends", seats="2", name="Ada")
        pages = [
            *[(zoe, page) for page in ("/", "/me", "/me/games.json", "/daily", challenge)],
            *[(tim, page) for page in ("/", "/me", "/daily/2026-12-01", challenge)],
            *[(ada, page) for page in ("/", f"/t/{running}", f"/t/{open_lobby}")],
            *[(zoe, f"/t/{id}.json") for id in (day, alone, taken, running)],
        ]
        now = server.clock[0]
        before = [(await visitor.get(page)).text for visitor, page in pages]
        moved(*places)
        moved(*places)  # nothing is left to copy
    with closing(open_store(places[0])) as first, closing(open_store(places[-1])) as last:
        ids = [id for id, _ in first.contents()]
        assert [first.kept(id) for id in ids] == [last.kept(id) for id in ids]
    async with app_at(places[-1], now) as server:
        for visitor in (zoe, tim, ada):
            visitor.server = server
        for (visitor, page), text in zip(pages, before, strict=True):
            assert (await visitor.get(page)).text == text, page
        await ada.play_out(running, "random")
        assert await begin(zoe, "/daily/2026-12-01") != day  # practice: the first result counts
        late = await begin(replace(zoe, key=""), challenge, name="Ida")
        assert late not in ids
