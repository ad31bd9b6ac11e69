"""What a full screen shows of a table at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from hashi.rules import Draft, Game
from hashi.table import Phase
from hashi.terminal.company import Company
from hashi.terminal.tables.game_table import GameTable


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as it stands: the thread that asks something makes one, the screen only reads it."""

    phase: Phase
    game: Game
    own: tuple[int, ...]
    waiting_for: tuple[int, ...]
    draft: Draft | None
    """The turn in the making of the person who is to act."""
    company: Company | None

    @classmethod
    def of(cls, table: GameTable) -> Self:
        """Return how a table stands now."""
        waiting = [seat for seat in table.waiting_for if seat in table.own]
        drafts = table.phase in (Phase.STARTS, Phase.ROUND) and bool(waiting)
        return cls(
            table.phase,
            table.game,
            table.own,
            table.waiting_for,
            table.draft(waiting[0]) if drafts else None,
            table.company,
        )

    @property
    def seat(self) -> int | None:
        """The own seat that is to act now; None where nobody here is."""
        return next((seat for seat in self.waiting_for if seat in self.own), None)

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be done."""
        return self.phase in (Phase.OVER, Phase.CLOSED)
