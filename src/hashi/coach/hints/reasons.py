"""Why a turn: what good turns have that others lack, with the figure that it makes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from hashi.coach.hints.aims import mean_chance
from hashi.coach.hints.contrast import Contrast, SharedTrait, mean_items
from hashi.coach.hints.traits import Trait, TraitKind
from hashi.rules import Goal

MOST_REASONS = 2
LEAST_GAIN = 0.5
"""Points below which a trait is no reason."""
IN_POINTS = (TraitKind.KEEP, TraitKind.REACH, TraitKind.ROOM)
"""These are told in points: what is about a goal says enough of its chance by itself, and room for
a number serves no goal more than another."""
LEAST_CHANCE = 0.15
"""A chance that differs by less is told in points."""


@dataclass(frozen=True, slots=True)
class HintReason:
    """A trait that good turns share, and what it brings."""

    trait: Trait
    share: float
    """The share of the good turns that have it."""
    gain: float
    """The mean value of turns with it less that of turns without."""
    goal: Goal | None = None
    """The goal in which that shows most, if it is one whose chance differs much."""
    having: float = 0.0
    """The mean chance of that goal in time after turns with the trait."""
    lacking: float = 0.0
    """The same without."""


def reasons_of(found: Contrast) -> tuple[HintReason, ...]:
    """Return what good turns have that others lack; at most two, the weightiest first."""
    chosen: list[SharedTrait] = []
    for shared in found.shared:
        is_enough = shared.gain >= LEAST_GAIN and shared.rare > 0
        if is_enough and not any(_says_the_same(shared, other) for other in chosen):
            chosen.append(shared)
        if len(chosen) == MOST_REASONS:
            break
    reasons: list[HintReason] = []
    for shared in chosen:
        told = {goal for reason in reasons for goal in (reason.goal, reason.trait.goal)}
        reasons.append(_reason(shared, told))
    return tuple(reasons)


def _says_the_same(shared: SharedTrait, other: SharedTrait) -> bool:
    """Return whether a trait adds nothing: it is of the same kind, the same turns have it, it is
    about islands that are named already, or the number goes elsewhere anyway."""
    one, two = shared.trait, other.trait
    if one.kind is TraitKind.BLANK and two.kind in (TraitKind.WRITE, TraitKind.SKIP_NUMBER):
        return True
    is_named = bool(one.islands) and set(one.islands) <= set(two.islands)
    return one.kind is two.kind or shared.having == other.having or is_named


def _reason(shared: SharedTrait, told: Collection[Goal | None]) -> HintReason:
    """Return the reason with the chance of a goal, where that says more and is not told yet."""
    trait, share, gain = shared.trait, shared.share, shared.gain
    gap = mean_items(shared.having) - mean_items(shared.lacking)
    goal = max(Goal, key=gap.of)
    having, lacking = mean_chance(shared.having, goal), mean_chance(shared.lacking, goal)
    is_of_another = trait.goal not in (None, goal)
    is_plain = trait.kind in IN_POINTS or is_of_another or goal in told
    if is_plain or gap.of(goal) < gap.islands or having - lacking < LEAST_CHANCE:
        return HintReason(trait, share, gain)
    return HintReason(trait, share, gain, goal, having, lacking)
