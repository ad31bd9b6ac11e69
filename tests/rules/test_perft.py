"""Counts of reachable sheets, pinned: whole turns with one card, and with two.

The start is a 4 on c2, on either side. The counts with one card are checked against every
sequence of marks; those with two rest on the same iterator. The larger ones are counted in
`make laws`.
"""

from __future__ import annotations

from itertools import product

import pytest
from tests.support.examples import tried
from tests.support.games import is_lawful_turn

from hashi.boards import board
from hashi.rules import Bridge, Card, Mark, Number, Sheet, Turn, apply_turn, turns

# hundreds of thousands of turns through the same lines
pytestmark = [pytest.mark.no_cover, pytest.mark.hypothesis]

PINNED = [
    # side, cards, turns and sheets with the first card, turns and sheets with both
    ("A", "5/3", "2/1", 622, 622, 59_679, 33_521),
    ("B", "5/3", "2/1", 413, 413, 35_432, 21_138),
    ("A", "5/2", "3/2", 257, 257, 99_015, 39_156),
    ("B", "5/2", "3/2", 196, 196, 61_951, 26_755),
]


def start(side: str) -> Sheet:
    sheet = Sheet.blank(board(side))
    return sheet.with_number(sheet.board.island("c2"), 4)


@pytest.mark.parametrize(
    ("side", "first", "second", "turns_1", "sheets_1", "turns_2", "sheets_2"),
    tried(PINNED, at_least=2),
)
def test_perft(
    side: str, first: str, second: str, turns_1: int, sheets_1: int, turns_2: int, sheets_2: int
) -> None:
    one, two = Card.parse(first), Card.parse(second)
    sheet = start(side)
    after = [apply_turn(sheet, one, turn) for turn in turns(sheet, one)]
    assert (len(after), len(set(after))) == (turns_1, sheets_1)
    ends = [apply_turn(here, two, turn) for here in after for turn in turns(here, two)]
    assert (len(ends), len(set(ends))) == (turns_2, sheets_2)


@pytest.mark.parametrize(
    ("side", "text", "count"),
    tried([("A", "5/2", 257), ("B", "5/2", 196), ("A", "5/3", 622), ("B", "5/3", 413)], at_least=2),
)
def test_perft_of_one_card_by_brute_force(side: str, text: str, count: int) -> None:
    """Every number or none, then every sequence of bridges or none, filtered by `apply_turn`."""
    sheet, card = start(side), Card.parse(text)
    numbers = [Number(island, card.number) for island in sheet.board.islands]
    bridges = [Bridge(line) for line in sheet.board.lines]
    found = set()
    for written in [(), *((number,) for number in numbers)]:
        if not is_lawful_turn(sheet, card, written):
            continue
        for length in (0, card.bridges):
            for strokes in product(bridges, repeat=length):
                marks: tuple[Mark, ...] = (*written, *strokes)
                if is_lawful_turn(sheet, card, marks):
                    found.add(apply_turn(sheet, card, Turn(marks)))
    assert len(found) == count
