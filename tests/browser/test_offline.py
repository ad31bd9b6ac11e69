"""The page installed and without a network: what is kept, what is said, and how it goes on."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import hashi
from hashi.server.lessons.tutorial import STEPS
from tests.browser.conftest import PHONE
from tests.browser.test_lessons import Learner
from tests.support.page import HAS_WORKER, PATIENCE, wait_until
from tests.support.server import PREFIX, PrefixedServer, Server, serving


@pytest.fixture
def own_server(prefixed: Server) -> Iterator[Server]:
    """Return a server that a test may stop; under a path, since the worker's scope is that path."""
    yield prefixed
    if prefixed.process.poll() is not None:
        prefixed.start()


@pytest.fixture
def changed_server(tmp_path: Path) -> Iterator[Server]:
    """Start a server that a test may replace by another version."""
    with serving(tmp_path / "t.sqlite", "--prefix", PREFIX, kind=PrefixedServer) as running:
        yield running


@pytest.fixture
def device(chromium: Browser) -> Iterator[BrowserContext]:
    """Return a phone that may have a worker, in German."""
    size: Any = PHONE
    context = chromium.new_context(locale="de", viewport=size, has_touch=True, is_mobile=True)
    yield context
    context.close()


KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys())
            found.push(await (await caches.match(request)).text());
    return found;
}"""


ONLY_CZECH = "caches.keys().then(([name, ...rest]) => name.endsWith(' cs auto') && !rest.length)"
IS_ONE_WAITING = "navigator.serviceWorker.getRegistration().then(it => Boolean(it.waiting))"


def test_home_rules_and_tutorial_open_without_a_server(
    device: BrowserContext, own_server: Server
) -> None:
    page = device.new_page()
    page.goto(f"{own_server.address}/")
    wait_until(page, HAS_WORKER)
    page.locator(".start form button.main").tap()
    expect(page.locator("#board")).to_be_visible()
    table = page.url
    kept = page.evaluate(KEPT)
    key = next(cookie for cookie in device.cookies() if cookie.get("name") == "hashi_key")
    for text in kept:  # nothing of the table, nothing of the person
        assert table.rpartition("/")[2] not in text
        assert str(key.get("value")) not in text

    own_server.kill()
    page.goto(f"{own_server.address}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Du bist offline")
    page.get_by_role("link", name="Regeln").click()
    expect(page.locator("article h2").first).to_be_visible()
    expect(page.locator(".kept")).to_contain_text("offline")
    page.goto(f"{own_server.address}/learn")
    expect(page.locator(".kept")).to_contain_text("offline")
    learner = Learner(page)
    for number, step in enumerate(STEPS, start=1):
        learner.begin(number)
        if number == 2:  # the rules are not known here, but the answer to this is
            page.touchscreen.tap(*learner.middle("i-f1"))
            expect(page.locator(".told.refused")).to_be_visible()
        learner.make(step, step.wanted[0])
        if step.given and not step.wanted[0]:
            learner.press("undo")
        if step.has_done:
            learner.press("done")
        expect(page.locator(".told.praise")).to_be_visible()
        if number < len(STEPS):
            learner.go_on()
    page.locator("[data-next]").tap()  # "play now", which needs the server
    expect(page.get_by_role("heading", level=1)).to_have_text("Du bist offline")

    page.goto(table)
    expect(page.locator(".lead")).to_have_text(re.compile("öffnet sich von selbst"))
    own_server.start()
    expect(page.locator("#board")).to_be_visible()  # by itself
    page.goto(f"{own_server.address}/")
    expect(page.locator(".returning")).to_be_visible()  # the server's own page, not a kept one


def test_another_language_replaces_all_that_is_kept(
    device: BrowserContext, own_server: Server
) -> None:
    page = device.new_page()
    page.goto(f"{own_server.address}/rules")
    wait_until(page, HAS_WORKER)
    page.locator(".preferences summary").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Čeština").click()
    wait_until(page, ONLY_CZECH)
    device.set_offline(True)
    page.goto(f"{own_server.address}/rules")
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    device.set_offline(False)
    expect(page.locator(".kept")).to_be_hidden()
    registered = page.evaluate("navigator.serviceWorker.getRegistration().then(it => it.scope)")
    assert registered == f"{own_server.address}/"


def test_chromium_finds_the_page_installable(device: BrowserContext, own_server: Server) -> None:
    page = device.new_page()
    page.goto(f"{own_server.address}/?lang=it")
    chromium = device.new_cdp_session(page)
    manifest = chromium.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert '"lang":"it"' in manifest["data"]
    errors = chromium.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # a context of a test is a private window, in which nothing can be installed
    assert [error["errorId"] for error in errors] in ([], ["in-incognito"])
    offer = page.locator(".preference-sheet [data-install]")
    page.locator(".preferences summary").click()
    expect(offer).to_be_hidden()
    page.evaluate("dispatchEvent(Object.assign(new Event('beforeinstallprompt'), {prompt() {}}))")
    expect(offer).to_be_visible()
    offer.tap()
    expect(offer).to_be_hidden()


def test_a_new_version_takes_over_whole_when_no_other_page_is_open(
    device: BrowserContext, changed_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, other = device.new_page(), device.new_page()
    for one in (page, other):
        one.goto(f"{changed_server.address}/rules")
        wait_until(one, HAS_WORKER)
    before = kept_versions(page)
    changed_server.kill()
    install_changed(tmp_path / "new", monkeypatch)
    changed_server.start()
    page.goto(f"{changed_server.address}/rules")
    now = version_of(page)
    assert [now] != before  # the page is the server's, whatever is kept
    page.evaluate("navigator.serviceWorker.getRegistration().then(it => it.update())")
    wait_until(page, IS_ONE_WAITING)

    device.set_offline(True)
    other.goto(f"{changed_server.address}/rules")  # the old one still, and all of it
    assert [version_of(other)] == before
    assert other.evaluate("document.styleSheets[0].cssRules.length") > 10
    device.set_offline(False)
    other.close()
    end = time.monotonic() + PATIENCE
    while kept_versions(page) != [now]:
        assert time.monotonic() < end
        page.goto("about:blank")  # the last page of the old worker is gone, and soon that worker
        page.goto(f"{changed_server.address}/rules")
    changed_server.kill()
    page.goto(f"{changed_server.address}/rules")
    assert version_of(page) == now
    assert page.evaluate("document.styleSheets[0].cssRules.length") > 10


def install_changed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next server be of another version: one with another style sheet."""
    package = Path(hashi.__file__).parent
    shutil.copytree(package, folder / "hashi")
    sheet = folder / "hashi/server/static/page.css"
    sheet.write_text(sheet.read_text("utf-8") + "\nmain { scroll-margin: 1px; }\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder))


def kept_versions(page: Page) -> list[str]:
    names: list[str] = page.evaluate("caches.keys()")
    return [name.split()[2] for name in names]


def version_of(page: Page) -> str:
    sheet = str(page.locator("link[rel=stylesheet]").first.get_attribute("href"))
    return sheet.partition("/static/")[2].partition("/")[0]
