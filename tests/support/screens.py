"""A full screen without a terminal: games made for it, and a person at its keyboard and mouse."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from hashi.boards import board, standard_deck
from hashi.drawing import Palette, Theme
from hashi.drawing.characters.terminal import Raster
from hashi.host.local_table import LocalTable
from hashi.rules import Bridge, Island, Line, Number, Pens, Turn, deal, seeded
from hashi.terminal.console import Console
from hashi.terminal.screen.app import GameApp
from hashi.terminal.screen.board_view import ARROWS, BoardView, island_towards
from hashi.terminal.tables.local_game import LocalGame
from hashi.terminal.tables.saved_games import new_log, options_for
from hashi.words import Words

PATIENCE = 60.0


def local_game(
    folder: Path,
    people: Sequence[str] = ("Tim",),
    bots: Sequence[str] = (),
    *,
    language: str = "en",
    seed: str = "s",
    pens: Pens = Pens.GUIDED,
) -> LocalGame:
    """Begin a game in a folder."""
    table = LocalTable(new_log(folder), time.time)
    names = [*people, *(f"Bot {number}" for number in range(1, len(bots) + 1))]
    agreed = options_for(board("A"), standard_deck(), len(names), pens)
    table.begin(agreed, names, deal(standard_deck(), seeded(seed)), bots)
    return LocalGame(Words(language), table)


def game_app(game: Any, language: str = "en", theme: Theme = Theme.DARK) -> GameApp:
    """Return the screen of a table."""
    return GameApp(Console(Words(language), Palette.TRUECOLOUR, theme), game)


class Person:
    """Somebody at the keyboard and the mouse of a full screen."""

    def __init__(self, app: GameApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def settle(self, *, is_asked: bool = False) -> None:
        """Wait until the screen has done what was asked, or asks something itself."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            await self.pilot.pause()
            if self.app.failure is not None:
                raise self.app.failure
            if is_asked and len(self.app.screen_stack) > 1:
                return
            now = self.app.snapshot
            is_at_rest = now.seat is not None or now.is_over or now.company is not None
            if not is_asked and not self.app.is_busy and is_at_rest:
                await self.pilot.pause()
                return
        raise TimeoutError(self.told)

    async def until(self, is_so: Callable[[], bool]) -> bool:
        """Wait until the table stands so."""
        end = time.monotonic() + PATIENCE
        while not is_so():
            if self.app.failure is not None:
                raise self.app.failure
            assert time.monotonic() < end, self.told
            await self.pilot.pause(0.02)
        await self.settle()
        return True

    @property
    def told(self) -> str:
        """What the log holds."""
        return self.app.view.log_panel.told

    @property
    def guide(self) -> str:
        """What is said to be next."""
        return str(self.app.view.query_one("#guide").render())

    @property
    def marks(self) -> list[str]:
        """The marks of the open turn."""
        draft = self.app.snapshot.draft
        return [] if draft is None else sorted(map(str, draft.marks))

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def go_to(self, island: Island) -> None:
        """Move the cursor to an island by the arrow keys."""
        view = self.app.view.board
        assert view.cursor is not None
        board = self.app.snapshot.game.setup.board
        ways: dict[Island, list[str]] = {view.cursor: []}
        left = deque([view.cursor])
        while island not in ways:
            here = left.popleft()
            for key, step in ARROWS.items():
                there = island_towards(board, here, *step)
                if there is not None and there not in ways:
                    ways[there] = [*ways[here], key]
                    left.append(there)
        await self.pilot.press(*ways[island])
        assert view.cursor == island

    async def click(self, thing: Island | Line) -> None:
        """Click on an island, or on the middle of a line."""
        view = self.app.view.board
        assert view.scene is not None
        raster = Raster(view.scene, view.size.width)
        if isinstance(thing, Island):
            row, column = raster.cell(thing.column, thing.row)
        else:
            span = next(span for span in view.scene.spans if span.name == thing.name)
            cells = raster.cells(span)
            row, column = cells[len(cells) // 2]
        await self.pilot.click(BoardView, offset=(column, row))
        await self.settle()

    async def mark(self, turn: Turn, *, by_mouse: bool) -> None:
        """Make the marks of a turn, by the mouse or by the keyboard alone."""
        for mark in turn.marks:
            assert isinstance(mark, Number | Bridge)
            if by_mouse:
                await self.click(mark.island if isinstance(mark, Number) else mark.line)
            elif isinstance(mark, Number):
                await self.go_to(mark.island)
                await self.press("enter")
            else:
                await self.draw(mark.line)

    async def draw(self, line: Line) -> None:
        """Draw a bridge by Shift and an arrow."""
        a, b = line.ends
        await self.go_to(a)
        await self.press("shift+right" if a.row == b.row else "shift+down")
