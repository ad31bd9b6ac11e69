"""A turn or a start in the making: marks are tried, taken back and made again before it is done."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hashi.rules.board import Island, Line
from hashi.rules.card import Card
from hashi.rules.law import allowed_islands, allowed_lines, refusals
from hashi.rules.mark import Bridge, Mark, Number
from hashi.rules.mistakes import against_free_pen
from hashi.rules.reason import Illegal, Reason, Refusal
from hashi.rules.setup import Pens, start_refusal
from hashi.rules.sheet import Sheet
from hashi.rules.turn import MOST_MARKS, Turn, against_end, against_in_turn, can_draw


@dataclass(frozen=True, slots=True)
class Draft:
    """What a player has marked so far. Frozen: every change gives a new draft.

    >>> board = hashi.board("A")
    >>> draft = hashi.Draft(hashi.Sheet.blank(board), hashi.Card(5, 1))
    >>> draft = draft.with_mark(hashi.Number(board.island("c2"), 5))
    >>> draft.turn, draft.missing
    (<Turn 5@c2>, 1)
    """

    before: Sheet
    """The sheet before the turn."""
    card: Card | None
    """The card that lies face up; None while the start is written (R5)."""
    marks: tuple[Mark, ...] = ()
    undone: tuple[Mark, ...] = ()
    """The marks that were taken back and can be made again, the last one first to come."""
    pens: Pens = Pens.GUIDED

    @property
    def turn(self) -> Turn:
        return Turn(self.marks)

    @property
    def sheet(self) -> Sheet:
        """The sheet with the marks so far on it."""
        sheet = self.before
        for mark in self.marks:
            sheet = sheet.with_mark(mark)
        return sheet

    @property
    def is_free(self) -> bool:
        """Whether a free pen marks this turn; starts are always guided."""
        return self.pens is Pens.FREE and self.card is not None

    @property
    def number(self) -> Number | None:
        """The number written in this turn."""
        return next((mark for mark in self.marks if isinstance(mark, Number)), None)

    @property
    def drawn(self) -> int:
        """How many bridges are drawn in this turn."""
        return sum(isinstance(mark, Bridge) for mark in self.marks)

    @property
    def missing(self) -> int:
        """How many of the card's bridges are not drawn yet; negative for too many (free pens)."""
        return self.card.bridges - self.drawn if self.card else 0

    # --- what is allowed

    def refusal(self, mark: Mark) -> Refusal | None:
        """Return why this mark may not be made next, or None."""
        found = self._refusals(mark)
        return found[0] if found else None

    def _refusals(self, mark: Mark) -> list[Refusal]:
        if self.card is None:
            against = start_refusal(mark) if isinstance(mark, Number) else Refusal(Reason.NO_CARD)
            return [against] if against else []
        if len(self.marks) >= MOST_MARKS:
            return [Refusal(Reason.TOO_MANY_MARKS, mark)]
        if self.is_free:
            impossible = against_free_pen(self.before, mark)
            return [impossible] if impossible else []
        in_turn = against_in_turn(self.card, self.number is not None, self.drawn, mark)
        return in_turn or refusals(self.sheet, mark)

    def refusal_of_end(self) -> Refusal | None:
        """Return why the turn cannot end here, or None: all bridges or none (R13)."""
        if self.card is None or self.is_free:
            return None
        return against_end(self.card, self.turn)

    @property
    def islands(self) -> tuple[Island, ...]:
        """The islands that take the number now."""
        if self.card is None:
            return tuple(island for island in self.before.board.islands if island.flag is None)
        return () if self.marks else allowed_islands(self.before, self.card.number)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines that take a bridge now."""
        if self.card is None or self.missing <= 0:
            return ()
        return allowed_lines(self.sheet)

    @property
    def is_stranded(self) -> bool:
        """Whether action b is begun and its missing bridges have no place any more (R13)."""
        is_begun = self.drawn > 0 and not self.is_free
        return is_begun and not can_draw(self.sheet, self.missing)

    @property
    def stranding(self) -> tuple[Line, ...]:
        """The allowed lines after which the rest of the card's bridges has no place (R13)."""
        sheet, left = self.sheet, self.missing - 1
        return tuple(line for line in self.lines if not can_draw(sheet.with_bridge(line), left))

    @property
    def lawful_turn(self) -> Turn:
        """What counts of the draft when time is up: all, or all but the bridges (R8, R13)."""
        if self.refusal_of_end() is None:
            return self.turn
        return Turn(tuple(mark for mark in self.marks if isinstance(mark, Number)))

    # --- change

    def with_mark(self, mark: Mark) -> Draft:
        """Return the draft with one more mark, or raise Illegal. A start replaces the last one."""
        draft = self if self.card else self.clear()
        against = draft.refusal(mark)
        if against is not None:
            raise Illegal(against)
        return draft.with_all((*draft.marks, mark))

    def with_marks(self, marks: tuple[Mark, ...]) -> Draft:
        """Return the draft with these marks in order, or raise Illegal for the first refused."""
        draft = self
        for mark in marks:
            draft = draft.with_mark(mark)
        return draft

    def undo(self) -> Draft:
        """Take the last mark back, if there is one."""
        if not self.marks:
            return self
        return replace(self, marks=self.marks[:-1], undone=(*self.undone, self.marks[-1]))

    def redo(self) -> Draft:
        """Make the mark again that was taken back last, if there is one."""
        if not self.undone:
            return self
        return replace(self, marks=(*self.marks, self.undone[-1]), undone=self.undone[:-1])

    def clear(self) -> Draft:
        """Take all marks back."""
        return self.with_all(())

    def without(self, gone: Mark) -> Draft:
        """Return the draft without this mark and without those that rest on it."""
        kept = self.clear()
        for mark in self.marks:
            if mark != gone and kept.refusal(mark) is None:
                kept = kept.with_all((*kept.marks, mark))
        return kept

    def with_all(self, marks: tuple[Mark, ...]) -> Draft:
        """Return the draft with exactly these marks, whether or not they are allowed."""
        return Draft(self.before, self.card, marks, pens=self.pens)
