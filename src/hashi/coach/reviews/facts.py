"""Why a turn costs points: facts on the sheets after it and after the best turn.

Each fact is a claim that can be derived again from the sheets by the rules alone. The outlooks
decide only which facts matter: a fact about a goal weighs as much as that goal's points fall, the
others as much as the islands' points fall. What the outlooks themselves say, a chance or points
that fall, comes with its figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from hashi.coach.outlook import Items, Outlook
from hashi.rules import (
    Bridge,
    Card,
    Goal,
    Island,
    Ledger,
    Line,
    Mark,
    Number,
    Sheet,
    Turn,
    dead_goals,
    dead_islands,
)
from hashi.rules.dead import DeadGoal, dead_mask, goals_out_of_reach, numbers_on, room
from hashi.rules.game.mistakes import apply_freely
from hashi.rules.game.scoring import has, is_reached, largest_group
from hashi.rules.turn import apply_unchecked, can_draw

MOST_FACTS = 2
LEAST_WEIGHT = 0.15
"""Points below which a fact is not worth a sentence."""
LEAST_SHARE = 0.25
"""The share of a turn's cost below which a fact does not explain it."""
FIRST = 50.0
"""The weight of a goal that is lost, above that of everything but a mistake."""
LEAST_FALL = 5
"""Per cent: a chance that falls by less is not worth a sentence."""
LARGE_NUMBERS = (6, 5)
"""The numbers for which there may be too little room."""


class FactKind(StrEnum):
    """What can be said of a turn beside the best one."""

    MISTAKE = "mistake"
    """Free pens: a mark breaks a rule, and `islands` count for nothing if it stays (R34)."""
    GOAL_MISSED = "goal missed"
    """The best turn reaches `goal`, this one does not."""
    CHAIN_CUT = "chain cut"
    """Six islands can no longer be joined (R25); without a bridge along one of `lines` they
    could."""
    DEAD_FLAG = "dead flag"
    """`islands` can no longer be finished, and so their `goal` is lost, which was possible before.
    Without a bridge along any of `lines` it would not be."""
    TOO_HIGH = "too high"
    """The first of `islands` got a `number`, but can have `count` bridges at most."""
    DEAD_ISLAND = "dead island"
    """`islands` can no longer be finished; without a bridge along any of `lines` one could."""
    STRANDED = "stranded"
    """No unseen card has a number of `count` or more, as the first of `islands` needs (R12)."""
    BARE_FLAG = "bare flag"
    """`islands` have a flag and no bridge, so they take no number (R11)."""
    SKIPPED_BRIDGES = "skipped bridges"
    """The bridges were skipped although they fit."""
    SKIPPED_NUMBER = "skipped number"
    """The number was skipped although the first of `islands` takes it."""
    UNFINISHED = "unfinished"
    """The best turn finishes `islands`, this one does not."""
    CHAIN_SHORT = "chain short"
    """The best turn joins `count` finished islands, this one leaves `other`."""
    LITTLE_ROOM = "little room"
    """`count` islands still have room for a `number`, but `other` such cards may come."""
    CROSSED_LINE = "crossed line"
    """A bridge along the first of `lines` closes the second one, where the best turn draws."""
    TIGHT_ISLAND = "tight island"
    """The first of `islands` now needs `count` bridges, which are all that still fit."""
    NEEDLESS_NUMBER = "needless number"
    """The best turn skips the number and keeps the first of `islands` free."""
    CHANCE = "chance"
    """The chance of `goal` in time is `count` per cent after the best turn, `other` after this."""
    POINTS = "points"
    """From `goal`, or from islands, `count` tenths of points are expected after the best turn,
    `other` after this one."""


LOST = frozenset((FactKind.CHAIN_CUT, FactKind.DEAD_FLAG))
"""A goal can no longer be reached."""


PRIORITY = {kind: index for index, kind in enumerate(FactKind)}


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: its kind, and the islands, lines and figures that it is about."""

    kind: FactKind
    islands: tuple[Island, ...] = ()
    lines: tuple[Line, ...] = ()
    goal: Goal | None = None
    number: int = 0
    count: int = 0
    other: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """A turn beside the best one with the same card, and the sheets after both."""

    card: Card
    before: Sheet
    played: Turn
    best: Turn
    after: Sheet
    after_best: Sheet
    ledger: Ledger
    """The points before the turn."""
    unseen: tuple[Card, ...]
    """The cards that nobody has seen after this one."""
    loss: Items
    """What the played turn loses of each item of points."""

    def is_open(self, goal: Goal) -> bool:
        """Whether the goal was not reached before."""
        return not has(self.ledger, goal)

    @property
    def dead_goals(self) -> tuple[DeadGoal, ...]:
        """The open goals that the played turn makes impossible, and the best one does not."""
        numbers = numbers_on(self.unseen)
        found = dead_goals(self.after, numbers)
        if not found:
            return ()
        lost_anyway = goals_out_of_reach(self.after_best, numbers)  # also what was lost before
        return tuple(
            dead for dead in found if dead.goal not in lost_anyway and self.is_open(dead.goal)
        )


Finder = Callable[[Comparison], Iterator[tuple[Fact, float]]]


def weighed(comparison: Comparison) -> list[tuple[Fact, float]]:
    """Return all facts that may explain what a turn costs, with their weights, the weightiest
    first. Of a turn that breaks a rule nothing else is said: its marks may be taken back (R33)."""
    least = max(LEAST_WEIGHT, LEAST_SHARE * comparison.loss.total)
    found = list(_mistakes(comparison)) or [
        pair for finder in FINDERS for pair in finder(comparison)
    ]
    return in_order(pair for pair in found if pair[1] >= least)


def in_order(pairs: Iterable[tuple[Fact, float]]) -> list[tuple[Fact, float]]:
    """Return facts with their weights, the weightiest first."""
    return sorted(pairs, key=lambda pair: (-pair[1], PRIORITY[pair[0].kind]))


def without_repetition(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return the first facts of which each says something new beside the others; at most two."""
    chosen: list[Fact] = []
    for fact in facts:
        if len(chosen) < MOST_FACTS and not any(_overlap(fact, other) for other in chosen):
            chosen.append(fact)
    return tuple(chosen)


def _overlap(fact: Fact, other: Fact) -> bool:
    """Whether a fact says little beside another one. A chance may stand beside what explains it,
    but not beside the loss of its goal, after which it is 0. The points of islands say no more than
    a sentence about islands does, and what the turn cost."""
    kinds = {fact.kind, other.kind}
    is_same_goal = fact.goal is not None and fact.goal is other.goal
    if FactKind.CHANCE in kinds and len(kinds) == 2:
        told = LOST | {FactKind.GOAL_MISSED, FactKind.POINTS}
        return is_same_goal and bool(kinds & told)
    is_of_islands = FactKind.POINTS in kinds and fact.goal is other.goal is None
    return (
        len(kinds) == 1
        or is_same_goal
        or is_of_islands
        or bool(fact.lines and other.lines and fact.lines[0] is other.lines[0])
        or bool(fact.islands and set(fact.islands) <= set(other.islands))
    )


# --- finders: each yields facts with their weight in points


def _mistakes(c: Comparison) -> Iterator[tuple[Fact, float]]:
    _, inks = apply_freely(c.before, c.card, c.played, 0)
    islands = _in_order(c.before, {island for ink in inks for island in ink.irregular})
    if islands:
        yield Fact(FactKind.MISTAKE, islands), c.loss.total + 100


def _missed_goals(c: Comparison) -> Iterator[tuple[Fact, float]]:
    for goal in Goal:
        if c.is_open(goal) and is_reached(c.after_best, goal) and not is_reached(c.after, goal):
            yield Fact(FactKind.GOAL_MISSED, goal=goal), c.loss.of(goal)


def _dead(c: Comparison) -> Iterator[tuple[Fact, float]]:
    told: set[Island] = set()
    numbers = numbers_on(c.unseen)
    for dead in c.dead_goals:
        if c.loss.of(dead.goal) < LEAST_WEIGHT:
            continue  # it was worth nothing, so that its islands are what matters
        weight = FIRST + c.loss.of(dead.goal)
        if dead.islands:
            told.update(dead.islands)
            lines = _culprits(c, _mask(dead.islands), numbers)
            fact = Fact(FactKind.DEAD_FLAG, dead.islands, lines, dead.goal)
            yield fact, weight
        elif dead.goal.joined:
            fact = Fact(FactKind.CHAIN_CUT, lines=_cutters(c, dead.goal), goal=dead.goal)
            yield fact, weight
    highest = numbers.bit_length() - 1
    told.update(dead_islands(c.after_best, numbers))  # also those that were dead before
    plain = [
        island
        for island in dead_islands(c.after, numbers)
        if island not in told and not _is_stranded(c.after, island, highest)
    ]
    written = next((mark.island for mark in c.played.marks if isinstance(mark, Number)), None)
    if written in plain:
        plain.remove(written)
        most = c.after.count(written) + room(c.after, written)
        fact = Fact(FactKind.TOO_HIGH, (written,), number=c.card.number, count=most)
        yield fact, c.loss.islands
    if plain:
        lines = _culprits(c, _mask(plain), numbers)
        yield Fact(FactKind.DEAD_ISLAND, tuple(plain), lines), 0.95 * c.loss.islands


def _mask(islands: Iterable[Island]) -> int:
    return sum(1 << island.index for island in islands)


def _cutters(c: Comparison, goal: Goal) -> tuple[Line, ...]:
    """Return the lines along which a bridge cuts the last chain."""
    numbers = numbers_on(c.unseen)
    return _lines_that(c, lambda sheet: 1 if goal in goals_out_of_reach(sheet, numbers) else 0)


def _culprits(c: Comparison, islands: int, numbers: int) -> tuple[Line, ...]:
    """Return the lines along which a bridge makes it impossible to finish islands."""
    return _lines_that(c, lambda sheet: dead_mask(sheet, numbers) & islands)


def _lines_that(c: Comparison, lost: Callable[[Sheet], int]) -> tuple[Line, ...]:
    """Return the lines along which one bridge is why something is lost: without any bridge along
    one of them, and all else as it was played, nothing would be."""
    drawn = Counter(mark.line for mark in c.played.marks if isinstance(mark, Bridge))
    whole = lost(c.after)
    found = []
    for line, count in drawn.items():
        others = tuple(mark for mark in c.played.marks if not _is_along(mark, line))
        once = (
            whole if count == 1 else lost(apply_unchecked(c.before, Turn((*others, Bridge(line)))))
        )
        if once == whole and not lost(apply_unchecked(c.before, Turn(others))):
            found.append(line)
    return tuple(found)


def _is_along(mark: Mark, line: Line) -> bool:
    return isinstance(mark, Bridge) and mark.line is line


def _chain(c: Comparison) -> Iterator[tuple[Fact, float]]:
    for goal in Goal:
        if not goal.joined or not c.is_open(goal):
            continue
        loss = c.loss.of(goal)
        better, worse = largest_group(c.after_best), largest_group(c.after)
        if worse < better < goal.joined and better >= 3:
            yield Fact(FactKind.CHAIN_SHORT, goal=goal, count=better, other=worse), loss


def _bare_flags(c: Comparison) -> Iterator[tuple[Fact, float]]:
    dead = dead_islands(c.after, numbers_on(c.unseen))
    for goal in Goal:
        bare = tuple(
            island
            for island in c.before.board.islands
            if island.flag
            and goal.asks_for(island)
            and not c.after.count(island)
            and not c.after.number(island)
            and c.after_best.count(island)
            and island not in dead
        )
        if bare and c.is_open(goal):
            yield Fact(FactKind.BARE_FLAG, bare, goal=goal), c.loss.of(goal)


def _stranded(c: Comparison) -> Iterator[tuple[Fact, float]]:
    highest = max((card.number for card in c.unseen), default=0)
    spared = dead_mask(c.before) | dead_mask(c.after_best, numbers_on(c.unseen))
    for island in c.before.board.islands:
        count = c.after.count(island)
        is_new = _is_stranded(c.after, island, highest) and not _is_stranded(
            c.before, island, highest
        )
        if is_new and not spared >> island.index & 1:
            yield Fact(FactKind.STRANDED, (island,), count=count), c.loss.islands


def _is_stranded(sheet: Sheet, island: Island, highest: int) -> bool:
    return not sheet.number(island) and sheet.count(island) > highest


def _skips(c: Comparison) -> Iterator[tuple[Fact, float]]:
    cost = c.loss.total
    is_room = can_draw(c.after, c.card.bridges)
    if c.played.skips_bridges and not c.best.skips_bridges and is_room:
        yield Fact(FactKind.SKIPPED_BRIDGES, count=c.card.bridges), 0.8 * cost
    written = next((mark for mark in c.best.marks if isinstance(mark, Number)), None)
    if c.played.skips_number and written is not None:
        yield (
            Fact(FactKind.SKIPPED_NUMBER, (written.island,), number=written.number),
            0.8 * cost,
        )
    written = next((mark for mark in c.played.marks if isinstance(mark, Number)), None)
    if c.best.skips_number and written is not None:
        yield Fact(FactKind.NEEDLESS_NUMBER, (written.island,), number=written.number), 0.5 * cost


def _unfinished(c: Comparison) -> Iterator[tuple[Fact, float]]:
    ours = c.after.finished & ~c.before.finished
    theirs = c.after_best.finished & ~c.before.finished
    if theirs.bit_count() > ours.bit_count():
        islands = c.before.board.chosen(theirs & ~ours)
        yield Fact(FactKind.UNFINISHED, tuple(islands)), c.loss.islands


def _little_room(c: Comparison) -> Iterator[tuple[Fact, float]]:
    for number in LARGE_NUMBERS:
        to_come = sum(card.number == number for card in c.unseen)
        room_now, room_best = room_for(c.after, number), room_for(c.after_best, number)
        if room_now < room_best and room_now < to_come:
            yield (
                Fact(FactKind.LITTLE_ROOM, number=number, count=room_now, other=to_come),
                0.7 * c.loss.islands,
            )
            return


def _crossed_lines(c: Comparison) -> Iterator[tuple[Fact, float]]:
    for mark in c.played.marks:
        if not isinstance(mark, Bridge) or c.before.bridges(mark.line):
            continue
        for crossed in c.before.board.crossings[mark.line.index]:
            is_new = not c.before.is_blocked(crossed) and c.after.is_blocked(crossed)
            is_used = c.after_best.bridges(crossed) > c.before.bridges(crossed)
            if is_new and is_used:
                yield Fact(FactKind.CROSSED_LINE, lines=(mark.line, crossed)), 0.6 * c.loss.total


def _tight(c: Comparison) -> Iterator[tuple[Fact, float]]:
    dead = dead_islands(c.after_best)
    for island in c.before.board.islands:
        is_new = is_tight(c.after, island) and not is_tight(c.before, island)
        if is_new and not is_tight(c.after_best, island) and island not in dead:
            count = c.after.limit(island) - c.after.count(island)
            yield Fact(FactKind.TIGHT_ISLAND, (island,), count=count), 0.5 * c.loss.total


FINDERS: tuple[Finder, ...] = (
    _missed_goals,
    _dead,
    _chain,
    _bare_flags,
    _stranded,
    _skips,
    _unfinished,
    _little_room,
    _crossed_lines,
    _tight,
)


# --- what the outlooks say


def figures(best: Outlook, played: Outlook) -> Iterator[tuple[Fact, float]]:
    """Yield the chances and points that fall, each with its figures before and after."""
    loss = best.items - played.items
    for goal in Goal:
        chances = per_cent(best.chances.of(goal)), per_cent(played.chances.of(goal))
        if chances[0] - chances[1] >= LEAST_FALL:
            yield _figure(FactKind.CHANCE, goal, chances), 0.8 * loss.of(goal)
        yield from _fallen(best.items.of(goal), played.items.of(goal), goal)
    yield from _fallen(best.items.islands, played.items.islands, None)


def _fallen(best: float, played: float, goal: Goal | None) -> Iterator[tuple[Fact, float]]:
    tenths = round(10 * best), round(10 * played)
    if tenths[0] > tenths[1]:
        yield _figure(FactKind.POINTS, goal, tenths), 0.3 * (best - played)


def _figure(kind: FactKind, goal: Goal | None, figures: tuple[int, int]) -> Fact:
    return Fact(kind, goal=goal, count=figures[0], other=figures[1])


def per_cent(chance: float) -> int:
    """Return a chance in per cent; only what is certain is 0 or 100."""
    rounded = round(100 * chance)
    return min(99, max(1, rounded)) if 0 < chance < 1 else rounded


# --- questions about one sheet


def is_tight(sheet: Sheet, island: Island) -> bool:
    """Whether an island with a number needs every bridge that can still lead there."""
    if not sheet.number(island) or sheet.is_finished(island) or sheet.is_struck(island):
        return False
    return sheet.limit(island) - sheet.count(island) == room(sheet, island)


def room_for(sheet: Sheet, number: int) -> int:
    """Return how many islands without a number can still be finished with this one.

    Bridges lead there already or can still lead there: no more than the number (R12), and enough.
    """
    return sum(
        not sheet.number(island)
        and not sheet.is_struck(island)
        and sheet.count(island) <= number <= sheet.count(island) + room(sheet, island)
        for island in sheet.board.islands
    )


def _in_order(sheet: Sheet, islands: set[Island]) -> tuple[Island, ...]:
    return tuple(island for island in sheet.board.islands if island in islands)
