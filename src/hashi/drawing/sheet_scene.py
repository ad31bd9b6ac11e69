"""What a picture shows, decided once: every painter reads the same scene.

Positions are in board units: the raster's own columns and rows, from 0 at the top left.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from hashi.rules import (
    PASS,
    Bridge,
    Card,
    Flag,
    GoalBox,
    Island,
    Line,
    Number,
    Sheet,
    Turn,
    dead_islands,
)


class State(StrEnum):
    """How an island stands; each state has a shape of its own in every picture."""

    EMPTY = "empty"
    NUMBERED = "numbered"
    FINISHED = "finished"
    DEAD = "dead"
    STRUCK = "struck"


class Tick(StrEnum):
    """How a card stands in the info bar."""

    LEFT = "left"
    NOW = "now"
    TURNED = "turned"


@dataclass(frozen=True, slots=True)
class Scribble:
    """A number written over another: free pens only."""

    number: int
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """An island as it is shown."""

    name: str
    x: int
    y: int
    flag: Flag | None
    state: State
    number: int | None
    is_fresh: bool
    """Whether the number was written this turn."""
    is_fresh_finish: bool
    """Whether it was finished this turn."""
    is_target: bool
    dots: int
    """The bridges that lead to an island without a number; 0 once it has one."""
    scribbles: tuple[Scribble, ...]
    ghost: int | None = None
    """The number that a better turn writes here."""
    is_ticked: bool = False
    """Whether the number that was written is that of the better turn too."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Where a line passes under another one: how far from its start, and what lies above."""

    at: int
    bridges: int


@dataclass(frozen=True, slots=True)
class Span:
    """A line as it is shown, with its bridges."""

    name: str
    start: tuple[int, int]
    """Its left or upper end."""
    length: int
    is_horizontal: bool
    bridges: int
    fresh: int
    """How many of the bridges were drawn this turn."""
    is_target: bool
    is_blocked: bool
    """Without a bridge, and none can ever be drawn: one lies across, or an end is full."""
    gaps: tuple[Gap, ...]
    ghosts: int = 0
    """How many bridges more a better turn draws here."""
    is_ticked: bool = False
    """Whether a bridge of this turn is one of the better turn too."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A card of the deck in the info bar."""

    card: Card
    tick: Tick


@dataclass(frozen=True, slots=True)
class Scene:
    """One sheet, ready to be painted. What is empty is left out of the picture."""

    columns: int
    rows: int
    spots: tuple[Spot, ...]
    spans: tuple[Span, ...]
    boxes: tuple[GoalBox, ...]
    cells: tuple[Cell, ...]


def scene(
    sheet: Sheet,
    *,
    fresh: Turn = PASS,
    ghosts: Turn = PASS,
    targets: tuple[Island | Line, ...] = (),
    help: bool = True,
    boxes: tuple[GoalBox, ...] = (),
    deck: tuple[Card, ...] = (),
    turned: tuple[Card, ...] = (),
    card: Card | None = None,
) -> Scene:
    """The scene of a sheet that already holds the marks of `fresh`.

    `ghosts` is a better turn than `fresh`: marks of both are ticked, the others of the better turn
    are shown as ghosts. With `help`, dead islands and blocked lines are told apart from the others.
    """
    dead = frozenset(dead_islands(sheet)) if help else frozenset()
    lines = frozenset(target for target in targets if isinstance(target, Line))
    islands = frozenset(target for target in targets if isinstance(target, Island))
    blocked = frozenset(
        line for line in sheet.board.lines if help and line not in lines and _is_shut(sheet, line)
    )
    added, better = _Added.by(fresh), _Added.by(ghosts)
    return Scene(
        columns=sheet.board.width,
        rows=sheet.board.height,
        spots=tuple(
            _ghostly(_spot(sheet, island, added, island in dead, island in islands), island, ghosts)
            for island in sheet.board.islands
        ),
        spans=tuple(
            _span(sheet, line, added, better, lines, blocked) for line in sheet.board.lines
        ),
        boxes=boxes,
        cells=_cells(deck, turned, card),
    )


@dataclass(frozen=True, slots=True)
class _Added:
    """What a turn added, counted once for the whole scene."""

    numbers: Counter[Island]
    bridges: Counter[Line]
    reaching: Counter[Island]
    """The bridges that lead to each island."""

    @classmethod
    def by(cls, turn: Turn) -> _Added:
        bridges = Counter(mark.line for mark in turn.marks if isinstance(mark, Bridge))
        return cls(
            Counter(mark.island for mark in turn.marks if isinstance(mark, Number)),
            bridges,
            Counter(end for line in bridges.elements() for end in line.ends),
        )


def _spot(sheet: Sheet, island: Island, added: _Added, is_dead: bool, is_target: bool) -> Spot:
    number = sheet.number(island)
    over = [mark.number for mark in sheet.scribbles if mark.island == island]
    older = max(0, len(over) + (number is not None) - added.numbers[island])
    return Spot(
        name=island.name,
        x=island.column,
        y=island.row,
        flag=island.flag,
        state=_state(sheet, island, is_dead),
        number=number,
        is_fresh=number is not None and older == 0,
        is_fresh_finish=_is_fresh_finish(sheet, island, added, has_older=older > 0),
        is_target=is_target,
        dots=0 if number else sheet.count(island),
        scribbles=tuple(Scribble(n, at >= older) for at, n in enumerate(over, start=1)),
    )


def _ghostly(spot: Spot, island: Island, better: Turn) -> Spot:
    """Return the island with what a better turn writes there."""
    number = next(
        (
            mark.number
            for mark in better.marks
            if isinstance(mark, Number) and mark.island == island
        ),
        None,
    )
    if number is None:
        return spot
    is_shared = spot.is_fresh and spot.number == number
    return replace(spot, ghost=None if is_shared else number, is_ticked=is_shared)


def _state(sheet: Sheet, island: Island, is_dead: bool) -> State:
    if sheet.is_struck(island):
        return State.STRUCK
    if sheet.is_finished(island):
        return State.FINISHED
    if is_dead:
        return State.DEAD
    return State.NUMBERED if sheet.number(island) else State.EMPTY


def _is_fresh_finish(sheet: Sheet, island: Island, added: _Added, has_older: bool) -> bool:
    """Whether the ring is of this turn: without its marks the number was not reached."""
    if not sheet.is_finished(island):
        return False
    before = sheet.count(island) - added.reaching[island]
    return not (has_older and before >= sheet.limit(island))


def _span(
    sheet: Sheet,
    line: Line,
    added: _Added,
    better: _Added,
    targets: frozenset[Line],
    blocked: frozenset[Line],
) -> Span:
    def rank(one: Line) -> tuple[bool, ...]:
        return (
            sheet.bridges(one) > 0,
            one in targets,
            one not in blocked,
            one.is_horizontal,
        )

    a, b = line.ends
    return Span(
        name=line.name,
        start=(a.column, a.row),
        length=b.column - a.column + b.row - a.row,
        is_horizontal=line.is_horizontal,
        bridges=sheet.bridges(line),
        fresh=min(added.bridges[line], sheet.bridges(line)),
        is_target=line in targets,
        is_blocked=line in blocked,
        gaps=tuple(
            Gap(_distance(line, other), sheet.bridges(other))
            for other in sheet.board.crossings[line.index]
            if rank(other) > rank(line)
        ),
        ghosts=max(0, better.bridges[line] - added.bridges[line]),
        is_ticked=min(better.bridges[line], added.bridges[line]) > 0,
    )


def _distance(line: Line, other: Line) -> int:
    """How far from the line's start the other one crosses it."""
    start, across = line.ends[0], other.ends[0]
    return across.column - start.column if line.is_horizontal else across.row - start.row


def _is_shut(sheet: Sheet, line: Line) -> bool:
    return not sheet.bridges(line) and (
        sheet.is_blocked(line) or any(sheet.count(end) >= sheet.limit(end) for end in line.ends)
    )


def _cells(deck: tuple[Card, ...], turned: tuple[Card, ...], card: Card | None) -> tuple[Cell, ...]:
    """The deck in sorted order; of equal cards the first ones are ticked off.

    The card that lies face up is the last of its kind that was turned, or will be the next.
    """
    left = Counter(turned)
    now = max(1, left[card]) if card else 0
    seen: Counter[Card] = Counter()
    cells = []
    for one in sorted(deck):
        seen[one] += 1
        tick = Tick.TURNED if seen[one] <= left[one] else Tick.LEFT
        cells.append(Cell(one, Tick.NOW if one == card and seen[one] == now else tick))
    return tuple(cells)
