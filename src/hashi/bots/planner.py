"""The planner: search without anything learned.

It looks at every way to write and the best ways to draw, and plays on from the most promising
turns to the end of the game, at a glance, with the unseen cards in orders by chance: the same
for all turns, so that they differ by what was done and not by luck. Those that lead to less
drop out, the others are played on from more often.

Alone it wants the most points. At a table it wants to be ahead: the others' sheets are played
on as well, and who reaches a goal first takes its higher value from the others.
"""

from __future__ import annotations

from hashi.arrays.chart import fits
from hashi.bots.greedy import Greedy
from hashi.bots.heuristic import rollout
from hashi.bots.heuristic.halving import Stage, affordable, best_of
from hashi.bots.heuristic.lookahead import Prospect, can_look
from hashi.bots.starts import ranked
from hashi.rules import Number, Turn, View

BEAM = 6
"""How many drawings are kept in hand from bridge to bridge."""
STAGES: tuple[Stage, ...] = (
    ((24, 3), (12, 6), (6, 12), (3, 24)) if rollout.is_compiled else ((8, 2), (4, 4), (2, 6))
)
"""In plain Python it weighs less, so that nobody waits much longer than a second."""


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
        """On boards that the kernel does not take, and sheets with mistakes, it looks no further
        than one turn."""
        if not can_look(view):
            return Greedy(self._seed).turn(view)
        ahead = Prospect(view, BEAM)
        board = view.setup.board
        stages = [(many, affordable(count, board, ahead.rounds)) for many, count in self._stages]
        worlds = ahead.worlds(sum(count for _, count in stages), f"{self._seed} {view.round}")
        turns = ahead.look(worlds.usual_dues)
        if ahead.rounds == 0:
            return ahead.turn(turns[0])
        return ahead.turn(
            best_of(
                turns,
                stages,
                lambda turns, first, last: ahead.leads(turns, worlds, first, last),
            )
        )
