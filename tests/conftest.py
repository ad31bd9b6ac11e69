"""Settings and fixtures of all tests. Nothing is imported here that the rules do not need."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Generator, Iterator
from functools import wraps
from inspect import iscoroutinefunction
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

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

# compiling is most of what the tests of JAX do: a fifth less of it
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=1")

TESTS = Path(__file__).parent
BROWSER = TESTS / "browser"
COVERED = {
    *(TESTS / "rules", TESTS / "record", TESTS / "library"),
    *(TESTS / "table" / "test_drafts.py", TESTS / "table" / "test_clock.py"),
}
"""The tests that run every line of `hashi.rules` and `hashi.record`."""
TIME_LIMIT = 60.0
"""Seconds after which an async test fails instead of waiting for ever."""


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests on asyncio, the only event loop that the tables are written for."""
    return "asyncio"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, bool | None, bool | None]:
    """Give every async test its time limit."""
    if iscoroutinefunction(pyfuncitem.obj):
        pyfuncitem.obj = _limited(pyfuncitem.obj)
    return (yield)


def _limited(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    @wraps(test)
    async def limited(*arguments: Any, **named: Any) -> None:
        async with asyncio.timeout(TIME_LIMIT):
            await test(*arguments, **named)

    return limited


# --- order: no worker is left alone with the slow tests at the end


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deal the slow tests among the workers, to be run first by each; say which are measured."""
    for item in items:
        is_page = BROWSER in item.path.parents  # tests/server runs the same lines
        is_covered = config.getoption("cover_all") or not COVERED.isdisjoint(
            (item.path, *item.path.parents)
        )
        if is_page or not is_covered:
            item.add_marker(pytest.mark.no_cover)
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    slow = [item for item in items if _is_slow(item)]
    others = iter([item for item in items if not _is_slow(item)])
    size = -(-len(items) // workers)
    shares = (slow[worker::workers] for worker in range(workers))
    items[:] = [item for share in shares for item in (*share, *islice(others, size - len(share)))]


def _is_slow(item: pytest.Item) -> bool:
    return BROWSER in item.path.parents or item.get_closest_marker("slow") is not None


# --- coverage: measured in the tests of rules and records, in all of them by `make coverage`
# It makes Python four times slower. A test marked `no_cover` repeats lines that others run.


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cover-all", action="store_true", help="measure the coverage of all tests")
    parser.addoption(
        "--servers",
        type=int,
        default=1,
        help="run the browser tests with so many servers on PostgreSQL behind nginx",
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """Pause coverage in the fixtures of such a test; pytest-cov does so in the test itself."""
    plugin = item.config.pluginmanager.get_plugin("_cov")
    controller = getattr(plugin, "cov_controller", None)
    if controller is None or item.get_closest_marker("no_cover") is None:
        return (yield)
    controller.pause()
    try:
        return (yield)
    finally:
        controller.resume()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Measure nothing in the processes that such a test starts."""
    if item.get_closest_marker("no_cover") is None:
        return (yield)
    with patch.dict(os.environ):
        os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Measure nothing in these processes after coverage has been resumed, which sets this again."""
    if item.get_closest_marker("no_cover") is not None:
        os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
    return (yield)


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
