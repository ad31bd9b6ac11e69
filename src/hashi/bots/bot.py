"""The protocol of bots: a bot gets the view of its seat and returns a start or a whole turn."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from hashi.bots.effort import Effort
from hashi.rules import Number, Turn, View


class Bot(Protocol):
    """A program that plays. It knows only what its seat may know.

    It is made from a seed and keeps no state between turns: the same seed and the same view
    give the same answer in every process.
    """

    name: str
    """The id of the bot, such as `greedy`."""

    def start(self, view: View) -> Number:
        """Return the 3 or 4 to write, and where (R5)."""
        ...

    def turn(self, view: View) -> Turn:
        """Return a whole turn with the card that lies face up (R7)."""
        ...


@runtime_checkable
class Adaptable(Protocol):
    """A bot that can think shorter."""

    def with_effort(self, effort: Effort) -> Bot:
        """Return the same bot, with the same seed, that puts so much work into its turns."""
        ...
