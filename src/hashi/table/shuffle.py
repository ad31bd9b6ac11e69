"""Cards that nobody can choose: they follow from a secret of the server and a share of each seat.

The protocol, what it promises and how to check it by hand: docs/table.md, "Fair cards".
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any

from hashi.rules import Card, Deal, Flaw, Malformed, deal, seeded
from hashi.rules.card import Below
from hashi.table.fields import Hex

VERSION = "hashi shuffle 1"
SHARE_DIGITS, HASH_DIGITS = 32, 64
"""Hexadecimal digits of a share, and of the secret and all hashes."""
NONE = "-"
"""Stands for a seat without a share where the values of all seats are hashed."""


def new_share() -> str:
    """Return a share: 128 random bits."""
    return secrets.token_hex(SHARE_DIGITS // 2)


def new_secret(below: Below) -> str:
    """Return a secret: 256 random bits from this source."""
    return "".join([f"{below(2**32):08x}" for _ in range(HASH_DIGITS // 8)])


def commitment(text: str) -> str:
    """Return the hash that binds to a secret or a share without telling it."""
    return sha256(text.encode()).hexdigest()


class ShuffleFault(StrEnum):
    """Why a shuffle was not fair."""

    SERVER = "server"
    """The secret is not the one that was sealed."""
    PLAYER = "player"
    """A share is not the one that was sealed."""
    ORDER = "order"
    """The cards do not follow from the secret and the shares."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What the order of the cards follows from: sealed before the game, told after it."""

    secret_hash: str
    share_hashes: tuple[str, ...]
    """For each seat; empty for one that has given none."""
    secret: str = ""
    """Empty until it is told."""
    shares: tuple[str, ...] = ()
    """For each seat, empty for one that has opened none; no seats until they are told."""

    @property
    def seal(self) -> str:
        """The one hash that binds everyone: whoever knows it before opening a share is safe."""
        return commitment(_lines(self.secret_hash, self.share_hashes))

    @property
    def given(self) -> tuple[int, ...]:
        """The seats whose share was opened."""
        return tuple(seat for seat, share in enumerate(self.shares) if share)

    @property
    def left_out(self) -> tuple[int, ...]:
        """The seats whose share was sealed and never opened."""
        sealed = enumerate(self.share_hashes)
        return tuple(seat for seat, hash in sealed if hash and seat not in self.given)

    @property
    def sealed(self) -> Shuffle:
        """The part of it that is open to all from the start."""
        return replace(self, secret="", shares=())

    def deal(self, deck: Sequence[Card]) -> Deal:
        """Shuffle a deck: a pure function of its cards, the secret and the shares."""
        return deal(sorted(deck), seeded(_lines(self.secret, self.shares)))

    def fault(self, dealt: Deal) -> ShuffleFault | None:
        """Return why this order of the cards is not fair, or None where it is."""
        if commitment(self.secret) != self.secret_hash:
            return ShuffleFault.SERVER
        pairs = zip(self.share_hashes, self.shares, strict=True)
        if any(share and commitment(share) != sealed for sealed, share in pairs):
            return ShuffleFault.PLAYER
        is_following = self.deal((*dealt.cards, dealt.box)) == dealt
        return None if is_following else ShuffleFault.ORDER

    # --- as a record holds it

    def to_fields(self) -> dict[str, Any]:
        """Return it as JSON has it; secret and shares only where they are told."""
        fields: dict[str, Any] = {
            "version": VERSION,
            "secret_hash": self.secret_hash,
            "share_hashes": list(self.share_hashes),
        }
        return fields | (
            {"secret": self.secret, "shares": list(self.shares)} if self.secret else {}
        )

    @classmethod
    def from_fields(cls, fields: Any, seats: int) -> Shuffle:
        """Read it for so many seats; raise Malformed where it is none or of another version."""
        if not isinstance(fields, dict):
            raise Malformed(Flaw.KIND, field="shuffle", expected="object", given="")
        if fields.get("version") != VERSION:
            given = str(fields.get("version"))
            raise Malformed(Flaw.VERSION, field="version", given=given, expected=VERSION)
        is_told = "secret" in fields
        return cls(
            _hash("secret_hash").read(fields),
            _each(fields, "share_hashes", HASH_DIGITS, seats),
            _hash("secret").read(fields) if is_told else "",
            _each(fields, "shares", SHARE_DIGITS, seats) if is_told else (),
        )


def _lines(first: str, of_seats: Sequence[str]) -> str:
    return f"{VERSION}\n{first}\n{' '.join([each or NONE for each in of_seats])}\n"


def _hash(name: str) -> Hex:
    return Hex(name, digits=HASH_DIGITS)


def _each(fields: Mapping[str, Any], name: str, digits: int, seats: int) -> tuple[str, ...]:
    """Read a list with one text for each seat; an empty one stands for none."""
    given = fields.get(name)
    if not isinstance(given, list) or len(given) != seats:
        raise Malformed(Flaw.KIND, field=name, expected="list", given="")
    for index, text in enumerate(given):
        if text != "":
            Hex(f"{name}[{index}]", digits=digits).check(text)
    return tuple(given)
