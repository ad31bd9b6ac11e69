"""What a turn is about: the item of points in which good turns exceed ordinary ones most."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

from hashi.coach.hints.contrast import Contrast, SharedTrait, Tried
from hashi.coach.hints.traits import Trait, TraitKind, dead_islands_mask
from hashi.rules import Goal, Island, Sheet
from hashi.rules.game.scoring import progress

LEAST_GAP = 0.1
"""Points below which no line is what a turn is about."""
LEAST_POINTS = 0.3
"""What is worth less by itself is not what a turn is about."""
SOON = 4
"""With so many cards left a goal's higher value is urgent."""
LEAST_CHANCE = 0.1
"""A chance that differs by less is not worth a sentence."""
MOST_SHARE = 0.5
"""What more of the ordinary turns do, too, is not what makes turns good."""
LEAST_SHARE = 0.1
"""What fewer of the ordinary turns do is not worth a warning."""
RARER = 0.5
"""What good turns do more than so many times as often as others is not worth a warning, either."""


class AimKind(StrEnum):
    """What is said of the turn before any place is named."""

    EQUAL = "equal"
    """Nothing is ordinary."""
    CLOSING = "closing"
    """`other` of the ordinary turns make `goal` impossible, and no good one does."""
    REACH = "reach"
    """Every good turn reaches `goal` and earns `points`."""
    URGENT = "urgent"
    """With this card `count` cards are left for the higher value of `goal`."""
    CHANCE = "chance"
    """The mean chance of `goal` in time is `good` after good turns, `other` after the others."""
    GOAL = "goal"
    """For `goal` good turns bring `points` more than the ordinary ones."""
    FINISH = "finish"
    """Every good turn finishes `count` islands or more, `other` of the ordinary ones do."""
    FINISH_ALONE = "finish alone"
    """Every good turn finishes `count` islands or more, and no ordinary one does."""
    NUMBER = "number"
    """The right island for `number` is worth `points`."""
    NUMBER_FOR_FLAG = "number for flag"
    """The same, and that island has a flag."""
    NO_NUMBER = "no number"
    """Skipping `number` is worth `points`."""
    BRIDGES = "bridges"
    """The right line for the `count` bridges is worth `points`."""
    LAND = "land"
    """The first bridge to a certain island with a flag is worth `points`."""
    NO_BRIDGES = "no bridges"
    """Skipping the `count` bridges is worth `points`."""
    LOSS = "loss"
    """`other` of the ordinary turns leave an island that can be finished no more, and could; of the
    good turns that were judged none does."""
    LOSS_OFTEN = "loss often"
    """The same, but `good` of the good turns do, too."""
    ROOM = "room"
    """`count` cards with a `number` may still come, and room for one is worth `points`."""
    LINE = "line"
    """`other` of the ordinary turns close a line that every good turn keeps open."""
    WRONG_ISLAND = "wrong island"
    """Not writing `number` on a certain island is worth `points`."""
    JOIN = "join"
    """Joining `count` finished islands is worth `points`."""
    ISLANDS = "islands"
    """Good turns bring `points` more for islands than the ordinary ones."""


class Stage(StrEnum):
    """How far an island is that a goal asks for."""

    BARE = "bare"
    """No bridge leads there, so it takes no number (R11)."""
    BLANK = "blank"
    """It has a bridge and no number."""
    OPEN = "open"
    """It has a number and is not finished."""
    JOINED = "joined"
    """The goal asks for joined islands: so many are."""


@dataclass(frozen=True, slots=True)
class Lag:
    """What a goal still lacks: the islands that are least advanced."""

    stage: Stage
    islands: tuple[Island, ...] = ()
    have: int = 0
    need: int = 0


@dataclass(frozen=True, slots=True)
class Aim:
    """What a turn is about, as a code with its figures."""

    kind: AimKind
    goal: Goal | None = None
    lag: Lag | None = None
    number: int = 0
    count: int = 0
    points: float = 0.0
    good: float = 0.0
    other: float = 0.0


def aim_of(found: Contrast) -> Aim | None:
    """Return what a turn is about; None where no line stands out."""
    if not found.ordinary:
        return Aim(AimKind.EQUAL)
    if found.shared and found.shared[0].is_urgent:
        closing = found.shared[0]
        return Aim(AimKind.CLOSING, closing.trait.goal, other=closing.rare)
    line = max(found.gap._fields, key=lambda name: float(getattr(found.gap, name)))
    gap: float = getattr(found.gap, line)
    if gap < LEAST_GAP:
        return None
    goal = next((goal for goal in Goal if goal == line), None)
    return _about_islands(found, gap) if goal is None else _about_goal(found, goal)


# --- goals


def _about_goal(found: Contrast, goal: Goal) -> Aim:
    earned = [_earned(one, goal) for one in found.good]
    if all(earned):
        return Aim(AimKind.REACH, goal, points=min(earned))
    lag = lag_of(found.before.sheet, goal)
    is_high_gone = goal in found.before.gone
    left = goal.deadline - found.before.round
    if found.is_solo and not is_high_gone and 1 <= left <= SOON:
        return Aim(AimKind.URGENT, goal, lag, count=left, points=goal.high)
    good, other = mean_chance(found.good, goal), mean_chance(found.ordinary, goal)
    if not is_high_gone and good - other >= LEAST_CHANCE:
        return Aim(AimKind.CHANCE, goal, lag, points=goal.high, good=good, other=other)
    return Aim(AimKind.GOAL, goal, lag, points=found.gap.of(goal))


def _earned(one: Tried, goal: Goal) -> int:
    return next((line.points for line in one.after.ledger if line.source is goal), 0)


def mean_chance(tried: tuple[Tried, ...], goal: Goal) -> float:
    """Return the mean chance of a goal in time after turns."""
    return fmean(one.outlook.chances.of(goal) for one in tried)


def lag_of(sheet: Sheet, goal: Goal) -> Lag:
    """Return what a goal that is not reached still lacks."""
    have, need = progress(sheet, goal)
    if goal.joined:
        return Lag(Stage.JOINED, have=have, need=need)
    missing = sheet.board.chosen(sheet.board.asked[goal] & ~sheet.finished)
    stages = {island: _stage(sheet, island) for island in missing}
    first = next((stage for stage in Stage if stage in stages.values()), Stage.OPEN)
    islands = tuple(island for island in missing if stages[island] is first)
    return Lag(first, islands, have, need)


def _stage(sheet: Sheet, island: Island) -> Stage:
    if sheet.number(island):
        return Stage.OPEN
    return Stage.BLANK if sheet.count(island) else Stage.BARE


# --- islands


def _about_islands(found: Contrast, gap: float) -> Aim:
    """Return the aim by what weighs most of all that good turns share."""
    for shared in found.shared:
        if shared.weight < LEAST_GAP:
            break
        aim = _by_trait(found, shared) if shared.gain >= LEAST_POINTS else None
        if aim is not None:
            return aim
    return Aim(AimKind.ISLANDS, points=gap)


def _by_trait(found: Contrast, shared: SharedTrait) -> Aim | None:
    trait, points = shared.trait, shared.gain
    number, count = found.card.number, found.card.bridges
    match trait.kind:
        case TraitKind.FINISH | TraitKind.FINISH_SEVERAL:
            return _to_finish(found)
        case TraitKind.WRITE:
            is_flag = trait.island is not None and trait.island.flag
            kind = AimKind.NUMBER_FOR_FLAG if is_flag else AimKind.NUMBER
            return Aim(kind, number=number, points=points)
        case TraitKind.SKIP_NUMBER:
            return Aim(AimKind.NO_NUMBER, number=number, points=points)
        case TraitKind.LAND:
            return Aim(AimKind.LAND, points=points)
        case TraitKind.DRAW | TraitKind.DRAW_TWO:
            return Aim(AimKind.BRIDGES, count=count, points=points)
        case TraitKind.SKIP_BRIDGES:
            return Aim(AimKind.NO_BRIDGES, count=count, points=points)
        case TraitKind.SAVE:
            return _to_save(found)
        case TraitKind.ROOM:
            return _to_keep_room(found, trait, points)
        case TraitKind.OPEN:
            is_rare = shared.share < 1 or shared.rare < LEAST_SHARE
            return None if is_rare else Aim(AimKind.LINE, other=shared.rare)
        case TraitKind.BLANK:
            return Aim(AimKind.WRONG_ISLAND, number=number, points=points)
        case TraitKind.JOIN:
            return Aim(AimKind.JOIN, count=trait.count, points=points)
    return None


def _to_finish(found: Contrast) -> Aim | None:
    """Return how many islands every good turn finishes, where ordinary ones often do not."""

    def rings(one: Tried) -> int:
        return (one.after.sheet.finished & ~found.before.sheet.finished).bit_count()

    count = min(map(rings, found.good))
    other = fmean(rings(one) >= count for one in found.ordinary)
    if not count or other > MOST_SHARE:
        return None
    return Aim(AimKind.FINISH if other else AimKind.FINISH_ALONE, count=count, other=other)


def _to_save(found: Contrast) -> Aim | None:
    """Return how many ordinary turns lose an island for good."""
    before = dead_islands_mask(found.before)

    def loses(one: Tried) -> bool:
        return bool(dead_islands_mask(one.after) & ~before)

    good, other = fmean(map(loses, found.good)), fmean(map(loses, found.ordinary))
    if other < LEAST_SHARE or good > RARER * other:
        return None
    return Aim(AimKind.LOSS_OFTEN if good else AimKind.LOSS, good=good, other=other)


def _to_keep_room(found: Contrast, trait: Trait, points: float) -> Aim | None:
    to_come = sum(card.number == trait.number for card in found.best.after.unseen)
    if not to_come:
        return None
    return Aim(AimKind.ROOM, number=trait.number, count=to_come, points=points)
