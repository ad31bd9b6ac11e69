"""The entries of a game: what happens in it, in order."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.rules.card import Card
from hashi.rules.mark import Mark, Number
from hashi.rules.turn import Turn


@dataclass(frozen=True, slots=True)
class Start:
    """A player writes a 3 or 4 into an island without a flag (R5).

    >>> hashi.Start(0, hashi.Number(hashi.board("A").island("c2"), 4))
    Start(seat=0, number=<Number 4@c2>)
    """

    seat: int
    number: Number


@dataclass(frozen=True, slots=True)
class Turned:
    """The top card of the draw pile is turned face up (R7).

    >>> hashi.Turned(hashi.Card(5, 3)).card.bridges
    3
    """

    card: Card


@dataclass(frozen=True, slots=True)
class Played:
    """A player's turn with the card that lies face up.

    >>> hashi.Played(0, hashi.PASS)
    Played(seat=0, turn=<Turn pass>)
    """

    seat: int
    turn: Turn


@dataclass(frozen=True, slots=True)
class Called:
    """A player calls a mark of an earlier round on any sheet a mistake (R33, R35).

    >>> line = hashi.board("A").line("c1", "c2")
    >>> hashi.Called(by=1, on=0, round=3, mark=hashi.Bridge(line))
    Called(by=1, on=0, round=3, mark=<Bridge c1-c2>)
    """

    by: int
    on: int
    round: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Refereed:
    """After the last round of a game with free pens: what nobody called is struck (R34).

    >>> hashi.Refereed()
    Refereed()
    """


Entry = Start | Turned | Played | Called | Refereed
