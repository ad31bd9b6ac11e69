"""The friend: plays by the heuristic evaluation and sometimes overlooks islands.

It compares turns by what is finished, what may still be finished, how near the goals are and
when the others will reach them. The islands it overlooks depend on its seed, so games are
repeatable.
"""

from __future__ import annotations

from random import Random

from hashi.arrays.chart import fits
from hashi.bots.greedy import Greedy
from hashi.bots.heuristic.halving import affordable
from hashi.bots.heuristic.lookahead import Lookahead, can_look_ahead
from hashi.bots.starts import ranked
from hashi.rules import Bridge, Island, Number, PlayView, SeatView, Turn

BEAM = 8
"""The number of drawings kept from bridge to bridge (the width of the beam search)."""
SAMPLES = 5
"""How often the others' sheets are played to the end, to estimate when they reach the goals."""
HASTE = 0.4
"""The probability of a hasty turn, in which islands may be overlooked."""
OVERLOOKS = 0.35
"""The probability that a hasty turn overlooks an island, for each island."""


class Friend:
    """A bot that plays by the heuristic evaluation and makes deliberate mistakes."""

    name = "friend"

    def __init__(self, seed: str = "") -> None:
        self._seed = seed

    def start(self, view: SeatView) -> Number:
        """Return a start from the best third, or from the worst third at a table.

        At a table the board goes to the left neighbour (R5).
        """
        setup = view.setup
        if not fits(setup.board):
            return Greedy(self._seed).start(view)
        starts = ranked(setup.board, setup.deck)
        third = -(-len(starts) // 3)
        rng = Random(f"{self._seed} start")
        return rng.choice(starts[-third:] if setup.is_solo else starts[:third])

    def turn(self, view: PlayView) -> Turn:
        """Return the best turn that does not touch an overlooked island."""
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
    """Return the islands that a turn writes into or joins."""
    touched: set[Island] = set()
    for mark in turn.marks:
        if isinstance(mark, Number):
            touched.add(mark.island)
        elif isinstance(mark, Bridge):
            touched.update(mark.line.ends)
    return touched
