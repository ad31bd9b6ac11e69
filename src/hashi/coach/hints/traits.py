"""What a turn does, in parts that several turns can share: finish an island, keep a line open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from hashi.coach.position import Position
from hashi.coach.reviews.facts import LARGE_NUMBERS, room_for
from hashi.rules import Bridge, Card, Goal, Island, Line, Number, Sheet, Turn
from hashi.rules.dead import dead_mask, numbers_on
from hashi.rules.game.scoring import is_reached, largest_group


class TraitKind(StrEnum):
    """What can be said of a turn by itself; `island`, `line` and the figures say of what."""

    KEEP = "keep"
    """After it `goal`, which other turns make impossible, can still be reached."""
    REACH = "reach"
    """It reaches `goal`."""
    FINISH = "finish"
    """It finishes `island`."""
    FINISH_SEVERAL = "finish several"
    """It finishes `count` islands or more."""
    WRITE = "write"
    """It writes the card's `number` on `island`."""
    SKIP_NUMBER = "skip number"
    """It does not write the card's `number`, though an island takes it."""
    LAND = "land"
    """It leads the first bridge to `island`, which has a flag (R11)."""
    DRAW = "draw"
    """It draws along `line`."""
    DRAW_TWO = "draw two"
    """It draws two bridges along `line`."""
    SAVE = "save"
    """After it `island`, which other turns make impossible, can still be finished."""
    JOIN = "join"
    """After it `count` finished islands are joined, more than before."""
    ROOM = "room"
    """After it `count` islands or more have room for a `number`; as many such cards may come."""
    OPEN = "open"
    """It does not close the `line`, which was open (R16)."""
    BLANK = "blank"
    """It leaves `island`, which takes the card's `number`, without one."""
    SKIP_BRIDGES = "skip bridges"
    """It draws nothing, though the bridges fit."""


LEFT = frozenset((TraitKind.SAVE, TraitKind.OPEN, TraitKind.BLANK))
"""What a turn leaves as it is."""
PRIORITY = {kind: rank for rank, kind in enumerate(TraitKind)}


@dataclass(frozen=True, slots=True)
class Trait:
    """One thing that a turn does."""

    kind: TraitKind
    island: Island | None = None
    line: Line | None = None
    goal: Goal | None = None
    number: int = 0
    count: int = 0

    @property
    def islands(self) -> tuple[Island, ...]:
        """The islands that it is about."""
        if self.island is not None:
            return (self.island,)
        return () if self.line is None else self.line.ends


def traits_of(before: Position, card: Card, turn: Turn, after: Position) -> frozenset[Trait]:
    """Return what a turn does that the rules allow."""
    return frozenset(
        (
            *_marks(before.sheet, card, turn, after.sheet),
            *_rings(before.sheet, after.sheet),
            *_what_stays_possible(before, card, after),
            *_rooms(after),
        )
    )


def _marks(before: Sheet, card: Card, turn: Turn, after: Sheet) -> Iterator[Trait]:
    number = next((mark for mark in turn.marks if isinstance(mark, Number)), None)
    if number is None:
        yield Trait(TraitKind.SKIP_NUMBER, number=card.number)
    else:
        yield Trait(TraitKind.WRITE, number.island, number=number.number)
    if turn.skips_bridges:
        yield Trait(TraitKind.SKIP_BRIDGES, count=card.bridges)
    for line in {mark.line for mark in turn.marks if isinstance(mark, Bridge)}:
        yield Trait(TraitKind.DRAW, line=line)
        if after.bridges(line) - before.bridges(line) == 2:
            yield Trait(TraitKind.DRAW_TWO, line=line)
        for island in line.ends:
            if island.flag and not before.count(island):
                yield Trait(TraitKind.LAND, island)


def _rings(before: Sheet, after: Sheet) -> Iterator[Trait]:
    fresh = after.finished & ~before.finished
    for island in before.board.chosen(fresh):
        yield Trait(TraitKind.FINISH, island)
    for count in range(2, fresh.bit_count() + 1):
        yield Trait(TraitKind.FINISH_SEVERAL, count=count)
    for goal in Goal:
        if is_reached(after, goal) and not is_reached(before, goal):
            yield Trait(TraitKind.REACH, goal=goal)
        if goal.joined and fresh:
            group = min(largest_group(after), goal.joined - 1)
            for count in range(max(3, largest_group(before) + 1), group + 1):
                yield Trait(TraitKind.JOIN, goal=goal, count=count)


def _what_stays_possible(before: Position, card: Card, after: Position) -> Iterator[Trait]:
    for goal in before.open - before.dead - after.dead:
        yield Trait(TraitKind.KEEP, goal=goal)
    sheet = before.sheet
    alive = ~(dead_islands_mask(before) | dead_islands_mask(after))
    for island in sheet.board.islands:
        at = island.index
        is_open = not (sheet.finished | sheet.struck) >> at & 1
        if is_open and alive >> at & 1:
            yield Trait(TraitKind.SAVE, island)
        if is_open and not sheet.digits[at] and not after.sheet.digits[at]:
            yield Trait(TraitKind.BLANK, island, number=card.number)
    for line in sheet.board.lines:
        if not sheet.is_blocked(line) and not after.sheet.is_blocked(line):
            yield Trait(TraitKind.OPEN, line=line)


def dead_islands_mask(position: Position) -> int:
    """Return the islands that cannot be finished with the cards to come, a bit for each."""
    return dead_mask(position.sheet, numbers_on(position.unseen))


def _rooms(after: Position) -> Iterator[Trait]:
    """Yield the room for large numbers, as far as cards with them may come."""
    for number in LARGE_NUMBERS:
        cards = sum(card.number == number for card in after.unseen)
        for count in range(1, min(room_for(after.sheet, number), cards) + 1):
            yield Trait(TraitKind.ROOM, number=number, count=count)
