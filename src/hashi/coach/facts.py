"""Why a turn costs points: facts on the sheets after it and after the best turn.

Each fact can be derived again from the sheets by the rules alone. The outlooks decide only which
facts matter: a fact about a goal weighs as much as that goal's points fall, the others as much as
the islands' points fall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from hashi.coach.outlook import Items
from hashi.rules import (
    Bridge,
    Card,
    Goal,
    Island,
    Ledger,
    Line,
    Number,
    Sheet,
    Turn,
    dead_goals,
    dead_islands,
)
from hashi.rules.dead import DeadGoal, goals_out_of_reach, numbers_on, room
from hashi.rules.mistakes import apply_freely
from hashi.rules.scoring import has, is_reached, largest_group
from hashi.rules.turn import can_draw

MOST_FACTS = 2
LEAST_WEIGHT = 0.15
"""Points below which a fact is not worth a sentence."""
LEAST_SHARE = 0.25
"""The share of a turn's cost below which a fact does not explain it."""
LARGE_NUMBERS = (6, 5)
"""The numbers for which there may be too little room."""


class FactKind(StrEnum):
    """What can be said of a turn beside the best one."""

    MISTAKE = "mistake"
    """Free pens: a mark breaks a rule, and `islands` count for nothing (R34)."""
    GOAL_MISSED = "goal missed"
    """The best turn reaches `goal`, this one does not."""
    CHAIN_CUT = "chain cut"
    """Six islands can no longer be joined (R25)."""
    DEAD_FLAG = "dead flag"
    """`islands` can no longer be finished, and with them their `goal`."""
    DEAD_ISLAND = "dead island"
    """`islands` can no longer be finished."""
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
    """A bridge along the first of `lines` closes the second one."""
    TIGHT_ISLAND = "tight island"
    """`islands` now need every bridge that still fits."""
    NEEDLESS_NUMBER = "needless number"
    """The best turn skips the number and keeps the first of `islands` free."""


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
    """What the played turn loses of each scoring line."""

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
        earlier = goals_out_of_reach(self.before, numbers | numbers_on((self.card,)))
        spared = {*earlier, *goals_out_of_reach(self.after_best, numbers)}
        return tuple(dead for dead in found if dead.goal not in spared and self.is_open(dead.goal))


Finder = Callable[[Comparison], Iterator[tuple[Fact, float]]]


def explain(comparison: Comparison) -> tuple[Fact, ...]:
    """Return the facts that explain what a turn costs, the weightiest first; at most two."""
    loss = comparison.loss
    cost = loss.total
    found = [
        (fact, weight)
        for finder in FINDERS
        for fact, weight in finder(comparison)
        if weight >= max(LEAST_WEIGHT, LEAST_SHARE * cost)
    ]
    found.sort(key=lambda pair: (-pair[1], PRIORITY[pair[0].kind]))
    chosen: list[Fact] = []
    for fact, _ in found:
        if len(chosen) < MOST_FACTS and not any(_overlap(fact, other) for other in chosen):
            chosen.append(fact)
    return tuple(chosen)


def _overlap(fact: Fact, other: Fact) -> bool:
    """Whether a fact says little beside another one."""
    return (
        fact.kind is other.kind
        or (fact.goal is not None and fact.goal is other.goal)
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
    for dead in c.dead_goals:
        weight = 1.5 * c.loss.of(dead.goal) + 0.5 * c.loss.islands
        if dead.islands:
            told.update(dead.islands)
            yield Fact(FactKind.DEAD_FLAG, dead.islands, goal=dead.goal), _first(c, dead, weight)
        elif dead.goal.joined:
            yield Fact(FactKind.CHAIN_CUT, goal=dead.goal), _first(c, dead, weight)
    spared = {*told, *dead_islands(c.before), *dead_islands(c.after_best)}
    plain = tuple(island for island in dead_islands(c.after) if island not in spared)
    if plain:
        yield Fact(FactKind.DEAD_ISLAND, plain), c.loss.islands


def _first(c: Comparison, dead: DeadGoal, weight: float) -> float:
    """Return a weight above all but mistakes where the goal was worth anything."""
    return weight + 50 if c.loss.of(dead.goal) >= LEAST_WEIGHT else weight


def _chain(c: Comparison) -> Iterator[tuple[Fact, float]]:
    for goal in Goal:
        if not goal.joined or not c.is_open(goal):
            continue
        loss = c.loss.of(goal)
        better, worse = largest_group(c.after_best), largest_group(c.after)
        if worse < better < goal.joined and better >= 3:
            yield Fact(FactKind.CHAIN_SHORT, goal=goal, count=better, other=worse), loss


def _bare_flags(c: Comparison) -> Iterator[tuple[Fact, float]]:
    dead = dead_islands(c.after)
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
    for island in c.before.board.islands:
        count = c.after.count(island)
        if _is_stranded(c.after, island, highest) and not (
            _is_stranded(c.before, island, highest) or _is_stranded(c.after_best, island, highest)
        ):
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
            if is_new and is_used and not c.after_best.is_blocked(crossed):
                yield Fact(FactKind.CROSSED_LINE, lines=(mark.line, crossed)), 0.6 * c.loss.total


def _tight(c: Comparison) -> Iterator[tuple[Fact, float]]:
    tight = tuple(
        island
        for island in c.before.board.islands
        if is_tight(c.after, island)
        and not is_tight(c.before, island)
        and not is_tight(c.after_best, island)
        and island not in dead_islands(c.after_best)
    )
    if tight:
        yield Fact(FactKind.TIGHT_ISLAND, tight[:2]), 0.5 * c.loss.total


FINDERS: tuple[Finder, ...] = (
    _mistakes,
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
