"""Messages to browsers whose pages are closed: what pages say of them."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from starlette.requests import Request as WebRequest

from hashi.host.store.protocol import KeptPush
from hashi.server.device_kinds import kind_text
from hashi.server.push.moments import is_told_of
from hashi.server.services import services_of
from hashi.server.visitor import Visitor
from hashi.table import Table
from hashi.words import day_text

FRESH = 7 * 86_400.0
"""Seconds after which a browser gives its address again: so it is known to be there."""


@dataclass(frozen=True, slots=True)
class PushOffer:
    """What the page of a table needs to offer messages, or to keep them coming."""

    key: str
    """The public key of the server."""
    kept: str
    """Whether this browser gets messages: empty for no, `old` where it is to say so again."""


@dataclass(frozen=True, slots=True)
class PushRow:
    """A browser that gets messages, in words."""

    id: str
    name: str
    since: str
    is_here: bool


async def push_offer(request: WebRequest, visitor: Visitor, table: Table) -> PushOffer | None:
    """Return how messages are offered to one who plays at this table; None where they are not."""
    services = services_of(request)
    push = services.push
    if push is None or visitor.is_new or not is_told_of(table):
        return None
    if not push.public_key or not table.seats_of(visitor.holder):
        return None
    kept = await push.kept_at(visitor.device)
    if kept is None:
        return PushOffer(push.public_key, "")
    is_old = kept.language != visitor.language or services.now() - kept.used > FRESH
    return PushOffer(push.public_key, "old" if is_old else "yes")


async def push_rows(request: WebRequest, visitor: Visitor) -> list[PushRow]:
    """Return the browsers of a visitor that get messages, this one first."""
    push = services_of(request).push
    if push is None or visitor.is_new:
        return []
    words = visitor.words
    rows = [
        PushRow(
            push_id(each),
            kind_text(words, each.browser),
            day_text(words, each.asked),
            each.device == visitor.device,
        )
        for each in await push.kept_of(visitor.holder)
    ]
    return sorted(rows, key=lambda row: (not row.is_here, row.name, row.id))


def push_id(push: KeptPush) -> str:
    """Return by what a page names the address of a device."""
    return sha256(f"hashi push {push.device}".encode()).hexdigest()[:16]


def is_push_id(push: KeptPush, id: str) -> bool:
    """Return whether a page means this address."""
    return push_id(push) == id
