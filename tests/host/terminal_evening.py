"""Games in the terminal, as `hashi play` keeps them: each in a log file of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from hashi.boards import SIDES
from hashi.host import StoreDown
from hashi.host.local_table import LocalTable
from hashi.host.store.log_file import read_table
from hashi.rules import Malformed, deal, seeded
from hashi.table import Options, Phase
from hashi.terminal.tables.saved_games import new_log, newest_unfinished, open_saved
from tests.host.evening import digest
from tests.support.tables import SHORT_DECK

T = TypeVar("T")
Say = Callable[[str], None]
GAMES = 2
PATIENCE = 5
"""How often a person tries again what could not be saved."""


def play(place: str, said: Sequence[str], say: Say) -> None:
    """Play so many games to their end, and begin one in which nothing is marked."""
    folder = Path(place)
    over = sum(line.startswith("over ") for line in said)
    for number in range(over, GAMES):
        table = _persist(lambda number=number: _opened(folder, number))  # type: ignore[misc]
        _play(table, say)
        table.close()
        say(f"over {table.path.name}")
    table = _persist(lambda: _new(folder, GAMES))
    _persist(table.discard)
    say(f"gone {table.path.name}")


def _opened(folder: Path, number: int) -> LocalTable:
    """Return the game that was left off, or a new one."""
    path = newest_unfinished(folder)
    return _new(folder, number) if path is None else open_saved(path)


def _new(folder: Path, number: int) -> LocalTable:
    """Begin a game: the first by two people, the second by one against a bot."""
    options = Options(board=list(SIDES)[number % 2], seats=2, deck=SHORT_DECK)
    table = LocalTable(new_log(folder), lambda: 1.0)
    bots = ["random"] if number % 2 else []
    dealt = deal(options.played_deck(), seeded(str(number)))
    table.begin(options, ["Tim", "Linus"], dealt, bots)
    return table


def _play(table: LocalTable, say: Say) -> None:
    while table.table.phase is not Phase.OVER:
        _persist(table.play_bots)
        for seat in table.table.waiting_for:
            if table.table.seats[seat].is_bot:
                continue
            if table.table.phase is Phase.STARTS and not table.table.seats[seat].marks.marks:
                islands = table.table.played.setup.board.islands
                island = next(each for each in islands if each.flag is None)
                _ask(table, say, "mark", seat=seat, marks=f"{island}=3")
                _ask(table, say, "undo", seat=seat)
                _ask(table, say, "redo", seat=seat)
            _ask(table, say, "done", seat=seat)


def _ask(table: LocalTable, say: Say, do: str, **fields: object) -> None:
    _persist(lambda: table.ask(do, **fields))
    line = table.path.read_bytes().splitlines()[table.table.number - 1].decode()
    say(f"entry {table.path.name} {table.table.number} {digest(line)}")


def _persist(call: Callable[[], T]) -> T:
    """Try again what could not be saved or begun, as a person does who is told so."""
    for _ in range(PATIENCE):
        try:
            return call()
        except (StoreDown, Malformed, OSError):
            time.sleep(0.001)
    return call()


def losses(place: str, said: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what was said and is not in the files, and what is wrong with them."""
    lost, wrong, folder = list[str](), list[str](), Path(place)
    for line in said:
        what, name, *rest = line.split()
        path = folder / name
        match what, rest:
            case "gone", []:
                if path.exists():
                    lost.append(line)
            case "over", []:
                if not path.exists() or read_table(path).phase is not Phase.OVER:
                    lost.append(line)
            case "entry", [number, told]:
                lines = path.read_bytes().splitlines() if path.exists() else []
                at = int(number)
                if len(lines) < at or digest(lines[at - 1].decode()) != told:
                    lost.append(line)
    for path in folder.glob("*.hashi"):
        try:
            table = read_table(path)
        except Malformed as malformed:
            if malformed.details["given"] != "no_game":  # one that never began
                wrong.append(f"{path.name}: {malformed}")
            continue
        if table.phase is not Phase.OVER and any(start for start in table.played.starts):
            wrong.append(f"{path.name} is not over")
    return lost, wrong
