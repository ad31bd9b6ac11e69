"""Whose turn it is, for one who looks elsewhere: title, badge and notification."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from hashi.words import WEEKDAYS, Words
from hashi.words.dates import MONTHS
from tests.support.page import HAS_WORKER, Open, TablePlayer, ask_at, open_table, wait_until
from tests.support.server import Server

DECK = ["5/1", "4/1", "3/1"]
BADGE = """() => {
    window.badges = [];
    navigator.setAppBadge = async count => { window.badges.push(count); };
    navigator.clearAppBadge = async () => { window.badges.push(0); };
}"""
SHOWN = """async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    return (await worker.getNotifications()).map(({title, body, data}) => ({title, body, ...data}));
}"""


LIKE_A_WINDOW = """() => {
    Object.defineProperty(Notification, "permission", {get: () => window.permission ?? "granted"});
    const shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async function (title, {body, data}) {
        shown.push({title, body, data, close() { shown.length = 0; }});
    };
    ServiceWorkerRegistration.prototype.getNotifications = async () => shown;
}"""
"""What a build without windows lacks: it refuses notifications, whatever is granted."""


def leave_alone(page: Page) -> None:
    """Let the page lose the focus that tests give to every page, as behind another window."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setFocusEmulationEnabled", {"enabled": False})
    page.context.new_page().bring_to_front()
    if page.evaluate("document.hasFocus()"):  # there are no windows
        page.evaluate("document.hasFocus = () => false")


@pytest.fixture
def device(chromium: Browser, server: Server) -> Iterator[BrowserContext]:
    """Return a device with a worker, whose owner would allow notifications."""
    context = chromium.new_context(base_url=server.address, locale="en")
    context.grant_permissions(["notifications"], origin=server.address)
    context.add_init_script(f"({BADGE})()")
    page = context.new_page()
    page.goto("/rules")
    if page.evaluate("Notification.permission") != "granted":
        context.add_init_script(f"({LIKE_A_WINDOW})()")
    page.close()
    yield context
    context.close()


def begin(host: Page, guest: Page, names: tuple[str, str] = ("Tim", "Ida")) -> str:
    """Begin a game of two with a start written by both; return the path of the table."""
    path = open_table(host, seats=2, deck=DECK)
    for page, name in zip((host, guest), names, strict=True):
        ask_at(page, path, "sit", name=name)
    ask_at(host, path, "begin")
    return path


def test_a_turn_calls_one_who_looks_elsewhere(
    device: BrowserContext, visit: Open, server: Server
) -> None:
    page, guest = device.new_page(), visit()
    page.goto("/")
    wait_until(page, HAS_WORKER)
    path, other = begin(page, guest), begin(page, guest)
    for seat, one in enumerate((page, guest)):
        ask_at(one, path, "mark", seat=seat, marks="d3=3")
    ask_at(page, path, "done", seat=0)
    page.goto(path)
    expect(page).to_have_title(re.compile(r"^\(1\) "))  # at the other table it is their turn
    ask_at(page, other, "mark", seat=0, marks="d3=3")
    ask_at(page, other, "done", seat=0)
    page.reload()
    expect(page).to_have_title(re.compile("^Table: "))
    assert page.evaluate("badges.at(-1)") == 0
    page.locator("[data-open=menu]").click()
    switch = page.locator("[data-toggle=notifications]")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#menu")).to_be_visible()
    expect(page.locator("#refusal")).to_be_hidden()
    page.keyboard.press("Escape")

    leave_alone(page)
    ask_at(guest, path, "done", seat=1)
    expect(page).to_have_title("Your turn · HASHI")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-turn.svg$"))
    wait_until(page, "badges.at(-1) === 1")
    wait_until(page, f"({SHOWN})().then(shown => shown.length)")
    assert page.evaluate(SHOWN) == [
        {
            "title": "Your turn · HASHI",
            "body": "Round 1 of 2 · Side A",
            "address": f"{server.address}{path}",
        }
    ]
    ask_at(guest, other, "mark", seat=1, marks="d3=3")
    ask_at(guest, other, "done", seat=1)
    page.goto("/")
    expect(page).to_have_title(re.compile(r"^\(2\) HASHI"))
    assert page.evaluate("badges.at(-1)") == 2


@pytest.mark.parametrize(
    ("hours", "said"),
    [
        (0.5, "bis {due:%H:%M} Uhr"),
        (24, "bis morgen {due:%H:%M} Uhr"),
        (48, "bis {weekday} {due:%H:%M} Uhr"),
        (6 * 24, "bis {weekday} {due:%H:%M} Uhr"),
        (7 * 24, "bis {due.day}. {month}"),
    ],
)
def test_home_says_until_when_by_the_readers_clock(
    chromium: Browser, server: Server, visit: Open, hours: float, said: str
) -> None:
    context = chromium.new_context(
        base_url=server.address, locale="de", timezone_id="Pacific/Kiritimati"
    )
    page, guest = context.new_page(), visit()
    page.goto("/")
    path = open_table(page, seats=2, pace=86_400)
    for one, name in ((page, "Tim"), (guest, "Ida")):
        ask_at(one, path, "sit", name=name)
    ask_at(page, path, "begin")
    page.goto("/")
    shown = page.locator("time[data-due]")
    given = datetime.fromisoformat(shown.get_attribute("datetime") or "")
    due = given.astimezone(ZoneInfo("Pacific/Kiritimati"))
    now, midnight = due - timedelta(hours=hours), due.replace(hour=0, minute=0, second=0)
    page.clock.set_fixed_time(max(now, midnight) if hours < 1 else now)
    page.reload()
    words = Words("de")
    weekday, month = words.say(WEEKDAYS[due.weekday()]), words.say(MONTHS[due.month - 1])
    expect(shown).to_have_text(said.format(due=due, weekday=weekday, month=month))
    expect(page).to_have_title(re.compile(r"^\(1\) HASHI"))
    context.close()


def test_nobody_is_told_who_does_not_want_it(visit: Open) -> None:
    page, guest = visit(), visit()
    path = begin(page, guest)
    page.goto(path)
    TablePlayer(page).write_start()
    page.evaluate(
        """() => {
            Notification.requestPermission = async () => { window.asked = true; return "denied"; };
            Object.defineProperty(Notification, "permission", {get: () => "default"});
        }"""
    )
    leave_alone(page)
    ask_at(guest, path, "mark", seat=1, marks="d3=3")
    ask_at(guest, path, "done", seat=1)
    expect(page).to_have_title("Your turn · HASHI")
    assert page.evaluate("window.asked") is None  # only a tap asks
    page.bring_to_front()
    page.locator("[data-open=menu]").click()
    page.locator("[data-toggle=notifications]").click()
    expect(page.locator("[data-toggle=notifications] small")).to_contain_text("blocks")
    assert page.evaluate("window.asked") is True
    expect(page.locator("[data-toggle=notifications]")).to_have_attribute("aria-pressed", "false")
