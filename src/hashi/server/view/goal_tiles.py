"""The goals as they stand on a board, and how long they pay their higher value."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.rules import Game, Goal, GoalBox, goal_boxes


@dataclass(frozen=True, slots=True)
class GoalTiles:
    """The tiles of one seat."""

    game: Game
    seat: int

    @property
    def boxes(self) -> tuple[GoalBox, ...]:
        return goal_boxes(self.game, self.seat)

    def cards_left(self, goal: Goal) -> int | None:
        """How many cards, with the open one, still pay the goal's higher value, 0 and less when it
        is too late (R31); None among several players, where there are no deadlines."""
        return goal.deadline - self.game.rounds if self.game.setup.is_solo else None
