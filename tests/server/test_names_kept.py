"""A name is given once: later games begin with it, and it can be changed."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

from tests.support.app import AppVisitor, app_at

NOON = 1_800_000_000.0


async def name_at(visitor: AppVisitor, table: str) -> str:
    """Return the name of the only seat of a table."""
    found = await visitor.server.host.tables.live(table.removeprefix("/t/"))
    return found.table.seats[0].name


async def test_a_name_is_kept_and_changed(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        tim = server.visitor()
        first = (await tim.post("/new", mode="solo")).location
        assert await name_at(tim, first) == "Player"
        named = (await tim.post("/new", mode="solo", name="Tim")).location
        assert await name_at(tim, named) == "Tim"
        for name in ("Tim", "Žofie", ""):
            if name != "Tim":
                assert (await tim.post("/me/name", name=name)).location == "/me"
            assert f'value="{name}"' in (await tim.get("/me")).text
            table = (await tim.post("/new", mode="solo")).location
            assert await name_at(tim, table) == (name or "Player")
            await tim.post("/me/name", name=name)


async def test_who_challenges_friends_without_a_name_is_asked_once(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        tim, ida = server.visitor(), server.visitor()
        table = (await tim.post("/new", mode="solo")).location
        await tim.play_out(table.removeprefix("/t/"))
        (link,) = set(re.findall(r'"(/c/\w+)"', (await tim.get(table)).text))
        for visitor in (tim, ida):
            text = (await visitor.get(link)).text
            assert "Player: beat" not in text
            assert "<h1>Beat " in text
        assert 'action="/me/name"' in (await tim.get(link)).text
        assert (await tim.post("/me/name", name="Tim", back=link)).location == link
        text = (await tim.get(link)).text
        assert 'action="/me/name"' not in text
        named = f"{link}?from=Tim"
        assert f'{named}"' in text
        assert "<h1>Tim: beat my " in (await ida.get(named)).text
        for name in ("", "x" * 41, "a\u202eb"):
            assert "<h1>Beat " in (await ida.get(f"{link}?from={quote(name)}")).text
        assert (await tim.post("/me/name", name="Tim", back="//elsewhere")).location == "/me"


async def test_a_name_that_no_seat_could_have_is_refused_or_left_out(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        tim = server.visitor()
        table = (await tim.post("/new", mode="solo")).location
        for name in ("x" * 41, "a\u202eb"):
            assert (await tim.post("/me/name", name=name)).status == 422
            tim.name = quote(name)  # a cookie that was made by hand
            assert (await tim.get(table)).status == 200
            assert await name_at(tim, (await tim.post("/new", mode="solo")).location) == "Player"
