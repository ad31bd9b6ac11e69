"""What the master's values look at: a sheet, the cards to come and the goals, as flags.

Each group has one flag set among its kinds, but for the cards, where each unseen one is set:

- each island: finished (0), how many bridges its number still takes (1-6), or without a number
  how many lead there (7-13). The number itself does not matter any more: only what is left.
- each line: open (0), open with one bridge (1), shut without (2), shut with one (3), two (4)
- each island's room: finished (0), dead (1), or with a number how many bridges more than it
  needs could still lead there (2-5, three or more alike), or without a number how many could
  lead there in all (6-12). A line has room for what it takes and its other end takes.
- the largest group of finished islands, up to 6
- each card of the sorted deck that nobody has seen; one 1/1 that is left is the first of them
- how many bridges are still to be drawn in this turn; 0 when the turn is over
- each goal: for how many rounds it still pays its higher value (0-17), or paid (18)
"""

from __future__ import annotations

from dataclasses import dataclass

from hashi.arrays.constants import GOALS
from hashi.bots.learned.constants import (
    CARDS,
    GOAL_KINDS,
    GROUP_KINDS,
    HAND_KINDS,
    ISLAND_KINDS,
    LINE_KINDS,
    ROOM_KINDS,
)
from hashi.rules import Board


@dataclass(frozen=True, slots=True)
class Features:
    """Where each group of flags begins."""

    lines: int
    rooms: int
    group: int
    cards: int
    hand: int
    goals: int
    count: int

    @classmethod
    def of(cls, board: Board) -> Features:
        lines = ISLAND_KINDS * len(board.islands)
        rooms = lines + LINE_KINDS * len(board.lines)
        group = rooms + ROOM_KINDS * len(board.islands)
        cards = group + GROUP_KINDS
        hand = cards + CARDS
        goals = hand + HAND_KINDS
        return cls(lines, rooms, group, cards, hand, goals, goals + GOALS * GOAL_KINDS)
