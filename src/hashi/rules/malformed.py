"""What is wrong with a text that cannot be read: a board, a deck, a record, a mark.

Rules speak codes, never sentences: `hashi.words` turns a flaw into one.
"""

from __future__ import annotations

from enum import StrEnum
from importlib import import_module
from typing import Any


class Flaw(StrEnum):
    """Why a text is not a board, a deck or a record."""

    # a board
    CELL = "cell"
    RAGGED = "ragged"
    RASTER = "raster"
    ISLANDS = "islands"
    BOARD_NAME = "board_name"
    NO_START = "no_start"
    BOARD_CODE = "board_code"
    # a deck
    CARD = "card"
    DECK_SIZE = "deck_size"
    # a file
    FILE = "file"
    ENCODING = "encoding"
    TOO_LONG = "too_long"
    # a record's shape
    JSON = "json"
    REPEATED_FIELD = "repeated_field"
    KIND = "kind"
    VERSION = "version"
    MISSING = "missing"
    PENS = "pens"
    NAME = "name"
    NAME_MISSING = "name_missing"
    NAME_TOO_LONG = "name_too_long"
    # a record's contents
    PLAYERS = "players"
    STARTS = "starts"
    TURNS = "turns"
    ROUNDS = "rounds"
    CALLS = "calls"
    TOO_MANY_CARDS = "too_many_cards"
    TOO_FEW_CARDS = "too_few_cards"
    CARD_NOT_IN_DECK = "card_not_in_deck"
    CARD_TOO_OFTEN = "card_too_often"
    # marks
    START = "start"
    MARK = "mark"
    ISLAND = "island"
    CALL = "call"
    CROWDED = "crowded"


class Malformed(ValueError):
    """A text that cannot be read: which flaw, where, and what was given instead.

    `flaw` is a `Flaw`, or one of those that a package above adds for what it alone reads.
    `details` holds the arguments of the sentence (`given`, `expected`, ...) and, where it
    is known, where it is: `file`, `line` and `column` (from 1), or `field` of a record.
    `str()` is the English sentence.

    >>> try:
    ...     hashi.Card.parse("7/1")
    ... except hashi.Malformed as malformed:
    ...     print(malformed)
    “7/1” isn’t a card. Write its number (1 to 6) and its bridges (1 to 3), such as 5/3.
    """

    def __init__(self, flaw: StrEnum, **details: str | int) -> None:
        super().__init__(flaw, details)
        self.flaw = flaw
        self.details = details

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it travel between processes: pickle would call it without its keywords."""
        return _malformed, (self.flaw, self.details)

    def at(self, **where: str | int) -> Malformed:
        """The same flaw, with where it was found; what is known already stays."""
        return Malformed(self.flaw, **{**where, **self.details})

    def __str__(self) -> str:
        """Return the English sentence, with where it is; the codes are in the fields."""
        words = import_module("hashi.words")  # late: rules import nothing that is above them
        sentence: str = words.describe(words.Words("en"), self)
        return sentence


def _malformed(flaw: StrEnum, details: dict[str, str | int]) -> Malformed:
    return Malformed(flaw, **details)


def unreadable(error: OSError) -> Malformed:
    """The flaw of a file that cannot be opened or read."""
    kinds = {FileNotFoundError: "missing", IsADirectoryError: "folder", PermissionError: "denied"}
    return Malformed(Flaw.FILE, given=kinds.get(type(error), "unreadable"))
