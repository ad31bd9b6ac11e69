"""The score of the games that the same people play one after the other."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.table import Phase, Table


@dataclass(frozen=True, slots=True)
class Series:
    """The games that these seats have finished, this one included once it is over."""

    table: Table

    @property
    def totals(self) -> tuple[tuple[int, ...], ...]:
        """The points of all seats in each game."""
        table = self.table
        is_over = table.phase is Phase.OVER
        return (*table.series, table.played.totals) if is_over else tuple(table.series)

    def wins(self, seat: int) -> int:
        """Return how many games this seat has won; a tie is won by several."""
        return sum(totals[seat] == max(totals) for totals in self.totals)

    def points(self, seat: int) -> int:
        """Return how many points this seat has in all of them together."""
        return sum(totals[seat] for totals in self.totals)
