"""A bot that looks one turn ahead, on any board and any sheet.

It values finished islands, progress towards goals and open lines. Bridges are drawn one by one;
the few best drawings are kept from bridge to bridge (a beam search).
"""

from __future__ import annotations

from hashi.rules import (
    Bridge,
    Card,
    Goal,
    Mark,
    Number,
    PlayView,
    SeatView,
    Sheet,
    Turn,
    allowed_islands,
    allowed_lines,
    can_draw,
    dead_islands,
    progress,
)
from hashi.rules.dead import room
from hashi.rules.game.setup import START_NUMBERS

BEAM = 6
"""The number of drawings kept from bridge to bridge (the width of the beam search)."""


class Greedy:
    """A bot that chooses the turn after which its own sheet looks best."""

    name = "greedy"

    def __init__(self, seed: str = "") -> None:
        """Ignore the seed: nothing is random."""

    def start(self, view: SeatView) -> Number:
        """Return the higher number on the island with the most lines: most room for bridges."""
        board = view.setup.board
        plain = [island for island in board.islands if island.flag is None]
        best = max(plain, key=lambda island: len(board.lines_of[island.index]))
        return Number(best, max(START_NUMBERS))

    def turn(self, view: PlayView) -> Turn:
        sheet, card = view.sheet, view.card
        written: list[tuple[tuple[Mark, ...], Sheet]] = [((), sheet)]
        for island in allowed_islands(sheet, card.number):
            mark = Number(island, card.number)
            written.append(((mark,), sheet.with_mark(mark)))
        best = max(
            (drawing for marks, after in written for drawing in _drawings(marks, after, card)),
            key=lambda drawing: worth(drawing[1]),
        )
        return Turn(best[0])


def worth(sheet: Sheet) -> float:
    """Return how good a sheet looks: finished islands, progress towards goals, dead numbers."""
    finished = 2.0 * sheet.finished.bit_count()
    goals = 0.0
    for goal in Goal:
        have, need = progress(sheet, goal)
        goals += goal.high * (have / need) ** 2 if need else 0.0
    open_ends = 0.0
    for island, number in sheet.numbers.items():
        if not sheet.is_finished(island):
            missing = number - sheet.count(island)
            open_ends += 0.9 * sheet.count(island) / number + 0.05 * (room(sheet, island) - missing)
    numbered = sum(sheet.digits[island.index] > 0 for island in dead_islands(sheet))
    return finished + goals + open_ends - 1.2 * numbered


def _drawings(
    marks: tuple[Mark, ...], sheet: Sheet, card: Card
) -> list[tuple[tuple[Mark, ...], Sheet]]:
    """Return the turn without bridges, and the best few ways to draw all bridges (R13)."""
    hand = [(marks, sheet)]
    for drawn in range(card.bridges):
        left = card.bridges - drawn - 1
        grown = {
            after: (*made, Bridge(line))
            for made, before in hand
            for line in allowed_lines(before)
            for after in [before.with_bridge(line)]
            if left == 0 or can_draw(after, left)
        }
        best = sorted(grown, key=worth, reverse=True)[:BEAM]
        hand = [(grown[after], after) for after in best]
    return [(marks, sheet), *hand]
