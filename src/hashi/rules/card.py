"""A card, and the deck that is shuffled before a game (R3, R6)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple, Self

from hashi.rules.malformed import Flaw, Malformed

HIGHEST_NUMBER = 6
MOST_BRIDGES = 3
_NUMBERS, _BRIDGES = range(1, HIGHEST_NUMBER + 1), range(1, MOST_BRIDGES + 1)
SMALLEST_DECK, LARGEST_DECK = 2, 99

Below = Callable[[int], int]
"""A source of randomness, passed in: `below(n)` returns 0 to n-1, each equally likely."""


class _Pair(NamedTuple):
    number: int
    bridges: int


class Card(_Pair):
    """A number from 1 to 6 and 1 to 3 bridges, written `5/3` (R3).

    >>> card = hashi.Card(5, 3)
    >>> card.number, card.bridges, str(card)
    (5, 3, '5/3')
    >>> card == hashi.Card.parse("5/3")
    True
    """

    __slots__ = ()

    def __new__(cls, number: int, bridges: int) -> Self:
        """Raise Malformed for a card that does not exist."""
        if number not in _NUMBERS or bridges not in _BRIDGES:
            raise Malformed(Flaw.CARD, given=f"{number}/{bridges}")
        return super().__new__(cls, number, bridges)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card of a text such as `5/3`, or raise Malformed."""
        if not re.fullmatch(rf"[1-{HIGHEST_NUMBER}]/[1-{MOST_BRIDGES}]", text):
            raise Malformed(Flaw.CARD, given=text)
        return cls(int(text[0]), int(text[2]))

    def __str__(self) -> str:
        return f"{self.number}/{self.bridges}"


@dataclass(frozen=True, slots=True)
class Deal:
    """A shuffled deck: the draw pile from the top, and the card that goes unseen into the box.

    >>> dealt = hashi.deal(hashi.standard_deck(), hashi.seeded("a quiet sea"))
    >>> len(dealt.cards), str(dealt.cards[0]), str(dealt.box)
    (17, '2/3', '4/1')
    """

    cards: tuple[Card, ...]
    box: Card


def deal(deck: Sequence[Card], below: Below) -> Deal:
    """Shuffle the deck, put one card into the box; the others are the draw pile (R6).

    >>> hashi.deal(hashi.standard_deck(), hashi.seeded("a quiet sea")).cards[:2]
    (Card(number=2, bridges=3), Card(number=3, bridges=2))
    """
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

    >>> below = hashi.seeded("a quiet sea")
    >>> [below(6) for _ in range(5)]
    [1, 1, 4, 3, 0]
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
