"""The features of the learned values: a sheet, the unseen cards and the goals, as flags.

In each group exactly one flag is set, except for the cards, where each unseen card is set:

- each island: finished (0), how many bridges its number still takes (1-6), or without a number
  how many lead there (7-13). The number itself does not matter, only what is left.
- each line: open (0), open with one bridge (1), shut without (2), shut with one (3), two (4)
- each island's room: finished (0), dead (1), or with a number how many bridges more than it
  needs could still lead there (2-5; 5 stands for three or more), or without a number how many
  could lead there in all (6-12). A line has room for as many bridges as it and its other end take.
- the largest group of finished islands, up to 6
- each unseen card of the sorted deck; of several equal cards the first ones are the unseen ones
- how many bridges are still to be drawn in this turn; 0 when the turn is over
- each goal: for how many rounds it still pays its higher value (0-17), or paid (18)
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from hashi.arrays.constants import GOALS
from hashi.bots.learned.constants import (
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
    """The index at which each group of flags begins."""

    lines: int
    rooms: int
    group: int
    cards: int
    hand: int
    goals: int
    count: int

    @classmethod
    def of(cls, board: Board, deck: int) -> Features:
        """Return where the groups begin on this board, with a deck of so many cards."""
        lines = ISLAND_KINDS * len(board.islands)
        rooms = lines + LINE_KINDS * len(board.lines)
        group = rooms + ROOM_KINDS * len(board.islands)
        cards = group + GROUP_KINDS
        hand = cards + deck
        goals = hand + HAND_KINDS
        return cls(lines, rooms, group, cards, hand, goals, goals + GOALS * GOAL_KINDS)


def first_flags(board: Board, features: Features) -> array[int]:
    """Return the first flag of each byte of a place that is taken down (see self_play.py)."""
    at, islands = features, range(len(board.islands))
    return array(
        "i",
        [
            *(ISLAND_KINDS * island for island in islands),
            *(at.lines + LINE_KINDS * line for line in range(len(board.lines))),
            *(at.rooms + ROOM_KINDS * island for island in islands),
            at.group,
            *range(at.cards, at.hand),
            at.hand,
            *(at.goals + GOAL_KINDS * goal for goal in range(GOALS)),
        ],
    )


def first_card(board: Board) -> int:
    """Return which byte of such a place is the first card's."""
    return 2 * len(board.islands) + len(board.lines) + 1
