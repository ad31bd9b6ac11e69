"""The twelve ranks of a game alone, each with the totals that earn it (R32)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product

from hashi.rules.board import Board
from hashi.rules.game.scoring import POINTS_FOR_AN_ISLAND
from hashi.rules.game.solo import RANK_FLOORS
from hashi.rules.goals import GOALS
from hashi.words.catalogue import Words
from hashi.words.scores.scores import RANKS


@dataclass(frozen=True, slots=True)
class RankRow:
    """A rank and the totals that earn it."""

    name: str
    least: int
    most: int

    def points(self, words: Words) -> str:
        """Return these totals in words: "up to 40", "41–42", "51"."""
        if self.least == 0:
            return words.say("up to {points}", points=self.most)
        return str(self.least) if self.least == self.most else f"{self.least}–{self.most}"


def rank_rows(board: Board) -> list[RankRow]:
    """Return the ranks, lowest first, with the totals that can occur on this board."""
    totals = possible_totals(board)
    ends = [above - 1 for _, above in pairwise(RANK_FLOORS)] + [max(totals)]
    return [
        RankRow(name, least, max(total for total in totals if total <= end))
        for name, least, end in zip(RANKS, RANK_FLOORS, ends, strict=True)
    ]


def possible_totals(board: Board) -> set[int]:
    """Return the totals that can occur on a printed side.

    While a goal that asks for certain islands is not reached, an island is not finished.
    """
    totals = set()
    for paid in product(*((0, goal.low, goal.high) for goal in GOALS)):
        are_all = all(goal.joined or points for goal, points in zip(GOALS, paid, strict=True))
        most = len(board.islands) - (not are_all)
        totals |= {POINTS_FOR_AN_ISLAND * count + sum(paid) for count in range(most + 1)}
    return totals
