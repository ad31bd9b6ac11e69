"""Records from files."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader
from os import PathLike
from pathlib import Path

from hashi.record import Record, records
from hashi.rules import Malformed


def read_record(path: str | PathLike[str]) -> Record:
    """Return the record in a file, or the record of a game that `hashi play` has saved.

    Raise OSError where the file cannot be opened, Malformed where it holds no record.

    >>> game = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2")
    >>> _ = Path("game.json").write_text(hashi.write(game.record))
    >>> hashi.read_record("game.json")
    <Record on board A: Tim; 0 rounds of 17>

    Raise OSError, such as FileNotFoundError, where the file cannot be read, and Malformed where
    its text cannot be.
    """
    with Path(path).open("rb") as file:
        if is_saved_game(file):
            return read_saved_game(path)
        (found,) = records(file, is_lines=False)
    if isinstance(found, Malformed):
        raise found.at(file=str(path))
    return found


def read_records(path: str | PathLike[str]) -> Iterator[Record]:
    """Yield the records of a file with one record to a line, such as `hashi arena` writes.

    >>> game = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2")
    >>> _ = Path("games.ndjson").write_text(2 * f"{hashi.write(game.record)}\\n")
    >>> [record.setup.players for record in hashi.read_records("games.ndjson")]
    [('Tim',), ('Tim',)]

    Raise OSError where the file cannot be read, and Malformed for the first line that cannot be.
    """
    with Path(path).open("rb") as file:
        for found in records(file, is_lines=True):
            if isinstance(found, Malformed):
                raise found.at(file=str(path))
            yield found


def is_saved_game(file: BufferedReader) -> bool:
    """Return whether a file begins as a saved game of the terminal does; no record does.

    Nothing is consumed: the file may be a pipe.
    """
    from hashi.table.log_format import LOG_HEAD, begins_log

    return begins_log(file.peek(LOG_HEAD))


def read_saved_game(path: str | PathLike[str]) -> Record:
    """Return the record of a saved game of the terminal, or raise Malformed."""
    from hashi.host.store.log_file import read_table

    return read_table(Path(path)).record
