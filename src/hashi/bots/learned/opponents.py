"""Random piles of the unseen cards, and when the opponents will reach the goals with them.

At a table nobody knows when the higher value of a goal will be gone: the opponents decide it. So
their sheets are played on by the learned values, with the same random piles as one's own, and a
goal pays its higher value only until the first of them reaches it (R23-R27).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median_low

from hashi.arrays.chart import obstacle
from hashi.arrays.constants import NEVER
from hashi.bots.learned.values import ALONE, Deadlines, Values, words_of
from hashi.rules import Card, View
from hashi.rules.goals import GOALS

AIM = 12
"""The deadline assumed for the opponents' play towards a goal that nobody has reached."""
HASTE = 2
"""How many rounds sooner than by the values the opponents reach a goal when they race."""
Pile = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Samples:
    """Some random piles of the unseen cards, and the deadlines that come with each."""

    piles: Sequence[Pile]
    deadlines: Sequence[Deadlines]

    @property
    def usual_deadlines(self) -> Deadlines:
        """The median deadline of each goal."""
        red, blue, six = (median_low(last) for last in zip(*self.deadlines, strict=True))
        return red, blue, six


def draw_samples(values: Values, view: View, count: int, rng: Random) -> Samples:
    """So many piles; every unseen card comes first as often as it may.

    Without any, the others are thought to reach at the usual time what nobody has reached yet.
    Others whose sheets the kernel cannot hold (free pens) are not expected to reach a goal.
    """
    piles: list[Pile] = []
    for number in range(count):
        rest = list(view.unseen)
        first = rest.pop(number % len(rest))
        rng.shuffle(rest)
        piles.append((first, *rest[:-1]))
    if view.setup.is_solo:
        return Samples(piles, [ALONE] * max(1, count))
    assert view.seat is not None
    gone = [box.is_high_gone for box in view.boxes[view.seat]]
    red, blue, six = (0 if is_gone else AIM for is_gone in gone)
    if not piles:
        return Samples(piles, [(red, blue, six)])
    others = [
        seat
        for seat, sheet in enumerate(view.sheets)
        if seat != view.seat and obstacle(sheet) is None
    ]
    arrivals = [_arrivals(values, view, seat, piles, (red, blue, six)) for seat in others]

    def last(number: int, goal: int) -> int:
        if gone[goal]:
            return 0
        first = min((rounds[3 * number + goal] for rounds in arrivals), default=NEVER)
        return first if first == NEVER else max(view.round, first - HASTE)

    return Samples(piles, [(last(n, 0), last(n, 1), last(n, 2)) for n in range(count)])


def _arrivals(
    values: Values, view: View, seat: int, piles: Sequence[Pile], aims: Deadlines
) -> array[int]:
    """When another's sheet, as it lay open last, reaches each goal with each of the piles."""
    assert view.card is not None
    unseen = (view.card, *view.unseen)
    search = values.search(unseen, ALONE, view.round - 1, nodes=6)
    search.place(words_of(view.sheets[seat], view.ledgers[seat]), 0)
    arrivals = array("i", [NEVER]) * (len(GOALS) * len(piles))
    search.rollout(
        array("i", [0]),
        0,
        1,
        len(unseen) - 1,
        values.piles(unseen, [(view.card, *pile) for pile in piles]),
        array("i", aims) * len(piles),
        array("f", bytes(4 * len(piles))),
        arrivals,
    )
    return arrivals
