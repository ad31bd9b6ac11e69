"""The master: learned values of sheets, with a search on top.

It knows what a sheet is still worth from millions of games played against itself (see
docs/bots.md and tools/train.py). With the card that lies face up it follows the best sheets
from mark to mark, weighs the best whole turns by every card that may come next, and plays on
from the few best of them with piles of cards by chance.

Alone the rules say until when a goal pays its higher value. At a table it plays the others'
sheets on as well, to estimate when they will reach the goals.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from random import Random

from hashi.arrays.chart import card_byte
from hashi.arrays.constants import NEVER
from hashi.arrays.kernel import is_compiled
from hashi.bots.heuristic.lookahead import can_look_ahead
from hashi.bots.learned.opponents import Samples, draw_samples
from hashi.bots.learned.search import Search
from hashi.bots.learned.values import Values, values_for, words_of
from hashi.bots.planner import Planner
from hashi.bots.starts import all_starts
from hashi.rules import Number, Turn, View


@dataclass(frozen=True, slots=True)
class Breadth:
    """How widely and how far the master looks."""

    beam: int = 24
    """Sheets kept from mark to mark."""
    turns: int = 16
    """Whole turns that are weighed by the next card."""
    next_beam: int = 5
    """Sheets kept from mark to mark with the next card; 0 trusts the values alone."""
    finalists: int = 8
    """Turns that are played on from; with 1 the next card decides."""
    piles: int = 72
    """How many piles they are played on with, before half of them drop out; at a table, where
    piles are played to their end, a third of that."""
    depth: int = 3
    """How many cards of a pile are played alone."""

    @property
    def nodes(self) -> int:
        """How many sheets the search keeps at once."""
        return self.turns + 6 + 2 * max(self.beam, self.next_beam)


USUAL = Breadth() if is_compiled else Breadth(4, 2, 0, 1, 0)
"""Without a compiler only the values decide, so that a turn does not take seconds."""


class Master:
    """Plays by learned values and looks ahead."""

    name = "master"

    def __init__(self, seed: str = "", breadth: Breadth = USUAL) -> None:
        self._seed = seed
        self._breadth = breadth

    def start(self, view: View) -> Number:
        """Alone the start that is worth most; at a table, where the board goes to the left
        neighbour, the one that is worth least (R5)."""
        values = values_for(view.setup.board, view.setup.deck)
        if values is None:
            return Planner(self._seed).start(view)
        choose = max if view.setup.is_solo else min
        return choose(all_starts(view.setup.board), key=values.value_of_start)

    def turn(self, view: View) -> Turn:
        """Return the best turn by the learned values.

        Where there are none for the board and the deck, and where the kernel cannot hold the
        seat's own sheet (mistakes of free pens), the planner chooses the turn.
        """
        values = values_for(view.setup.board, view.setup.deck)
        if values is None or not can_look_ahead(view):
            return Planner(self._seed).turn(view)
        return best_turn(values, view, self._breadth, Random(f"{self._seed} {view.round}"))


def best_turn(values: Values, view: View, breadth: Breadth, rng: Random) -> Turn:
    """The best turn on this view: by the values, the next card, and then by playing on."""
    assert view.seat is not None
    assert view.card is not None
    count = breadth.piles if view.setup.is_solo else breadth.piles // 3
    samples = draw_samples(values, view, count, rng)
    search = values.search(view.unseen, samples.usual_deadlines, view.round, breadth.nodes)
    found = search.search_turn(
        words_of(view.sheets[view.seat], view.ledgers[view.seat]),
        card_byte(view.card),
        breadth.beam,
        breadth.turns,
        breadth.next_beam,
    )
    ranked = sorted(range(len(found)), key=lambda turn: (-found[turn][0], found[turn][1]))
    finalists = ranked[: breadth.finalists]
    brought = dict.fromkeys(finalists, 0.0)
    depth = len(view.unseen) - 1
    depth = min(depth, breadth.depth) if view.setup.is_solo else depth
    while len(finalists) > 1 and depth > 1 and samples.piles:
        points = _play_on(values, view, search, finalists, samples, depth, root=breadth.turns)
        for turn, more in zip(finalists, points, strict=True):
            brought[turn] += more
        finalists = sorted(finalists, key=lambda turn: -brought[turn])[: (len(finalists) + 1) // 2]
        samples = draw_samples(values, view, count, rng) if len(finalists) > 1 else samples
    return values.turn(found[finalists[0]][1], view.card)


def _play_on(
    values: Values,
    view: View,
    search: Search,
    turns: list[int],
    samples: Samples,
    depth: int,
    root: int,
) -> list[float]:
    """What each of these turns comes to, over all piles of the samples."""
    size = len(samples.piles) * len(turns)
    points = array("f", bytes(4 * size))
    search.rollout(
        array("i", turns),
        root,
        1,
        depth,
        values.piles(view.unseen, [pile[:depth] for pile in samples.piles]),
        array("i", [last for deadlines in samples.deadlines for last in deadlines]),
        points,
        array("i", [NEVER]) * (3 * size),
    )
    return [sum(points[turn :: len(turns)]) for turn in range(len(turns))]
