"""Settings and fixtures of all tests. Nothing is imported here that the rules do not need."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.support.examples import ALL

if TYPE_CHECKING:
    from tests.support.postgres import Cluster
    from tests.support.server import Server

for profile, part in (("quick", 30), ("all", ALL)):
    settings.register_profile(
        profile,
        max_examples=part,  # of those of each test, in percent
        deadline=None,  # speed is measured in benchmarks/, never in a test
        derandomize=True,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("quick")  # `make laws` loads the other

# compiling is most of what the tests of JAX do: half of it is left without optimization and
# without the newer way to write fused operations
os.environ.setdefault(
    "XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_cpu_use_fusion_emitters=false"
)

# nothing that this computer learned by heart (`hashi learn`) plays in a test
os.environ["XDG_DATA_HOME"] = str(Path(gettempdir()) / f"hashi-tests-{os.getpid()}")

# a shell ignores Ctrl+C for what it runs in the background, which programs that tests start inherit
signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS = Path(__file__).parent
BROWSER = TESTS / "browser"
COVERING = (
    *(TESTS / "rules", TESTS / "record"),
    *(TESTS / "library" / name for name in ("test_dealt_game.py", "test_docstrings.py")),
    *(TESTS / name for name in ("table/test_drafts.py", "host/test_clock.py")),
)
"""The tests that run every line of `hashi.rules` and `hashi.record`."""


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests on asyncio, the only event loop that the tables are written for."""
    return "asyncio"


# --- order: no worker is left alone with the slow tests at the end


@pytest.hookimpl(trylast=True)  # once those that are not to be run have been taken out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deal the slow tests among the workers, to be run first by each.

    Those of one file stay together, since they share the servers and games of its fixtures, and
    so do those of JAX, so that one worker has to import it.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    groups: dict[Path | str, list[pytest.Item]] = {}
    others: list[pytest.Item] = []
    for item in items:
        if item.get_closest_marker("jax") is not None:
            groups.setdefault("jax", []).append(item)
        elif _is_slow(item):
            groups.setdefault(item.path, []).append(item)
        else:
            others.append(item)
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for tests in sorted(groups.values(), key=len, reverse=True):
        min(shares, key=len).extend(tests)
    left = iter(others)
    size = -(-len(items) // workers)
    dealt = [(*share, *islice(left, max(0, size - len(share)))) for share in shares]
    items[:] = [item for share in (*dealt, left) for item in share]


def _is_slow(item: pytest.Item) -> bool:
    return _lies_in(item.path, BROWSER) or item.get_closest_marker("slow") is not None


@cache
def _lies_in(path: Path, *places: Path) -> bool:
    """Return whether a file is one of these places or lies in one; asked for thousands of tests."""
    return not {path, *path.parents}.isdisjoint(places)


# --- coverage: measured in the tests of rules and records, in all of them by `make coverage`
# It makes Python four times slower, so it is measured where a line is run by intention: not in the
# tests of laws, whose examples are many and arbitrary. Those tests run in a process of their own
# and in one order, so that no line is found covered by chance, or missed where another test had
# filled a cache.


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests that `make test` runs with coverage, and those that need none anywhere."""
    if _lies_in(item.path, *COVERING):
        item.add_marker("covering")
    if _lies_in(item.path, BROWSER):
        item.add_marker("no_cover")  # tests/server runs the same lines as the pages in a browser


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--servers",
        type=int,
        default=1,
        help="run the browser tests with so many servers on PostgreSQL behind nginx",
    )
    parser.addoption(
        "--site",
        action="store_true",
        help="run the browser tests of games for one on the site without a server",
    )


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start one server for all tests that need any."""
    from tests.support.server import serving  # here, since most tests need no server

    with serving(tmp_path_factory.mktemp("server") / "tables.sqlite") as running:
        yield running


@pytest.fixture(scope="session")
def server_without_rate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start one server for tests that write faster than any person does."""
    from tests.support.server import serving

    data = tmp_path_factory.mktemp("server") / "tables.sqlite"
    with serving(data) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """Start one PostgreSQL cluster for all tests that need any."""
    from tests.support.postgres import cluster

    with cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return an empty place for tables, as `--data` takes it: a file, then a database."""
    if request.param == "sqlite":
        return str(tmp_path / "s.db")
    postgres: Cluster = request.getfixturevalue("postgres")
    return postgres.schema()
