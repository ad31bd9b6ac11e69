"""Settings and fixtures of all tests. Nothing is imported here that the rules do not need."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby, islice
from pathlib import Path
from pkgutil import walk_packages
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

# compiling is most of what the tests of JAX do: a third less of it
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")

# a shell ignores Ctrl+C for what it runs in the background, which programs that tests start inherit
signal.signal(signal.SIGINT, signal.default_int_handler)

TESTS = Path(__file__).parent
BROWSER = TESTS / "browser"
MEASURED = ("hashi.rules", "hashi.record")
"""The packages whose coverage is promised."""
COVERED = {
    *(TESTS / "rules", TESTS / "record", TESTS / "library"),
    *(TESTS / "table" / "test_drafts.py", TESTS / "table" / "test_clock.py"),
}
"""The tests that run every line of them."""


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests on asyncio, the only event loop that the tables are written for."""
    return "asyncio"


# --- order: no worker is left alone with the slow tests at the end


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deal the slow tests among the workers, to be run first by each.

    Those of one file stay together, since they share the servers and games of its fixtures.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    slow = [item for item in items if _is_slow(item)]
    others = iter([item for item in items if not _is_slow(item)])
    files = [list(tests) for _, tests in groupby(slow, key=lambda item: item.path)]
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for tests in sorted(files, key=len, reverse=True):
        min(shares, key=len).extend(tests)
    size = -(-len(items) // workers)
    items[:] = [item for share in shares for item in (*share, *islice(others, size - len(share)))]


def _is_slow(item: pytest.Item) -> bool:
    return BROWSER in item.path.parents or item.get_closest_marker("slow") is not None


# --- coverage: measured in the tests of rules and records, in all of them by `make coverage`
# It makes Python four times slower, so it is measured where a line is run by intention: not in the
# tests of laws, whose examples are many and arbitrary, and not in a test marked `no_cover`, which
# repeats lines that others run.


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cover-all", action="store_true", help="measure the coverage of all tests")
    parser.addoption(
        "--servers",
        type=int,
        default=1,
        help="run the browser tests with so many servers on PostgreSQL behind nginx",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Measure the import of the measured packages, and not that of the tests and all the rest."""
    if not session.config.getoption("cover_all"):
        for name in MEASURED:
            for module in walk_packages(import_module(name).__path__, f"{name}."):
                import_module(module.name)
        _measure(session.config, False)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Measure a test with its fixtures and processes, or nothing of it."""
    _measure(item.config, _is_measured(item))


def _is_measured(item: pytest.Item) -> bool:
    if BROWSER in item.path.parents or item.get_closest_marker("no_cover") is not None:
        return False  # tests/server runs the same lines as the pages in a browser
    if item.config.getoption("cover_all"):
        return True
    is_law = item.get_closest_marker("hypothesis") is not None
    return not is_law and not COVERED.isdisjoint((item.path, *item.path.parents))


def _measure(config: pytest.Config, is_measured: bool) -> None:
    """Let coverage go on or pause, also in processes that are started from now on."""
    controller = getattr(config.pluginmanager.get_plugin("_cov"), "cov_controller", None)
    if controller is not None and controller.started != is_measured:
        if is_measured:
            controller.resume()  # sets the variable of the environment again
        else:
            controller.pause()
            os.environ.pop("COVERAGE_PROCESS_CONFIG", None)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start one server for all tests that need any."""
    from tests.support.server import serving  # here, since most tests need no server

    with serving(tmp_path_factory.mktemp("server") / "tables.sqlite") as running:
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
