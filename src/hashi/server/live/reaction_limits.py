"""How many reactions a seat may send. They are not kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from hashi.rules import Malformed
from hashi.server.limits.gates import Bucket
from hashi.table import Objected, Objection, Table
from hashi.table.fields import Text, Whole
from hashi.table.flaw import TableFlaw
from hashi.table.objection import Untimely, untimely
from hashi.words.reactions import REACTIONS

A_MINUTE = 10
"""How many reactions a seat may send a minute, and not more than one a second."""


def _unknown(given: str) -> Malformed:
    return Malformed(TableFlaw.REACTION, field="reaction", given=given)


_SEAT = Whole("seat")
_REACTION = Text("reaction", "What is said", choices=REACTIONS, refuse=_unknown)


class ReactionLimits:
    """The reactions that the seats of one table may still send."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._buckets: dict[int, tuple[Bucket, Bucket]] = {}

    def read(self, table: Table, holder: str, fields: Mapping[str, Any]) -> tuple[int, str]:
        """Return the seat and the reaction of a request; raise where it is not sent."""
        reaction: str = _REACTION.read(fields)
        seat: int = _SEAT.read(fields)
        if not 0 <= seat < len(table.seats):
            raise Objected(Objection.NO_SEAT, given=seat + 1)
        if not holder or table.seats[seat].holder != holder:
            raise Objected(Objection.NOT_YOUR_SEAT)
        if not table.has_company:
            raise untimely(Untimely.NO_COMPANY)
        if not all(bucket.takes() for bucket in self._of(seat)):
            raise Objected(Objection.TOO_MANY_REACTIONS)
        return seat, reaction

    def counts_elsewhere(self, seat: int) -> bool:
        """Count a reaction that was sent to another server; return whether it is shown here."""
        _, minute = self._of(seat)
        return minute.takes()

    def _of(self, seat: int) -> tuple[Bucket, Bucket]:
        if seat not in self._buckets:
            minute = Bucket(A_MINUTE, A_MINUTE / 60, self._now)
            self._buckets[seat] = (Bucket(1, 1, self._now), minute)
        return self._buckets[seat]
