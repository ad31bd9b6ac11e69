"""The friend: plays by the heuristic evaluation and now and then overlooks an island.

It compares turns by what is finished, what may still be finished, how near the goals are and
who is about to reach them. What it overlooks comes from its seed, so that games are repeatable.
"""

from __future__ import annotations

from random import Random

from hashi.arrays.chart import fits
from hashi.bots.greedy import Greedy
from hashi.bots.heuristic.halving import affordable
from hashi.bots.heuristic.lookahead import Lookahead, can_look_ahead
from hashi.bots.starts import ranked
from hashi.rules import Bridge, Island, Number, Turn, View

BEAM = 8
"""How many drawings are kept from bridge to bridge."""
SAMPLES = 5
"""How often the others' sheets are played on, to see when they will take the goals."""
HASTE = 0.4
"""How often it is in haste."""
OVERLOOKS = 0.35
"""How likely it then overlooks each of the islands."""


class Friend:
    """Plays well by the heuristic evaluation, with lapses."""

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
        """Return the turn that looks best and touches no island that it overlooks."""
        if not can_look_ahead(view):
            return Greedy(self._seed).turn(view)
        rng = Random(f"{self._seed} {view.round}")
        chance = OVERLOOKS if rng.random() < HASTE else 0.0
        overlooked = {island for island in view.setup.board.islands if rng.random() < chance}
        ahead = Lookahead(view, BEAM)
        count = affordable(SAMPLES, view.setup.board, ahead.rounds)
        samples = ahead.samples(count, f"{self._seed} {view.round}")
        turns = map(ahead.turn, ahead.find_turns(samples.usual_deadlines))
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
