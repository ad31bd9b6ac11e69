"""One seat between two turns: its sheet, its points, the unseen cards, how long goals pay well."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, replace

from hashi.arrays import constants
from hashi.arrays.chart import bits, obstacle, paid_bits, sheet_words
from hashi.rules import Card, Game, Goal, Ledger, Sheet, Turn
from hashi.rules.card import HIGHEST_NUMBER
from hashi.rules.mistakes import irregular_mask
from hashi.rules.scoring import has, judge, still_standing
from hashi.rules.solo import overdue
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

    def words(self) -> array[int]:
        """Return the sheet in the kernel's words.

        The words have no bits for some mistakes of free pens. There, islands that can never be
        finished any more get a number and lines that are shut: for the kernel they are dead.
        """
        sheet = self.sheet
        if obstacle(sheet) is None:
            return sheet_words(sheet, self.ledger)
        return _regular_words(sheet, self.ledger)


def _regular_words(sheet: Sheet, ledger: Ledger) -> array[int]:
    board = sheet.board
    words = array("Q", bytes(8 * constants.SHEET_WORDS))
    words[constants.ONE] = bits(k for k, planks in enumerate(sheet.planks) if planks)
    words[constants.TWO] = bits(k for k, planks in enumerate(sheet.planks) if planks > 1)
    for island in board.islands:
        at = island.index
        lines = bits(line.index for line in board.lines_of[at])
        left = min(sheet.limit(island), HIGHEST_NUMBER) - sheet.counts[at]
        number = sheet.digits[at]
        if _is_lost(sheet, at):
            number, left = HIGHEST_NUMBER, 1
            words[constants.SHUT] |= lines
        for digit in range(3):
            words[constants.LEFT + digit] |= (left >> digit & 1) << at
            words[constants.DIGIT + digit] |= (number >> digit & 1) << at
        if number:
            words[constants.LIT] |= lines
        if left == 0:
            words[constants.SHUT] |= lines
            words[constants.FINISHED] |= (1 if number else 0) << at
    words[constants.SHUT] |= words[constants.TWO]
    words[constants.SHUT] |= bits(line.index for line in board.lines if sheet.is_blocked(line))
    words[constants.PAID] = paid_bits(ledger)
    return words


def _is_lost(sheet: Sheet, at: int) -> bool:
    """Whether an island can never be finished any more because of a mistake (R34)."""
    limit = sheet.digits[at] or HIGHEST_NUMBER
    is_full = bool(sheet.digits[at]) and sheet.counts[at] == limit
    return (
        bool(sheet.struck >> at & 1)
        or sheet.counts[at] > limit
        or limit > HIGHEST_NUMBER
        or is_full != bool(sheet.finished >> at & 1)
    )
