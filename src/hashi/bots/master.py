"""The master: a search over learned values of sheets.

The values estimate how many points a sheet will still score. They were learned from millions of
games of self-play, on sides A and B by themselves, for any other board on many (docs/training.md).
With the card that lies face up the
search keeps the best sheets from mark to mark, compares the best whole turns by every card that
may come next, and plays on from the few best of them with random piles of cards.

In a solo game the rules say how long a goal pays its higher value. At a table the master plays
the others' sheets to the end as well, to estimate when they will reach the goals.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from random import Random

from hashi.arrays.chart import card_byte
from hashi.arrays.constants import GOALS, NEVER
from hashi.arrays.kernel import is_compiled
from hashi.bots.effort import Effort
from hashi.bots.heuristic.lookahead import can_look_ahead
from hashi.bots.learned.opponents import PileSamples, draw_samples
from hashi.bots.learned.search import Search
from hashi.bots.learned.values import Values, values_for, words_of
from hashi.bots.planner import Planner
from hashi.bots.starts import all_starts
from hashi.rules import Board, Number, PlayView, SeatView, Turn

USUAL_SIZE = 42
"""The islands and lines of sides A and B."""
FEW_PILES = 6
"""So many are played on every board."""


@dataclass(frozen=True, slots=True)
class Breadth:
    """The width and depth of the master's search."""

    beam: int = 24
    """Sheets kept from mark to mark."""
    turns: int = 16
    """Whole turns that are compared by the next card."""
    next_beam: int = 5
    """Sheets kept from mark to mark with the next card; with 0 only the values decide."""
    finalists: int = 8
    """Turns from which games are played on; with 1 the next card decides."""
    piles: int = 72
    """Random piles for each comparison, after which half of the turns drop out. At a table,
    where piles are played to their end, a third of that."""
    depth: int = 3
    """Cards of a pile that are played in a solo game."""

    def on(self, board: Board) -> Breadth:
        """Return the breadth with fewer piles on a board that is larger than sides A and B.

        A turn takes longer there, and no turn of the master is to take long.
        """
        size = max(USUAL_SIZE, len(board.islands) + len(board.lines))
        return replace(self, piles=max(min(self.piles, FEW_PILES), self.piles * USUAL_SIZE // size))

    @property
    def nodes(self) -> int:
        """The number of sheets that the search keeps at once."""
        return self.turns + 6 + 2 * max(self.beam, self.next_beam)


USUAL = Breadth() if is_compiled else Breadth(4, 2, 0, 1, 0)
"""Without a compiler only the values decide, so that a turn does not take seconds."""
BREADTHS: dict[Effort, Breadth] = {
    Effort.FULL: USUAL,
    Effort.HALF: Breadth(finalists=4, piles=36),
    Effort.SHORT: Breadth(beam=16, turns=8, next_beam=4, finalists=1, piles=18),
    Effort.BRIEF: Breadth(beam=12, turns=6, next_beam=3, finalists=1, piles=6),
    Effort.LEAST: Breadth(beam=16, turns=2, next_beam=0, finalists=1, piles=0),
}
"""At a table of four these take 76, 29, 7, 4 and 0.2 ms; the values alone decide with the last."""


class Master:
    """A bot that searches with learned values."""

    name = "master"

    def __init__(
        self, seed: str = "", breadth: Breadth = USUAL, effort: Effort = Effort.FULL
    ) -> None:
        """Make a master; with less than full effort the breadth is that of the effort."""
        self._seed, self._effort = seed, effort
        is_less = effort is not Effort.FULL and is_compiled
        self._breadth = BREADTHS[effort] if is_less else breadth

    def with_effort(self, effort: Effort) -> Master:
        return Master(self._seed, effort=effort)

    def start(self, view: SeatView) -> Number:
        """Return the start with the highest value, or the lowest value at a table.

        At a table the board goes to the left neighbour (R5).
        """
        values = values_for(view.setup.board, view.setup.deck)
        if values is None:
            return Planner(self._seed).start(view)
        choose = max if view.setup.is_solo else min
        return choose(all_starts(view.setup.board), key=values.value_of_start)

    def turn(self, view: PlayView) -> Turn:
        """Return the best turn by the learned values.

        The planner chooses the turn if there are no values for the board and the deck, or if
        the kernel cannot hold the seat's own sheet (mistakes of free pens).
        """
        values = values_for(view.setup.board, view.setup.deck)
        if values is None or not can_look_ahead(view):
            return Planner(self._seed).with_effort(self._effort).turn(view)
        breadth = self._breadth.on(view.setup.board)
        return best_turn(values, view, breadth, Random(f"{self._seed} {view.round}"))


def best_turn(values: Values, view: PlayView, breadth: Breadth, rng: Random) -> Turn:
    """Return the best turn by the values, then by the next card, then by playing on."""
    count = breadth.piles if view.setup.is_solo else breadth.piles // 3
    samples = draw_samples(values, view, count, rng)
    search = values.search(view.unseen, samples.usual_deadlines, view.round, breadth.nodes)
    found = search.search_turn(
        words_of(view.sheet, view.ledgers[view.seat]),
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
    view: PlayView,
    search: Search,
    turns: list[int],
    samples: PileSamples,
    depth: int,
    root: int,
) -> list[float]:
    """Return the points that each of these turns leads to, summed over all piles."""
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
        array("i", [NEVER]) * (GOALS * size),
    )
    return [sum(points[turn :: len(turns)]) for turn in range(len(turns))]
