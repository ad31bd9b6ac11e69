"""The protocol of bots: a bot gets the view of its seat and returns a start or a whole turn."""

from __future__ import annotations

from typing import Protocol

from hashi.rules import Number, Turn, View


class Bot(Protocol):
    """A program that plays. It knows what its seat may know, and no more.

    It is made from a seed and keeps nothing from turn to turn: the same seed and the same
    view give the same answer, in whatever process it is asked.
    """

    name: str
    """The id by which it is chosen, such as `greedy`."""

    def start(self, view: View) -> Number:
        """Return the 3 or 4 to write, and where (R5)."""
        ...

    def turn(self, view: View) -> Turn:
        """Return a whole turn with the card that lies face up (R7)."""
        ...
