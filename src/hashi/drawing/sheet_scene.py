"""What a picture shows, decided once: every painter reads the same scene.

Positions are in board units: the raster's own columns and rows, from 0 at the top left.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
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
)
from hashi.rules.dead import dead_mask
from hashi.rules.law import LineMasks, line_masks
from hashi.rules.masks import indexes


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
    painted: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What painters have made of it, so that it is made once: see `Layout.spot`."""


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
    painted: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What painters have made of it, so that it is made once: see `Layout.span`."""


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
    lines = islands = 0
    for target in targets:
        if isinstance(target, Line):
            lines |= 1 << target.index
        else:
            islands |= 1 << target.index
    layout = Layout(sheet, fresh, ghosts, islands, lines, help=help)
    return layout.scene(boxes, _cells(deck, turned, card))


class _Known:
    """The islands and lines of one board in the states that were shown: equal ones are one object,
    made once, since a mark changes few of them."""

    MOST = 2000
    """States of one island or line that are kept: a guided pen makes fewer."""

    def __init__(self, board: Board) -> None:
        self.spots: tuple[dict[tuple[int, ...], Spot], ...] = tuple({} for _ in board.islands)
        self.spans: tuple[dict[tuple[object, ...], Span], ...] = tuple({} for _ in board.lines)
        self.horizontal = sum(1 << line.index for line in board.lines if line.is_horizontal)


@lru_cache(maxsize=32)
def _known(board: Board) -> _Known:
    return _Known(board)


class Layout:
    """All that decides how the islands and lines of a sheet are shown: each is made when asked for.

    Masks have a bit for each index.
    """

    __slots__ = (
        "_better",
        "_bridges",
        "_drawn",
        "_hatched",
        "_known",
        "_numbers",
        "_reaching",
        "blocked",
        "crossed",
        "dead",
        "fresh",
        "ghosts",
        "island_targets",
        "line_targets",
        "sheet",
    )

    def __init__(
        self,
        sheet: Sheet,
        fresh: Turn = PASS,
        ghosts: Turn = PASS,
        island_targets: int = 0,
        line_targets: int = 0,
        *,
        help: bool = True,
        lines: LineMasks | None = None,
        dead: int | None = None,
    ) -> None:
        board = sheet.board
        self.sheet, self.fresh, self.ghosts = sheet, fresh, ghosts
        self.island_targets, self.line_targets = island_targets, line_targets
        self._known = _known(board)
        self._numbers: dict[int, int] = {}
        """How many numbers this turn wrote on an island."""
        self._bridges: dict[int, int] = {}
        """How many bridges this turn drew on a line."""
        self._reaching: dict[int, int] = {}
        """How many of them lead to an island."""
        for mark in fresh.marks:
            if isinstance(mark, Bridge):
                at = mark.line.index
                a, b = board.ends[at]
                self._bridges[at] = self._bridges.get(at, 0) + 1
                self._reaching[a] = self._reaching.get(a, 0) + 1
                self._reaching[b] = self._reaching.get(b, 0) + 1
            elif isinstance(mark, Number):
                at = mark.island.index
                self._numbers[at] = self._numbers.get(at, 0) + 1
        self._better: dict[int, int] = {}
        """How many bridges the better turn draws on a line."""
        if ghosts.marks:
            self._better |= Counter(m.line.index for m in ghosts.marks if isinstance(m, Bridge))
        lines = line_masks(sheet) if lines is None else lines
        self.crossed, self._drawn = lines.crossed, lines.drawn
        self.dead = dead_mask(sheet) if dead is None else dead
        self._hatched = self.dead if help else 0
        covered = line_targets | lines.drawn
        self.blocked = (lines.full | lines.crossed) & ~covered if help else 0

    def scene(self, boxes: tuple[GoalBox, ...] = (), cells: tuple[Cell, ...] = ()) -> Scene:
        """Return all islands and lines."""
        board = self.sheet.board
        return Scene(
            columns=board.width,
            rows=board.height,
            spots=tuple([self.spot(at) for at in range(len(board.islands))]),
            spans=tuple([self.span(at) for at in range(len(board.lines))]),
            boxes=boxes,
            cells=cells,
        )

    def changes_since(self, before: Layout) -> tuple[int, int]:
        """Return the islands and the lines of the same board that may be shown otherwise than
        before, or described otherwise: what is said of an island depends on the bridges on and
        across its lines."""
        now, was, board = self.sheet, before.sheet, self.sheet.board
        islands = (self.island_targets ^ before.island_targets) | (self.dead ^ before.dead)
        islands |= (now.finished ^ was.finished) | (now.struck ^ was.struck)
        islands |= _differences(now.digits, was.digits) | _differences(now.counts, was.counts)
        lines = (self.line_targets ^ before.line_targets) | (self.blocked ^ before.blocked)
        lines |= _differences(now.planks, was.planks)
        if self.fresh is not before.fresh:
            for mark in (*self.fresh.marks, *before.fresh.marks):
                if isinstance(mark, Number):
                    islands |= 1 << mark.island.index
                elif isinstance(mark, Bridge):
                    islands |= board.joins[mark.line.index]
                    lines |= 1 << mark.line.index
        for scribble in (*now.scribbles, *was.scribbles):
            islands |= 1 << scribble.island.index
        for at in indexes(self.crossed ^ before.crossed):
            islands |= board.joins[at]
        for at in indexes(lines):
            lines |= board.across[at]
        return islands, lines

    def spot(self, at: int) -> Spot:
        """Return the island of this index."""
        sheet, bit = self.sheet, 1 << at
        key = (
            sheet.digits[at],
            sheet.counts[at],
            sheet.finished & bit,
            sheet.struck & bit,
            self._hatched & bit,
            self.island_targets & bit,
            self._numbers.get(at, 0),
            self._reaching.get(at, 0),
        )
        known = self._known.spots[at]
        is_plain = not sheet.scribbles and not self.ghosts.marks
        found = known.get(key) if is_plain else None
        if found is None:
            found = self._new_spot(at)
            if is_plain and len(known) < _Known.MOST:
                known[key] = found
        return found

    def _new_spot(self, at: int) -> Spot:
        sheet, island = self.sheet, self.sheet.board.islands[at]
        number = sheet.number(island)
        over = [mark.number for mark in sheet.scribbles if mark.island == island]
        older = max(0, len(over) + (number is not None) - self._numbers.get(at, 0))
        spot = Spot(
            name=island.name,
            x=island.column,
            y=island.row,
            flag=island.flag,
            state=_state(sheet, island, bool(self._hatched >> at & 1)),
            number=number,
            is_fresh=number is not None and older == 0,
            is_fresh_finish=self._is_fresh_finish(island, has_older=older > 0),
            is_target=bool(self.island_targets >> at & 1),
            dots=0 if number else sheet.count(island),
            scribbles=tuple(Scribble(n, at >= older) for at, n in enumerate(over, start=1)),
        )
        return _ghostly(spot, island, self.ghosts)

    def _is_fresh_finish(self, island: Island, *, has_older: bool) -> bool:
        """Whether the ring is of this turn: without its marks the number was not reached."""
        sheet = self.sheet
        if not sheet.is_finished(island):
            return False
        before = sheet.count(island) - self._reaching.get(island.index, 0)
        return not (has_older and before >= sheet.limit(island))

    def span(self, at: int) -> Span:
        """Return the line of this index."""
        board, planks, bit = self.sheet.board, self.sheet.planks, 1 << at
        above: tuple[int, ...] = ()
        if board.across[at]:
            own = self._rank(at)
            above = tuple(
                [
                    planks[other.index] if self._rank(other.index) > own else -1
                    for other in board.crossings[at]
                ]
            )
        key = (
            planks[at],
            self._bridges.get(at, 0),
            bool(self.line_targets & bit),
            bool(self.blocked & bit),
            self._better.get(at, 0),
            above,
        )
        known = self._known.spans[at]
        found = known.get(key)
        if found is None:
            found = _span(board, board.lines[at], *key)
            if len(known) < _Known.MOST:
                known[key] = found
        return found

    def _rank(self, at: int) -> tuple[int, ...]:
        """Return which of two lines that cross lies above the other: the one of the higher rank."""
        bit = 1 << at
        is_upper = self._known.horizontal & bit
        return self._drawn & bit > 0, self.line_targets & bit > 0, not self.blocked & bit, is_upper


def _differences(one: bytes, other: bytes) -> int:
    """Return where two rows of bytes differ, a bit for each place."""
    if one == other:
        return 0
    pairs = enumerate(zip(one, other, strict=True))
    return sum([1 << at for at, (a, b) in pairs if a != b])


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


def _span(
    board: Board,
    line: Line,
    bridges: int,
    added: int,
    is_target: bool,
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
        is_target=is_target,
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
