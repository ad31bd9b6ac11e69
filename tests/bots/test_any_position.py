"""From every position that the rules accept, every bot can play on by the rules.

Sheets that the kernel's words cannot hold exactly are refused, never misread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest
from benchmarks.random_play import random_record
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.generate import games, rngs, sheets

from hashi.arrays import constants
from hashi.arrays.chart import Unrepresentable, chart, sheet_of, sheet_words
from hashi.boards import board
from hashi.bots import BOTS, starts
from hashi.bots.bot import BuiltInBot
from hashi.bots.greedy import Greedy
from hashi.bots.master import Breadth, Master
from hashi.bots.planner import Planner
from hashi.record import Record
from hashi.rules import (
    Board,
    Bridge,
    Card,
    Game,
    Number,
    Pens,
    Sheet,
    Turned,
    allowed_lines,
    apply_turn,
    play_view,
    start_refusal,
    view,
)

QUICK: dict[str, Callable[[str], BuiltInBot]] = {
    **BOTS,
    "planner": lambda seed: Planner(seed, stages=((4, 1), (2, 1))),
    "master": lambda seed: Master(seed, Breadth(2, 3, 1, 2, 6, 2)),
}
"""Every bot, with settings that answer within milliseconds."""
none: st.SearchStrategy[list[tuple[Game, Card]]] = st.just([])
few = examples(15)


@st.composite
def games_on_a_side(draw: st.DrawFn, *, pens: Pens) -> tuple[Record, Game]:
    """Return a random game on a built-in side, for which the master has values."""
    rng, side = draw(rngs), draw(st.sampled_from("AB"))
    players, rounds = draw(st.integers(1, 4)), draw(st.integers(1, 17))
    return random_record(rng, board(side), players, pens=pens, rounds=rounds)


any_games = st.one_of(
    games(pens=Pens.GUIDED),
    games(pens=Pens.FREE),
    games_on_a_side(pens=Pens.GUIDED),
    games_on_a_side(pens=Pens.FREE),
)


def open_rounds(record: Record) -> Iterator[tuple[Game, Card]]:
    """Yield the game at each turned card, before anybody has played."""
    game = Game.begin(record.setup)
    for entry in record.entries:
        game = game.play(entry)
        if isinstance(entry, Turned):
            yield game, entry.card


@pytest.fixture(autouse=True)
def _few_games_for_a_start(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(starts, "GAMES", 30)
    starts.ranked.cache_clear()
    yield
    starts.ranked.cache_clear()


@few
@given(any_games, st.data())
def test_every_bot_plays_on_by_the_rules_from_any_game(
    played: tuple[Record, Game], data: st.DataObject
) -> None:
    record, _ = played
    rounds = list(open_rounds(record))
    for game, card in data.draw(st.lists(st.sampled_from(rounds), max_size=3) if rounds else none):
        seat = data.draw(st.integers(0, len(game.sheets) - 1))
        for make in QUICK.values():
            turn = make("any").turn(play_view(game, seat))
            apply_turn(game.sheets[seat], card, turn)


@few
@given(any_games)
def test_every_bot_starts_by_the_rules_on_any_board(played: tuple[Record, Game]) -> None:
    game = Game.begin(played[0].setup)
    for make in QUICK.values():
        assert start_refusal(make("any").start(view(game, 0))) is None


@examples(60)
@given(any_games)
def test_the_kernel_holds_a_sheet_exactly_or_refuses_it(played: tuple[Record, Game]) -> None:
    record, _ = played
    for game, _ in open_rounds(record):
        for sheet in game.sheets:
            check_words(sheet)


@settings(deadline=None)
@given(sheets(free=True, largest=6), st.integers(0, 2**18 - 1))
def test_the_kernel_holds_a_sheet_of_free_pens_exactly_or_refuses_it(
    sheet: Sheet, struck: int
) -> None:
    check_words(sheet)
    check_words(sheet.with_struck(struck & (1 << len(sheet.board.islands)) - 1))


def check_words(sheet: Sheet) -> None:
    """Check that words give the sheet back and know the legal marks, or are refused."""
    try:
        words = sheet_words(sheet)
    except Unrepresentable as error:
        assert str(error)  # noqa: PT017
        return
    assert sheet_of(sheet.board, words) == sheet
    is_open = words[constants.LIT] & ~words[constants.SHUT]
    assert {line.index for line in allowed_lines(sheet)} == {
        line.index for line in sheet.board.lines if is_open >> line.index & 1
    }
    for island in sheet.board.islands:
        at = island.index
        left = sum((words[constants.LEFT + digit] >> at & 1) << digit for digit in range(3))
        assert left == sheet.limit(island) - sheet.count(island)


A = board("A")
FREE_LINE = A.lines_of[A.island("c4").index][0]
OTHER_END = next(end for end in FREE_LINE.ends if end != A.island("c4"))


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        (Sheet.of(A, [Number(A.island("c4"), 8)]), "number"),
        (Sheet.of(A, [Number(A.island("c4"), 8), Bridge(FREE_LINE)]), "number"),
        (Sheet.of(A, [Number(A.island("c4"), 4)] + [Bridge(FREE_LINE)] * 3), "R15"),
        (Sheet.of(A, [Number(A.island("c4"), 1)] + [Bridge(FREE_LINE)] * 2), "R17"),
        (Sheet.of(A, [Number(A.island("c4"), 1), Number(A.island("c4"), 2)]), "R9"),
        (Sheet.of(A, [Number(A.island("c4"), 1)]).with_struck(1), "R34"),
        (replace(Sheet.blank(A), finished=1), "R18"),
        (Sheet.blank(Board(("ooooooo",) * 5)), "32 islands"),
    ],
)
def test_the_refusal_of_a_sheet_names_the_obstacle(sheet: Sheet, said: str) -> None:
    with pytest.raises(Unrepresentable, match=said):
        sheet_words(sheet)


def test_the_refusal_of_a_board_names_its_size() -> None:
    with pytest.raises(Unrepresentable, match="32 islands"):
        chart(Board(("ooooooo",) * 5))


@pytest.mark.parametrize("name", ["friend", "planner", "master"])
def test_a_mistake_on_an_opponents_sheet_does_not_stop_the_look_ahead(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An opponent whose sheet the kernel cannot hold is left out; the bot still looks ahead."""
    monkeypatch.delattr(Greedy, "turn")
    _, game = random_record(Random("opponents"), A, 3, rounds=4)
    card = game.unseen[0]
    seen = play_view(game.play(Turned(card)), 0)
    spoilt = replace(seen, sheets=(seen.sheets[0], *(s.with_struck(1) for s in seen.sheets[1:])))
    apply_turn(seen.sheets[0], card, QUICK[name]("others").turn(spoilt))


def test_the_master_plays_at_a_table_without_any_piles() -> None:
    _, game = random_record(Random("piles"), A, 2, rounds=2)
    seen = play_view(game.play(Turned(game.unseen[0])), 0)
    turn = Master("piles", Breadth(piles=2)).turn(seen)
    apply_turn(seen.sheets[0], game.unseen[0], turn)
