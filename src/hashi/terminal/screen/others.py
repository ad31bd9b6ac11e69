"""The boards of the others, side by side as far as there is room."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from hashi.drawing import Scene
from hashi.drawing.characters.terminal import Raster
from hashi.rules.game.setup import MOST_PLAYERS
from hashi.terminal.screen.board_view import BoardView

GAP = 2


class Others(Horizontal):
    """A board for each of the other players, each under its name and points."""

    DEFAULT_CSS = """
    Others { width: auto; background: $panel; }
    Others Vertical { width: auto; height: auto; margin-left: 2; }
    Others Static { width: 100%; height: 1; }
    """

    def compose(self) -> ComposeResult:
        for at in range(MOST_PLAYERS - 1):
            with Vertical(id=f"other-{at}"):
                yield Static(id=f"name-{at}", markup=False)
                yield BoardView(id=f"board-{at}", has_cursor=False)

    def show(self, boards: Sequence[tuple[str, Scene]], width: int) -> int:
        """Show as many as fit into these columns; return the columns that are left."""
        for at in range(MOST_PLAYERS - 1):
            column = self.query_one(f"#other-{at}")
            least = Raster(boards[at][1], 1).width if at < len(boards) else 0
            column.display = 0 < least <= width - GAP
            if column.display:
                heading, scene = boards[at]
                width -= least + GAP
                column.styles.width = least
                self.query_one(f"#name-{at}", Static).update(Text(heading, no_wrap=True))
                self.query_one(f"#board-{at}", BoardView).show(scene)
        return max(0, width)
