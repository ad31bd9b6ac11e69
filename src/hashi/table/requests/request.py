"""One thing that someone asks of a table: its fields, and what must hold before it is done."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Protocol

from hashi.bots import BOTS
from hashi.rules import Flaw, Malformed
from hashi.rules.game.name import LONGEST_NAME
from hashi.table.event import Event
from hashi.table.fields import Hex, JsonField, Text, Truth, Whole
from hashi.table.objection import Objected, Objection, Untimely, untimely
from hashi.table.options import FIELDS as OPTIONS
from hashi.table.shuffle import HASH_DIGITS, SHARE_DIGITS
from hashi.table.table import Phase, Table

LONGEST_ID = 64
STAND_IN = "friend" if "friend" in BOTS else "greedy"
"""The bot that plays for a person who is away."""


def _no_bot(given: str) -> Objected:
    return Objected(Objection.NO_BOT, given=given)


def _bad_name(_given: str) -> Malformed:
    return Malformed(Flaw.NAME)


_ID = Text("id", "Your own; a repeated request is carried out once", "", longest=LONGEST_ID)
_SEAT = Whole("seat", "Counts from 0")
_FREE_SEAT = Whole("seat", "Counts from 0; left out: the first that is free", is_optional=True)
_NAME = Text("name", f"1 to {LONGEST_NAME} characters", refuse=_bad_name)
_BOT = Text("bot", choices=BOTS, refuse=_no_bot)
_ROUND = Whole("round", "The round that this is about; refused if it is over", is_optional=True)
_TURN = (_SEAT, _ROUND)
_PROPOSAL = Whole("proposal", "The number of the proposal that this is about")
_HASH = Hex("hash", "The SHA-256 of your share of the shuffle", digits=HASH_DIGITS)
_SHARE = Hex(
    "share",
    "With a start, once the shuffle is sealed: your share of it, whose hash you sent before",
    is_optional=True,
    digits=SHARE_DIGITS,
)

FIELDS: dict[str, tuple[JsonField, ...]] = {
    "sit": (_NAME, _FREE_SEAT),
    "sit_bot": (_SEAT, _BOT, _NAME),
    "move": (_SEAT, Whole("to", "The seat to change places with, or a free one")),
    "ready": (_SEAT, Truth("on", "Whether you are ready", default=True)),
    "leave": (_SEAT,),
    "change": tuple(replace(each, default=None, is_optional=True) for each in OPTIONS),
    "list": (Truth("on", "Whether strangers may join, by the list of open tables"),),
    "commit": (_SEAT, _HASH),
    "begin": (
        Truth(
            "close", "Whether free seats close; otherwise every seat must be taken", default=False
        ),
    ),
    "seal": (_SEAT,),
    "begin_turn": (_SEAT,),
    "mark": (*_TURN, Text("marks", "A turn such as `5@c1 c1-c2`; a start: `c2=4`")),
    "tap": (
        *_TURN,
        Text("island", "The island that is tapped, such as `c2`"),
        Text("from", "The island that was selected before", ""),
    ),
    "tap_line": (*_TURN, Text("line", "The line that is tapped, such as `c1-c2`")),
    "undo": _TURN,
    "redo": _TURN,
    "clear": _TURN,
    "done": (*_TURN, _SHARE),
    "hint": _TURN,
    "reopen": _TURN,
    "call": (
        _SEAT,
        Whole("on", "The seat on whose sheet the mistake is"),
        Text("mark", "The mark that is wrong"),
        Whole("made", "The round in which it was made; left out: the last", is_optional=True),
    ),
    "check": (_SEAT,),
    "rewind": (Whole("to", "The round that is played again"),),
    "agree": (_PROPOSAL,),
    "decline": (_PROPOSAL,),
    "withdraw": (_PROPOSAL,),
    "resign": (_SEAT,),
    "close": (),
    "take_over": (_SEAT,),
    "give_back": (_SEAT,),
    "rematch": (Truth("same", "Whether the same cards come again", default=False),),
}
"""Everything that can be asked of a table, each request with the fields that are its own."""
REQUESTS = frozenset(FIELDS)
_BY_NAME = {
    (do, field.name, type(field)): field
    for do, fields in FIELDS.items()
    for field in (_ID, *fields)
}


@cache
def fields_of(do: str) -> tuple[JsonField, ...]:
    """Return all fields of a request; raise Objected where there is no such request."""
    if do not in FIELDS:
        raise Objected(Objection.UNKNOWN_REQUEST, given=do[:40])
    return (_ID, *FIELDS[do])


class Presence(Protocol):
    """Who is at a table; asked only by the few requests and the parts of a page that need it."""

    @property
    def here(self) -> AbstractSet[str]:
        """The holders who are connected."""
        ...

    @property
    def absent(self) -> AbstractSet[str]:
        """The people at the table who have been away for a while."""
        ...

    @property
    def long_gone(self) -> AbstractSet[str]:
        """Those of them of whom nothing was seen for a day."""
        ...

    @property
    def gone(self) -> AbstractSet[str]:
        """Those who have been away for so long that others may go on without them."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """One thing that someone asks for: `do` names it, the other fields are its arguments."""

    holder: str
    """Who asks: the hash of a browser's key, empty for one without."""
    do: str
    fields: dict[str, Any] = field(default_factory=dict)
    """The fields as they were sent; each is read when it is needed."""
    presence: Presence | None = None
    """Who is at the table; None where nobody knows."""

    @property
    def present(self) -> AbstractSet[str]:
        """The holders who are here now."""
        return self.presence.here if self.presence else frozenset()

    @property
    def absent(self) -> AbstractSet[str]:
        """The holders who have been away for a while."""
        return self.presence.absent if self.presence else frozenset()

    @property
    def long_gone(self) -> AbstractSet[str]:
        """The holders of whom nothing was seen for a day."""
        return self.presence.long_gone if self.presence else frozenset()

    @property
    def gone(self) -> AbstractSet[str]:
        """The holders who have been away for a minute."""
        return self.presence.gone if self.presence else frozenset()

    @property
    def id(self) -> str:
        """The sender's own name for the message; empty for none."""
        id: str = _ID.read(self.fields)
        return id

    @property
    def signature(self) -> str:
        """The id, apart from the ids of other people's messages."""
        id = self.id
        return f"{self.holder[:8]}:{id}" if id else ""

    # --- the values of its fields

    def text(self, name: str) -> str:
        text: str = self._field(name, Text).read(self.fields)
        return text

    def whole(self, name: str) -> int:
        number: int = self._field(name, Whole).read(self.fields)
        return number

    def truth(self, name: str) -> bool:
        is_so: bool = self._field(name, Truth).read(self.fields)
        return is_so

    def hex(self, name: str) -> str:
        digits: str = self._field(name, Hex).read(self.fields)
        return digits

    def _field(self, name: str, kind: type[JsonField]) -> JsonField:
        """Return the description of a field. What is not described is a fault of the program."""
        found = _BY_NAME.get((self.do, name, kind))
        if found is None:
            fields_of(self.do)
            raise LookupError(f"{self.do} has no field {name}")
        return found

    # --- whose seat, and when

    def seat(self, table: Table, name: str = "seat") -> int:
        """Return the seat that is meant, whoever it belongs to."""
        seat = self.whole(name)
        if not 0 <= seat < len(table.seats):
            raise Objected(Objection.NO_SEAT, given=seat + 1)
        return seat

    def own_seat(self, table: Table) -> int:
        """Return the seat that is meant; raise Objected if it is someone else's."""
        seat = self.seat(table)
        if not self.holder or table.seats[seat].holder != self.holder:
            raise Objected(Objection.NOT_YOUR_SEAT)
        return seat

    def by_one_at(self, table: Table) -> None:
        """Raise Objected unless the sender sits at the table or opened it."""
        if not table.seats_of(self.holder) and (not self.holder or self.holder != table.opener):
            raise Objected(Objection.NOT_YOUR_SEAT)

    def in_time(self, table: Table) -> None:
        """Raise Objected for a message about a round that is over."""
        if "round" in self.fields and self.whole("round") != len(table.played.cards):
            raise Objected(Objection.STALE)


def in_phase(table: Table, *phases: Phase) -> None:
    """Raise Objected unless the table is in one of these phases."""
    if table.phase not in phases:
        raise untimely(Untimely.BEGUN if phases == (Phase.LOBBY,) else table.moment)


@dataclass(frozen=True, slots=True)
class Decision:
    """What comes of a request, and the island that is selected now."""

    events: tuple[Event, ...] = ()
    selected: str = ""
