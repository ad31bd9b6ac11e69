"""One thing that somebody asks of a table, and what has to hold before it is looked at."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from hashi.rules import Flaw, Malformed
from hashi.table.event import Event
from hashi.table.objection import Objected, Objection
from hashi.table.table import Phase, Table

LONGEST_ID = 64
LONGEST_TEXT = 500
LARGEST_NUMBER = 1_000_000


@dataclass(frozen=True, slots=True)
class Request:
    """One thing that somebody asks for: `do` names it, the other fields are its arguments."""

    holder: str
    """Who asks: the hash of a browser's key, empty for one without."""
    do: str
    fields: dict[str, Any] = field(default_factory=dict)
    present: AbstractSet[str] = frozenset()
    """The holders who are here now."""

    @property
    def id(self) -> str:
        """The sender's own mark on the message; empty for none."""
        return self.text("id", usual="", longest=LONGEST_ID)

    @property
    def signature(self) -> str:
        """The id, apart from the ids of other people's messages."""
        return f"{self.holder[:8]}:{self.id}" if self.id else ""

    def text(self, name: str, usual: str | None = None, longest: int = LONGEST_TEXT) -> str:
        value = self.fields.get(name, usual)
        if type(value) is not str:
            raise Malformed(Flaw.KIND, field=name, expected="text", given="")
        if len(value) > longest:
            raise Malformed(Flaw.TOO_LONG, field=name, expected=longest)
        return value

    def whole(self, name: str) -> int:
        value = self.fields.get(name)
        if type(value) is not int or abs(value) > LARGEST_NUMBER:
            raise Malformed(Flaw.KIND, field=name, expected="number", given="")
        return value

    # --- whose seat, and when

    def seat(self, table: Table, name: str = "seat") -> int:
        """The seat that is meant, whosever it is."""
        seat = self.whole(name)
        if not 0 <= seat < len(table.seats):
            raise Objected(Objection.NO_SEAT, given=seat + 1)
        return seat

    def own_seat(self, table: Table) -> int:
        seat = self.seat(table)
        if not self.holder or table.seats[seat].holder != self.holder:
            raise Objected(Objection.NOT_YOUR_SEAT)
        return seat

    def by_one_at(self, table: Table) -> None:
        """Only those who sit at the table, and the one who opened it, may ask this."""
        if not table.seats_of(self.holder) and (not self.holder or self.holder != table.host):
            raise Objected(Objection.NOT_YOUR_SEAT)

    def in_time(self, table: Table) -> None:
        """A message about a round that is over comes too late."""
        if "round" in self.fields and self.whole("round") != len(table.played.cards):
            raise Objected(Objection.STALE)


def in_phase(table: Table, *phases: Phase) -> None:
    if table.phase not in phases:
        raise Objected(Objection.NOT_NOW)


@dataclass(frozen=True, slots=True)
class Decision:
    """What comes of a request, and the island that is selected now."""

    events: tuple[Event, ...] = ()
    selected: str = ""
