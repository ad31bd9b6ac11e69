"""Fair cards: a hash of the salted order is told at the start, salt and order at the end.

Whoever keeps the hash can check afterwards that no card was moved.
"""

from __future__ import annotations

from hashlib import sha256

from hashi.rules import Deal


def seal(deal: Deal, salt: str) -> str:
    """The hash that binds the table to an order of the cards without telling it."""
    order = " ".join(str(card) for card in deal.cards)
    return sha256(
        f"hashi 1\n{salt}\n{order}\n{deal.box}\n".encode("utf-8", "surrogatepass")
    ).hexdigest()


def is_fair(deal: Deal, salt: str, told: str) -> bool:
    """Whether the revealed order is the one that was sealed at the start."""
    return seal(deal, salt) == told
