"""The meaning of the bytes of an observation, field by field.

`hashi.arrays.observation_bytes` writes them. They contain only what a seat may know: the others'
sheets are those of the last closed round, and the unseen cards are counted by kind, including
the one in the box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hashi.arrays import constants
from hashi.boards import standard_deck
from hashi.rules import Board, Card
from hashi.rules.board import MOST_ON_A_LINE
from hashi.rules.card import HIGHEST_NUMBER, MOST_BRIDGES
from hashi.rules.goals import GOALS


class Field(NamedTuple):
    """A range of bytes in an observation."""

    name: str
    at: slice
    most: int
    """The highest value of any of these bytes; the lowest is 0."""


def fields(board: Board, seats: int = 1, deck: Sequence[Card] | None = None) -> tuple[Field, ...]:
    """Return the fields of an observation in order; `observation[..., field.at]` are its bytes.

    First the own sheet: `numbers`, `left` (how many bridges each island still takes) and
    `finished` by island, `bridges` and `open` (whether it takes one more) by line, `goals` (0,
    1 if the lower value was paid, 2 if the higher) in the order of `hashi.Goal`. Then what all
    seats see beside the sheets. Then the others' sheets, `neighbour_1.numbers` and so on,
    beginning with the left neighbour.
    """
    found: list[Field] = []
    at = 0
    for name, length, most in _parts(board, seats, standard_deck() if deck is None else deck):
        found.append(Field(name, slice(at, at + length), most))
        at += length
    return tuple(found)


def kind_of(card: Card) -> int:
    """Return the index of a card's kind in `unseen`: by number, then by bridges."""
    return (card.number - 1) * MOST_BRIDGES + card.bridges - 1


def _parts(board: Board, seats: int, deck: Sequence[Card]) -> Iterator[tuple[str, int, int]]:
    yield from _sheet_parts(board)
    yield "flags", len(board.islands), 2
    yield "stage", 1, constants.DONE
    yield "hand", 1, MOST_BRIDGES
    yield "card_number", 1, HIGHEST_NUMBER
    yield "card_bridges", 1, MOST_BRIDGES
    yield "round", 1, len(deck) - 1
    yield "unseen", constants.CARD_KINDS, max(Counter(deck).values())
    yield "gone", len(GOALS), 1
    for neighbour in range(1, seats):
        for name, length, most in _sheet_parts(board):
            yield f"neighbour_{neighbour}.{name}", length, most


def _sheet_parts(board: Board) -> Iterator[tuple[str, int, int]]:
    islands, lines = len(board.islands), len(board.lines)
    yield "numbers", islands, HIGHEST_NUMBER
    yield "left", islands, HIGHEST_NUMBER
    yield "finished", islands, 1
    yield "bridges", lines, MOST_ON_A_LINE
    yield "open", lines, 1
    yield "goals", len(GOALS), 2
