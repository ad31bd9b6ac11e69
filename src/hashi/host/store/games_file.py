"""One person's games as a file: to keep, and to bring to another browser.

The file is text. Its first line says what it is and how many games follow; each further line is one
table with its whole log, open turns included. Nobody is named by a key or its hash in it: seats of
the person are marked, and whoever brings the file in gets them. What follows from a log is not in
the file, and reviews are worked out again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from hashi.host.people.keys import is_id
from hashi.host.store.derived import Derived
from hashi.host.store.protocol import HASH_LENGTH, NEVER, Conflict, Store
from hashi.table.fold import replay
from hashi.table.log_format import BrokenLog, StoredEntry

KIND = "hashi games"
VERSION = 1
LARGEST = 1 << 26
"""Bytes of a file that is read: some thousand games."""
_OWN = "=" * HASH_LENGTH
"""Stands for the person whose games they are."""
_MOST = 1_000_000
_LONGEST = 60
"""Letters of what is said beside the games."""


class FileFlaw(Enum):
    """Why a file is not taken; it changes nothing then."""

    OTHER = auto()
    """It is no such file."""
    TORN = auto()
    """Something of it is missing."""
    NEWER = auto()
    """A newer version of the program has written it."""


class BadFile(Exception):
    """A file that is not taken."""

    def __init__(self, flaw: FileFlaw) -> None:
        super().__init__(flaw.name)
        self.flaw = flaw


@dataclass(frozen=True, slots=True)
class GamesFile:
    """What a file holds."""

    tables: Mapping[str, list[StoredEntry]]
    """The logs, by the ids of the tables."""
    about: Mapping[str, str] = field(default_factory=dict)
    """What belongs to the person beside their games, such as a name."""

    @classmethod
    def of(cls, store: Store, holder: str, about: Mapping[str, str]) -> GamesFile:
        """Return all games of a person, the latest first."""
        return cls({id: store.read(id) for id in store.tables(holder, _MOST)}, about)

    def to_text(self, holder: str) -> str:
        """Return the file; `holder` is the person."""
        head = {"kind": KIND, "v": VERSION, "games": len(self.tables), "about": dict(self.about)}
        lines = [json.dumps(head)]
        lines += [
            json.dumps({"table": id, "log": [text.replace(holder, _OWN) for _, text in log]})
            for id, log in self.tables.items()
        ]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str, holder: str) -> GamesFile:
        """Read a file for the person who gets the games; raise BadFile."""
        head, *lines = text.splitlines() or [""]
        known = _fields(head)
        if known.get("kind") != KIND:
            raise BadFile(FileFlaw.OTHER)
        if known.get("v") != VERSION:
            raise BadFile(FileFlaw.NEWER)
        tables = dict(_table(line, holder) for line in lines)
        if len(tables) != known.get("games"):
            raise BadFile(FileFlaw.TORN)
        about = known.get("about")
        return cls(tables, _about(about) if isinstance(about, dict) else {})


def _fields(line: str) -> dict[str, Any]:
    """Return the fields of a line, none where it holds something else."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _table(line: str, holder: str) -> tuple[str, list[StoredEntry]]:
    fields = _fields(line)
    id, log = fields.get("table"), fields.get("log")
    if not (isinstance(id, str) and is_id(id) and isinstance(log, list)):
        raise BadFile(FileFlaw.TORN)
    return id, [(number, str(text).replace(_OWN, holder)) for number, text in enumerate(log, 1)]


def _about(given: Mapping[str, Any]) -> dict[str, str]:
    return {
        name[:_LONGEST]: value
        for name, value in given.items()
        if isinstance(value, str) and len(value) <= _LONGEST**2
    }


# --- bringing it in


class Brought(Enum):
    """What came of one game."""

    NEW = auto()
    """It was missing here."""
    GROWN = auto()
    """It has gone on in the file, and does here now."""
    SAME = auto()
    """All of it was here."""
    DIFFERENT = auto()
    """It has gone on otherwise here, and stays so."""
    BROKEN = auto()
    """It cannot be replayed, or is nobody's: it was left out."""


def bring_in(
    store: Store, tables: Mapping[str, list[StoredEntry]], holder: str
) -> Iterator[tuple[str, Brought]]:
    """Add to a store what it lacks of these games; yield each with what came of it.

    Nothing that is there is changed or replaced.
    """
    for id, log in tables.items():
        yield id, _brought(store, id, log, holder)


def _brought(store: Store, id: str, log: list[StoredEntry], holder: str) -> Brought:
    here = store.read(id)
    if here[: len(log)] != log[: len(here)]:
        return Brought.DIFFERENT
    if here and len(here) >= len(log):
        return Brought.SAME
    try:
        derived = Derived.of(id, replay(log), log)
    except BrokenLog:
        return Brought.BROKEN
    if not log or holder not in dict(derived.labels):
        return Brought.BROKEN
    due = NEVER if derived.due is None else derived.due
    try:
        store.restore(id, log[len(here) :], derived.labels, derived.result, due).result()
    except Conflict:  # it goes on here in this moment
        return Brought.DIFFERENT
    return Brought.GROWN if here else Brought.NEW
