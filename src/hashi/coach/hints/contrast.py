"""Good turns beside ordinary ones: what do they have that the others lack?

The best turn and the next one are nearly equal most of the time, so comparing these two says
nothing. A learner's question is another one. So many turns are judged: those that the evaluator
holds for the best, and random ones. What lies near the best is good, the rest is ordinary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random
from statistics import fmean

from hashi.bots.learned.search import is_compiled
from hashi.coach.evaluator import Evaluator
from hashi.coach.hints.traits import PRIORITY, Trait, TraitKind, traits_of
from hashi.coach.outlook import Items, Outlook
from hashi.coach.position import Position
from hashi.coach.reviews.labels import FOUND
from hashi.rules import Card, Turn, turns

RANDOM_TURNS = 200 if is_compiled else 16
"""Random turns beside those of the evaluator; all turns where they are no more."""
RANDOM_AT_TABLES = 80 if is_compiled else 8
"""The same at a table, where each is judged with several deadlines."""
MOST_LISTED = 5_000
"""Of more turns than that, random ones are chosen among the first."""
CLOSING = 0.15
"""The share of ordinary turns that make a goal impossible from which on this is said first."""
LEAST_LOSS = 0.5
"""The points that these turns lose at least."""
SHARED = 0.6
"""The share of good turns that have a trait which good turns share."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One turn that was judged."""

    turn: Turn
    after: Position
    outlook: Outlook
    traits: frozenset[Trait]

    @property
    def value(self) -> float:
        """The expected points after the turn."""
        return self.outlook.value


@dataclass(frozen=True, slots=True)
class SharedTrait:
    """A trait that good turns share, and what turns with it have over those without."""

    trait: Trait
    share: float
    """The share of the good turns that have it."""
    gain: float
    """The mean value of the turns with it less that of those without."""
    rare: float
    """The share of the ordinary turns that lack it."""
    having: tuple[Tried, ...]
    lacking: tuple[Tried, ...]

    @property
    def weight(self) -> float:
        """How much of the gap between good and ordinary turns it explains.

        What hardly any turn lacks explains little, however bad that turn is.
        """
        return self.gain * self.rare

    @property
    def is_urgent(self) -> bool:
        """Whether others make a goal impossible that is worth something: this is said first."""
        is_kept = self.trait.kind is TraitKind.KEEP and self.share == 1
        return is_kept and self.rare >= CLOSING and self.gain >= LEAST_LOSS


@dataclass(frozen=True)
class Contrast:
    """The turns with one card that were judged, one for each sheet that they lead to."""

    before: Position
    card: Card
    best: Tried
    good: tuple[Tried, ...]
    """Those within FOUND of the best, and the best."""
    ordinary: tuple[Tried, ...]
    """All others."""
    is_solo: bool

    @property
    def tried(self) -> tuple[Tried, ...]:
        return (*self.good, *self.ordinary)

    @cached_property
    def gap(self) -> Items:
        """By how much good turns are better than ordinary ones, line by line."""
        if not self.ordinary:
            return Items()
        return mean_items(self.good) - mean_items(self.ordinary)

    @cached_property
    def shared(self) -> tuple[SharedTrait, ...]:
        """What the best turn has that good turns share and others lack, the weightiest first."""
        counts = Counter(trait for one in self.good for trait in one.traits)
        found = []
        for trait in self.best.traits:
            share = counts[trait] / len(self.good)
            if share < SHARED or not self.ordinary or is_outdone(trait, self.best.traits):
                continue
            having = tuple(one for one in self.tried if trait in one.traits)
            lacking = tuple(one for one in self.tried if trait not in one.traits)
            if lacking:
                gain = mean_value(having) - mean_value(lacking)
                rare = sum(trait not in one.traits for one in self.ordinary) / len(self.ordinary)
                found.append(SharedTrait(trait, share, gain, rare, having, lacking))
        found.sort(key=_order)
        return tuple(found)


def is_outdone(trait: Trait, traits: frozenset[Trait]) -> bool:
    """Return whether a turn does more than a trait says: it draws on the line that it keeps open,
    finishes the island that it saves, or reaches the goal that it keeps possible."""
    if trait.kind is TraitKind.KEEP:
        return Trait(TraitKind.REACH, goal=trait.goal) in traits
    if trait.kind is TraitKind.OPEN:
        return Trait(TraitKind.DRAW, line=trait.line) in traits
    return trait.kind is TraitKind.SAVE and Trait(TraitKind.FINISH, trait.island) in traits


def _order(shared: SharedTrait) -> tuple[object, ...]:
    trait = shared.trait
    name = f"{trait.island} {trait.line} {trait.goal} {trait.number} {trait.count}"
    return (not shared.is_urgent, -round(shared.weight, 6), PRIORITY[trait.kind], name)


def mean_value(tried: Sequence[Tried]) -> float:
    """Return the mean of what is expected after turns."""
    return fmean(one.value for one in tried)


def mean_items(tried: Sequence[Tried]) -> Items:
    """Return the mean of what is expected after turns, line by line."""
    return Items(*map(fmean, zip(*(one.outlook.items for one in tried), strict=True)))


def contrast(evaluator: Evaluator, here: Position, card: Card, *, is_solo: bool) -> Contrast:
    """Judge the turns with a card, and part the good ones from the ordinary ones."""
    found: dict[object, tuple[Turn, Position]] = {}
    best_turns = evaluator.turns(here, card)
    for turn in (*best_turns, *_random_turns(here, card, is_solo=is_solo)):
        after = here.after(card, turn, is_solo)
        found.setdefault(after.sheet, (turn, after))
    outlooks = evaluator.rough_outlooks([after for _, after in found.values()])
    tried = [
        Tried(turn, after, outlook, traits_of(here, card, turn, after))
        for (turn, after), outlook in zip(found.values(), outlooks, strict=True)
    ]
    known = set(best_turns)
    best = max((one for one in tried if one.turn in known), key=lambda one: one.value)
    return Contrast(
        here,
        card,
        best,
        tuple(one for one in tried if one.value >= best.value - FOUND),
        tuple(one for one in tried if one.value < best.value - FOUND),
        is_solo,
    )


def _random_turns(here: Position, card: Card, *, is_solo: bool) -> Sequence[Turn]:
    """Return all turns, or as many random ones as are judged; the same at every call."""
    count = RANDOM_TURNS if is_solo else RANDOM_AT_TABLES
    every = list(islice(turns(here.sheet, card), MOST_LISTED))
    if len(every) <= count:
        return every
    return Random(f"hint {here.round}").sample(every, count)  # noqa: S311, chance for samples
