"""The seal of the cards: a hash of the salted order is told first, salt and order at the end.

Whoever keeps the hash can check afterwards that no card was moved. Where the order comes from:
`hashi.table.shuffle`.
"""

from __future__ import annotations

import secrets
from hashlib import sha256

from hashi.rules import Deal
from hashi.table.event import Begun


def begin(deal: Deal) -> Begun:
    """Return the event that begins a game with this deal, sealed with a new salt."""
    salt = new_salt()
    return Begun(deal, salt, seal(deal, salt))


def new_salt() -> str:
    """Return a salt: 128 random bits."""
    return secrets.token_hex(16)


def seal(deal: Deal, salt: str) -> str:
    """Return the hash that binds the table to an order of the cards without telling it."""
    order = " ".join(str(card) for card in deal.cards)
    return sha256(
        f"hashi 1\n{salt}\n{order}\n{deal.box}\n".encode("utf-8", "surrogatepass")
    ).hexdigest()


def is_fair(deal: Deal, salt: str, sealed: str) -> bool:
    """Return whether the revealed order is the one that was sealed at the start."""
    return seal(deal, salt) == sealed
