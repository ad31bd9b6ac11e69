"""A bot that plays at random: every mark that the rules allow is equally likely."""

from __future__ import annotations

from random import Random

from hashi.rules import (
    Bridge,
    Mark,
    Number,
    PlayView,
    SeatView,
    Turn,
    allowed_islands,
    allowed_lines,
    can_draw,
)
from hashi.rules.game.setup import START_NUMBERS


class RandomBot:
    """A bot that plays at random: the baseline for all other bots."""

    name = "random"

    def __init__(self, seed: str = "") -> None:
        self._seed = seed

    def start(self, view: SeatView) -> Number:
        rng = Random(f"{self._seed} start")
        plain = [island for island in view.setup.board.islands if island.flag is None]
        return Number(rng.choice(plain), rng.choice(START_NUMBERS))

    def turn(self, view: PlayView) -> Turn:
        """Return a random turn that skips only what cannot be done (R8)."""
        rng = Random(f"{self._seed} {view.round}")
        sheet, card = view.sheet, view.card
        marks: list[Mark] = []
        islands = allowed_islands(sheet, card.number)
        if islands:
            marks.append(Number(rng.choice(islands), card.number))
            sheet = sheet.with_mark(marks[0])
        for left in reversed(range(card.bridges)):
            lines = [
                line for line in allowed_lines(sheet) if can_draw(sheet.with_bridge(line), left)
            ]
            if not lines:
                break
            marks.append(Bridge(rng.choice(lines)))
            sheet = sheet.with_mark(marks[-1])
        return Turn(tuple(marks))
