"""What a picture shows, decided once: every painter reads the same scene.

Positions are in board units: the raster's own columns and rows, from 0 at the top left.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from hashi.rules import (
    PASS,
    Board,
    Card,
    Flag,
    GoalBox,
    Island,
    Line,
    Sheet,
    Turn,
)
from hashi.rules.dead import ALL_NUMBERS, numbers_to_come
from hashi.rules.sheet_state import Scribble, SheetState, Targets
from hashi.rules.state_layout import (
    BELOW,
    FINISHED,
    FREE,
    HATCHED,
    RINGED,
    STRUCK,
    TARGET,
    TICKED,
    WRITTEN,
)


class IslandState(StrEnum):
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
class Spot:
    """An island as it is shown."""

    name: str
    x: int
    y: int
    flag: Flag | None
    state: IslandState
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

    board: Board
    spots: tuple[Spot, ...]
    spans: tuple[Span, ...]
    boxes: tuple[GoalBox, ...]
    cells: tuple[Cell, ...]
    numbers: int = ALL_NUMBERS
    """The numbers that may still be written, a bit for each."""


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
    numbers: int | None = None,
) -> Scene:
    """The scene of a sheet that already holds the marks of `fresh`.

    `ghosts` is a better turn than `fresh`: marks of both are ticked, the others of the better turn
    are shown as ghosts. With `help`, dead islands, blocked lines and dead goals are told apart from
    the others; the numbers that may still be written follow from the deck if they are not given.
    """
    if numbers is None:
        numbers = numbers_to_come(deck, turned) if deck else ALL_NUMBERS
    board, marked = sheet.board, Targets.of(targets)
    state = SheetState(sheet, fresh, ghosts, marked, numbers=numbers, help=help)
    return Scene(
        board,
        tuple([spot_of(board, at, *state.island(at)) for at in range(len(board.islands))]),
        tuple([span_of(board, at, state.line(at)) for at in range(len(board.lines))]),
        boxes if help else tuple(replace(box, dead=None) for box in boxes),
        _cells(deck, turned, card),
        numbers,
    )


def spot_of(board: Board, at: int, shown: bytes, scribbles: tuple[Scribble, ...]) -> Spot:
    """Return the island of an index as its state shows it."""
    count, looks, ghost, number, stands = shown
    island = board.islands[at]
    return Spot(
        name=island.name,
        x=island.column,
        y=island.row,
        flag=island.flag,
        state=_state(number, stands, looks),
        number=number or None,
        is_fresh=bool(looks & WRITTEN),
        is_fresh_finish=bool(looks & RINGED),
        is_target=bool(looks & TARGET),
        dots=0 if number else count,
        scribbles=scribbles,
        ghost=ghost or None,
        is_ticked=bool(looks & TICKED),
    )


def span_of(board: Board, at: int, shown: bytes) -> Span:
    """Return the line of an index as its state shows it."""
    bridges, looks, fresh, ghosts, *above = shown
    line = board.lines[at]
    a, b = line.ends
    return Span(
        name=line.name,
        start=(a.column, a.row),
        length=b.column - a.column + b.row - a.row,
        is_horizontal=line.is_horizontal,
        bridges=bridges,
        fresh=fresh,
        is_target=bool(looks & TARGET),
        is_blocked=not looks & FREE,
        gaps=tuple(
            Gap(_distance(line, other), count)
            for other, count in zip(board.crossings[at], above, strict=False)
            if count != BELOW
        ),
        ghosts=ghosts,
        is_ticked=bool(looks & TICKED),
    )


def _state(number: int, stands: int, looks: int) -> IslandState:
    if stands & STRUCK:
        return IslandState.STRUCK
    if stands & FINISHED:
        return IslandState.FINISHED
    if looks & HATCHED:
        return IslandState.DEAD
    return IslandState.NUMBERED if number else IslandState.EMPTY


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
