"""A challenge as a text of its own, for a link between devices that share no server.

It holds the options, the cards and how the game ended. Nobody vouches for that: whoever makes the
link could write another result. Its code is a digest of the text, so that it takes nobody else's.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections import Counter
from hashlib import sha256
from typing import Any, Final

from hashi.rules import Card, Deal, Malformed
from hashi.rules.game.name import check_name
from hashi.table.kept_challenge import KeptChallenge
from hashi.table.labels import CODE_LENGTH
from hashi.table.objection import Objected, Objection
from hashi.table.options import Options
from hashi.table.result import Aid, Result

LONGEST: Final = 4_000
"""Characters of a text; a usual one has about 300."""
LARGEST: Final = 20_000
"""Bytes of what is in it."""
MOST_POINTS: Final = 1_000


def code_of_text(text: str) -> str:
    """Return the code of the challenge that a text holds."""
    return sha256(f"hashi sent challenge {text}".encode()).hexdigest()[:CODE_LENGTH]


def to_text(options: Options, deal: Deal, result: Result) -> str:
    """Return a challenge as a text that can stand in an address."""
    fields = {
        "options": options.to_json(),
        "cards": [str(card) for card in (*deal.cards, deal.box)],
        "totals": result.totals,
        "players": result.players,
        "aid": result.best_aid or "",
    }
    packed = zlib.compress(json.dumps(fields, separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def from_text(text: str) -> KeptChallenge:
    """Return the challenge that a text holds; raise Objected where there is none in it."""
    try:
        return _read(json.loads(_unpacked(text)))
    except (ValueError, TypeError, KeyError, zlib.error, Malformed, RecursionError):
        raise Objected(Objection.NO_TABLE) from None


def _unpacked(text: str) -> bytes:
    if len(text) > LONGEST:
        raise ValueError
    packed = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    unpacking = zlib.decompressobj()
    body = unpacking.decompress(packed, LARGEST)
    if not unpacking.eof:
        raise ValueError
    return body


def _read(given: Any) -> KeptChallenge:
    """Return a challenge whose parts fit together; raise something otherwise."""
    options = Options.from_json(given["options"])
    *cards, box = map(Card.parse, given["cards"])
    if Counter([*cards, box]) != Counter(options.played_deck()):
        raise ValueError
    totals, players = tuple(given["totals"]), tuple(given["players"])
    if not len(totals) == len(players) == options.seats:
        raise ValueError
    if any(type(total) is not int or abs(total) > MOST_POINTS for total in totals):
        raise ValueError
    for player in players:
        if player != "":
            check_name(player if isinstance(player, str) else "")
    aid = Aid(given["aid"]) if given["aid"] else None
    result = Result(
        id="",
        at=0.0,
        board=options.board,
        players=players,
        holders=("",) * options.seats,
        totals=totals,
        is_practised=aid is Aid.PRACTICE,
        is_repeated=aid is Aid.SAME_CARDS,
        hints=(1,) * options.seats if aid is Aid.HINTS else (),
    )
    return KeptChallenge(options, Deal(tuple(cards), box), result)
