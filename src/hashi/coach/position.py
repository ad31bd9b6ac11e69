"""One seat between two turns: its sheet, its points, the unseen cards, how long goals pay well."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, replace

from hashi.arrays.chart import nearest_words
from hashi.rules import Card, Game, Goal, Ledger, Sheet, Turn
from hashi.rules.dead import goals_out_of_reach, numbers_on
from hashi.rules.game.mistakes import irregular_mask
from hashi.rules.game.scoring import has, judge, still_standing
from hashi.rules.game.solo import overdue
from hashi.rules.turn import apply_unchecked

Deadlines = tuple[int, ...]
"""The last round in which each goal pays its higher value."""


@dataclass(frozen=True, slots=True)
class Position:
    """A seat's sheet after a closed round, or within one after its turn.

    Islands that a mistake has made irregular are struck on it already, and what they had earned is
    taken off, as the referee will do (R34).
    """

    sheet: Sheet
    ledger: Ledger
    round: int
    """The rounds that are played on this sheet."""
    rounds: int
    unseen: tuple[Card, ...]
    """The cards to come and the one in the box."""
    gone: frozenset[Goal]
    """The goals whose higher value is gone."""
    deadlines: tuple[Deadlines, ...]
    """Samples of when the higher values will be gone; alone the rules say it (R31)."""

    @classmethod
    def of(cls, game: Game, seat: int, deadlines: tuple[Deadlines, ...]) -> Position:
        """Return the seat's position in a game whose last round is closed."""
        sheet, ledger = game.sheets[seat], game.ledgers[seat]
        if game.pages:
            sheet = sheet.with_struck(irregular_mask(game.pages[seat].mistakes))
            ledger = still_standing(ledger, sheet)
        return cls(sheet, ledger, game.rounds, game.setup.rounds, game.unseen, game.gone, deadlines)

    @property
    def left(self) -> int:
        """How many rounds are left."""
        return self.rounds - self.round

    @property
    def open(self) -> frozenset[Goal]:
        """The goals that are not reached yet."""
        return frozenset(goal for goal in Goal if not has(self.ledger, goal))

    @property
    def dead(self) -> frozenset[Goal]:
        """The goals that can certainly not be reached any more."""
        return frozenset(goals_out_of_reach(self.sheet, numbers_on(self.unseen)))

    def after(self, card: Card, turn: Turn, is_solo: bool) -> Position:
        """Return the position after a turn that the rules allow."""
        sheet, round = apply_unchecked(self.sheet, turn), self.round + 1
        return replace(
            self,
            sheet=sheet,
            ledger=judge(self.ledger, self.sheet, sheet, round, self.gone),
            round=round,
            unseen=tuple(sorted((Counter(self.unseen) - Counter((card,))).elements())),
            gone=self.gone | overdue(round) if is_solo else self.gone,
        )

    def with_sheet(self, sheet: Sheet) -> Position:
        """Return the position with another sheet; points that it does not have are taken off."""
        return replace(self, sheet=sheet, ledger=still_standing(self.ledger, sheet))

    def kernel_words(self) -> array[int]:
        """Return the sheet in the kernel's words, as near as they come to it."""
        return nearest_words(self.sheet, self.ledger)
