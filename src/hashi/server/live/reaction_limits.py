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
"""How many reactions a seat may send a minute, and not more than one a second; so may each page of
someone who watches."""
OF_ALL_WATCHERS = 60
"""How many all who watch may send a minute together."""
Buckets = tuple[Bucket, Bucket]


def _unknown(given: str) -> Malformed:
    return Malformed(TableFlaw.REACTION, field="reaction", given=given)


_SEAT = Whole("seat")
_REACTION = Text("reaction", "What is said", choices=REACTIONS, refuse=_unknown)


class ReactionLimits:
    """The reactions that the seats of one table may still send."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._buckets: dict[int, Buckets] = {}
        self._crowd = Bucket(OF_ALL_WATCHERS, OF_ALL_WATCHERS / 60, now)

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

    def read_of_watcher(self, table: Table, own: Buckets, fields: Mapping[str, Any]) -> str:
        """Return the reaction of someone who watches; raise where it is not sent."""
        reaction: str = _REACTION.read(fields)
        if not table.holders:
            raise untimely(Untimely.NO_COMPANY)
        if not all(bucket.takes() for bucket in (*own, self._crowd)):
            raise Objected(Objection.TOO_MANY_REACTIONS)
        return reaction

    def counts_elsewhere(self, seat: int | None) -> bool:
        """Count a reaction that was sent to another server, None for one of someone who watches;
        return whether it is shown here."""
        minute = self._crowd if seat is None else self._of(seat)[1]
        return minute.takes()

    def new_buckets(self) -> Buckets:
        """Return what one sender may still send."""
        return Bucket(1, 1, self._now), Bucket(A_MINUTE, A_MINUTE / 60, self._now)

    def _of(self, seat: int) -> Buckets:
        if seat not in self._buckets:
            self._buckets[seat] = self.new_buckets()
        return self._buckets[seat]
