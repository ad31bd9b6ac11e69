"""A moment in the words of whoever is told: what the browser shows."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from hashi.host.store.protocol import KeptPush
from hashi.server.push.encryption import LONGEST
from hashi.server.push.moments import Kind, Moment
from hashi.server.view.table_titles import state_of, title_of
from hashi.server.visitor import words_in
from hashi.table import Table
from hashi.words import N_, Words, player_name, until_text

TITLES = {
    Kind.TURN: N_("Your turn"),
    Kind.ASKED: N_("{player} asks to go back to round {round}."),
    Kind.SOON: N_("Your turn ends soon"),
    Kind.OVER: N_("The game is over."),
    Kind.REMATCH: N_("Play again?"),
}
URGENCY = {
    Kind.TURN: "normal",
    Kind.ASKED: "normal",
    Kind.SOON: "high",
    Kind.OVER: "low",
    Kind.REMATCH: "normal",
}
"""How much a phone that saves power should care (RFC 8030, 5.3)."""
LONGEST_ZONE = 64
SHORTENED = 60
"""Letters of a line that is too long for a message in the worst case."""


def message(push: KeptPush, moment: Moment, table: Table, now: float) -> bytes:
    """Return what the browser of an address is sent: sentences, and where a tap leads.

    It says with whom one plays and how far the game has come, and nothing of cards, boards or
    points: a result is to be seen at the table.
    """
    words = words_in(push.language)
    fields = {
        "code": moment.kind.name.lower(),
        "lang": push.language,
        "title": _title(words, moment, table).removesuffix("."),
        "body": _body(words, push.zone, moment, table, now),
        "to": f"t/{moment.table}",
    }
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
    if len(text) >= LONGEST:  # names may have letters of many bytes
        fields |= {name: fields[name][:SHORTENED] for name in ("title", "body")}
        text = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
    return text


def _title(words: Words, moment: Moment, table: Table) -> str:
    said, asked = TITLES[moment.kind], table.proposal
    if moment.kind is not Kind.ASKED or asked is None:
        return words.say(said)
    asking = player_name(words, table.seats[asked.seat].name)
    return words.say(said, player=asking, round=asked.round)


def _body(words: Words, zone: str, moment: Moment, table: Table, now: float) -> str:
    own = table.seats_of(moment.holder)
    named = title_of(words, table, own)
    if moment.kind is Kind.REMATCH and table.next_by is not None:
        asking = player_name(words, table.seats[table.next_by].name)
        if table.is_next_same:
            return words.say("{player} wants to play again with the same cards.", player=asking)
        return words.say("{player} wants to play again.", player=asking)
    if moment.kind is Kind.OVER:
        return named
    parts = [named, state_of(words, table), _until(words, zone, moment.until, now)]
    return " · ".join(filter(None, parts))


def _until(words: Words, zone: str, deadline: float, now: float) -> str:
    """Return until when there is time, empty where nobody knows the reader's clock."""
    found = _zone(zone)
    if found is None:
        return ""
    due = datetime.fromtimestamp(deadline, found)
    return until_text(words, due, datetime.fromtimestamp(now, UTC))


@lru_cache(maxsize=1024)
def _zone(name: str) -> ZoneInfo | None:
    """Return a time zone by the name that browsers use for it; None for anything else."""
    try:
        return ZoneInfo(name) if name and len(name) <= LONGEST_ZONE else None
    except (ValueError, OSError, KeyError):  # ZoneInfoNotFoundError is a KeyError
        return None


def is_zone(name: str) -> bool:
    """Return whether this names a time zone."""
    return _zone(name) is not None
