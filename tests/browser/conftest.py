"""Fixtures of the browser tests: a real Chromium, and pages opened in it."""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from inspect import signature
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from hashi.server.visitor import KEY
from tests.support.page import Open
from tests.support.server import PREFIX, PrefixedServer, Server, arrangement, serving
from tests.support.site import sending, site_folder
from tests.support.site_page import SitePage

expect.set_options(timeout=30_000)  # a busy machine is slow; what is there sooner is not waited for
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Commands that start Chromium. The first one, without windows, costs a quarter."""
FORBIDDEN = re.compile(r".*Content Security Policy.*")
"""What the browser says of something that the policy of a page forbids."""
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}


ON_SITE = {
    *("test_access.py", "test_daily.py", "test_games.py", "test_gestures.py", "test_guide.py"),
    *("test_hints.py", "test_home_and_end.py", "test_layout.py", "test_lessons.py"),
    *("test_levels.py", "test_look.py", "test_open_turn.py", "test_sign_tips.py"),
}
"""The tests with games for one. Those among them that need more than pages are marked, or ask for
the server itself."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the site has no pages for, where `--site` says so."""
    if not config.getoption("site"):
        return
    here = Path(__file__).parent
    left_out = [each for each in items if each.path.parent == here and not _is_on_site(each)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [each for each in items if each not in left_out]


def _is_on_site(item: pytest.Item) -> bool:
    """Return whether a test plays as one can on a site without a server."""
    asked = signature(item.function).parameters if isinstance(item, pytest.Function) else {}
    is_marked = item.get_closest_marker("by_server") is not None
    return item.path.name in ON_SITE and "server" not in asked and not is_marked


@pytest.fixture(scope="package", autouse=True)
def several(request: pytest.FixtureRequest) -> Iterator[None]:
    """Start several servers for every one that a test asks for, where `--servers` says so."""
    count = request.config.getoption("servers")
    if count > 1:
        from tests.support.several_servers import serving_together  # here: it needs PostgreSQL

        arrangement.several = partial(serving_together, request.getfixturevalue("postgres"), count)
    arrangement.is_site = request.config.getoption("site")
    yield
    arrangement.several, arrangement.is_site = None, False


@pytest.fixture(scope="package")
def server(several: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start one server for the tests of this folder: it is not measured, and may be restarted."""
    if arrangement.is_site:
        with sending(site_folder()) as files:
            yield cast("Server", files)
        return
    with serving(tmp_path_factory.mktemp("server") / "tables.sqlite") as running:
        yield running


@pytest.fixture(scope="package")
def prefixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start one server whose site lies under a path; it may be restarted."""
    data = tmp_path_factory.mktemp("server") / "tables.sqlite"
    with serving(data, "--prefix", PREFIX, kind=PrefixedServer) as running:
        yield running


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Start Chromium for the tests of this folder. Playwright keeps an event loop running in the
    thread of the tests, where async tests run theirs; so it ends with the last test here."""
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    assert found, "Chromium is missing: run tools/chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found,
            args=[
                *["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
                "--renderer-process-limit=1",  # none is started that no page needs yet
                "--font-render-hinting=none",  # letters as a screen of a phone shows them
            ],
        )
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, server: Server) -> Iterator[Open]:
    """Return a function that opens a page of the server of these tests."""
    with visitors(chromium, server) as open_page:
        yield open_page


@contextmanager
def visitors(chromium: Browser, server: Server) -> Iterator[Open]:
    """Yield a function that opens a page as a new visitor: on a phone or a desktop, in a
    language, light or dark, with scripts or without. Without a path nothing is loaded yet: the
    visitor has a key, as one who was here before, and may open tables by the API."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def open_page(
        path: str = "",
        *,
        language: str = "en",
        phone: bool = False,
        dark: bool = False,
        scripts: bool = True,
    ) -> Page:
        context = chromium.new_context(
            base_url=server.address,
            locale=language,
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            java_script_enabled=scripts,
            # each would keep all its pages; test_offline.py has them
            service_workers="allow" if arrangement.is_site else "block",
        )
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.extend(FORBIDDEN.findall(said.text)))
        if arrangement.is_site:
            page = SitePage(page, server.address)
        if path:
            page.goto(path)
        elif not arrangement.is_site:
            key = secrets.token_urlsafe(24)
            context.add_cookies([{"name": KEY, "value": key, "url": server.address}])
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []
