"""Fills all that requests can make grow in a server's process, each up to its bound.

    python -m tests.server.filled

What docs/server.md names as kept is filled with entries as large as strangers can make them, and
the command says how many each holds then, how much memory the process has taken, and how large and
how slow a scrape of `/metrics` is. It fails where something named there stayed empty, or where the
memory or the scrape is beyond what docs/server.md promises.
"""

from __future__ import annotations

import asyncio
import gc
import pickle
import resource
import secrets
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import date, timedelta
from pathlib import Path
from random import Random
from zoneinfo import available_timezones

from benchmarks.stored_games import StoredGame, write_copies
from tests.support.app import AppServer, AppVisitor
from tests.support.containers import caches, listed, sizes
from tests.support.tables import OWN_BOARD, SHORT_DECK

from hashi.boards import board
from hashi.boards.daily import _deal_of
from hashi.drawing.vector.live import pieces
from hashi.host import SqliteStore, day_results, new_id
from hashi.host import clocks as clocks_module
from hashi.host.deadlines import Deadlines
from hashi.host.loaded_table import _weight_of
from hashi.host.people import devices
from hashi.host.tables import Tables
from hashi.kept import Kept
from hashi.record.notation import notation_for
from hashi.record.reading import _own_board as board_of_record
from hashi.rules import PASS, Board, Bridge, Number, Sheet
from hashi.rules.dead import ALL_NUMBERS
from hashi.rules.law import refusal
from hashi.rules.sheet_state import SheetState
from hashi.server.app import create_app
from hashi.server.jobs import day_bots, reviews
from hashi.server.jobs.reviews import Pending, Reviewed
from hashi.server.lessons.exercises import read_marks
from hashi.server.limits.gates import Buckets, Gates, Limits
from hashi.server.limits.work import _Lately
from hashi.server.operation.metrics import MOST_PAIRS
from hashi.server.push import service as push_service
from hashi.server.push.messages import _zone
from hashi.server.push.settings import PushSettings
from hashi.server.view.board_pictures import _open_state
from hashi.server.view.turn.turn_view import _lost_by
from hashi.server.visitor import words_in
from hashi.table import REQUESTS
from hashi.table.options import _own_board as board_of_table
from hashi.words import describe_island

MEMORY, SCRAPE_BYTES, SCRAPE_TIME = 400 * 2**20, 200_000, 0.050
"""What docs/server.md promises."""
NOON = 1_796_126_400.0
PICTURE, MOVING, ANSWER = 200_000, 1_000_000, 60_000
"""Bytes of a picture, of an animation, and of a replay, a lesson or a hint."""
DAY = date(2026, 12, 1)
LARGEST, OWN_BOARDS, SHEETS, GAMES = 26, 129, 5_001, 12
"""Rows and columns of a board; boards of one's own and sheets, one more than are kept;
different games."""


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_filled(Path(folder) / "t.sqlite"))


async def _filled(data: Path) -> int:
    names = sorted(listed("What is kept"))
    async with empty_app(data) as server:
        empty = _memory()
        await fill(server)
        found, peak = sizes(server.app), _memory()
        scrape, seconds = await _scrape(server)
    for name in names:
        print(f"{found[name]:10,}  {name}")
    print(f"{empty / 2**20:.0f} MB empty, {peak / 2**20:.0f} MB filled")
    print(f"/metrics: {scrape:,} bytes in {1000 * seconds:.1f} ms")
    left = [name for name in names if not found[name]]
    if left:
        print(f"not filled: {', '.join(left)}", file=sys.stderr)
    return int(bool(left) or peak > MEMORY or scrape > SCRAPE_BYTES or seconds > SCRAPE_TIME)


@asynccontextmanager
async def empty_app(data: Path) -> AsyncIterator[AppServer]:
    """Run an app without limits of rates."""
    store, far = SqliteStore(data), 10**9
    limits = Limits(work=10**6, tables=far, imports=far, pictures=far, thinking=10**6)
    push = PushSettings("mailto:ops@example.org", ("localhost:9",))
    app = create_app(store, now=lambda: NOON, gates=Gates(limits, far), push=push)
    async with app.router.lifespan_context(app):
        yield AppServer(app, store, [NOON])


async def fill(server: AppServer) -> None:
    """Fill all that docs/server.md names as kept."""
    rng = Random("filled")
    steps: list[tuple[str, Callable[[], Awaitable[None]]]] = [
        ("reviews", lambda: _fill_reviews(server)),
        ("tables", lambda: _fill_tables(server, rng)),
        ("addresses and devices", lambda: _fill_by_address(server)),
        ("pictures and answers", lambda: _fill_jobs(server)),
        ("days", lambda: _fill_days(server)),
        ("clocks", lambda: _fill_clocks(server)),
        ("metrics", lambda: _fill_metrics(server)),
        ("boards of one's own", lambda: _fill_boards(rng)),
        ("pieces of pages", lambda: _fill_pieces(rng)),
    ]
    for what, step in steps:
        before = _memory()
        await step()
        gc.collect()
        print(f"{(_memory() - before) / 2**20:10.0f} MB  {what}")


def _memory() -> int:
    """Return the bytes of this process in memory now."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


async def _scrape(server: AppServer) -> tuple[int, float]:
    monitor = AppVisitor(server, address="127.0.0.1")
    await monitor.get("/metrics")
    began = time.perf_counter()
    answer = await monitor.get("/metrics")
    return len(answer.body), time.perf_counter() - began


async def _fill_tables(server: AppServer, rng: Random) -> None:
    """Load tables of four near their end until the first of them are forgotten again."""
    games = [StoredGame.by_chance(rng, 4, 16, NOON - 3600) for _ in range(GAMES)]
    most = 2 + Tables.MOST_WEIGHT // min(_weight_of(game.table) for game in games)
    copies = list(write_copies(server.store, (games[each % GAMES] for each in range(most))))
    host, services = server.host, server.app.state.services
    for copy in copies:
        before = len(host.tables.cache._recent)
        loaded = await host.tables.live(copy.id)
        services.table_pages.news_log(loaded)
        if len(host.tables.cache._recent) <= before:
            return
    raise AssertionError("too few tables to fill the memory for them")


async def _fill_by_address(server: AppServer) -> None:
    """Have more addresses than are counted use something, each in a network of its own."""
    most = max(Buckets.MOST, _Lately.MOST) + 1
    accounts = [f"2001:{each // 200:x}:{each % 200:x}::/64" for each in range(200, 200 + most)]
    counted = [each for each in gc.get_objects() if isinstance(each, Buckets) and each._rate > 0]
    for account in accounts:
        server.app.state.services.work.note(account, 1e-6)
        for buckets in counted:
            buckets.take(account)
    for _ in range(devices.MOST_KNOWN + 1):
        await server.host.devices.person_of(secrets.token_hex(16))


def _bytes(size: int) -> bytes:
    return secrets.token_bytes(size)


async def _fill_jobs(server: AppServer) -> None:
    services = server.app.state.services
    for jobs, size in (
        (services.pictures, PICTURE),
        (services.moving_pictures, MOVING),
        (services.replays, ANSWER),
        (services.lessons, ANSWER),
        (services.hints, ANSWER),
    ):
        for number in range(jobs._kept + 1):
            await jobs.result(("filled", number), _bytes, size)


async def _fill_reviews(server: AppServer) -> None:
    """Keep the review of a game of four as often as reviews are kept."""
    ann = server.visitor("a" * 24)
    opened = await ann.call("/api/tables", board=OWN_BOARD, deck=SHORT_DECK)
    id = opened.json["id"]
    await ann.call(f"/api/tables/{id}", do="sit", name="Ann")
    await ann.call(f"/api/tables/{id}", do="begin")
    await ann.get(f"/t/{id}")
    await ann.play_out(id)
    printed = (await ann.post("/new", mode="solo")).location
    for play in range(3):  # pieces of pages as large as they get
        await ann.play_out(printed.removeprefix("/t/"), rounds=5 * play)
        await ann.get(printed)
    found, loaded = server.app.state.services.reviews, await server.host.tables.live(id)
    while not isinstance(review := await found.find(loaded), Reviewed):
        await asyncio.sleep(0.02)
    kept = pickle.dumps(found._kept[id])
    for _ in range(reviews.KEPT):
        found._kept[new_id()] = pickle.loads(kept)
    assert review is not None
    for number in range(reviews.MOST_WAITING):
        found._elsewhere[new_id(), f"{number:032}"] = Pending(done=1, whole=2)


async def _fill_days(server: AppServer) -> None:
    services = server.app.state.services
    people = day_results.KEPT_PEOPLE // day_results.KEPT
    book, bots = services.day_book, services.day_bots
    for number in range(day_results.KEPT):
        totals = {secrets.token_hex(16): 40 + each % 20 for each in range(people)}
        book._days[DAY + timedelta(number)] = time.monotonic(), totals
    bots.begin(DAY)
    await bots.wait(DAY)
    games = pickle.dumps(bots._days[DAY])
    for number in range(1, day_bots.KEPT):
        bots._days[DAY + timedelta(number)] = pickle.loads(games)
    for number in range(65):
        _deal_of(DAY + timedelta(number))


async def _fill_clocks(server: AppServer) -> None:
    clocks = server.host.clocks
    for _ in range(Deadlines.MOST + 1):
        clocks.deadlines.set(new_id(), 86_400)
    for _ in range(clocks_module.MOST_NOTED):
        clocks._failures[new_id()] += 1
        clocks._stopped.add(new_id())
    push = server.app.state.services.push
    for _ in range(Deadlines.MOST + 1):
        push._times.set(new_id(), 86_400)
    for _ in range(push_service.MOST_NOTED):
        push._noted[new_id(), NOON] = None
    for zone in sorted(available_timezones()):
        _zone(zone)
    for _ in range(1_000):
        server.host.tables._shared.broken._told.add(new_id())


async def _fill_metrics(server: AppServer) -> None:
    metrics = server.app.state.services.metrics
    for do in (*REQUESTS, "odd"):
        for outcome in ("done", "refused"):
            metrics.answered(do, outcome, 0.001)
    for number in range(2 * MOST_PAIRS):
        metrics.requested(f"/route/{number}", 200, 0.001)


def _own_boards(rng: Random, count: int) -> Iterator[str]:
    """Yield boards as large as they may be, each another one."""
    for _ in range(count):
        cells = [["."] * LARGEST for _ in range(LARGEST)]
        for at in rng.sample(range(LARGEST * LARGEST), 60):
            cells[at // LARGEST][at % LARGEST] = rng.choice("ooorb")
        yield "\n".join(" ".join(row) for row in cells)


async def _fill_boards(rng: Random) -> None:
    """Read boards of one's own, draw them with marks at random, and describe their islands, until
    their pieces take half of what is kept of all."""
    words = words_in("de")
    for number, rows in enumerate(_own_boards(rng, 1_000)):
        board = board_of_table(rows)
        state = SheetState(_marked(board, rng))
        pieces(state, lambda island: describe_island(words, state, island))  # noqa: B023
        if number > OWN_BOARDS and _kept() > Kept.MOST / 2:
            break
    for rows in _own_boards(rng, OWN_BOARDS // 2 + 1):
        notation_for(board_of_record(tuple(rows.splitlines())))
    for number in range(1_025):
        read_marks(" " * number)


def _marked(board: Board, rng: Random) -> Sheet:
    sheet = Sheet.blank(board)
    for line in board.lines:
        for _ in range(rng.randrange(3)):
            if refusal(sheet, Bridge(line)) is None:
                sheet = sheet.with_mark(Bridge(line))
    for island in board.islands:
        sheet = sheet.with_mark(Number(island, rng.randint(1, 6)))
    return sheet


def _kept() -> int:
    """Return the bytes of all that is kept by arguments."""
    return sum(each.size for each in Kept.ALL)


async def _fill_pieces(rng: Random) -> None:
    """Fill what is kept by arguments: states of boards, and large texts."""
    for number in range(SHEETS):
        sheet = _marked(board(rng.choice("AB")), rng)
        _open_state(sheet, PASS, ALL_NUMBERS, True)
        if number % 2:
            _lost_by(sheet, PASS, ALL_NUMBERS, ALL_NUMBERS)
    large = Kept(lambda number: f"{number:{ANSWER}}")
    for number in range((Kept.MOST - _kept()) // (ANSWER + 1_000)):
        assert large[number,]
    for _, cache in caches():
        info = cache.cache_info()
        assert info.maxsize is None or info.currsize <= info.maxsize


if __name__ == "__main__":
    sys.exit(main())
