"""The connection of a page to its table: lost requests, dead networks, deleted tables."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import psycopg
from playwright.sync_api import Page, WebSocketRoute, expect

from hashi.host.store.address import is_address, open_store
from tests.support.finger import Fingers, centre
from tests.support.page import (
    Open,
    TablePlayer,
    ask,
    ask_at,
    begin_alone,
    open_first_round,
    open_table,
)
from tests.support.proxy import SlowNetwork
from tests.support.server import Server

LATER = 60_000
"""Milliseconds: enough to give up a dead connection and to make a new one."""
SOON = 4000
"""Milliseconds: less than a page waits for an answer before it connects again."""


class Network:
    """The network between a page and the server; it can lose messages silently."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._loses_requests = self._loses_answers = False
        self._is_greeted = False
        self.requests: list[dict[str, object]] = []
        self._lost: list[object] = []
        """What was lost: what a request was to do, the type of an answer."""
        page.route_web_socket(re.compile(r"/live\b"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        self._is_greeted = False

        def send(text: str | bytes) -> None:
            self.requests.append(json.loads(text))
            if self._loses_requests:
                self._lost.append(self.requests[-1]["do"])
            else:
                server.send(text)

        def receive(text: str | bytes) -> None:
            if self._loses_answers and (self._is_dead or len(self.requests) > self._sent_before):
                self._lost.append(json.loads(text)["type"])
            else:
                self._is_greeted = True
                socket.send(text)

        socket.on_message(send)
        server.on_message(receive)

    def lose(self, *, requests: bool = False, answers: bool = False) -> None:
        """Lose messages from now on; if answers alone, those from the next request on.

        A page that was not greeted would not send anything: it is waited for, and where it connects
        again before it sends, it is greeted again.
        """
        self._wait(lambda: self._is_greeted)
        self._loses_requests, self._loses_answers = requests, answers
        self._is_dead, self._sent_before = requests and answers, len(self.requests)

    def recover(self, lost: str = "") -> None:
        """Lose nothing any more, once such a message was lost: the network is slower than we."""
        self._wait(lambda: not lost or lost in self._lost)
        self._loses_requests = self._loses_answers = False

    def _wait(self, is_so: Callable[[], bool]) -> None:
        for _ in range(600):
            if is_so():
                return
            self._page.wait_for_timeout(50)
        raise AssertionError((self.requests, self._lost))

    def ids(self, do: str) -> list[object]:
        """Return the ids of the requests that the page has sent so far."""
        return [request["id"] for request in self.requests if request["do"] == do]


def open_lobby(page: Page, seats: int = 2) -> None:
    """Show the lobby of a table where Tim has a seat."""
    table = open_table(page, seats=seats)
    ask_at(page, table, "sit", name="Tim")
    page.goto(table)
    expect(page.locator("#lobby")).to_be_visible()


def show_the_end(page: Page) -> None:
    """Show the end of a game alone whose single card was skipped."""
    table = begin_alone(page, ["4/2"] * 2, start="d3=3")
    ask_at(page, table, "done", seat=0)
    page.goto(table)
    expect(page.locator(".verdict")).to_be_visible()


# --- slow networks

TURNS = [
    ["l-d3-d5", "l-b3-d3", "i-c4"],
    ["i-c2", "l-a4-c4", "l-c4-c6"],
    ["d3>f3", "i-a4", "c2>a2"],
]
"""What is touched in each round on side A, after a 3 on d3; every card is a 4 with two bridges."""
WATCH_MARKS = """() => {
    window.marks = [];
    let frame = 0, lifted = 0;
    const count = () => { frame += 1; requestAnimationFrame(count); };
    count();
    addEventListener("pointerup", () => { lifted = frame; }, {capture: true});
    const watch = changes => changes.flatMap(change => [...change.addedNodes])
        .filter(node => node.dataset?.pending)
        .forEach(({dataset: {pending}}) => {
            const made = document.querySelector(`#i-${pending} .fresh, #l-${pending} .rail.fresh`);
            marks.push([pending, made ? Infinity : frame - lifted]);
        });
    new MutationObserver(watch).observe(
        document.getElementById("board"), {childList: true, subtree: true});
}"""


def test_a_game_is_played_by_touch_over_a_slow_network_that_loses_and_cuts(
    visit: Open, server: Server
) -> None:
    """A round trip takes 300 ms, one segment in a hundred is lost, and twice all is cut.

    Every mark is on the board within two frames of its touch, while its answer is far; taps are
    not waited for, nor are they before Done is pressed; the record holds just what was touched.
    """
    with SlowNetwork(server.port, delay=0.15, loss=0.01).running() as network:
        page = visit(phone=True)
        page.goto(network.address + begin_alone(page, ["4/2"] * 4))
        page.wait_for_selector('#board .place[tabindex="0"]')
        page.evaluate(WATCH_MARKS)
        fingers = Fingers(page)
        fingers.tap(centre(page, "#i-d3"))
        fingers.tap(centre(page, "#actions [data-key=done]"))
        for round, touches in enumerate(TURNS, start=1):
            TablePlayer(page).wait_for_round(round)
            for touch in touches:
                if ">" in touch:
                    origin, end = (centre(page, f"#i-{name}") for name in touch.split(">"))
                    fingers.drag(origin, end)
                else:
                    fingers.tap(centre(page, f"#{touch}"))
            if round > 1:
                network.cut()
            page.wait_for_function(f"() => marks.length === {1 + 3 * round}")
            fingers.tap(centre(page, "#actions [data-key=done]"))
            fingers.tap(centre(page, "#actions [data-key=done]"))  # in doubt whether it was felt
        marks = page.evaluate("marks")
        page.wait_for_selector(".verdict")
        record = page.request.get(f"{page.url.split('?')[0]}.json").json()
    touched = [touch.lstrip("il-") for touches in TURNS for touch in touches]
    assert [name for name, _ in marks] == ["d3", *(name_of_line(name) for name in touched)]
    assert max(frames for _, frames in marks) <= 2, marks
    assert [turn for [turn] in record["rounds"]] == [
        "4@c4 d3-d5 b3-d3",
        "4@c2 a4-c4 c4-c6",
        "4@a4 d3-f3 a2-c2",
    ]


def name_of_line(touched: str) -> str:
    return "-".join(sorted(touched.split(">")))


# --- lost requests


def test_a_request_that_was_lost_on_its_way_is_sent_again(visit: Open) -> None:
    page = visit()
    open_lobby(page)
    ida = visit()
    network = Network(ida)
    ida.goto(page.url)
    network.lose(requests=True)
    ida.get_by_role("button", name="Take a seat").click()
    network.recover(lost="sit")
    expect(page.locator("#seat-1")).to_contain_text("Player 2", timeout=LATER)
    assert len(network.ids("sit")) == 2
    assert len(set(network.ids("sit"))) == 1


def test_a_request_whose_answer_was_lost_is_done_once(visit: Open) -> None:
    page = visit()
    open_lobby(page, seats=4)
    ida = visit()
    network = Network(ida)
    ida.goto(page.url)
    network.lose(answers=True)
    ida.get_by_role("button", name="Take a seat").click()
    expect(page.locator("#seat-1")).to_contain_text("Player 2")  # it was done
    network.recover(lost="done")
    expect(ida.locator("#seat-1.is-own")).to_have_count(1, timeout=LATER)
    ida.wait_for_function("() => document.querySelectorAll('.seat.is-free').length === 2")
    assert len(network.ids("sit")) == 2
    assert len(set(network.ids("sit"))) == 1
    expect(page.locator(".seat.is-free")).to_have_count(2)


def test_a_double_tap_takes_one_seat(visit: Open) -> None:
    page = visit()
    open_lobby(page, seats=4)
    ida = visit(page.url)
    ida.get_by_role("button", name="Take a seat").evaluate("b => { b.click(); b.click(); }")
    expect(ida.locator("#seat-1.is-own")).to_have_count(1, timeout=LATER)
    ida.wait_for_timeout(300)
    expect(page.locator(".seat.is-free")).to_have_count(2)


def test_a_lost_request_for_a_rematch_is_sent_again_and_opens_its_page(visit: Open) -> None:
    page = visit()
    network = Network(page)
    show_the_end(page)
    address = page.url
    network.lose(requests=True)
    page.get_by_role("button", name="Play again").click()
    network.recover(lost="rematch")
    page.wait_for_url(lambda url: url != address)
    assert len(set(network.ids("rematch"))) == 1


def test_an_end_page_is_updated_after_a_lost_request(visit: Open) -> None:
    page = visit()
    network = Network(page)
    show_the_end(page)
    other = page.context.new_page()  # the same player in another tab
    other.goto(page.url)
    network.lose(requests=True, answers=True)
    page.get_by_role("button", name="Play again").click()
    other.get_by_role("button", name="Play again").click()
    other.wait_for_selector("#lobby, #board")
    network.recover(lost="rematch")
    page.wait_for_url(other.url)


# --- refusals


def test_a_refusal_does_not_stall_the_requests_after_it(visit: Open) -> None:
    page = visit()
    player = open_first_round(page, ["4/2"] * 3)
    # too large to be parsed, so the refusal may have no id; the field is limited to 200 letters
    page.locator("#marks").evaluate("field => { field.value = 'x'.repeat(5000); }")
    page.locator("#marks").press("Enter")
    player.touch_line("#l-b3-d3")
    expect(page.locator("#board .rail.fresh")).to_have_count(1, timeout=SOON)


def test_while_the_server_cannot_save_the_page_says_so_and_tries_again(
    visit: Open, server: Server
) -> None:
    page = visit()
    player = open_first_round(page, ["4/2"] * 3)
    with full_disk(server.place):
        player.touch_line("#l-b3-d3")
        status = page.locator("#connection")
        expect(status).to_have_text("The server can’t save right now. Trying again…")
        expect(page.locator("#board .rail.fresh")).to_have_count(0)
    expect(page.locator("#board .rail.fresh")).to_have_count(1)
    expect(status).to_be_empty()


@contextmanager
def full_disk(place: str) -> Iterator[None]:
    """Let nothing be written to the events of a store."""
    full = "CREATE TRIGGER full_disk BEFORE INSERT ON event"
    if is_address(place):
        with psycopg.connect(place, autocommit=True) as database:
            database.execute(
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
                " $$ BEGIN RAISE EXCEPTION 'full'; END $$"
            )
            database.execute(f"{full} EXECUTE FUNCTION refuse()".encode())
            try:
                yield
            finally:
                database.execute("DROP FUNCTION refuse CASCADE")
        return
    with closing(sqlite3.connect(place, isolation_level=None, timeout=30)) as file:
        file.execute(f"{full} BEGIN SELECT RAISE(ABORT, 'full'); END")
        try:
            yield
        finally:
            file.execute("DROP TRIGGER full_disk")


# --- pages that were away


def test_a_page_that_comes_back_from_sleep_checks_its_connection_at_once(visit: Open) -> None:
    page = visit()
    network = Network(page)
    open_lobby(page)
    network.lose(requests=True, answers=True)  # a dead network without an error
    ask_at(visit(), page.url, "sit", name="Ida")
    expect(page.locator("#seat-1.is-free")).to_have_count(1)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#connection")).to_contain_text("Connection lost.")
    network.recover()
    expect(page.locator("#seat-1")).to_contain_text("Ida", timeout=LATER)
    expect(page.locator("#connection")).not_to_contain_text("lost")


def test_a_lobby_that_missed_the_beginning_shows_the_game(visit: Open, server: Server) -> None:
    page = visit()
    open_lobby(page)
    ida = visit()
    ask_at(ida, page.url, "sit", name="Ida")
    ida.goto(page.url)
    begin = page.get_by_role("button", name="Start", exact=True)
    expect(begin).to_be_enabled()
    ida.context.set_offline(True)
    expect(ida.locator("#connection")).to_have_text("Connection lost. Reconnecting…")
    begin.click()
    page.wait_for_selector("#board")
    ida.context.set_offline(False)
    ida.wait_for_selector("#board")


def test_a_page_moves_to_another_server_without_a_word(visit: Open) -> None:
    """Its server ends, and something happens before it has connected to the next one."""
    page = visit()
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket(re.compile(r"/live\b"), connect)
    page.clock.install()
    page.goto(begin_alone(page, ["4/2"] * 2))
    page.wait_for_selector('#board .place[tabindex="0"]')  # the script has run
    page.evaluate(
        """() => {
            window.said = [];
            const line = document.getElementById("connection");
            new MutationObserver(() => line.textContent && said.push(line.textContent))
                .observe(line, {childList: true});
        }"""
    )
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    sockets[-1].close(code=1012)
    ask(page, "mark", seat=0, marks="d3=4")
    page.clock.run_for(400)
    expect(page.locator("#i-d3 .fresh").first).to_be_visible()
    page.clock.run_for(5000)
    assert page.evaluate("said") == []
    assert len(sockets) == 2


def test_after_a_restart_pages_come_back_or_say_that_their_table_is_gone(
    visit: Open, server: Server
) -> None:
    """A lobby, a game alone, and the end of one; what is gone is not asked for again."""
    lobby, over = visit(), visit()
    lost = [visit() for _ in range(3)]
    for page in (lobby, lost[0]):
        open_lobby(page)
    for page in (over, lost[1]):
        show_the_end(page)
    lost[2].goto(begin_alone(lost[2], ["4/2"] * 2))
    opened: list[str] = []
    for page in lost:
        page.wait_for_load_state("networkidle")  # no request for its seats is running
        page.on("websocket", lambda socket: opened.append(socket.url))
    server.kill()
    for page in (lobby, over):
        expect(page.locator("#connection")).to_have_text("Connection lost. Reconnecting…")
    lobby.locator("#unfold-1").click()
    lobby.locator("#bot-1 button").click()  # requested while there is no server
    with closing(open_store(server.place)) as store:
        for page in lost:
            id = page.url.rpartition("/")[2]
            store.remove(id, store.heads([id])[id]).result(30)
    server.start()
    for page in lost:
        expect(page.locator("#connection")).to_have_text("This table doesn’t exist any more.")
    for page in (lobby, over):
        expect(page.locator("#connection")).to_be_empty()
    expect(lobby.locator("#level-of-1")).to_be_visible()
    count = len(opened)
    for page in lost:
        page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_timeout(2000)
    assert len(opened) == count
    for page in lost:
        expect(page.locator("#connection")).to_have_text("This table doesn’t exist any more.")


# --- seats that move


def test_a_device_whose_seat_has_moved_shows_the_game_to_a_spectator(visit: Open) -> None:
    """One device is connected when its seat moves, the other hears of it when it comes back."""
    phone = visit(phone=True)
    open_first_round(phone, ["4/2"] * 3)
    phone.locator("#i-c4").tap()
    expect(phone.locator("#i-c4 .isle.fresh")).to_have_count(1)
    tablet = visit()
    assert tablet.request.post(link_of_seat(phone)).ok
    check_spectator(phone)
    tablet.goto(phone.url)
    expect(tablet.locator("#i-c4 .isle.fresh")).to_have_count(1)
    tablet.wait_for_load_state()
    link = link_of_seat(tablet)
    tablet.context.set_offline(True)
    expect(tablet.locator("#connection")).to_contain_text("Connection lost.")
    assert phone.request.post(link).ok
    expect(phone.locator("#i-c4 .isle.fresh")).to_have_count(1)
    tablet.context.set_offline(False)
    check_spectator(tablet)


def link_of_seat(page: Page) -> str:
    """Return the link that takes the only seat of a table to another device."""
    found = re.search(
        r"/m/[\w-]+", page.request.post(f"{page.url}/move", form={"seat": "0"}).text()
    )
    assert found
    return found[0]


def check_spectator(page: Page) -> None:
    expect(page.locator("#main.watching")).to_be_visible()
    expect(page.locator("#actions button, #typed")).to_have_count(0)
    expect(page.locator("#board .fresh")).to_have_count(0)


# --- pages that get no connection


def test_a_page_that_the_server_refuses_says_so_and_stops(visit: Open) -> None:
    page = visit()
    refused: list[str] = []

    def refuse(socket: WebSocketRoute) -> None:
        refused.append(socket.url)
        socket.close(code=4403)  # as for a page of another origin, behind a proxy of a wrong name

    page.route_web_socket(re.compile(r"/live\b"), refuse)
    open_lobby(page)
    status = page.locator("#connection")
    expect(status).to_have_text("The server refused this page. Open the table with its own link.")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_timeout(1000)
    assert len(refused) == 1


def test_a_page_that_is_one_too_many_says_what_to_do_and_gets_in_later(visit: Open) -> None:
    page = visit()
    opened: list[str] = []
    is_full = True

    def admit(socket: WebSocketRoute) -> None:
        opened.append(socket.url)
        if is_full:
            socket.close(code=4429)
        else:
            socket.connect_to_server()

    page.route_web_socket(re.compile(r"/live\b"), admit)
    open_lobby(page)
    status = page.locator("#connection")
    expect(status).to_have_text(
        "Too many pages of this game are open. Close some; this one will keep trying."
    )
    is_full = False
    expect(status).to_have_text("", timeout=LATER)
    assert len(opened) > 1
