"""What the server keeps in memory: each thing that a request can make grow is listed with its bound
in docs/server.md, and keeps to it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.server import filled
from tests.server.test_reads import NOON, addresses
from tests.support.app import AppServer, AppVisitor
from tests.support.containers import caches, listed, sizes
from tests.support.push_service import PushBrowser, PushServer
from tests.support.tables import OWN_BOARD, SHORT_DECK

from hashi.host import SqliteStore, clocks, day_results
from hashi.host.deadlines import Deadlines
from hashi.host.people import devices
from hashi.host.tables import Tables
from hashi.kept import Kept
from hashi.server import app as app_module
from hashi.server.app import create_app
from hashi.server.jobs import day_bots, reviews, shared_jobs
from hashi.server.jobs.reviews import Reviewed
from hashi.server.limits.gates import Buckets, Gates, Limits
from hashi.server.limits.work import _Lately
from hashi.server.push import outbox
from hashi.server.push import service as push_service
from hashi.server.push.settings import PushSettings

MOST = 1
"""What each bound is lowered to, so that a few visitors go beyond it."""
LOWERED = [
    (Buckets, "MOST"),
    (_Lately, "MOST"),
    (Deadlines, "MOST"),
    (Kept, "MOST"),
    (day_results, "KEPT"),
    (day_bots, "KEPT"),
    (reviews, "KEPT"),
    (shared_jobs, "KEPT"),
    (devices, "MOST_KNOWN"),
    (push_service, "MOST_NOTED"),
    (app_module, "PICTURES"),
    (app_module, "MOVING_PICTURES"),
]
ZONES = ["Europe/Prague", "Europe/Lisbon", "America/Lima", "Asia/Tokyo"]
HEAP, TIMES = "Deadlines._heap", "Deadlines._times"
"""The heap holds outdated times, too, for a while."""
BACKGROUND = "Tasks._background"
OF_A_TABLE = ("LoadedTable.", "NewsLog.", "DayGames.")
"""What is as large as the log of a table, or as there are bots, and goes with its table or day."""


@contextlib.asynccontextmanager
async def limited_app(data: Path) -> AsyncIterator[AppServer]:
    """Run an app whose limits are counted and far away."""
    store, far = SqliteStore(data), 10**9
    limits = Limits(work=10**6, tables=far, imports=far, pictures=far, thinking=10**6)
    nobody = PushSettings("mailto:ops@example.org", ("localhost:9",))
    gates = Gates(limits, far)
    app = create_app(store, now=lambda: NOON, gates=gates, open_tables=True, push=nobody)
    async with app.router.lifespan_context(app):
        yield AppServer(app, store, [NOON])


class Stranger:
    """Somebody with an address and a key of their own, who asks for everything."""

    def __init__(self, server: AppServer, number: int) -> None:
        self._server, self._number = server, number
        self._visitor = AppVisitor(server, f"{number:024}", address=f"2001:db8:{number:x}::1")

    async def ask_for_everything(self) -> None:
        id = await self._played()
        named = {
            "id": [id, f"nothing{self._number}"],
            "code": [f"code{self._number}"],
            "token": [f"token{self._number}"],
            "day": [f"2026-11-{15 + self._number:02}"],
            "seat": ["0"],
            "step": ["1"],
            "theme": ["red"],
        }
        routes = self._server.app.routes
        for path in addresses(routes, named):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.02 if path.endswith("/events") else 20):
                    await self._visitor.get(f"{path}?round=1&odd{self._number}=1")
        for path in addresses(routes, {**named, "id": [id]}, "POST"):
            if path != "/me/delete":
                await self._post(path)
        await self._server.app.state.services.day_bots.close()  # they need not play to the end
        looks = ({"do": "look", "seat": 0}, {"do": f"odd{self._number}"})
        await self._visitor.listen(f"/t/{id}/live", *looks)
        await self._visitor.listen(f"/t/nothing{self._number}/live")
        await self._open_with_a_clock()
        found = self._server.app.state.services.reviews
        loaded = await self._server.host.tables.live(id)
        while not isinstance(await found.find(loaded), Reviewed):
            await asyncio.sleep(0.02)

    async def _played(self) -> str:
        """Play a game on a small board to its end; return its table."""
        opened = await self._visitor.call("/api/tables", board=OWN_BOARD, deck=SHORT_DECK)
        id = str(opened.json["id"])
        await self._visitor.call(f"/api/tables/{id}", do="sit", name=f"N{self._number}")
        await self._visitor.call(f"/api/tables/{id}", do="begin")
        await self._visitor.play_out(id)
        return id

    async def _open_with_a_clock(self) -> None:
        """Open a table with a friend whose rounds take an hour, and be told of one's turns."""
        browser = PushBrowser(f"/{self._number}").fields(PushServer(9), zone=ZONES[self._number])
        assert (await self._visitor.call("/me/push", **browser)).status == 200
        opened = await self._visitor.call("/api/tables", seats=2, pace=3_600)
        path = f"/api/tables/{opened.json['id']}"
        friend = AppVisitor(self._server, f"friend{self._number:024}")
        for one in (self._visitor, friend):
            await one.call(path, do="sit", name="N")
        await self._visitor.call(path, do="begin")
        while not self._server.app.state.services.push._noted:
            await asyncio.sleep(0.02)

    async def _post(self, path: str) -> None:
        if path.startswith("/api"):
            await self._visitor.call(path, do=f"odd{self._number}")
        else:
            form = {"seat": "0", "round": "1", "record": f"{self._number}", "name": "N"}
            await self._visitor.post(path, **form)


@pytest.mark.slow
async def test_all_that_is_kept_can_be_filled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In small, what `python -m tests.server.filled` does: it fills all that the page names."""
    monkeypatch.setattr(Tables, "MOST_WEIGHT", 1)
    for owner, name in LOWERED:
        monkeypatch.setattr(owner, name, 100_000 if owner is Kept else 4)
    for owner, name in ((day_results, "KEPT_PEOPLE"), (clocks, "MOST_NOTED")):
        monkeypatch.setattr(owner, name, 4)
    monkeypatch.setattr(filled, "OWN_BOARDS", 1)
    monkeypatch.setattr(filled, "SHEETS", 2)
    monkeypatch.setattr(filled, "GAMES", 1)
    async with filled.empty_app(tmp_path / "t.sqlite") as server:
        await filled.fill(server)
        found = sizes(server.app)
    assert {name for name in listed("What is kept") if not found[name]} == set()


async def settled(server: AppServer, earlier: Counter[str] | None = None) -> Counter[str]:
    """Return the sizes of all containers when nothing is being done any more.

    Some tasks run all the time; all others have ended where there are no more than `earlier`.
    """
    services = server.app.state.services
    while services.reviews._pending or services.hints._parts:
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.1)  # streams that were left end
    gc.collect()
    found = sizes(server.app)
    for _ in range(100):
        if earlier is None or found[BACKGROUND] <= earlier[BACKGROUND]:
            break
        await asyncio.sleep(0.1)
        found = sizes(server.app)
    return found


async def test_nothing_grows_beyond_its_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for owner, name in LOWERED:
        monkeypatch.setattr(owner, name, MOST)
    monkeypatch.setattr(Tables, "MOST_WEIGHT", 1)
    monkeypatch.setattr(push_service, "LOOK_PAUSE", 0.02)
    monkeypatch.setattr(outbox, "PAUSES", ())
    lasting, passing = listed("What is kept"), listed("What lasts as long as a request")
    async with limited_app(tmp_path / "t.sqlite") as server:
        for number in range(2 + MOST):
            if number == 2:  # what is made once is there
                before = await settled(server)
            await Stranger(server, number).ask_for_everything()
        after = await settled(server, before)
    kept = {name for name, cache in caches() if cache.cache_info().maxsize is not None}
    grown = {
        name
        for name, size in after.items()
        if size > before[name] and not name.startswith(OF_A_TABLE)
    }
    assert after[HEAP] <= 2 * after[TIMES] + 64
    assert grown - kept - {HEAP} == set(), "a bound that is missing, or not lowered in LOWERED"
    assert grown <= lasting, "a bound that docs/server.md does not name"
    assert lasting | passing <= after.keys()
    assert {name: after[name] for name in passing if after[name]} == {}
