"""Fixtures of the tests of the site: the built folder, a plain server for it, real Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright
from tests.support.site import StaticServer, sending, site_folder
from tests.support.site_page import SitePage

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PHONE = {"width": 390, "height": 844}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
Open = Callable[..., SitePage]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only `make test-site` runs: every visitor's first visit takes seconds."""
    if config.getoption("site"):
        return
    left_out = [each for each in items if each.get_closest_marker("site") is not None]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [each for each in items if each not in left_out]


@pytest.fixture(scope="session")
def folder() -> Path:
    """Return the folder of the site, built from the sources as they are."""
    return site_folder()


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[StaticServer]:
    """Send the folder."""
    with sending(folder) as server:
        yield server


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=30_000)
    with sync_playwright() as running:
        yield running


def program() -> str:
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    assert found, "Chromium is missing: run tools/chromium"
    return found


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
    yield browser
    browser.close()


@contextmanager
def visiting(context: BrowserContext, address: str) -> Iterator[Open]:
    """Yield a function that opens a tab; no script may fail."""
    problems: list[str] = []
    context.set_default_timeout(60_000)

    def open_tab(path: str = "") -> SitePage:
        tab = context.new_page()
        tab.on("pageerror", lambda error: problems.append(str(error)))
        page = SitePage(tab, address)
        if path:
            page.goto(path)
        return page

    yield open_tab
    assert problems == []


@pytest.fixture
def visit(chromium: Browser, site: StaticServer) -> Iterator[Open]:
    """Return a function that opens a tab of one new visitor with a phone."""
    with visitor(chromium, site) as open_tab:
        yield open_tab


@contextmanager
def visitor(chromium: Browser, site: StaticServer) -> Iterator[Open]:
    context = chromium.new_context(
        viewport=PHONE,  # type: ignore[arg-type]
        has_touch=True,
        locale="en",
        reduced_motion="reduce",
    )
    try:
        with visiting(context, site.address) as open_tab:
            yield open_tab
    finally:
        context.close()
