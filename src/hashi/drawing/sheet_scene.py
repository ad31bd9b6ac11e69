"""What a picture shows, decided once: every painter reads the same scene.

Positions are in board units: the raster's own columns and rows, from 0 at the top left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from hashi.drawing.board_state import board_state, differences
from hashi.drawing.state_layout import (
    ABOUT,
    AIMED,
    BELOW,
    FREE,
    HATCHED,
    ISLAND,
    LINE,
    TARGET,
    TOLD,
)
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
from hashi.rules.card import HIGHEST_NUMBER
from hashi.rules.dead import dead_mask
from hashi.rules.island_state import FINISHED, STRUCK


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


MOST_STATES = 2000
"""States of one island or line that are kept: a guided pen makes fewer."""


class _Known:
    """The islands and lines of one board in the states that were shown: equal ones are one object,
    made once, since a mark changes few of them."""

    def __init__(self, board: Board) -> None:
        self.spots: tuple[dict[bytes, Spot], ...] = tuple({} for _ in board.islands)
        self.spans: tuple[dict[bytes, Span], ...] = tuple({} for _ in board.lines)
        self.horizontal = bytes([line.is_horizontal for line in board.lines])
        self.first = len(board.islands) * ISLAND
        """Where the lines begin in a state."""
        self.size = LINE + board.plan[2] - 1
        """The bytes of a line in a state."""
        self.bytes_of_lines = -(-len(board.lines) // 8)


@lru_cache(maxsize=32)
def _known(board: Board) -> _Known:
    return _Known(board)


class Layout:
    """All that decides how the islands and lines of a sheet are shown: each is made when asked for.

    Masks have a bit for each index.
    """

    __slots__ = ("_known", "board", "ghosts", "scribbles", "state")

    def __init__(
        self,
        sheet: Sheet,
        fresh: Turn = PASS,
        ghosts: Turn = PASS,
        island_targets: int = 0,
        line_targets: int = 0,
        *,
        help: bool = True,
        dead: int | None = None,
    ) -> None:
        board = self.board = sheet.board
        known = self._known = _known(board)
        self.ghosts, self.scribbles = ghosts, sheet.scribbles
        self.state = board_state(
            board.plan,
            sheet.digits,
            sheet.counts,
            sheet.planks,
            _marked(board, fresh),
            known.horizontal,
            line_targets.to_bytes(known.bytes_of_lines, "little"),
            island_targets,
            sheet.finished,
            sheet.struck,
            dead_mask(sheet) if dead is None else dead,
            help,
        )

    def scene(self, boxes: tuple[GoalBox, ...] = (), cells: tuple[Cell, ...] = ()) -> Scene:
        """Return all islands and lines."""
        board = self.board
        return Scene(
            columns=board.width,
            rows=board.height,
            spots=tuple([self.spot(at) for at in range(len(board.islands))]),
            spans=tuple([self.span(at) for at in range(len(board.lines))]),
            boxes=boxes,
            cells=cells,
        )

    def changes_since(self, before: Layout | None) -> tuple[Sequence[int], Sequence[int]]:
        """Return the islands and the lines that are shown or described otherwise than before: all
        of them if there is no layout of the same board before."""
        board, known = self.board, self._known
        if before is None or before.board is not board:
            return range(len(board.islands)), range(len(board.lines))
        now, was = self.state, before.state
        islands = differences(now, was, 0, ISLAND, len(board.islands))
        lines = differences(now, was, known.first, known.size, len(board.lines))
        if self.scribbles or before.scribbles:
            over = {mark.island.index for mark in (*self.scribbles, *before.scribbles)}
            islands = sorted(over.union(islands))
        return islands, lines

    def told(self, at: int) -> tuple[int, int, bytes]:
        """Return what is said of an island: its number, how it stands, what lies on its lines."""
        begin, state = at * ISLAND, self.state
        return state[begin], state[begin + 2] & TOLD, state[begin + ABOUT : begin + ISLAND]

    @property
    def is_kept(self) -> bool:
        """Whether its bytes decide how an island is shown, and nothing else."""
        return not self.scribbles and not self.ghosts.marks

    def spot_bytes(self, at: int) -> bytes:
        """Return what decides how the island of this index is shown."""
        return self.state[at * ISLAND : at * ISLAND + ABOUT]

    def span_bytes(self, at: int) -> bytes:
        """Return what decides how the line of this index is shown, but for a better turn."""
        known = self._known
        begin = known.first + at * known.size
        return self.state[begin : begin + known.size]

    def spot(self, at: int) -> Spot:
        """Return the island of this index."""
        about = self.spot_bytes(at)
        if not self.is_kept:
            return self._new_spot(at, about)
        known = self._known.spots[at]
        found = known.get(about)
        if found is None:
            found = self._new_spot(at, about)
            if len(known) < MOST_STATES:
                known[about] = found
        return found

    def _new_spot(self, at: int, about: bytes) -> Spot:
        island = self.board.islands[at]
        number, count, stands, written, reaching = about
        over = [mark.number for mark in self.scribbles if mark.island == island]
        older = max(0, len(over) + (number > 0) - written)
        # a ring is of this turn if the number was not reached without its marks
        is_older_finish = older > 0 and count - reaching >= (number or HIGHEST_NUMBER)
        spot = Spot(
            name=island.name,
            x=island.column,
            y=island.row,
            flag=island.flag,
            state=_state(number, stands),
            number=number or None,
            is_fresh=number > 0 and older == 0,
            is_fresh_finish=bool(stands & FINISHED) and not is_older_finish,
            is_target=bool(stands & TARGET),
            dots=0 if number else count,
            scribbles=tuple(Scribble(n, at >= older) for at, n in enumerate(over, start=1)),
        )
        return _ghostly(spot, island, self.ghosts)

    def span(self, at: int) -> Span:
        """Return the line of this index."""
        about, known = self.span_bytes(at), self._known
        if self.ghosts.marks:
            better = [mark for mark in self.ghosts.marks if isinstance(mark, Bridge)]
            count = sum(mark.line.index == at for mark in better)
            return _span(self.board, self.board.lines[at], about, count)
        found = known.spans[at].get(about)
        if found is None:
            found = _span(self.board, self.board.lines[at], about)
            if len(known.spans[at]) < MOST_STATES:
                known.spans[at][about] = found
        return found


def _marked(board: Board, turn: Turn) -> bytearray:
    """Return the marks of a turn as `board_state` takes them."""
    islands = len(board.islands)
    marked = bytearray(2 * islands + len(board.lines))
    for mark in turn.marks:
        if isinstance(mark, Bridge):
            at = mark.line.index
            a, b = board.ends[at]
            marked[2 * islands + at] += 1
            marked[islands + a] += 1
            marked[islands + b] += 1
        elif isinstance(mark, Number):
            marked[mark.island.index] += 1
    return marked


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


def _state(number: int, stands: int) -> State:
    if stands & STRUCK:
        return State.STRUCK
    if stands & FINISHED:
        return State.FINISHED
    if stands & HATCHED:
        return State.DEAD
    return State.NUMBERED if number else State.EMPTY


def _span(board: Board, line: Line, about: bytes, better: int = 0) -> Span:
    """Return a line as it is shown; the better turn draws so many bridges there."""
    bridges, added, stands, *above = about
    a, b = line.ends
    return Span(
        name=line.name,
        start=(a.column, a.row),
        length=b.column - a.column + b.row - a.row,
        is_horizontal=line.is_horizontal,
        bridges=bridges,
        fresh=min(added, bridges),
        is_target=bool(stands & AIMED),
        is_blocked=not stands & FREE,
        gaps=tuple(
            Gap(_distance(line, other), count)
            for other, count in zip(board.crossings[line.index], above, strict=False)
            if count != BELOW
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
