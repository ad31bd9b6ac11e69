"""Read board and deck files; errors carry line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from os import PathLike
from pathlib import Path

from hashi.boards.draft import BoardDraft
from hashi.rules.board import CELLS, LARGEST_RASTER, WATER, Board
from hashi.rules.card import Card, check_deck_size
from hashi.rules.malformed import Flaw, Malformed, unreadable

SIDES = ("A", "B")
_HERE = Path(__file__).parent
_LARGEST_FILE = 65_536
AnyPath = str | PathLike[str]
"""A path as the standard library takes it."""
_Word = tuple[int, int, str]
"""A word of a file with its line and column, both from 1."""


def board(side: str) -> Board:
    """Return one of the two sides of our board: A, the easier one, or B.

    >>> hashi.board("A")
    <Board A: 18 islands, 24 lines>
    """
    if side.upper() not in SIDES:
        raise Malformed(Flaw.BOARD_NAME, given=side)
    return _side(side.upper())


@cache
def _side(side: str) -> Board:
    return board_from_lines(_lines_of(_HERE / f"{side.lower()}.txt"), name=side)


@cache
def standard_deck() -> tuple[Card, ...]:
    """Return the 18 cards of the game (R3).

    >>> len(hashi.standard_deck()), str(hashi.standard_deck()[0])
    (18, '1/1')
    """
    return deck_from_lines(_lines_of(_HERE / "deck.txt"))


def read_board(path: AnyPath) -> Board:
    """Return the board in a file: one row to a line, cells with spaces between.

    >>> _ = Path("mine.txt").write_text("o . o . r\\n. o . b .\\no . r . o\\n")
    >>> len(hashi.read_board("mine.txt").islands)
    8
    """
    try:
        return board_from_lines(_lines_of(Path(path)))
    except Malformed as malformed:
        raise malformed.at(file=str(path)) from None


def read_deck(path: AnyPath) -> tuple[Card, ...]:
    """Return the deck in a file: cards such as `5/3` with spaces or line breaks between.

    >>> _ = Path("deck.txt").write_text("5/3 2/1 6/2\\n")
    >>> len(hashi.read_deck("deck.txt"))
    3
    """
    try:
        return deck_from_lines(_lines_of(Path(path)))
    except Malformed as malformed:
        raise malformed.at(file=str(path)) from None


def read_draft(path: AnyPath) -> BoardDraft:
    """Return the board in a file, which may still have too few islands to be played."""
    try:
        return draft_from_lines(_lines_of(Path(path)))
    except Malformed as malformed:
        raise malformed.at(file=str(path)) from None


def board_from_lines(lines: Sequence[str], name: str | None = None) -> Board:
    """A board from rows of cells with spaces between; `#` begins a line of comment."""
    rows = _rows(lines)
    try:
        return Board(_cells(rows), name)
    except Malformed as malformed:
        raise _in_file(malformed, rows) from None


def draft_from_lines(lines: Sequence[str]) -> BoardDraft:
    """The same for a board that may still have too few islands."""
    rows = _rows(lines)
    try:
        return BoardDraft(_cells(rows))
    except Malformed as malformed:
        raise _in_file(malformed, rows) from None


def _rows(lines: Sequence[str]) -> list[list[_Word]]:
    """Return the words of each row; raise Malformed for too many rows, or what is no cell."""
    rows = [list(words) for words in _words(lines)]
    if len(rows) > LARGEST_RASTER:
        line, column, _ = rows[LARGEST_RASTER][0]
        raise Malformed(
            Flaw.RASTER, line=line, column=column, given=len(rows), expected=LARGEST_RASTER
        )
    for line, column, word in (word for row in rows for word in row):
        if word not in CELLS and word != WATER:
            raise Malformed(Flaw.CELL, line=line, column=column, given=word)
    return rows


def _cells(rows: list[list[_Word]]) -> tuple[str, ...]:
    return tuple("".join(word for _, _, word in row) for row in rows)


def deck_from_lines(lines: Sequence[str]) -> tuple[Card, ...]:
    """A deck from cards such as `5/3` with spaces between; `#` begins a line of comment."""
    cards: list[Card] = []
    for line, column, word in (word for words in _words(lines) for word in words):
        try:
            cards.append(Card.parse(word))
        except Malformed as malformed:
            raise malformed.at(line=line, column=column) from None
    check_deck_size(cards)
    return tuple(cards)


def _lines_of(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise unreadable(error) from None
    if len(content) > _LARGEST_FILE:
        raise Malformed(Flaw.TOO_LONG, expected=_LARGEST_FILE)
    try:
        return content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise Malformed(Flaw.ENCODING) from None


def _words(lines: Sequence[str]) -> Iterator[Iterator[_Word]]:
    """The words of each line that is neither empty nor a comment."""
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield ((number, m.start() + 1, m.group()) for m in re.finditer(r"\S+", line))


def _in_file(malformed: Malformed, rows: list[list[_Word]]) -> Malformed:
    """Return the flaw of a board with its row and cell as line and column of the file."""
    details = dict(malformed.details)
    row, cell = details.pop("row", None), details.pop("cell", None)
    if not isinstance(row, int) or not isinstance(cell, int):
        return malformed
    words = rows[row - 1]
    line, column, word = words[min(cell, len(words)) - 1]
    column += len(word) + 1 if cell > len(words) else 0
    return Malformed(malformed.flaw, line=line, column=column, **details)
