"""The protocol of bots: a bot gets the view of its seat and returns a start or a whole turn.

An answer may be text in the notation of records, such as `4@c2` and `5@c1 c1-c2`.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from hashi.bots.effort import Effort
from hashi.rules import Number, PlayView, SeatView, Turn


class Bot(Protocol):
    """A program that plays. It knows only what its seat may know.

    It is made from a seed and keeps no state between turns: the same seed and the same view
    give the same answer in every process.
    """

    name: str
    """The id of the bot, such as `greedy`."""

    def start(self, view: SeatView) -> Number | str:
        """Return the 3 or 4 to write, and where (R5)."""
        ...

    def turn(self, view: PlayView) -> Turn | str:
        """Return a whole turn with the card that lies face up (R7)."""
        ...


class BuiltInBot(Bot, Protocol):
    """A bot that is part of the game: its answers are never text."""

    def start(self, view: SeatView) -> Number: ...

    def turn(self, view: PlayView) -> Turn: ...


@runtime_checkable
class Adaptable(Protocol):
    """A bot that can think shorter."""

    def with_effort(self, effort: Effort) -> BuiltInBot:
        """Return the same bot, with the same seed, that puts so much work into its turns."""
        ...
