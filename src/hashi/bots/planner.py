"""The planner: a search without learned values.

It considers every way to write and the best ways to draw. From the most promising turns it plays
to the end of the game by the heuristic evaluation, with the unseen cards in random orders. All
turns are played with the same orders, so that luck does not decide between them. The weaker turns
drop out step by step, and more games are played from the others.

In a solo game it maximises its points. At a table it maximises its lead: the others' sheets are
played to the end as well, and a goal reached first costs the others its higher value.
"""

from __future__ import annotations

from hashi.arrays.chart import fits
from hashi.bots.effort import Effort
from hashi.bots.greedy import Greedy
from hashi.bots.heuristic import rollout
from hashi.bots.heuristic.halving import Stage, affordable, best_of
from hashi.bots.heuristic.lookahead import Lookahead, can_look_ahead
from hashi.bots.starts import ranked
from hashi.rules import Number, PlayView, SeatView, Turn

BEAM = 6
"""The number of drawings kept from bridge to bridge (the width of the beam search)."""
STAGES: tuple[Stage, ...] = (
    ((24, 3), (12, 6), (6, 12), (3, 24)) if rollout.is_compiled else ((8, 2), (4, 4), (2, 6))
)
"""The stages of successive halving; smaller in plain Python, where a turn takes about a second."""
FEWER: dict[Effort, tuple[Stage, ...]] = {
    Effort.FULL: STAGES,
    Effort.HALF: ((12, 3), (6, 6), (3, 12)),
    Effort.SHORT: ((6, 2), (3, 4)),
    Effort.BRIEF: ((3, 2),),
    Effort.LEAST: ((1, 1),),
}
"""The same with less effort; with the least the first turn by the heuristic evaluation is taken."""


class Planner:
    """A bot that plays games to the end from every good turn before it chooses one."""

    name = "planner"

    def __init__(self, seed: str = "", stages: tuple[Stage, ...] = STAGES) -> None:
        self._seed = seed
        self._stages = stages

    def with_effort(self, effort: Effort) -> Planner:
        return Planner(self._seed, FEWER[effort])

    def start(self, view: SeatView) -> Number:
        """Return the best start, or the worst at a table: its board goes to the left (R5)."""
        setup = view.setup
        if not fits(setup.board):
            return Greedy(self._seed).start(view)
        return ranked(setup.board, setup.deck)[-1 if setup.is_solo else 0]

    def turn(self, view: PlayView) -> Turn:
        """Return the turn with the best results at the end of the games.

        If the kernel cannot hold the board or the own sheet, the greedy bot chooses the turn.
        """
        if not can_look_ahead(view):
            return Greedy(self._seed).turn(view)
        ahead = Lookahead(view, BEAM)
        board = view.setup.board
        stages = [(many, affordable(count, board, ahead.rounds)) for many, count in self._stages]
        samples = ahead.samples(sum(count for _, count in stages), f"{self._seed} {view.round}")
        turns = ahead.find_turns(samples.usual_deadlines)
        if ahead.rounds == 0:
            return ahead.turn(turns[0])
        return ahead.turn(
            best_of(
                turns,
                stages,
                lambda turns, first, last: ahead.leads(turns, samples, first, last),
            )
        )
