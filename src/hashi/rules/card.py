"""A card, and the deck that is shuffled before a game (R3, R6)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from hashi.rules.malformed import Flaw, Malformed

HIGHEST_NUMBER = 6
MOST_BRIDGES = 3
SMALLEST_DECK, LARGEST_DECK = 2, 99

Below = Callable[[int], int]
"""A source of randomness, passed in: `below(n)` returns 0 to n-1, each equally likely."""


class Card(NamedTuple):
    """A number from 1 to 6 and 1 to 3 bridges, written `5/3` (R3)."""

    number: int
    bridges: int

    @classmethod
    def parse(cls, text: str) -> Card:
        if not re.fullmatch(rf"[1-{HIGHEST_NUMBER}]/[1-{MOST_BRIDGES}]", text):
            raise Malformed(Flaw.CARD, given=text)
        return cls(int(text[0]), int(text[2]))

    def __str__(self) -> str:
        return f"{self.number}/{self.bridges}"


CARDS = frozenset(
    Card(number, bridges)
    for number in range(1, HIGHEST_NUMBER + 1)
    for bridges in range(1, MOST_BRIDGES + 1)
)
"""Every card that a deck may hold (R3). `Card` itself checks nothing: it is made in hot paths."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A shuffled deck: the draw pile from the top, and the card that goes unseen into the box."""

    cards: tuple[Card, ...]
    box: Card


def deal(deck: Sequence[Card], below: Below) -> Deal:
    """Shuffle the deck, put one card into the box; the others are the draw pile (R6)."""
    cards = list(deck)
    for last in range(len(cards) - 1, 0, -1):
        chosen = below(last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return Deal(tuple(cards[1:]), cards[0])


def check_deck_size(cards: Sequence[Card]) -> None:
    """Raise Malformed for a deck without a card to play and one for the box, or too large (R6)."""
    if not SMALLEST_DECK <= len(cards) <= LARGEST_DECK:
        raise Malformed(Flaw.DECK_SIZE, given=len(cards), least=SMALLEST_DECK, most=LARGEST_DECK)


def seeded(seed: str) -> Below:
    """Return chance fixed by a seed: the same numbers on every platform and Python version.

    The numbers are the bytes of SHA-256 over the seed and a counter, four at a time; words
    that would favour small numbers are skipped.
    """
    words = _words(seed)

    def below(n: int) -> int:
        fair = 2**32 - 2**32 % n
        return next(word for word in words if word < fair) % n

    return below


def _words(seed: str) -> Iterator[int]:
    counter = 0
    while True:
        block = sha256(f"{seed}/{counter}".encode("utf-8", "surrogatepass")).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1
