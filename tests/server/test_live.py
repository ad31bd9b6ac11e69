"""Live play over sockets: whole games, secrets, invalid messages, and a server that is killed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from benchmarks.random_play import random_turn
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.server import Browser, Server, Socket, serving

from hashi.boards import board
from hashi.host import SqliteStore
from hashi.record import Record, notation_for, parse
from hashi.rules import Card, Game
from hashi.table import read_log, replay
from hashi.table.event import Dealt


def played(visitor: Browser, id: str) -> Record:
    """Return the record as far as this visitor may see it."""
    status, text, _ = visitor.fetch(f"/t/{id}.json")
    assert status == 200, text
    return parse(text)


def write_start(socket: Socket, seat: int) -> None:
    socket.ask("mark", seat=seat, marks="d3=4")
    socket.ask("done", seat=seat)


def play_round(sockets: list[tuple[Socket, int]], game: Game, rng: Random) -> None:
    """Play a random turn for everybody, and wait until the round is closed."""
    card = game.cards[-1]
    for socket, seat in sockets:
        turn = random_turn(rng, game.sheets[seat], card)
        for word in str(turn).split():
            if word != "pass":
                socket.ask("mark", seat=seat, marks=word)
        socket.ask("done", seat=seat)


def look(socket: Socket, seat: int) -> list[dict[str, Any]]:
    """Return all that a page is sent until the board of a seat is shown, but for the request's id.

    A page is sent what has changed on it, so that one that shows this board already gets nothing.
    """
    before = len(socket.received)
    socket.ask("look", seat=seat)
    return [{**json.loads(text), "id": ""} for text in socket.received[before:]]


def in_a_row(order: list[str], cards: list[str], many: int) -> bool:
    """Return whether so many cards follow each other as in this order."""
    rows = {tuple(order[at : at + many]) for at in range(len(order) - many + 1)}
    return any(tuple(cards[at : at + many]) in rows for at in range(len(cards)))


def without_turned_cards(text: str) -> tuple[list[str], str]:
    """Return the cards that the log says were turned, and the message without them."""
    pattern = r'class=\\"cards-so-far\\">.*?</p>'
    found = re.findall(pattern, text)
    return re.findall(r"\d/\d", "".join(found)), re.sub(pattern, "", text)


def test_two_browsers_play_a_whole_game_and_no_secret_is_sent(
    server: Server, tmp_path: Path
) -> None:
    """Nothing is sent to a seat or a watcher while another drafts, even where they look at that
    board. Every byte that they are sent is searched for the salt and the order of the cards."""
    tim, linus, eve = Browser(server, "en"), Browser(server, "cs"), Browser(server, "pt")
    id = tim.open_table(mode="friends", seats="2", name="Tim")
    first, second, watching = tim.socket(id), linus.socket(id), eve.socket(id)
    linus.fetch("/")
    second.close()
    second = linus.socket(id)
    second.ask("sit", name="Linus")
    first.ask("begin")
    write_start(first, 0)
    write_start(second, 1)
    sockets = [(first, 0), (second, 1)]
    rng = Random(4)
    for round in range(1, 18):
        seen = played(eve, id)
        assert (len(seen.cards), seen.box) == (round, None)
        game = seen.replay()
        for socket, seat in sockets:
            viewers = (second if seat == 0 else first, watching)
            for viewer in viewers:
                look(viewer, seat)  # whatever was sent before has arrived, and is shown
            before = [look(viewer, seat) for viewer in viewers]
            turn = random_turn(rng, game.sheets[seat], game.cards[-1])
            for word in str(turn).split():
                if word != "pass":
                    socket.ask("mark", seat=seat, marks=word)
            assert [look(viewer, seat) for viewer in viewers] == before
            assert [message["type"] for message in before[0]] == ["look", "done"]
            socket.ask("done", seat=seat)
    over = played(eve, id)
    assert over.box is not None
    store = SqliteStore(server.data)
    table = replay(store.read(id))
    dealt = next(e.event for e in read_log(store.read(id)) if isinstance(e.event, Dealt))
    store.close()
    assert table.played.is_over
    order = [str(card) for card in over.cards]
    assert order == [str(card) for card in dealt.deal.cards]
    for socket in (first, second, watching):
        everything = "\n".join(socket.received)
        assert not any(secret in everything for secret in (table.salt, table.secret))
        turned = 0
        for text in socket.received:
            turned = max([turned, *map(int, re.findall(r'data-round=\\"(\d+)', text))])
            told, unsaid = without_turned_cards(text)
            assert told == order[: len(told)]
            assert len(told) <= turned
            assert not in_a_row(order, re.findall(r"\d/\d", unsaid), 5)
        socket.close()
    assert over.replay().totals == table.played.totals


def test_a_lobby_shows_who_comes_and_goes(server: Server) -> None:
    """Everybody's page shows who is here or away when a page is opened or closed."""
    tim, linus = Browser(server), Browser(server)
    linus.fetch("/")
    id = tim.open_table(mode="friends", seats="2", name="Tim")
    first, second = tim.socket(id), linus.socket(id)
    second.ask("sit", name="Linus")

    def state() -> str:
        found = re.search(r"Linus</strong>\s*<span class=\"tag\">(\w+)<", tim.fetch(f"/t/{id}")[1])
        assert found
        return found[1]

    first.until("lobby")
    while state() != "here":
        first.until("lobby")
    second.close()
    while state() != "away":
        first.until("lobby")
    watching = Browser(server).socket(id)
    second = linus.socket(id)
    while state() != "here":
        first.until("lobby")
    watching.until("lobby")
    for socket in (first, second, watching):
        socket.close()


def test_views_do_not_depend_on_what_is_hidden(server: Server) -> None:
    """A watcher's page is the same to the byte before and after another's draft."""
    tim, eve = Browser(server), Browser(server)
    id = tim.open_table(mode="screen", seats="2")
    socket = tim.socket(id)
    write_start(socket, 0)
    write_start(socket, 1)
    eve.fetch("/")
    paths = (f"/t/{id}", f"/api/tables/{id}")
    before = [eve.fetch(path)[1] for path in paths]
    card: Card = played(tim, id).cards[0]
    socket.ask("mark", seat=0, marks=f"{card.number}@c2")
    assert [eve.fetch(path)[1] for path in paths] == before
    socket.close()


def test_a_repeated_message_is_carried_out_once(server: Server) -> None:
    visitor = Browser(server)
    id = visitor.open_table()
    socket = visitor.socket(id)
    first = socket.ask("tap", seat=0, island="d3", id="same")
    again = socket.ask("tap", seat=0, island="d3", id="same")
    assert again["number"] == first["number"]
    socket.close()


def test_a_late_message_is_refused(server: Server) -> None:
    visitor = Browser(server)
    id = visitor.open_table()
    socket = visitor.socket(id)
    write_start(socket, 0)
    socket.ask("done", seat=0, round=1)
    late = socket.refused("mark", seat=0, marks="b3-d3", round=1)
    assert (late["type"], late["code"]) == ("refused", "stale")
    socket.close()


@pytest.fixture(scope="module")
def busy(server: Server) -> tuple[Browser, str]:
    """Return a visitor and a table in its first round."""
    visitor = Browser(server)
    id = visitor.open_table()
    socket = visitor.socket(id)
    write_start(socket, 0)
    socket.close()
    return visitor, id


garbage = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=50),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    ["do", "id", "seat", "marks", "island", "line", "from", "round", "to"]
                )
                | st.text(max_size=5),
                inner,
                max_size=6,
            )
        ),
        max_leaves=12,
    ).map(json.dumps),
    st.fixed_dictionaries(
        {
            "do": st.sampled_from(
                ["tap", "tap_line", "mark", "call", "check", "rewind", "sit", "leave", "begin"]
            ),
            "seat": st.integers(-3, 5) | st.text(max_size=3) | st.none(),
        },
        optional={
            "marks": st.text(max_size=30),
            "island": st.text(max_size=4) | st.integers(),
            "line": st.text(max_size=8),
            "round": st.integers(5, 40),
            "to": st.integers(-5, 0) | st.text(max_size=2),
            "on": st.integers(-3, 9),
            "mark": st.text(max_size=6),
        },
    ).map(json.dumps),
)


@given(messages=st.lists(garbage, min_size=1, max_size=20))
@examples(60)
def test_an_invalid_message_gets_a_clear_error_and_changes_nothing(
    busy: tuple[Browser, str], messages: list[str | bytes]
) -> None:
    visitor, id = busy
    socket = visitor.socket(id)
    socket.until("hello")
    for message in messages:
        socket.connection.send(message)
        answer = socket.until("refused", "done")
        assert answer["type"] == "refused", message
        assert answer["text"]
        assert "{" not in answer["text"] or "{" in str(message)
    socket.close()
    fields = json.loads(visitor.fetch(f"/api/tables/{id}")[1])
    assert (fields["round"], fields["drafts"]) == (1, {"0": "pass"})


@pytest.mark.no_cover  # starts of a server run the same lines
@pytest.mark.slow
def test_a_killed_server_continues_where_it_was(tmp_path: Path) -> None:
    """Three times: every acknowledged mark is there after the restart.

    `python -m tests.host.hardship` kills a hundred times, without a server around the table.
    """
    with serving(tmp_path / "killed.sqlite") as server:
        visitor = Browser(server)
        id = visitor.open_table()
        socket = visitor.socket(id)
        write_start(socket, 0)
        rng = Random(1)
        acknowledged = 0
        for kill in range(3):
            game = played(visitor, id).replay()
            if game.is_finished:
                id = visitor.open_table()
                socket = visitor.socket(id)
                write_start(socket, 0)
                game = played(visitor, id).replay()
            card = game.cards[-1]
            turn = random_turn(rng, game.sheets[0], card)
            for word in str(turn).split():
                if word != "pass":
                    acknowledged = socket.ask("mark", seat=0, marks=word)["number"]
            socket.send("done", seat=0, id=f"done{kill}")  # may arrive before the kill or not
            server.restart()
            socket = visitor.socket(id, after=str(acknowledged))
            hello = socket.until("hello")
            assert hello["number"] >= acknowledged
            # sent again with the same id: carried out once in all
            answer = socket.answer("done", seat=0, id=f"done{kill}", round=len(game.cards))
            assert answer["type"] == "done" or answer["code"] == "stale"
            now = played(visitor, id)
            assert len(now.rounds) == len(game.cards)
            assert str(now.rounds[-1][0]) == str(notation_for(board("A")).turn(str(turn)))
        socket.close()
