"""What a picture shows, decided once: every painter reads the same scene.

Positions are in board units: the raster's own columns and rows, from 0 at the top left.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from hashi.rules import (
    PASS,
    Board,
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
from hashi.rules.card import HIGHEST_NUMBER


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

    def __hash__(self) -> int:
        """Return a hash of what differs most: painted pieces are found by it."""
        return hash((self.name, self.number, self.state, self.is_target, self.dots))


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

    def __hash__(self) -> int:
        """Return a hash of what differs most: painted pieces are found by it."""
        return hash((self.name, self.bridges, self.fresh, self.is_target, self.is_blocked))


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
    board = sheet.board
    added, better = _Added.by(fresh), _Added.by(ghosts)
    at_islands, at_lines = bytearray(len(board.islands)), bytearray(len(board.lines))
    for target in targets:
        (at_lines if isinstance(target, Line) else at_islands)[target.index] = 1
    return Scene(
        columns=board.width,
        rows=board.height,
        spots=_spots(sheet, added, at_islands, ghosts, has_dead=help),
        spans=_spans(sheet, added, better, at_lines, has_blocked=help),
        boxes=boxes,
        cells=_cells(deck, turned, card),
    )


class _Known:
    """The islands and lines of one board in the states that were shown: equal ones are one object,
    made once, since a mark changes few of them."""

    MOST = 2000
    """States of one island or line that are kept: a guided pen makes fewer."""

    def __init__(self, board: Board) -> None:
        self.spots: tuple[dict[tuple[int, ...], Spot], ...] = tuple({} for _ in board.islands)
        self.spans: tuple[dict[tuple[object, ...], Span], ...] = tuple({} for _ in board.lines)


@lru_cache(maxsize=32)
def _known(board: Board) -> _Known:
    return _Known(board)


@dataclass(frozen=True, slots=True)
class _Added:
    """What a turn added, counted once for the whole scene."""

    numbers: Counter[Island]
    bridges: Counter[Line]
    reaching: Counter[Island]
    """The bridges that lead to each island."""

    @classmethod
    def by(cls, turn: Turn) -> _Added:
        if not turn.marks:
            return _NOTHING
        bridges = Counter(mark.line for mark in turn.marks if isinstance(mark, Bridge))
        return cls(
            Counter(mark.island for mark in turn.marks if isinstance(mark, Number)),
            bridges,
            Counter(end for line in bridges.elements() for end in line.ends),
        )


_NOTHING = _Added(Counter(), Counter(), Counter())


def _spots(
    sheet: Sheet, added: _Added, targets: bytearray, better: Turn, *, has_dead: bool
) -> tuple[Spot, ...]:
    board, known = sheet.board, _known(sheet.board).spots
    finished, struck, dead = sheet.finished, sheet.struck, 0
    for island in dead_islands(sheet) if has_dead else ():
        dead |= 1 << island.index
    special = [mark.island.index for mark in sheet.scribbles]
    special += [mark.island.index for mark in better.marks if isinstance(mark, Number)]
    numbers = {island.index: count for island, count in added.numbers.items()}
    reaching = {island.index: count for island, count in added.reaching.items()}
    spots = []
    rows = zip(board.islands, sheet.digits, sheet.counts, targets, known, strict=True)
    for at, (island, number, count, is_target, kept) in enumerate(rows):
        is_dead = dead >> at & 1
        if at in special:
            spot = _spot(sheet, island, added, bool(is_dead), bool(is_target))
            spots.append(_ghostly(spot, island, better) if better.marks else spot)
            continue
        state = (finished >> at & 1, struck >> at & 1, is_dead, is_target)
        key = (number, count, *state, numbers.get(at, 0), reaching.get(at, 0))
        found = kept.get(key)
        if found is None:
            found = _spot(sheet, island, added, bool(is_dead), bool(is_target))
            if len(kept) < _Known.MOST:
                kept[key] = found
        spots.append(found)
    return tuple(spots)


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


def _spans(
    sheet: Sheet, added: _Added, better: _Added, targets: bytearray, *, has_blocked: bool
) -> tuple[Span, ...]:
    board, planks, known = sheet.board, sheet.planks, _known(sheet.board).spans
    full = [
        count >= (number or HIGHEST_NUMBER)
        for number, count in zip(sheet.digits, sheet.counts, strict=True)
    ]
    blocked = [
        has_blocked
        and not is_target
        and not drawn
        and (full[a] or full[b] or sheet.is_blocked(line))
        for line, (a, b), drawn, is_target in zip(
            board.lines, board.ends, planks, targets, strict=True
        )
    ]

    ranks = [  # which of two lines that cross lies above the other
        (drawn > 0, is_target, not is_blocked, line.is_horizontal) if across else ()
        for line, across, drawn, is_target, is_blocked in zip(
            board.lines, board.crossings, planks, targets, blocked, strict=True
        )
    ]
    own_bridges = {line.index: count for line, count in added.bridges.items()}
    better_bridges = {line.index: count for line, count in better.bridges.items()}
    spans = []
    for at, (line, crossing) in enumerate(zip(board.lines, board.crossings, strict=True)):
        above: tuple[int, ...] = ()
        if crossing:
            own = ranks[at]
            above = tuple(planks[one.index] if ranks[one.index] > own else -1 for one in crossing)
        made, more = own_bridges.get(at, 0), better_bridges.get(at, 0)
        key = (planks[at], made, targets[at], blocked[at], more, above)
        found = known[at].get(key)
        if found is None:
            found = _span(board, line, *key)
            if len(known[at]) < _Known.MOST:
                known[at][key] = found
        spans.append(found)
    return tuple(spans)


def _span(
    board: Board,
    line: Line,
    bridges: int,
    added: int,
    is_target: int,
    is_blocked: bool,
    better: int,
    above: tuple[int, ...],
) -> Span:
    """Return a line as it is shown; `above` has for each line that crosses it how many bridges lie
    on that one, -1 where it lies below."""
    a, b = line.ends
    return Span(
        name=line.name,
        start=(a.column, a.row),
        length=b.column - a.column + b.row - a.row,
        is_horizontal=line.is_horizontal,
        bridges=bridges,
        fresh=min(added, bridges),
        is_target=bool(is_target),
        is_blocked=is_blocked,
        gaps=tuple(
            Gap(_distance(line, other), count)
            for other, count in zip(board.crossings[line.index], above, strict=True)
            if count >= 0
        ),
        ghosts=max(0, better - added),
        is_ticked=min(better, added) > 0,
    )


def _distance(line: Line, other: Line) -> int:
    """How far from the line's start the other one crosses it."""
    start, across = line.ends[0], other.ends[0]
    return across.column - start.column if line.is_horizontal else across.row - start.row


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
