"""A friend at the table: plays sensibly, with an eye on the goals, and now and then overlooks
something.

It judges its turns at a glance: what is finished, what may still be, which goal is near and who
is about to take it. What it overlooks comes from its seed, so that a game can be played again.
"""

from __future__ import annotations

from random import Random

from hashi.arrays.chart import fits
from hashi.bots.greedy import Greedy
from hashi.bots.heuristic.halving import affordable
from hashi.bots.heuristic.lookahead import Prospect, can_look
from hashi.bots.starts import ranked
from hashi.rules import Bridge, Island, Number, Turn, View

BEAM = 8
"""How many drawings are kept in hand from bridge to bridge."""
WORLDS = 5
"""How often the others' sheets are played on, to see when they will take the goals."""
HASTE = 0.4
"""How often it is in haste."""
OVERLOOKS = 0.35
"""How likely it then overlooks each of the islands."""


class Friend:
    """Sees much at a glance, and not everything."""

    name = "friend"

    def __init__(self, seed: str = "") -> None:
        self._seed = seed

    def start(self, view: View) -> Number:
        """Alone one of the better starts; at a table, where the board goes to the left neighbour,
        one of the worse (R5)."""
        setup = view.setup
        if not fits(setup.board):
            return Greedy(self._seed).start(view)
        starts = ranked(setup.board, setup.deck)
        third = -(-len(starts) // 3)
        rng = Random(f"{self._seed} start")
        return rng.choice(starts[-third:] if setup.is_solo else starts[:third])

    def turn(self, view: View) -> Turn:
        """The best turn at a glance that touches no island it overlooks."""
        if not can_look(view):
            return Greedy(self._seed).turn(view)
        rng = Random(f"{self._seed} {view.round}")
        chance = OVERLOOKS if rng.random() < HASTE else 0.0
        overlooked = {island for island in view.setup.board.islands if rng.random() < chance}
        ahead = Prospect(view, BEAM)
        count = affordable(WORLDS, view.setup.board, ahead.rounds)
        worlds = ahead.worlds(count, f"{self._seed} {view.round}")
        turns = map(ahead.turn, ahead.look(worlds.usual_dues))
        return next(turn for turn in turns if overlooked.isdisjoint(_touched(turn)))


def _touched(turn: Turn) -> set[Island]:
    """The islands that a turn writes into or joins."""
    touched: set[Island] = set()
    for mark in turn.marks:
        if isinstance(mark, Number):
            touched.add(mark.island)
        elif isinstance(mark, Bridge):
            touched.update(mark.line.ends)
    return touched
