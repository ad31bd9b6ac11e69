"""A person at the keyboard who looks at the saved game and types what is allowed."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

from benchmarks.random_play import random_turn

from hashi.host.local_table import HOLDER
from hashi.host.store.log_file import read_table
from hashi.table import Phase, Table


class Typist(io.StringIO):
    """Types starts and random turns for every person of the newest game in a data folder."""

    def __init__(self, home: Path, *first: str, rounds: int = 99) -> None:
        """Type these lines first, and `quit` after so many rounds."""
        super().__init__()
        self._folder = home / "hashi" / "games"
        self._first = list(first)
        self._rounds = rounds
        self._random = Random("typist")

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        return (self._first.pop(0) if self._first else self._next()) + "\n"

    def _next(self) -> str:
        table = read_table(max(self._folder.glob("*.hashi")))
        if table.phase is Phase.STARTS:
            islands = table.played.setup.board.islands
            return f"{next(i for i in islands if i.flag is None)}=4 done".upper()
        if table.phase is Phase.CHECK:
            return "done"
        if table.played.rounds >= self._rounds:
            return "quit"
        return self._turn(table)

    def _turn(self, table: Table) -> str:
        seat = next(s for s in table.waiting_for if table.seats[s].holder == HOLDER)
        game = table.played
        assert game.card is not None
        turn = random_turn(self._random, game.sheets[seat], game.card)
        return f"{turn} skip" if turn.marks else "pass"
