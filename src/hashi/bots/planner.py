"""The planner: search without anything learned.

It looks at every way to write and the best ways to draw. From the most promising turns it plays
to the end of the game by the heuristic evaluation, with the unseen cards in random orders: the
same orders for all turns, so that they differ by what was done and not by luck. The weaker turns
drop out step by step, and more games are played from the others.

Alone it wants the most points. At a table it wants to be ahead: the others' sheets are played
on as well, and who reaches a goal first takes its higher value from the others.
"""

from __future__ import annotations

from hashi.arrays.chart import fits
from hashi.bots.greedy import Greedy
from hashi.bots.heuristic import rollout
from hashi.bots.heuristic.halving import Stage, affordable, best_of
from hashi.bots.heuristic.lookahead import Lookahead, can_look_ahead
from hashi.bots.starts import ranked
from hashi.rules import Number, Turn, View

BEAM = 6
"""How many drawings are kept from bridge to bridge."""
STAGES: tuple[Stage, ...] = (
    ((24, 3), (12, 6), (6, 12), (3, 24)) if rollout.is_compiled else ((8, 2), (4, 4), (2, 6))
)
"""Fewer turns and games in plain Python, so that a turn takes about a second."""


class Planner:
    """Plays on from every good turn before it chooses one."""

    name = "planner"

    def __init__(self, seed: str = "", stages: tuple[Stage, ...] = STAGES) -> None:
        self._seed = seed
        self._stages = stages

    def start(self, view: View) -> Number:
        """Alone the best; at a table, where the board goes to the left neighbour, the worst."""
        setup = view.setup
        if not fits(setup.board):
            return Greedy(self._seed).start(view)
        return ranked(setup.board, setup.deck)[-1 if setup.is_solo else 0]

    def turn(self, view: View) -> Turn:
        """Return the turn that leads to the most.

        Where the kernel cannot hold the board or the own sheet, the greedy bot chooses it.
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
