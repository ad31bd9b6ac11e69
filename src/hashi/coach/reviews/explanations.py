"""What is said of the turns of a game: true, weighty, and not the same of each."""

from __future__ import annotations

from collections.abc import Sequence

from hashi.coach.outlook import Outlook
from hashi.coach.reviews.facts import (
    LEAST_SHARE,
    LOST,
    Comparison,
    Fact,
    FactKind,
    figures,
    in_order,
    weighed,
    without_repetition,
)
from hashi.coach.reviews.labels import Label, label_of

Reasons = list[tuple[Fact, float]]
"""All that may be said of a turn, with the weights, the weightiest first."""
MOST_COSTLY = 3
"""So many turns of a game are shown together."""
VARIETY = 0.5
"""The share of the greatest weight that is enough for a fact of a kind that is not told yet."""


def reasons_of(compared: Comparison, best: Outlook, played: Outlook, cost: float) -> Reasons:
    """Return what may be said of a turn; where it costs enough, what the outlooks say as well."""
    label = label_of(cost)
    if label is Label.BEST:
        return []
    found = weighed(compared)
    is_against_the_rules = bool(found) and found[0][0].kind is FactKind.MISTAKE
    if label is Label.FINE or is_against_the_rules:  # what it costs depends on a call (R33)
        return found
    return in_order([*found, *figures(best, played)])


def costliest(costs: Sequence[float]) -> list[int]:
    """Return which turns cost most, at most three, without those that are best or fine.

    >>> costliest([0.2, 1.0, 0.0, 3.5])
    [3, 1]
    """
    costly = [
        number
        for number, cost in enumerate(costs)
        if label_of(cost) not in (Label.BEST, Label.FINE)
    ]
    return sorted(costly, key=lambda number: -costs[number])[:MOST_COSTLY]


def facts_of(cost: float, found: Reasons) -> tuple[Fact, ...]:
    """Return the facts of a turn by itself: at most two, the weightiest first."""
    return without_repetition(_worth_telling(cost, found))


def explain_game(costs: Sequence[float], reasons: Sequence[Reasons]) -> list[tuple[Fact, ...]]:
    """Return the facts of each turn of a game: at most two, the weightiest first.

    The costliest turns stand side by side, so none of them repeats a sentence of another one where
    there is another true one, and they begin with different kinds where these weigh enough. That a
    goal was lost always comes first.
    """
    told = [facts_of(*each) for each in zip(costs, reasons, strict=True)]
    costly = [number for number in costliest(costs) if reasons[number]]
    first: list[Fact] = []
    for number in costly:
        first.append(_new_fact(reasons[number], first))
    said = set(first)
    for number, fact in zip(costly, first, strict=True):
        found = _worth_telling(costs[number], reasons[number])
        told[number] = without_repetition([fact, *(other for other in found if other not in said)])
        said.update(told[number])
    return told


def _worth_telling(cost: float, found: Reasons) -> list[Fact]:
    """Return the facts that explain enough of what a turn cost; one where none does."""
    enough = [fact for fact, weight in found if weight >= LEAST_SHARE * cost]
    return enough or [fact for fact, _ in found[:1]]


def _new_fact(found: Reasons, told: Sequence[Fact]) -> Fact:
    """Return the weightiest fact that is not told yet, of a new kind where that weighs enough."""
    heaviest, weight = found[0]
    if heaviest.kind in LOST or heaviest.kind is FactKind.MISTAKE:
        return heaviest
    kinds = {fact.kind for fact in told}
    enough = [
        fact
        for fact, each in found
        if each >= VARIETY * weight and fact.kind is not FactKind.POINTS
    ]
    others = [fact for fact, _ in found]
    of_new_kind = next((fact for fact in enough if fact.kind not in kinds), None)
    return of_new_kind or next((fact for fact in others if fact not in told), heaviest)
