"""What depends on where the app runs is handed to it; below that nobody asks for the platform."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from hashi.host.store.protocol import Conflict, StoreDown
from hashi.server.jobs.pool import Purpose
from hashi.server.operation.counts import Counts
from hashi.server.platform import KeptAt, Offers, Platform, pool_of_processes
from hashi.server.static_files import LISTING, listing
from hashi.site.browser.data import BrowserStore
from hashi.site.browser.pools import PlacePool
from hashi.table.event import LogEntry, Opened
from hashi.translation import PACKAGE

MISSING = (
    *("uvicorn", "websockets", "prometheus_client", "uvloop", "httptools", "resvg_py", "brotli"),
)
"""What no browser has, besides processes."""
BROWSERS = re.compile(r"emscripten|pyodide|wasm", re.IGNORECASE)


def test_the_app_is_imported_without_what_no_browser_has() -> None:
    names = (*MISSING, "resource", "multiprocessing.connection", "ssl")
    code = (
        "import sys\n"
        f"for name in {names!r}: sys.modules[name] = None\n"
        "import hashi.site.browser.adapter, hashi.site.browser.jobs\n"
        "from hashi.server.page_templates import prepare\n"
        "prepare()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_no_module_below_the_site_asks_whether_it_runs_in_a_browser() -> None:
    asking = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if BROWSERS.search(path.read_text("utf-8"))
    }
    assert {name for name in asking if not name.startswith(("site/", "cli/site"))} == set()


def test_the_usual_platform_is_that_of_a_server() -> None:
    platform = Platform()
    assert platform.offers == Offers()
    assert platform.offers.kept is KeptAt.SERVER
    with pool_of_processes(Purpose.BOTS, 1, 10.0) as pool:
        assert pool.submit(sum, (1, 2)).result() == 3
    assert not LISTING.exists()
    assert listing().names


def test_nothing_is_counted_where_nobody_counts() -> None:
    counts = Counts()
    counts.requested("/", 200, 0.1)
    counts.committed(0.1, 1, 0, 0)
    counts.tables.set(3)
    counts.sockets.inc()
    counts.sockets.dec()
    assert counts.text() == b""


async def test_jobs_in_place_leave_the_step_that_asks_and_report_their_errors() -> None:
    with PlacePool() as pool:
        future = pool.submit(sum, (1, 2))
        assert not future.done()
        assert await asyncio.wrap_future(future) == 3
        with pytest.raises(ZeroDivisionError):
            await asyncio.wrap_future(pool.submit(divmod, 1, 0))


# --- a store without threads


def opened(number: int) -> LogEntry:
    return LogEntry(number, 1.0, Opened({}, "holder"))


def test_a_store_in_place_keeps_conflicts_apart_and_goes_on(tmp_path: Path) -> None:
    with closing(BrowserStore(tmp_path / "s.sqlite")) as store:
        store.append("t", [opened(1)]).result(timeout=0)
        with pytest.raises(Conflict):
            store.append("t", [opened(1)]).result(timeout=0)
        store.append("t", [opened(2)]).result(timeout=0)
        assert [number for number, _ in store.read("t")] == [1, 2]
        store.check_ready()


def test_a_full_disk_is_told_and_passes(tmp_path: Path) -> None:
    with closing(BrowserStore(tmp_path / "s.sqlite")) as store:
        store.append("t", [opened(1)]).result(timeout=0)
        connection = store.engine.connect().connection  # type: ignore[attr-defined]
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
        long = [
            LogEntry(number, 1.0, Opened({"board": "x" * 5_000}, "holder"))
            for number in range(2, 40)
        ]
        with pytest.raises(StoreDown):
            store.append("t", long).result(timeout=0)
        assert [number for number, _ in store.read("t")] == [1]
        connection.execute("PRAGMA max_page_count = 100000")
        store.append("t", long).result(timeout=0)
        assert len(store.read("t")) == 39


def test_the_file_is_this_programs_alone(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with closing(BrowserStore(path)) as store:
        store.append("t", [opened(1)]).result(timeout=0)
        assert not (tmp_path / "s.sqlite-wal").exists()
        with closing(sqlite3.connect(path, timeout=0)) as other, pytest.raises(sqlite3.Error):
            other.execute("SELECT * FROM event").fetchall()


def test_readers_in_threads_leave_a_write_whole(tmp_path: Path) -> None:
    """In a browser all is one thread; where there are several, each transaction is its own."""
    with closing(BrowserStore(tmp_path / "s.sqlite")) as store, ThreadPoolExecutor(4) as threads:
        reads = [threads.submit(store.kept, "t") for _ in range(400)]
        for number in range(1, 60):
            store.append("t", [opened(number)], labels=["label"]).result(timeout=0)
        assert [number for number, _ in store.read("t")] == list(range(1, 60))
        for read in reads:
            read.result()
