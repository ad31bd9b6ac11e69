"""Every whole turn, against brute force on little boards."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

from benchmarks.random_play import random_board, random_start, random_turn
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.games import is_lawful_turn
from tests.support.generate import cards, rngs
from tests.support.sheets import draw_sheet

from hashi.boards import standard_deck
from hashi.rules import (
    PASS,
    Bridge,
    Card,
    Mark,
    Number,
    Sheet,
    Turn,
    apply_turn,
    can_draw,
    turns,
)

Marks = tuple[Number | None, frozenset[tuple[Bridge, int]]]


def little_sheet(rng: Random) -> Sheet:
    """A sheet on a board with few lines, in the middle of a game."""
    while True:
        board = random_board(rng, smallest=2, largest=5)
        if 2 <= len(board.lines) <= 9:
            break
    sheet = Sheet.blank(board).with_mark(random_start(rng, board))
    for card in rng.sample(standard_deck(), rng.randint(0, 6)):
        sheet = apply_turn(sheet, card, random_turn(rng, sheet, card))
    return sheet


def as_set(made: Turn) -> Marks:
    """What a turn leaves on the sheet: its number, and how many bridges along which line."""
    numbers = [mark for mark in made.marks if isinstance(mark, Number)]
    bridges = Counter(mark for mark in made.marks if isinstance(mark, Bridge))
    return (numbers[0] if numbers else None), frozenset(bridges.items())


def by_brute_force(sheet: Sheet, card: Card) -> set[Marks]:
    """Every sequence of marks, long or short, that `apply_turn` accepts."""
    writings: list[tuple[Mark, ...]] = [
        (),
        *((Number(i, card.number),) for i in sheet.board.islands),
    ]
    bridges = [Bridge(line) for line in sheet.board.lines]
    found = set()
    for written in writings:
        for length in range(card.bridges + 1):
            for strokes in product(bridges, repeat=length):
                if is_lawful_turn(sheet, card, (*written, *strokes)):
                    found.add(as_set(Turn((*written, *strokes))))
    return found


@examples(60)
@given(rngs, cards)
def test_turns_equal_brute_force(rng: Random, card: Card) -> None:
    sheet = little_sheet(rng)
    offered = [as_set(made) for made in turns(sheet, card)]
    assert len(offered) == len(set(offered))  # no set of marks comes twice
    assert set(offered) == by_brute_force(sheet, card)


@examples(60)
@given(rngs, cards)
def test_each_turn_gives_a_sheet_of_its_own(rng: Random, card: Card) -> None:
    sheet = little_sheet(rng)
    after = [apply_turn(sheet, card, made) for made in turns(sheet, card)]
    assert len(after) == len(set(after))
    assert after[0] == sheet


@examples(60)
@given(rngs, st.integers(0, 3))
def test_can_draw_equals_brute_force(rng: Random, bridges: int) -> None:
    sheet = little_sheet(rng)
    if bridges == 0:
        assert can_draw(sheet, 0)
        return
    card = Card(1, bridges)
    ways = [marks for number, marks in by_brute_force(sheet, card) if number is None and marks]
    assert can_draw(sheet, bridges) == bool(ways)


def test_the_turns_of_a_sheet_on_which_nothing_goes() -> None:
    sheet = draw_sheet("o1--o1  r   b   r   b")
    assert list(turns(sheet, Card(3, 2))) == [PASS]
    assert not can_draw(sheet, 1)
    assert can_draw(sheet, 0)
