"""`hashi bot` in its own process at a table of a real server, through restarts and failures."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import environment, hashi
from tests.support.server import Server, serving

from hashi.arena.match import Failed
from hashi.bots import BOTS
from hashi.bots.random_bot import RandomBot
from hashi.client import guest as at_a_table
from hashi.client.wire import Lost, Wire
from hashi.record import Record, from_fields
from hashi.rules import (
    PASS,
    Bridge,
    Number,
    Played,
    PlayView,
    Reason,
    Refusal,
    Start,
    Turn,
    Turned,
    play_view,
    view,
)
from hashi.rules.game.game import Game
from hashi.words import Words
from hashi.words.objections import SENTENCES

SHORT = ["5/1", "4/2", "3/1", "6/3", "2/1", "1/1"]
"""A deck for games of five rounds: one game here has all seventeen."""
THINKS = """
import pathlib, time
from hashi import PASS, Number
from hashi.bots.greedy import Greedy

HERE = pathlib.Path(__file__).parent

class Own(Greedy):
    name = "own"

    def turn(self, view):
        if view.round == 3:
            (HERE / "thinking").touch()
            while not (HERE / "go").exists():
                time.sleep(0.01)
        return super().turn(view)
"""
"""A bot that waits at the third card until a file exists."""


class Opener:
    """A client of the API that opens a table and follows it."""

    def __init__(self, server: Server, **options: Any) -> None:
        self.server = server
        self.key = ""
        self.path = "/api/tables"
        table = self.ask(**options)
        self.key, self.id = table["key"], table["id"]
        self.path = f"/api/tables/{self.id}"

    @property
    def url(self) -> str:
        return f"{self.server.address}/t/{self.id}"

    def ask(self, **fields: Any) -> dict[str, Any]:
        """Return the answer to a request that is granted."""
        with self._open(self.path, json.dumps(fields).encode()) as answer:
            table: dict[str, Any] = json.load(answer)
        return table

    def refused(self, **fields: Any) -> str:
        """Return the code of the error that a request is refused with."""
        with pytest.raises(urllib.error.HTTPError) as raised:
            self.ask(**fields)
        with raised.value as error:
            code: str = json.load(error)["error"]["code"]
        return code

    def _open(self, path: str, body: bytes | None = None) -> Any:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        request = urllib.request.Request(self.server.address + path, body, headers)
        return urllib.request.urlopen(request, timeout=60)

    def until(self, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the condition holds and return the table."""
        with self._open(f"{self.path}/events") as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    table: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
                    if is_so(table):
                        return table
        raise AssertionError("the stream ended before that")

    def skip(self, seat: int, until_round: int) -> None:
        """Pass every turn of this seat until that round has begun or the game is over."""
        while True:
            told = self.until(
                lambda told: told["phase"] == "over" or not told["seats"][seat]["done"]
            )
            if told["phase"] == "over" or told["round"] == until_round:
                return
            self.ask(do="done", seat=seat, round=told["round"])

    def until_over(self) -> Record:
        return from_fields(self.until(lambda table: table["phase"] == "over")["record"])


class Guest:
    """A `hashi bot` in its own process."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [
                *[sys.executable, "-W", "error"],
                *["-W", "ignore::ResourceWarning"],  # Ctrl+C may come before a socket is in use
                *["-m", "hashi", "bot", *arguments],
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            text=True,
        )
        self.complaints: list[str] = []
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.complaints.append(line.rstrip("\n"))

    def sits(self, name: str) -> None:
        """Wait for its message that it has taken a seat."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line == f"{name} is at the table, waiting for the game to start.\n", self.end()

    def end(self) -> tuple[int, str, list[str]]:
        """Wait for its end; return the exit status, the other output and the error lines."""
        assert self.process.stdout is not None
        with self.process.stdout:
            out = self.process.stdout.read()
        self.process.wait(timeout=60)
        self._listening.join(timeout=60)
        assert self.process.stderr is not None
        self.process.stderr.close()
        return self.process.returncode, out, self.complaints


@pytest.fixture
def guests() -> Iterator[Callable[..., Guest]]:
    """Yield a function that starts bots; end those that still run after the test."""
    came: list[Guest] = []

    def come(*arguments: str) -> Guest:
        came.append(Guest(*arguments))
        return came[-1]

    yield come
    for guest in came:
        if guest.process.poll() is None:
            guest.process.kill()
            guest.end()


Come = Callable[..., Guest]


def thinker(folder: Path) -> str:
    (folder / "mine.py").write_text(THINKS, "utf-8")
    return f"{folder / 'mine.py'}:Own"


def until(is_so: Callable[[], bool]) -> None:
    last = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < last
        time.sleep(0.01)


def result(record: Record) -> str:
    """Return the result of a game as the command prints it in one line."""
    game = record.replay()
    pairs = zip(game.setup.players, game.totals, strict=True)
    return ", ".join(f"{name} {total}" for name, total in pairs) + ". "


# --- whole games


def test_it_plays_a_whole_game_against_a_bot_of_the_server(server: Server, guests: Come) -> None:
    table = Opener(server, seats=2)
    guest = guests("greedy", table.url)
    guest.sits("greedy")
    table.ask(do="sit_bot", seat=1, bot="random", name="Ada")
    table.ask(do="begin")
    record = table.until_over()
    assert record.setup.players == ("greedy", "Ada")
    status, out, errors = guest.end()
    assert (status, errors) == (0, [])
    assert out.startswith(result(record))
    assert "wins with" in out
    assert_played_by("greedy", f"{table.id} 0", record, 0)


def assert_played_by(bot: str, seed: str, record: Record, seat: int) -> None:
    """Check that start and turns of the seat are those of the bot with this seed."""
    made = BOTS[bot](seed)
    game = Game.begin(record.setup)
    assert made.start(view(game, seat)) == record.starts[seat]
    for other, start in enumerate(record.starts):
        game = game.play(Start(other, start))
    for card, turns in zip(record.cards, record.rounds, strict=True):
        game = game.play(Turned(card))
        assert made.turn(play_view(game, seat)) == turns[seat]
        for other, turn in enumerate(turns):
            game = game.play(Played(other, turn))


@pytest.mark.parametrize(
    "options",
    [
        {"board": "B", "deck": SHORT},
        {"pens": "free", "deck": SHORT},
        {"pace": 60, "deck": SHORT},
        {"board": "o o o o\no r b o\no o o r\n", "deck": ["5/1", "4/2", "3/1", "6/3", "2/1"]},
    ],
)
def test_bots_play_each_other_at_any_table(
    options: dict[str, Any], server: Server, guests: Come, tmp_path: Path
) -> None:
    (tmp_path / "go").touch()
    table = Opener(server, seats=2, **options)
    first = guests("random", table.url, "--name", "Čeněk")
    first.sits("Čeněk")
    second = guests(thinker(tmp_path), f"{table.url}?lang=de")
    second.sits("own")
    table.ask(do="begin")
    record = table.until_over()
    assert record.setup.players == ("Čeněk", "own")
    assert len(record.rounds) == record.setup.rounds
    for guest in (first, second):
        status, out, errors = guest.end()
        assert (status, errors) == (0, [])
        assert out.startswith(result(record))
    assert_played_by("random", f"{table.id} 0", record, 0)


def test_its_messages_are_in_the_chosen_language(server: Server, guests: Come) -> None:
    table = Opener(server, seats=1, deck=SHORT)
    guest = guests("random", table.url, "--lang", "de")
    table.until(lambda told: told["seats"][0]["kind"] == "person")
    table.ask(do="begin")
    assert guest.end()[0] == 0
    refused = hashi("bot", "random", f"{server.address}/t/none", "--lang", "de")
    assert refused.stderr != hashi("bot", "random", f"{server.address}/t/none").stderr


# --- clocks, lost connections, restarts


def test_after_a_turn_ended_by_the_clock_the_game_goes_on(
    server: Server, guests: Come, tmp_path: Path
) -> None:
    table = Opener(server, seats=1, pace=5, deck=SHORT)
    guest = guests(thinker(tmp_path), table.url)
    guest.sits("own")
    table.ask(do="begin")
    table.until(lambda told: told.get("round", 0) == 4)  # five seconds later, by the clock
    (tmp_path / "go").touch()
    record = table.until_over()
    assert record.rounds[2] == (Turn(),)
    assert any(turns[0].marks for turns in record.rounds[3:])
    assert guest.end()[::2] == (0, [])


def test_it_waits_for_a_server_that_restarts_and_not_for_ever(tmp_path: Path, guests: Come) -> None:
    with serving(tmp_path / "tables.sqlite") as server:
        table = Opener(server, seats=2, deck=SHORT)
        guest = guests(thinker(tmp_path), table.url)
        guest.sits("own")
        server.restart()  # while it waits for the game
        table.ask(do="sit_bot", seat=1, bot="greedy", name="Ada")
        table.ask(do="begin")
        until((tmp_path / "thinking").exists)
        server.kill()  # while it computes a turn
        before = len(guest.complaints)
        (tmp_path / "go").touch()
        until(lambda: len(guest.complaints) > before)
        server.start()
        record = table.until_over()
        assert guest.end()[0] == 0
        it_gives_up_a_server_that_does_not_come_back(server)
    assert set(guest.complaints) == {"Connection lost. Reconnecting…"}
    assert len(guest.complaints) <= 2  # once for each time that it was away
    assert_played_by("greedy", "", record, 0)


def test_a_bot_keeps_its_seat_while_connected_and_just_after_it_was_lost(
    tmp_path: Path, guests: Come
) -> None:
    """Its seat cannot be taken over while it is connected, nor just after it was lost."""
    with serving(tmp_path / "tables.sqlite") as server:
        table = Opener(server, seats=2, deck=SHORT)
        guest = guests(thinker(tmp_path), table.url)
        guest.sits("own")
        table.ask(do="sit", seat=1, name="Tim")
        table.ask(do="begin")
        table.ask(do="mark", seat=1, marks="d3=3")
        table.ask(do="done", seat=1)
        table.skip(1, until_round=3)
        until((tmp_path / "thinking").exists)
        assert table.refused(do="take_over", seat=0) == "still_here"
        server.restart()
        assert table.refused(do="take_over", seat=0) == "just_left"
        (tmp_path / "go").touch()
        table.skip(1, until_round=6)
        assert len(table.until_over().rounds) == 5
        assert guest.end()[0] == 0


def test_it_obeys_the_rate_limit_of_the_server(tmp_path: Path, guests: Come) -> None:
    with serving(tmp_path / "tables.sqlite", "--rate", "5") as server:
        table = Opener(server, seats=1, deck=SHORT)
        guest = guests("greedy", table.url)
        guest.sits("greedy")
        table.ask(do="begin")
        assert len(table.until_over().rounds) == 5
        assert guest.end()[::2] == (0, [])


def it_gives_up_a_server_that_does_not_come_back(server: Server) -> None:
    table = Opener(server)
    lost: list[str] = []
    wire = Wire(server.address, table.id, "en", lost.append, patience=0.2)
    assert wire.table()["phase"] == "lobby"
    server.kill()
    with pytest.raises(Lost):
        wire.table()
    assert lost == [""]


def test_it_waits_for_a_store_that_cannot_save(tmp_path: Path, guests: Come) -> None:
    """Another program holds the file of tables for longer than a request waits for it."""
    with serving(tmp_path / "tables.sqlite") as server:
        table = Opener(server, seats=1, deck=SHORT)
        guest = guests(thinker(tmp_path), table.url)
        guest.sits("own")
        table.ask(do="begin")
        until((tmp_path / "thinking").exists)
        other = sqlite3.connect(server.place, isolation_level=None)
        with contextlib.closing(other):
            other.execute("BEGIN IMMEDIATE")
            (tmp_path / "go").touch()
            until(lambda: bool(guest.complaints))
        assert len(table.until_over().rounds) == 5
        status, _, complaints = guest.end()
    assert status == 0
    assert set(complaints) == {Words("en").say(SENTENCES["store_down"])}


@pytest.mark.parametrize("status", [408, 429, 502])
def test_it_asks_again_where_it_is_refused_without_a_word(status: int) -> None:
    """So does a server that ends or has too many connections, and a proxy in front of it."""
    table = b'{"number": 1, "phase": "lobby", "seats": [], "options": {}}'
    answers = [(200, table), (status, b""), (200, table)]

    class Ending(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = answers.pop(0)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("localhost", 0), Ending) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        try:
            wire = Wire(f"http://localhost:{other.server_port}", "x", "en")
            assert wire.table() == wire.table()
        finally:
            other.shutdown()
            thread.join()
    assert answers == []


# --- bots that fail


def test_a_bot_that_fails_passes_and_its_exit_status_is_1(
    server: Server, guests: Come, tmp_path: Path
) -> None:
    (tmp_path / "go").touch()
    own = thinker(tmp_path)
    body = """
class Bad(Own):
    def start(self, view):
        return Number(view.setup.board.islands[0], 6)
    def turn(self, view):
        if view.round == 2:
            return None
        if view.round == 5:
            raise OverflowError("too much")
        return super().turn(view)
"""
    (tmp_path / "mine.py").write_text(THINKS + body, "utf-8")
    table = Opener(server, seats=1, deck=SHORT)
    guest = guests(own.replace(":Own", ":Bad"), table.url)
    guest.sits("own")
    table.ask(do="begin")
    record = table.until_over()
    plain = next(island for island in record.setup.board.islands if island.flag is None)
    assert record.starts == (Number(plain, 3),)
    assert [round for round, turns in enumerate(record.rounds, 1) if not turns[0].marks][:2] == [
        2,
        5,
    ]
    status, out, errors = guest.end()
    assert status == 1
    assert out.startswith(result(record))
    first, second, third = errors
    assert first.startswith("Setup, own, 6@")
    assert second == "Round 2, own: The bot’s turn isn’t possible on this board: None"
    assert third.startswith("Round 5, own: The bot failed: OverflowError: too much (mine.py:")


class Scrawler(RandomBot):
    """A bot that draws a hundred bridges with the second card."""

    def turn(self, view: PlayView) -> Turn:
        if view.round != 2:
            return super().turn(view)
        return Turn((Bridge(view.setup.board.lines[0]),) * 100)


def test_it_passes_when_the_server_refuses_its_turn(server: Server) -> None:
    table = Opener(server, seats=1, pens="free", deck=SHORT)
    failures: list[Failed] = []
    guest = at_a_table.Guest(Wire(server.address, table.id, "en"), Scrawler, failures.append)
    guest.sit("Ink")
    table.ask(do="begin")
    guest.play()
    assert [(failed.player, failed.round) for failed in failures] == [("Ink", 2)]
    why = failures[0].why
    assert isinstance(why, Refusal)
    assert why.reason is Reason.TOO_MANY_MARKS
    record = table.until_over()
    assert record.rounds[1] == (PASS,)
    assert record.rounds[0] != (PASS,)


def test_an_old_draft_is_cleared(server: Server) -> None:
    """This happens if it comes back after a break with another answer."""
    table = Opener(server, seats=1, deck=SHORT)
    wire = Wire(server.address, table.id, "en")
    failures: list[Failed] = []
    guest = at_a_table.Guest(wire, BOTS["greedy"], failures.append)
    guest.sit("Ink")
    table.ask(do="begin")
    assert wire.ask("mark", seat=0, marks="f6=3")["drafts"] == {"0": "3@f6"}
    guest.play()
    assert failures == []
    assert_played_by("greedy", "", table.until_over(), 0)


# --- refusals


def refusal(*arguments: str) -> str:
    """Run a command that cannot begin and return its one sentence."""
    done = hashi("bot", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    (sentence,) = done.stderr.splitlines()
    return sentence


def test_an_unknown_address_or_bot_is_refused(server: Server) -> None:
    assert refusal("greedy", server.address) == (
        f"“{server.address}” isn’t the address of a table. An address looks like http://localhost:8000/t/ID."
    )
    assert refusal("gredy", f"{server.address}/t/x").startswith("“gredy” isn’t a bot.")
    assert refusal("none.py:Own", f"{server.address}/t/x") == "none.py: This file doesn’t exist."
    assert refusal("greedy", f"{server.address}/t/none") == (
        "There’s no table at this address. Check the link."
    )


def test_a_table_without_a_free_seat_is_refused(server: Server) -> None:
    table = Opener(server, seats=1)
    table.ask(do="sit", name="Tim")
    assert refusal("greedy", table.url) == "There’s no free seat at this table."
    table.ask(do="begin")
    assert refusal("greedy", table.url) == (
        "The game at this table has already started. A bot has to sit down before that."
    )


def test_a_name_that_the_table_does_not_take_is_refused(server: Server) -> None:
    table = Opener(server)
    assert refusal("greedy", table.url, "--name", "x" * 41) == (
        "This name is too long: at most 40 characters."
    )
    assert refusal("greedy", table.url, "--name", "") == "Please enter a name."
    assert refusal("greedy", table.url, "--name", " ") == "Please enter a name."


def test_a_missing_server_is_reported_at_once() -> None:
    with socket.socket() as taken:
        taken.bind(("localhost", 0))  # bound, and nobody listens
        address = f"http://localhost:{taken.getsockname()[1]}/t/x"
        told = refusal("greedy", address)
    assert told == f"There’s no answer from {address}. Is the server running?"


@pytest.mark.parametrize(("status", "body"), [(404, b"<html>"), (200, b"<html>"), (200, b"{}")])
def test_another_program_at_the_address_is_reported(status: int, body: bytes) -> None:
    class Somebody(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("localhost", 0), Somebody) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        address = f"http://localhost:{other.server_port}/t/x"
        try:
            assert refusal("greedy", address) == (f"There’s no HASHI server at {address}.")
        finally:
            other.shutdown()
            thread.join()


def test_ctrl_c_frees_the_seat(server: Server, guests: Come) -> None:
    table = Opener(server, seats=2)
    guest = guests("greedy", table.url)
    guest.sits("greedy")
    guest.process.send_signal(signal.SIGINT)
    assert guest.end() == (130, "", [])
    assert table.until(lambda told: told["seats"][0]["kind"] == "empty")
