"""Random piles of the unseen cards, and when the opponents reach the goals with them.

At a table the opponents decide when the higher value of a goal is gone. So their sheets are played
on by the learned values, with the same random piles as the own sheet, and a goal pays its higher
value only until the first of them reaches it (R23-R27).
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
from hashi.rules import Card, PlayView
from hashi.rules.goals import GOALS

AIM = 12
"""The deadline that the opponents are assumed to play for, for goals that nobody has reached."""
HASTE = 2
"""How many rounds earlier than predicted by the values the opponents may reach a goal."""
Pile = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PileSamples:
    """Random piles of the unseen cards, and the deadlines in each."""

    piles: Sequence[Pile]
    deadlines: Sequence[Deadlines]

    @property
    def usual_deadlines(self) -> Deadlines:
        """The median deadline of each goal."""
        return tuple(median_low(last) for last in zip(*self.deadlines, strict=True))


def draw_samples(values: Values, view: PlayView, count: int, rng: Random) -> PileSamples:
    """Return `count` random piles; each unseen card comes first equally often.

    Without piles, the deadline of goals that nobody has reached is AIM. Opponents whose sheets
    the kernel cannot hold (free pens) are left out, as if they reached no goal.
    """
    piles: list[Pile] = []
    for number in range(count):
        rest = list(view.unseen)
        first = rest.pop(number % len(rest))
        rng.shuffle(rest)
        piles.append((first, *rest[:-1]))
    if view.setup.is_solo:
        return PileSamples(piles, [ALONE] * max(1, count))
    gone = [box.is_high_gone for box in view.boxes[view.seat]]
    aims = tuple(0 if is_gone else AIM for is_gone in gone)
    if not piles:
        return PileSamples(piles, [aims])
    others = [
        seat
        for seat, sheet in enumerate(view.sheets)
        if seat != view.seat and obstacle(sheet) is None
    ]
    arrivals = [_arrivals(values, view, seat, piles, aims) for seat in others]

    def last(number: int, goal: int) -> int:
        if gone[goal]:
            return 0
        at = len(GOALS) * number + goal
        first = min((rounds[at] for rounds in arrivals), default=NEVER)
        return first if first == NEVER else max(view.round, first - HASTE)

    goals = range(len(GOALS))
    return PileSamples(piles, [tuple(last(n, goal) for goal in goals) for n in range(count)])


def _arrivals(
    values: Values, view: PlayView, seat: int, piles: Sequence[Pile], aims: Deadlines
) -> array[int]:
    """Return the round in which an opponent reaches each goal with each of the piles.

    The opponent's sheet is that of the last closed round, so the card that lies face up is
    played as well.
    """
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
