"""How a game is shown: on a full screen where that is possible and wanted, else line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from typing import TextIO

from hashi.record import Record
from hashi.table import Phase
from hashi.terminal.console import Closed, Console
from hashi.terminal.replay_browser import step_through
from hashi.terminal.session import Session
from hashi.terminal.tables.game_table import GameTable

LEAST_COLUMNS, LEAST_ROWS = 60, 24
"""What a full screen needs."""


def may_fill_screen(out: TextIO, environ: Mapping[str, str]) -> bool:
    """Return whether a game can be shown on a full screen: Textual is installed, and a person sits
    before a window that is large enough and shows more than ASCII."""
    if sys.stdin is None or not (sys.stdin.isatty() and out.isatty()):
        return False
    if environ.get("TERM", "dumb") in ("dumb", "") or not find_spec("textual"):
        return False
    if not (out.encoding or "").lower().replace("-", "").startswith("utf"):
        return False
    try:
        columns, rows = os.get_terminal_size(out.fileno())
    except (OSError, ValueError):
        return False
    return columns >= LEAST_COLUMNS and rows >= LEAST_ROWS


def play(console: Console, table: GameTable, *, hints: bool = True) -> None:
    """Play until the game is over; raise Closed where the people leave before that."""
    session = Session(console, table, hints=hints)
    if not console.is_full_screen:
        session.run()
        return
    from hashi.terminal.screen.app import GameApp

    app = GameApp(console, table, hints=hints)
    app.run()
    if app.failure is not None:
        raise app.failure
    if table.phase not in (Phase.OVER, Phase.CLOSED):
        raise Closed
    session.tell_end()


def replay(console: Console, record: Record, round: int, seat: int) -> None:
    """Step through a record from this round, beginning with the board of this seat."""
    if not console.is_full_screen:
        step_through(console, record, round, seat)
        return
    from hashi.terminal.screen.replay_app import ReplayApp

    ReplayApp(console, record, round, seat).run()
