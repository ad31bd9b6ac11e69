"""The entries of a game: what happens in it, in order."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.rules.card import Card
from hashi.rules.mark import Mark, Number
from hashi.rules.turn import Turn


@dataclass(frozen=True, slots=True)
class Start:
    """A player writes a 3 or 4 into an island without a flag (R5)."""

    seat: int
    number: Number


@dataclass(frozen=True, slots=True)
class Turned:
    """The top card of the draw pile is turned face up (R7)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Played:
    """A player's turn with the card that lies face up."""

    seat: int
    turn: Turn


@dataclass(frozen=True, slots=True)
class Called:
    """A player calls a mark of an earlier round on any sheet a mistake (R33, R35)."""

    by: int
    on: int
    round: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Refereed:
    """After the last round of a game with free pens: what nobody called is struck (R34)."""


Entry = Start | Turned | Played | Called | Refereed
