"""The shares of the shuffle that a program draws for its seats (docs/table.md, "Fair cards")."""

from __future__ import annotations

from typing import Any, NamedTuple

from hashi.client.wire import Fields
from hashi.record import Record
from hashi.rules import Deal, Malformed
from hashi.table import Phase
from hashi.table.shuffle import Shuffle, commitment, new_share


class Opening(NamedTuple):
    """A share that was sent, and the seal of all hashes as it was then."""

    share: str
    seal: str


class Shares:
    """Draws a share for each seat; sends its hash first, and with the start the share."""

    def __init__(self) -> None:
        self._drawn: dict[str, str] = {}
        """The shares by their hashes."""
        self.opened: dict[int, Opening] = {}
        """What was sent, by seat."""

    def due(self, table: Fields, seat: int) -> dict[str, Any] | None:
        """Return the request by which this seat seals its share, or None where it has or may not.

        An older server knows of no shares.
        """
        shuffle = table.get("shuffle")
        if not shuffle or not shuffle["open"] or shuffle["share_hashes"][seat]:
            return None
        if table["seats"][seat]["done"]:
            return None
        share = new_share()
        self._drawn[commitment(share)] = share
        return {"do": "commit", "hash": commitment(share)}

    def must_seal(self, table: Fields, seat: int) -> bool:
        """Return whether the shuffle is to be sealed before this seat writes its start."""
        return bool(self._share(table, seat)) and table["shuffle"]["open"]

    def opening(self, table: Fields, seat: int) -> dict[str, str]:
        """Return what this seat sends along with its start: its share, if it was drawn here.

        The first seal counts: from then on the server knows the share, even if it refuses it.
        """
        share = self._share(table, seat)
        if not share or table["shuffle"]["open"]:
            return {}
        shuffle = Shuffle.from_fields(table["shuffle"], len(table["seats"]))
        self.opened.setdefault(seat, Opening(share, shuffle.seal))
        return {"share": share}

    def _share(self, table: Fields, seat: int) -> str:
        """Return the share of a seat that is to write its start; empty where none was drawn."""
        shuffle = table.get("shuffle")
        if not shuffle or table["phase"] != Phase.STARTS:
            return ""
        return self._drawn.get(shuffle["share_hashes"][seat], "")

    def are_kept(self, record: Record) -> bool:
        """Return whether a finished game was shuffled with all that was sent, and fairly."""
        fair, seats = record.extra.get("fair"), len(record.setup.players)
        try:
            given = fair.get("shuffle") if isinstance(fair, dict) else None
            shuffle = Shuffle.from_fields(given, seats)
        except Malformed:
            return False
        if record.box is None or not shuffle.secret:
            return False
        is_own = all(
            (shuffle.shares[seat], shuffle.seal) == (sent.share, sent.seal)
            for seat, sent in self.opened.items()
        )
        return is_own and shuffle.fault(Deal(record.cards, record.box)) is None
