"""The referee's verdict with free pens: each mistake that nobody called, and what it cost (R34)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hashi.rules.game.mistakes import Ink, Page, irregular_mask
from hashi.rules.game.scoring import Ledger, still_standing, total
from hashi.rules.island import Island
from hashi.rules.mark import Mark
from hashi.rules.reason import Refusal
from hashi.rules.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake that the referee found on a board: the marks, what is struck for them, the cost.

    Bridges of one line and round go together, and so do all of a turn with too few of them.
    """

    seat: int
    inks: tuple[Ink, ...]
    struck: tuple[Island, ...]
    """The islands that were not struck before."""
    lost: Ledger
    """The items that no longer count, besides those that went with earlier findings."""

    @property
    def round(self) -> int:
        return self.inks[0].round

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks, each once."""
        return tuple(dict.fromkeys(ink.mark for ink in self.inks))

    @property
    def against(self) -> tuple[Refusal, ...]:
        """Every reason against the marks, each once for what stands in its way."""
        found = {
            (refusal.reason, refusal.island, refusal.line): refusal
            for ink in self.inks
            for refusal in ink.against
        }
        return tuple(found.values())

    @property
    def points(self) -> int:
        """How many points it cost."""
        return total(self.lost)


def findings(seat: int, page: Page, sheet: Sheet, ledger: Ledger) -> Iterator[Finding]:
    """Yield what the referee finds on a board, in the order in which it was made (R34)."""
    told: set[int] = set()
    for ink in page.mistakes:
        if id(ink) in told:
            continue
        inks = page.wrong(ink.round, ink.mark)
        told.update(map(id, inks))
        after = sheet.with_struck(irregular_mask(inks))
        kept = still_standing(ledger, after)
        yield Finding(
            seat,
            inks,
            tuple(sheet.board.chosen(after.struck & ~sheet.struck)),
            tuple(item for item in ledger if item not in kept),
        )
        sheet, ledger = after, kept
