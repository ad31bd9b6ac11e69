"""How much work a bot puts into a turn: all that it can, or less where many wait for bots."""

from __future__ import annotations

from enum import IntEnum


class Effort(IntEnum):
    """The steps in which bots think shorter; docs/bots.md says what each costs in strength.

    A bot that is quick anyway takes no notice. The same seed, view and effort give the same answer.
    """

    LEAST = 0
    BRIEF = 1
    SHORT = 2
    HALF = 3
    FULL = 4
