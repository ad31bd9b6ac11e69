"""A board on a full screen: with a cursor that goes from island to island, and for the mouse."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.widget import Widget

from hashi.drawing import Palette, Scene, text
from hashi.drawing.characters.terminal import Raster
from hashi.rules import Board, Island, Line
from hashi.terminal.screen.look import picture_theme

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""Each arrow key with its step in columns and rows."""


def island_towards(board: Board, origin: Island, dx: int, dy: int) -> Island | None:
    """Return the nearest island in a direction; what lies aside counts as farther away."""

    def distance(other: Island) -> int | None:
        x, y = other.column - origin.column, other.row - origin.row
        along, aside = x * dx + y * dy, abs(x * dy) + abs(y * dx)
        return along + 2 * aside if along > 0 and aside <= 2 * along else None

    found = [(distance(other), other.index, other) for other in board.islands]
    near = [(far, at, other) for far, at, other in found if far is not None]
    return min(near)[2] if near else None


def line_towards(board: Board, origin: Island, dx: int, dy: int) -> Line | None:
    """Return the line that leads from an island straight in a direction."""
    for line in board.lines:
        if origin in line.ends:
            (other,) = (end for end in line.ends if end != origin)
            x, y = other.column - origin.column, other.row - origin.row
            if x * dx + y * dy > 0 and x * dy == y * dx == 0:
                return line
    return None


class BoardView(Widget, can_focus=True):
    """The board of one player."""

    DEFAULT_CSS = "BoardView { height: auto; }"

    class Tapped(Message):
        """An island was tapped, by the mouse or by the keyboard."""

        def __init__(self, island: Island) -> None:
            super().__init__()
            self.island = island

    class LineTapped(Message):
        """A line was tapped, or drawn along from the cursor."""

        def __init__(self, line: Line) -> None:
            super().__init__()
            self.line = line

    def __init__(self, *, id: str | None = None, has_cursor: bool = True) -> None:
        super().__init__(id=id)
        self.can_focus = has_cursor
        self.has_cursor = has_cursor
        self.scene: Scene | None = None
        self.cursor: Island | None = None
        self.origin: Island | None = None
        """The island that was tapped first: a bridge starts there."""
        self.marked: frozenset[str] = frozenset()
        """The islands that a hint names."""

    def show(self, scene: Scene, *, marked: frozenset[str] = frozenset()) -> None:
        """Show a picture; the cursor stays where it is."""
        self.scene = replace(scene, boxes=(), cells=())
        self.marked = marked
        islands = scene.board.islands
        if self.cursor not in islands:
            targets = [spot.name for spot in scene.spots if spot.is_target]
            first = [island for island in islands if island.name in targets[:1]]
            self.cursor = (first or list(islands))[0]
        self.refresh(layout=True)

    # --- the picture

    @property
    def _raster(self) -> Raster:
        assert self.scene is not None
        return Raster(self.scene, self.size.width or 1)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        del container, viewport
        return 0 if self.scene is None else Raster(self.scene, width).height

    def render(self) -> Text:
        if self.scene is None:
            return Text()
        theme = picture_theme(self.app.theme)
        drawn = text(self.scene, palette=Palette.TRUECOLOUR, width=self.size.width, theme=theme)
        rows = [Text.from_ansi(line) for line in drawn.split("\n")]
        for spot in self.scene.spots:
            row, column = self._raster.cell(spot.x, spot.y)
            if spot.name in self.marked:
                rows[row].stylize("underline bold", column - 1, column + 2)
            if self.origin is not None and spot.name == self.origin.name:
                rows[row].stylize("underline reverse", column - 1, column + 2)
            elif self.has_cursor and self.cursor is not None and spot.name == self.cursor.name:
                rows[row].stylize("reverse", column - 1, column + 2)
        return Text("\n", no_wrap=True, end="").join(rows)

    # --- keyboard and mouse

    def on_key(self, event: events.Key) -> None:
        name = event.key.removeprefix("shift+")
        if self.cursor is None or self.scene is None or not self.has_cursor:
            return
        if name in ARROWS:
            if event.key == name:
                self._move(*ARROWS[name])
            else:
                line = line_towards(self.scene.board, self.cursor, *ARROWS[name])
                if line is not None:
                    self.post_message(self.LineTapped(line))
        elif event.key in ("enter", "space"):
            self.post_message(self.Tapped(self.cursor))
        else:
            return
        event.stop()
        event.prevent_default()

    def _move(self, dx: int, dy: int) -> None:
        assert self.scene is not None
        assert self.cursor is not None
        found = island_towards(self.scene.board, self.cursor, dx, dy)
        if found is not None:
            self.cursor = found
            row, column = self._raster.cell(found.column, found.row)
            self.scroll_to_region_of(row, column)
            self.refresh()

    def scroll_to_region_of(self, row: int, column: int) -> None:
        """Bring a cell into view where the board is larger than its room."""
        if isinstance(self.parent, Widget):
            self.parent.scroll_to_region(Region(column - 2, row - 2, 5, 4), animate=False)

    def on_click(self, event: events.Click) -> None:
        """Tap what lies under the mouse: an island, or else a line."""
        if self.scene is None or not self.has_cursor:
            return
        raster, board = self._raster, self.scene.board
        for spot in self.scene.spots:
            row, column = raster.cell(spot.x, spot.y)
            if event.y == row and abs(event.x - column) <= 1:
                self.cursor = board.island(spot.name)
                self.post_message(self.Tapped(self.cursor))
                return
        for reach in (0, 1):
            for span in self.scene.spans:
                for row, column in raster.cells(span):
                    near = abs(event.x - column) if not span.is_horizontal else 0
                    same = event.x == column if span.is_horizontal else near <= reach
                    if event.y == row and same:
                        a, _, b = span.name.partition("-")
                        line = board.line(board.island(a), board.island(b))
                        assert line is not None
                        self.post_message(self.LineTapped(line))
                        return
