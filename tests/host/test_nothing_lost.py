"""Records, logs and the table can hold, and continue from, everything that the rules accept.

The tests of the same property for bots and the kernel are in tests/bots.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from benchmarks.random_play import random_board, random_scrawl, random_start, random_turn
from hypothesis import given
from hypothesis import strategies as st

from hashi.boards import standard_deck
from hashi.record import Record, parse, write
from hashi.rules import (
    Board,
    Bridge,
    Called,
    Card,
    Deal,
    Entry,
    Game,
    Illegal,
    Mark,
    Number,
    Pens,
    Played,
    Refereed,
    Setup,
    Start,
    Stray,
    Turn,
    Turned,
    deal,
)
from hashi.rules.game.calls import MOST_CALLS
from hashi.rules.turn import MOST_MARKS
from hashi.table import Options, Table, entry_text, replay
from hashi.table.event import (
    Begun,
    Checked,
    Event,
    Finished,
    MistakeCalled,
    Opened,
    Seated,
    Started,
)
from hashi.table.fair import seal
from hashi.table.fold import advance
from tests.support.examples import examples
from tests.support.generate import rngs


def wild_mark(rng: Random, board: Board) -> Mark:
    """Return an arbitrary mark, possibly with a number or a bridge that no pen can make."""
    if rng.random() < 0.4 or not board.lines:
        return Number(rng.choice(board.islands), rng.choice([-1, 0, 1, 2, 3, 5, 6, 7, 9, 300]))
    if rng.random() < 0.05:
        return Stray((board.islands[0], board.islands[-1]))
    return Bridge(rng.choice(board.lines))


def wild_turn(rng: Random, game: Game, seat: int) -> Turn:
    sheet, card = game.sheets[seat], game.cards[-1]
    if rng.random() < 0.5:
        write = random_scrawl if game.setup.pens is Pens.FREE else random_turn
        return write(rng, sheet, card)
    count = rng.choice([0, 1, 2, 3, 5, MOST_MARKS, MOST_MARKS + 1])
    return Turn(tuple(wild_mark(rng, sheet.board) for _ in range(count)))


def wild_entry(rng: Random, game: Game, pile: list[Card]) -> Entry:
    """Return an entry to try next: often a fitting one, sometimes an arbitrary one."""
    seat = rng.choice([*range(len(game.setup.players)), -1, len(game.setup.players)])
    if not game.is_started and rng.random() < 0.9:
        return Start(game.starts.index(None), random_start(rng, game.setup.board))
    if rng.random() < 0.15:
        round = rng.choice([*range(game.rounds + 2), -1, 99])
        return Called(rng.randrange(4), seat, round, wild_mark(rng, game.setup.board))
    if game.is_finished and rng.random() < 0.5:
        return Refereed()
    if not game.is_round_open and pile and rng.random() < 0.95:
        return Turned(pile[0])
    if game.is_round_open and rng.random() < 0.9:
        seat = game.turns.index(None)
        return Played(seat, wild_turn(rng, game, seat))
    return Played(seat if game.is_round_open and 0 <= seat < len(game.turns) else 0, Turn(()))


def wild_game(rng: Random, pens: Pens, players: int) -> tuple[Deal, list[Entry], Game]:
    """Return a game of random entries that the rules accept."""
    deck = standard_deck() if rng.random() < 0.5 else tuple(rng.choices(standard_deck(), k=5))
    dealt = deal(deck, rng.randrange)
    pile = list(dealt.cards)
    game = Game.begin(Setup(random_board(rng), deck, ("Tim", "Zoë", "\n", "")[:players], pens))
    entries: list[Entry] = []
    for _ in range(rng.randrange(5, 120)):
        entry = wild_entry(rng, game, pile)
        try:
            game = game.play(entry)
        except Illegal:
            continue
        entries.append(entry)
        if isinstance(entry, Turned):
            pile.pop(0)
    return dealt, entries, game


def events_of(setup: Setup, dealt: Deal, entries: list[Entry]) -> Iterator[Event]:
    """Yield the events of a table at which this was played; it turns the cards itself."""
    rows = "".join(f"{' '.join(row)}\n" for row in setup.board.rows)
    deck = tuple(str(card) for card in setup.deck)
    yield Opened(Options(rows, len(setup.players), setup.pens, deck=deck).to_json(), "tim")
    for seat, name in enumerate(setup.players):
        yield Seated(seat, name, holder="tim")
    yield Begun(dealt, "salt", seal(dealt, "salt"))
    for entry in entries:
        match entry:
            case Start(seat, number):
                yield Started(seat, number)
            case Played(seat, turn):
                yield Finished(seat, turn)
            case Called(by, on, round, mark):
                yield MistakeCalled(by, on, round, mark)
            case Refereed():
                for seat in range(len(setup.players)):
                    yield Checked(seat)


@pytest.mark.no_cover  # the same lines many times over
@examples(150)
@given(rngs, st.sampled_from(list(Pens)), st.integers(1, 4))
def test_what_the_rules_accept_is_written_read_and_replayed(
    rng: Random, pens: Pens, players: int
) -> None:
    dealt, entries, game = wild_game(rng, pens, players)
    if game.is_started:
        # a record holds whole rounds; with free pens and all rounds it includes the referee
        record = Record.of(game.setup, entries)
        again = parse(write(record))
        assert again == record
        if not game.is_round_open and (not game.is_finished or game.is_over):
            assert again.replay() == game
    table, logged = Table(), []
    for event in events_of(game.setup, dealt, entries):
        table, more = advance(table, [event], at=1.0)
        logged += more
    assert replay([(entry.number, entry_text(entry)) for entry in logged]) == table
    if game.is_round_open or not game.is_started or game.is_finished:
        played = table.played
        assert (played.sheets, played.ledgers, played.rounds) == (
            game.sheets,
            game.ledgers,
            game.rounds,
        )


def test_the_limits_are_what_a_record_holds(tmp_path: Path) -> None:
    assert (MOST_MARKS, MOST_CALLS) == (99, 99)
