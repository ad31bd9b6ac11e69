"""Messages about turns: offered after Done, asked for by a tap, shown by the worker, ended."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.axe import violations
from tests.support.page import HAS_WORKER, PATIENCE, ask_at, open_table, wait_until
from tests.support.push_service import PushBrowser, PushServer, push_server_beside
from tests.support.server import Server

BROWSER = PushBrowser("/the-address")
LIKE_A_PHONE = """given => {
    window.asked = 0;
    const permission = {get: () => localStorage.permission ?? "default"};
    Object.defineProperty(Notification, "permission", permission);
    Notification.requestPermission = async () => {
        window.asked += 1;
        return (localStorage.permission = given.permission);
    };
    let subscription = null;
    PushManager.prototype.getSubscription = async () => subscription;
    PushManager.prototype.subscribe = async options => {
        subscription = {
            options: {applicationServerKey: options.applicationServerKey.buffer},
            toJSON: () => ({endpoint: given.endpoint, keys: given.keys}),
            unsubscribe: async () => { subscription = null; },
        };
        return subscription;
    };
}"""
"""A browser whose owner is asked: a build without windows refuses by itself, and would ask a push
service on the Internet for an address."""
WORKER = """async said => {
    const told = {shown: [], opened: [], focused: 0};
    const handlers = {};
    const pages = [];
    const self = {
        addEventListener: (kind, handler) => { handlers[kind] = handler; },
        location: {href: document.documentElement.dataset.worker},
        clients: {
            matchAll: async () => pages,
            openWindow: async address => { told.opened.push(address); },
        },
        registration: {
            scope: location.origin + "/",
            showNotification: async (title, options) => { told.shown.push({title, ...options}); },
        },
    };
    self.location.href = new URL(self.location.href, location.origin).href;
    const happen = async (kind, event) => {
        let done = null;
        handlers[kind]({...event, waitUntil: promise => { done = promise; }});
        await done;
    };
    const push = {data: {json: () => said}};
    RUN
    await happen("push", push);
    const notification = {close() {}, data: told.shown[0].data};
    await happen("notificationclick", {notification});
    const focus = async () => { told.focused += 1; };
    pages.push({url: told.opened[0] + "?x", focused: true, focus});
    await happen("push", push);
    await happen("notificationclick", {notification});
    return told;
}"""
"""The worker's own text in a page that stands in for what is around a worker: a build without
windows refuses notifications, and stops its workers as it likes."""


@pytest.fixture
def pushes(tmp_path: Path) -> Iterator[PushServer]:
    with push_server_beside(tmp_path) as service:
        yield service


@pytest.fixture
def own_server(
    tmp_path: Path, pushes: PushServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    """A server that takes the push service of the test for one of the house."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "push.pem"))
    options = ["--push", "mailto:ops@example.org", "--push-service", pushes.name]
    server = Server(tmp_path / "t.sqlite", *options)
    yield server
    assert server.stop() == ""


def device(
    chromium: Browser, server: Server, pushes: PushServer, *, permission: str = "granted"
) -> BrowserContext:
    context = chromium.new_context(
        base_url=server.address,
        locale="de",
        timezone_id="Europe/Berlin",
        viewport={"width": 390, "height": 844},
    )
    fields = BROWSER.fields(pushes)
    keys = {"p256dh": fields["public_key"], "auth": fields["secret"]}
    given = {"endpoint": fields["endpoint"], "keys": keys, "permission": permission}
    context.add_init_script(f"({LIKE_A_PHONE})({json.dumps(given)})")
    return context


def begin(page: Page, guest: Page, pace: int = 86_400) -> str:
    for one in (page, guest):
        one.goto("/rules")
    path = open_table(page, seats=2, pace=pace, deck=["5/1", "4/1", "3/1"])
    for one, name in ((page, "Tim"), (guest, "Ida")):
        ask_at(one, path, "sit", name=name)
    ask_at(page, path, "begin")
    return path


def end_turn(page: Page, path: str) -> None:
    """End the first turn on the page, its start written already."""
    ask_at(page, path, "mark", seat=0, marks="d3=3")
    page.goto(path)
    page.locator("#actions .done").click()
    expect(page.locator("#steps")).to_contain_text("Ida")


def test_a_message_comes_to_who_asked_for_it_and_leads_to_the_table(
    chromium: Browser, own_server: Server, pushes: PushServer
) -> None:
    context = device(chromium, own_server, pushes)
    guests = chromium.new_context(base_url=own_server.address)
    page, guest = context.new_page(), guests.new_page()
    path = begin(page, guest)
    page.goto(path)
    offer = page.locator("#tell-me")
    expect(offer).to_be_hidden()  # nothing has been played
    end_turn(page, path)
    expect(offer).to_be_visible()
    assert page.evaluate("window.asked") == 0  # only a tap asks
    assert violations(page) == []
    for button in offer.locator("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= 844
    offer.locator("[data-tell=yes]").click()
    expect(offer).to_contain_text("„Deine Partien“")
    assert page.evaluate("window.asked") == 1
    wait_until(page, HAS_WORKER)
    page.goto("/me")
    expect(page.locator("#messages")).to_be_visible()
    assert violations(page) == []

    ask_at(guest, path, "mark", seat=1, marks="d3=3")
    ask_at(guest, path, "done", seat=1)
    wait_for_message(page, pushes)
    (message,) = pushes.delivered
    said = message.read(BROWSER)
    assert (said["title"], said["to"]) == ("Dein Zug", path.removeprefix("/"))
    assert message.claims()["aud"] == pushes.origin

    page.locator("[aria-labelledby=messages] button").click()  # on /me, also without a script
    expect(page.locator("#messages")).to_have_count(0)
    page.goto(path)
    expect(page.locator("#tell-me")).to_have_attribute("data-kept", "")

    page.goto("/rules")
    text = page.request.get(page.locator("html").get_attribute("data-worker") or "").text()
    told = page.evaluate(WORKER.replace("RUN", text), said)
    (shown,) = told["shown"]  # and none to one who looks at the table
    assert shown["body"] == said["body"]
    assert re.search(r"Mit Ida · Runde 1 von 2 · bis \w+ \d\d:\d\d\sUhr", shown["body"])
    address = f"{own_server.address}{path}"
    assert (shown["tag"], shown["data"], shown["lang"]) == (path, {"address": address}, "de")
    assert (told["opened"], told["focused"]) == ([address], 1)
    assert context.request.get(shown["icon"]).status == 200
    context.close()
    guests.close()


def test_nobody_is_asked_who_refused_or_cannot(
    chromium: Browser, own_server: Server, pushes: PushServer
) -> None:
    context = device(chromium, own_server, pushes, permission="denied")
    guests = chromium.new_context(base_url=own_server.address)
    page, guest = context.new_page(), guests.new_page()
    end_turn(page, begin(page, guest, pace=0))
    assert page.locator("#tell-me").count() == 0  # no game of days
    end_turn(page, begin(page, guest))
    offer = page.locator("#tell-me")
    offer.locator("[data-tell=yes]").click()
    expect(offer).to_contain_text("blockiert")
    end_turn(page, begin(page, guest))
    expect(offer).to_be_hidden()  # the browser would not ask again
    page.evaluate("localStorage.permission = 'default'")
    end_turn(page, path := begin(page, guest))
    offer.locator("[data-tell=no]").click()
    expect(offer).to_be_hidden()
    ask_at(page, path, "reopen", seat=0)
    end_turn(page, path)
    expect(offer).to_be_hidden()  # not again in this game
    assert page.evaluate("window.asked") == 0
    end_turn(page, begin(page, guest))
    expect(offer).to_be_visible()

    page.add_init_script("delete window.PushManager; navigator.standalone = false")
    page.evaluate("localStorage.clear()")
    end_turn(page, begin(page, guest))
    expect(offer).to_contain_text("Home-Bildschirm")  # on an iPhone there is a way
    expect(offer.locator("[data-tell=yes]")).to_be_hidden()
    assert pushes.delivered == []
    context.close()
    guests.close()


def wait_for_message(page: Page, pushes: PushServer) -> None:
    """Wait for a message, which comes once a person has been away for some seconds."""
    for _ in range(int(PATIENCE / 0.1)):
        if pushes.delivered:
            return
        page.wait_for_timeout(100)
    raise AssertionError("no message came")
