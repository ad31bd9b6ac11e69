"""A table in the room of a window: the board, goals, cards, players, log, and what is next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.widgets import Static

from hashi.drawing.characters.terminal import Raster
from hashi.drawing.sheet_scene import Scene
from hashi.terminal.screen.board_view import BoardView
from hashi.terminal.screen.others import Others
from hashi.terminal.screen.panels import CardPanel, GoalPanel, LogPanel, PlayerPanel
from hashi.terminal.screen.snapshot import Snapshot
from hashi.terminal.sheet_pictures import open_scene, own_scene, points_heading
from hashi.words import Words, clock_text, player_name

NARROW_SIDE, WIDE_SIDE = 28, 36
WIDEST_BOARD = 54
WIDE = 100
"""Columns from which the side is wide."""


class TableView(Vertical):
    """A table as one person at it sees it."""

    DEFAULT_CSS = """
    TableView { height: 1fr; }
    TableView #head { height: 1; background: $panel; padding: 0 1; text-style: bold; }
    TableView #main { height: 1fr; }
    TableView #room { height: 1fr; overflow: auto auto; background: $panel; }
    TableView #side { height: 1fr; padding: 0 1; }
    TableView #goals, TableView #cards, TableView #players { height: auto; margin-bottom: 1; }
    TableView #log { height: 1fr; min-height: 3; scrollbar-size-vertical: 1; }
    TableView #guide { height: auto; min-height: 2; max-height: 4; padding: 0 1; }
    """

    def __init__(
        self,
        words: Words,
        snapshot: Snapshot,
        *,
        has_help: bool = True,
        scene_of: Callable[[int], Scene] | None = None,
    ) -> None:
        """Show what may be marked next with `has_help`; draw players' boards by `scene_of`."""
        super().__init__()
        self.words, self._has_help = words, has_help
        self._scene_of = scene_of or self._scene
        self.snapshot = snapshot
        self.seat = snapshot.seat if snapshot.seat is not None else snapshot.own[0]
        """The player whose board is shown."""
        self._marked: frozenset[str] = frozenset()
        """The islands that a hint names."""

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        with Horizontal(id="main"):
            with ScrollableContainer(id="room", can_focus=False):
                yield BoardView(id="own")
            yield Others(id="others")
            with Vertical(id="side"):
                yield GoalPanel(id="goals", markup=False)
                yield CardPanel(id="cards", markup=False)
                yield PlayerPanel(id="players", markup=False)
                yield LogPanel(id="log")
        yield Static(id="guide", markup=False)

    @property
    def board(self) -> BoardView:
        """The large board."""
        return self.query_one("#own", BoardView)

    @property
    def log_panel(self) -> LogPanel:
        return self.query_one(LogPanel)

    @property
    def is_own_turn(self) -> bool:
        """Whether the board that is shown is the one on which somebody here is to act."""
        return self.seat == self.snapshot.seat and self.snapshot.draft is not None

    def on_mount(self) -> None:
        self.set_interval(1.0, self.draw_head)  # a clock may run

    def guide(self, sentences: Sequence[str]) -> None:
        """Show what to do next."""
        self.query_one("#guide", Static).update(Text(" ".join(sentences)))

    def mark(self, islands: frozenset[str]) -> None:
        """Mark the islands that a hint names, and no others."""
        if islands != self._marked:
            self._marked = islands
            self.draw()

    def show(self, snapshot: Snapshot) -> None:
        """Show a table as it stands now."""
        before, self.snapshot = self.snapshot, snapshot
        is_next = len(snapshot.game.cards) != len(before.game.cards)
        if snapshot.seat != before.seat or is_next:
            self.board.origin = None
            self.seat = self.seat if snapshot.seat is None else snapshot.seat
        self.draw()

    def show_next_board(self) -> None:
        """Show the board of the next player in the place of this one."""
        self.seat = (self.seat + 1) % len(self.snapshot.game.sheets)
        self.draw()

    def on_resize(self) -> None:
        self.draw()

    def draw(self) -> None:
        """Draw everything in the room that there is now."""
        scene, width = self._scene_of(self.seat), self.size.width
        side, least = WIDE_SIDE if width >= WIDE else NARROW_SIDE, Raster(scene, 1).width
        room = max(least, min(WIDEST_BOARD, width - side))
        self.board.styles.width = room
        self.query_one("#room").styles.width = min(room, max(1, width - side))
        self.board.has_cursor = self.is_own_turn
        self.board.show(scene, marked=self._marked)
        left = self.query_one(Others).show(self._others(), width - room - side)
        self.query_one("#side").styles.width = side + left
        self.query_one(GoalPanel).show(self.words, scene.boxes)
        self.query_one(CardPanel).show(scene.cells, side - 2)
        self.query_one(PlayerPanel).show(self.words, self.snapshot, self.seat)
        self.draw_head()

    def _scene(self, seat: int) -> Scene:
        now = self.snapshot
        if seat == now.seat and now.draft is not None:
            return own_scene(now.game, seat, now.draft, help=self._has_help)
        return open_scene(now.game, seat, help=self._has_help)

    def _others(self) -> list[tuple[str, Scene]]:
        game = self.snapshot.game
        count = len(game.sheets)
        seats = [(self.seat + step) % count for step in range(1, count)]
        return [(points_heading(self.words, game, seat), self._scene_of(seat)) for seat in seats]

    def draw_head(self) -> None:
        """Draw the round, the card, points and the time that is left."""
        words, now, seat = self.words, self.snapshot, self.seat
        game, say, parts = now.game, words.say, ["HASHI"]
        if game.cards:
            parts.append(
                say("Round {round} of {rounds}", round=len(game.cards), rounds=game.setup.rounds)
            )
        if game.card is not None:
            parts.append(say("card {card}", card=game.card))
        draft = now.draft if seat == now.seat else None
        name = player_name(words, game.setup.players[seat])
        parts.append(points_heading(words, game, seat, draft) if game.cards else name)
        left = now.company.time_left if now.company is not None else None
        parts += [] if left is None else [clock_text(words, left)]
        self.query_one("#head", Static).update(Text(" · ".join(parts)))
