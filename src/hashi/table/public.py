"""An event as others may know it: without cards to come, drafts, open turns and keys."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from hashi.table.event import Begun, Drafted, Finished, LogEntry, Opened, Started

_SECRETS: dict[type, frozenset[str]] = {
    Opened: frozenset({"again"}),
    Begun: frozenset({"cards", "box", "salt"}),
    Started: frozenset({"start"}),
    Finished: frozenset({"turn"}),
}
"""What an event keeps from all but its own seat; of `Begun` even that sees no more."""


def public(event: LogEntry, seats: Collection[int] = ()) -> dict[str, Any] | None:
    """The event for one who sits on these seats, as JSON; None for another's draft.

    Turns are told to all by the record, once the round is closed.
    """
    fields = asdict(event.what)
    is_own = fields.get("seat") in seats
    if isinstance(event.what, Drafted) and not is_own:
        return None
    hidden = frozenset() if is_own else _SECRETS.get(type(event.what), frozenset())
    told = {name: value for name, value in fields.items() if name not in hidden | {"holder"}}
    return {"number": event.number, "at": event.at, "kind": event.what.kind, **told}
