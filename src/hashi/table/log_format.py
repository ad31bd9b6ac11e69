"""The log as text: one JSON object for each entry, with the version of the format.

A version is added when the meaning of stored fields changes; every released version is read
(`tests/releases` holds logs of each). Version 0 is what 0.1.0 wrote: the same fields without `v`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Any

from hashi.record import Notation, notation_for, start_text
from hashi.rules import PASS, Board, Card, Deal, Turn
from hashi.table.event import (
    Agreed,
    Begun,
    CameBack,
    CardTurned,
    Changed,
    Checked,
    Committed,
    Dealt,
    Drafted,
    Event,
    Finished,
    GivenBack,
    Handed,
    Hinted,
    Listed,
    LogEntry,
    MistakeCalled,
    Moved,
    Opened,
    Proposed,
    Readied,
    Rejected,
    Rematched,
    Reopened,
    Resigned,
    Rewound,
    Sealed,
    Seated,
    Started,
    TableClosed,
    TakenOver,
    TurnBegun,
    Unseated,
    WentAway,
    Withdrawn,
)
from hashi.table.options import Options

VERSION = 1

DEALS = (f'%"kind": "{Begun.kind}"%', f'%"kind": "{Dealt.kind}"%')
"""What the heads of entries are like that may hold the deal, in SQL."""
LOG_HEAD = 64
"""How many bytes of a file tell whether it is a log."""

_DRAFT = f'"kind": "{Drafted.kind}"'

StoredEntry = tuple[int, str]
"""A number in the log and the text that is kept under it."""

Fields = dict[str, Any]


class BrokenLog(Exception):
    """A log that cannot be replayed: at which entry, and why."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(number, why)  # both, so that it comes whole out of another process
        self.number, self.why = number, why

    def __str__(self) -> str:
        return f"entry {self.number}: {self.why}"


class NewerLog(BrokenLog):
    """A log to which a newer version of the program has written."""


def begins_log(head: bytes) -> bool:
    """Return whether these first bytes of a file are those of a log; no record begins so."""
    return f'"kind": "{Opened.kind}"'.encode() in head[:LOG_HEAD]


def is_draft(text: str) -> bool:
    """Return whether a stored entry is a draft, without reading it: its kind stands at the head."""
    return _DRAFT in text[:LOG_HEAD]


def turns_card(text: str) -> bool:
    """Return whether a card is turned by a stored entry, without reading it."""
    return f'"kind": "{CardTurned.kind}"' in text[:LOG_HEAD]


def rewinds(text: str) -> bool:
    """Return whether a stored entry leads back to an earlier round, without reading it."""
    return f'"kind": "{Rewound.kind}"' in text[:LOG_HEAD]


def closes(text: str) -> bool:
    """Return whether a stored entry ends a table before its game is over, without reading it."""
    return f'"kind": "{TableClosed.kind}"' in text[:LOG_HEAD]


def entry_text(entry: LogEntry) -> str:
    """Return an entry as it is stored."""
    kind = entry.event.kind
    write = _WRITERS.get(type(entry.event), _plain)
    fields = {"v": VERSION, "kind": kind, "at": entry.at, **write(entry.event)}
    if entry.id:
        fields["id"] = entry.id
    return json.dumps(fields)


def read_log(stored: Iterable[StoredEntry], board: Board | None = None) -> Iterator[LogEntry]:
    """Yield the entries of a stored log, or raise BrokenLog.

    `board` is the board of the table where the log is not read from its beginning.
    """
    notation = None if board is None else notation_for(board)
    for number, text in stored:
        try:
            fields = json.loads(text)
            version = fields.pop("v", 0)
            if version > VERSION:
                raise NewerLog(number, f"written by a newer version (format {version})")
            kind, at, id = fields.pop("kind"), fields.pop("at"), fields.pop("id", "")
            event = _read_event(kind, fields, notation)
        except BrokenLog:
            raise
        except Exception as error:  # a broken log is told as such, whatever is wrong with it
            raise BrokenLog(number, f"{type(error).__name__}: {error}") from error
        if isinstance(event, (Opened, Changed)):
            notation = notation_for(Options.from_json(event.options).played_board())
        yield LogEntry(number, at, event, id)


def _read_event(kind: str, fields: Fields, notation: Notation | None) -> Event:
    event = _BY_KIND[kind]
    read = _READERS.get(event)
    if read is None:
        return event(**fields)
    if notation is None:
        raise ValueError(f"{kind!r} stands before the table is opened")
    return event(**read(fields, notation))


def _turn_text(turn: Turn) -> str:
    return str(turn) if turn.marks else ""


def _deal_fields(deal: Deal | None) -> Fields:
    """Return a deal as it is written; nothing where the cards are not shuffled yet."""
    return {"cards": [str(card) for card in deal.cards], "box": str(deal.box)} if deal else {}


def _deal_of(fields: Fields) -> Deal:
    return Deal(tuple(Card.parse(card) for card in fields["cards"]), Card.parse(fields["box"]))


_WRITERS: dict[type[Event], Callable[[Any], Fields]] = {
    Begun: lambda begun: {
        **_deal_fields(begun.deal),
        "salt": begun.salt,
        **({"seal": begun.seal} if begun.deal else {}),
    },
    Dealt: lambda dealt: {**_deal_fields(dealt.deal), "seal": dealt.seal},
    Started: lambda started: {**_shallow(started), "start": start_text(started.start)},
    CardTurned: lambda turned: {
        "card": str(turned.card),
        **({"pause": turned.pause} if turned.pause else {}),
    },
    Drafted: lambda drafted: {
        "seat": drafted.seat,
        "marks": str(drafted.turn),
        "undone": _turn_text(drafted.undone),
        **({"step": drafted.step} if drafted.step else {}),
    },
    Finished: lambda finished: {**_shallow(finished), "turn": str(finished.turn)},
    MistakeCalled: lambda called: {**_shallow(called), "mark": str(called.mark)},
}
"""How the events are written that hold more than plain values."""

_READERS: dict[type[Event], Callable[[Fields, Notation], Fields]] = {
    Begun: lambda fields, _: {
        "deal": _deal_of(fields) if "cards" in fields else None,
        "salt": fields["salt"],
        "seal": fields["seal"] if "cards" in fields else "",
    },
    Dealt: lambda fields, _: {"deal": _deal_of(fields), "seal": fields["seal"]},
    Started: lambda fields, notation: {**fields, "start": notation.start(fields["start"])},
    CardTurned: lambda fields, _: {**fields, "card": Card.parse(fields["card"])},
    Drafted: lambda fields, notation: {
        "seat": fields["seat"],
        "turn": notation.turn(fields["marks"]),
        "undone": notation.turn(fields["undone"]) if fields["undone"] else PASS,
        "step": fields.get("step", ""),
    },
    Finished: lambda fields, notation: {**fields, "turn": notation.turn(fields["turn"])},
    MistakeCalled: lambda fields, notation: {**fields, "mark": notation.marks(fields["mark"])[0]},
}
"""The way back."""

_BY_KIND: dict[str, type[Event]] = {
    event.kind: event
    for event in (
        *(Opened, Seated, Unseated, Handed, Committed, Begun, Started, Dealt, CardTurned),
        *(Sealed, Drafted, Finished),
        *(Reopened, MistakeCalled, Checked, Rewound, TakenOver, GivenBack, Rematched, Hinted),
        *(Proposed, Agreed, Rejected, Withdrawn, WentAway, CameBack, Resigned, TableClosed),
        *(Listed, Moved, Readied, Changed, TurnBegun),
    )
}


_ADDED = (
    *("series", "daily", "challenge", "from_round", "is_away", "seat", "same"),
    *("secret", "share", "freed"),
)
"""Fields that events have got since; at their default they are left out."""


def _plain(event: Event) -> Fields:
    """Return an event's fields as plain values, those left out that say nothing new."""
    return _telling(event, asdict(event))


def _shallow(event: Event) -> Fields:
    """Return an event's fields likewise, but as they are, objects included."""
    return _telling(event, {name: getattr(event, name) for name in event.__dataclass_fields__})


def _telling(event: Event, values: Fields) -> Fields:
    """Leave out what was added since and stands at its default."""
    known = event.__dataclass_fields__
    return {
        name: value
        for name, value in values.items()
        if name not in _ADDED or value != known[name].default
    }
