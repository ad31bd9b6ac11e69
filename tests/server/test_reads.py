"""What is only looked at stays as it is: no GET changes the store."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from starlette.routing import Route
from tests.support.app import AppServer, AppVisitor, app_at
from tests.support.tables import OWN_BOARD, SHORT_DECK

from hashi.server.jobs.reviews import Reviewed

DAY = date(2026, 12, 1)
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC).timestamp()
QUERIES = ("", "?part&round=1&seat=0&step=2&page=2&theme=dark&month=2026-11")
DERIVED = {"review", "cost", "derived"}
"""Tables of the store with what follows from logs: computed once for all when somebody asks, or
when the server starts."""
Rows = dict[str, list[tuple[Any, ...]]]


def contents(data: Path) -> Rows:
    """Return all rows of all tables of a file."""
    with closing(sqlite3.connect(data)) as store:
        tables = store.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {name: store.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables}


async def furnish(server: AppServer, tim: AppVisitor, ida: AppVisitor) -> dict[str, list[str]]:
    """Fill a store with everything that an address may name; return it by the names in routes."""
    opened = await tim.call("/api/tables", board=OWN_BOARD, deck=SHORT_DECK)
    small = opened.json["id"]  # quickly drawn
    await tim.call(f"/api/tables/{small}", do="sit", name="Tim")
    await tim.call(f"/api/tables/{small}", do="begin")
    day, friends, screen, begun = [
        (await tim.post(path, **form)).location.removeprefix("/t/")
        for path, form in (
            (f"/daily/{DAY}", {}),
            ("/new", {"mode": "friends", "seats": "2", "listed": "on"}),
            ("/new", {"mode": "screen", "seats": "2"}),
            ("/new", {"mode": "solo"}),
        )
    ]
    await tim.play_out(small)
    await tim.play_out(day)
    await tim.play_out(begun, rounds=1)
    found = re.search(r'href="/c/(\w+)"', (await tim.get(f"/t/{small}")).text)
    assert found
    await ida.post(f"/c/{found[1]}", name="Ida")
    moved = re.search(r"/m/([\w-]+)", (await tim.post(f"/t/{screen}/move", seat="0")).text)
    along, used = [
        re.findall(r"/k/([\w-]+)", (await tim.post("/me/move")).text)[0] for _ in range(2)
    ]
    await server.visitor().post(f"/k/{used}")
    assert moved
    return {
        "id": [small, day, friends, screen, begun, "nowhere"],
        "code": [found[1], "nowhere"],
        "token": [moved[1], along, "nowhere"],
        "day": [DAY.isoformat(), "2026-11-20", "never"],
        "seat": ["0", "9"],
        "step": ["1", "2", "99"],
        "theme": ["red", "nowhere"],
    }


def addresses(
    routes: Sequence[Any], named: Mapping[str, Sequence[str]], method: str = "GET"
) -> Iterator[str]:
    """Yield every address of every route with this method; a name that is not known is an error."""
    for route in routes:
        if isinstance(route, Route) and method in (route.methods or ()):
            names = re.findall(r"{(\w+)", route.path)
            for values in itertools.product(*(named[name] for name in names)):
                path = route.path
                for name, value in zip(names, values, strict=True):
                    path = path.replace(f"{{{name}}}", value)
                yield path


async def visit_all(data: Path, keys: Sequence[str], named: Mapping[str, Sequence[str]]) -> int:
    """Ask for every address as each of these visitors, on the next day: what is noted once a day
    is due again. Return how many answers there were."""
    count = 0
    async with app_at(data, NOON + 86_400, open_tables=True) as server:
        for path in addresses(server.app.routes, named):
            is_slow = path.endswith(".gif") and named["id"][1] in path  # of a whole game
            if is_slow:
                continue
            for key, query in itertools.product(keys, QUERIES):
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.05 if path.endswith("/events") else 20):
                        assert (await server.visitor(key).get(path + query)).status < 500, path
                        count += 1
        reviews = server.app.state.services.reviews
        for finished in named["id"][:2]:
            loaded = await server.host.tables.live(finished)
            while not isinstance(await reviews.find(loaded), Reviewed):
                await asyncio.sleep(0.02)
    return count


async def test_no_get_changes_the_store(tmp_path: Path) -> None:
    data = tmp_path / "t.sqlite"
    async with app_at(data, NOON, open_tables=True) as server:
        tim, ida = server.visitor("t" * 24), server.visitor("i" * 24)
        named = await furnish(server, tim, ida)
        await server.app.state.services.day_bots.close()
    at_first = contents(data)
    assert all(
        at_first[name] for name in ("event", "label", "result", "link", "device", "device_link")
    )
    keys = (tim.key, ida.key, "")
    assert await visit_all(data, keys, named) > 300
    after = contents(data)
    for name in at_first.keys() - DERIVED:
        assert after[name] == at_first[name], name
    assert await visit_all(data, keys[:1], named) > 100
    assert contents(data) == after
