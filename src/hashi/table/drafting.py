"""A seat's turn in the making: marks tried, undone, redone, and what taps and drags mean.

The browser holds no rules: it tells which island or line was touched, and this says what it
means.
"""

from __future__ import annotations

from dataclasses import dataclass

from hashi.record import start_text
from hashi.rules import (
    Bridge,
    Card,
    Draft,
    Illegal,
    Island,
    Line,
    Mark,
    Number,
    Pens,
    Reason,
    Refusal,
    Sheet,
    Turn,
    allowed_islands,
    allowed_lines,
    can_draw,
    start_refusal,
)
from hashi.rules.mistakes import against_free_pen
from hashi.rules.setup import START_NUMBERS
from hashi.rules.turn import MOST_MARKS
from hashi.table.objection import Objected, Objection
from hashi.table.table import Phase, Table


@dataclass(frozen=True, slots=True)
class Drafting:
    """What a seat has marked with this card; `selected` is where the next bridge starts."""

    sheet: Sheet
    """The sheet before the turn."""
    card: Card | None
    """The card that lies face up; None while starts are written."""
    is_free: bool
    marks: tuple[Mark, ...] = ()
    undone: tuple[Mark, ...] = ()
    selected: Island | None = None

    @classmethod
    def of(cls, table: Table, seat: int) -> Drafting:
        """The draft of a seat that is still to act."""
        if table.phase not in (Phase.STARTS, Phase.ROUND):
            raise Objected(Objection.NOT_NOW)
        if seat not in table.waiting_for:
            raise Objected(Objection.DONE_ALREADY)
        game, place = table.played, table.seats[seat]
        is_free = game.setup.pens is Pens.FREE and game.card is not None
        sheet = game.sheets[seat]
        return cls(sheet, game.card, is_free, place.marks.marks, place.undone.marks)

    @property
    def turn(self) -> Turn:
        return Turn(self.marks)

    @property
    def after(self) -> Sheet:
        """The sheet with the marks on it."""
        sheet = self.sheet
        for mark in self.marks:
            sheet = sheet.with_mark(mark)
        return sheet

    # --- what is allowed

    def refusal(self, mark: Mark) -> Refusal | None:
        """Why this mark may not be made next, or None."""
        if self.card is None:
            if not isinstance(mark, Number):
                raise Objected(Objection.NOT_NOW)
            return start_refusal(mark)
        if self.is_free and len(self.marks) >= MOST_MARKS:
            return Refusal(Reason.TOO_MANY_MARKS, mark)
        if self.is_free:
            return against_free_pen(self.sheet, mark)
        return Draft(self.sheet, self.card, self.marks).refusal(mark)

    @property
    def islands(self) -> tuple[Island, ...]:
        """Where a number may be written now."""
        if self.card is None:
            return tuple(i for i in self.sheet.board.islands if i.flag is None)
        return allowed_islands(self.after, self.card.number) if not self.marks else ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """Where a bridge may be drawn now."""
        if self.card is None or self.drawn >= self.card.bridges:
            return ()
        return allowed_lines(self.after)

    @property
    def drawn(self) -> int:
        return sum(isinstance(mark, Bridge) for mark in self.marks)

    @property
    def missing(self) -> int:
        """How many of the card's bridges are not drawn yet; fewer than none with free pens."""
        return self.card.bridges - self.drawn if self.card else 0

    @property
    def is_stranded(self) -> bool:
        """Whether action b is begun and its missing bridges have no place any more (R13)."""
        begun = self.drawn > 0 and not self.is_free
        return begun and not can_draw(self.after, self.missing)

    @property
    def stranding(self) -> tuple[Line, ...]:
        """The allowed lines after which the rest of the card's bridges has no place (R13)."""
        sheet, left = self.after, self.missing - 1
        return tuple(line for line in self.lines if not can_draw(sheet.with_bridge(line), left))

    @property
    def number(self) -> Number | None:
        """The number written this turn."""
        return next((mark for mark in self.marks if isinstance(mark, Number)), None)

    @property
    def start_text(self) -> str:
        """The start that is written, such as `c2=4`; empty for none."""
        return start_text(self.number) if self.number is not None else ""

    def refusal_of_end(self) -> Refusal | None:
        """Why the turn cannot end here, or None."""
        if self.card is None or self.is_free:
            return None
        return Draft(self.sheet, self.card, self.marks).refusal_of_end()

    # --- marks

    def with_marks(self, marks: tuple[Mark, ...]) -> Drafting:
        """These marks made one after the other, or Illegal for the first that is refused."""
        draft = self
        for mark in marks:
            if draft.card is None:
                draft = draft.changed(())  # a start is written anew, not added
            against = draft.refusal(mark)
            if against is not None:
                raise Illegal(against)
            draft = draft.changed((*draft.marks, mark))
        return draft

    def undo(self) -> Drafting:
        if not self.marks:
            raise Objected(Objection.NOTHING_TO_UNDO)
        return Drafting(
            self.sheet, self.card, self.is_free, self.marks[:-1], (*self.undone, self.marks[-1])
        )

    def redo(self) -> Drafting:
        if not self.undone:
            raise Objected(Objection.NOTHING_TO_UNDO)
        return Drafting(
            self.sheet, self.card, self.is_free, (*self.marks, self.undone[-1]), self.undone[:-1]
        )

    def clear(self) -> Drafting:
        return self.changed(())

    def without(self, gone: Mark) -> Drafting:
        """Without this mark, wherever it was made in the turn, and those that rested on it."""
        kept = self.clear()
        for mark in self.marks:
            if mark != gone and kept.refusal(mark) is None:
                kept = kept.changed((*kept.marks, mark))
        return kept

    def changed(self, marks: tuple[Mark, ...], selected: Island | None = None) -> Drafting:
        """The draft with these marks, whether or not they are allowed."""
        return Drafting(self.sheet, self.card, self.is_free, marks, (), selected)

    def _selecting(self, island: Island | None) -> Drafting:
        return Drafting(
            self.sheet, self.card, self.is_free, self.marks, self.undone, selected=island
        )

    # --- taps

    def tapped(self, island: Island, origin: Island | None) -> Drafting:
        """An island is tapped; `origin` is the one selected before, if any."""
        if self.card is None:
            return self._start_tapped(island)
        if origin is not None and origin != island:
            line = self.sheet.board.line(origin, island)
            if line is not None:
                return self.line_tapped(line)
        if self.number is not None and self.number.island == island and origin == island:
            return self.without(self.number)
        if origin == island:
            return self._selecting(None)
        if not self.marks and self.after.number(island) is None:
            return self.with_marks((Number(island, self.card.number),))
        return self._selecting(island)

    def line_tapped(self, line: Line) -> Drafting:
        """A line is tapped: one more bridge, or this turn's bridges there are taken away."""
        bridge = Bridge(line)
        is_fresh = bridge in self.marks
        is_full = self.is_free and self.after.bridges(line) > 1
        if is_fresh and (is_full or self.refusal(bridge) is not None):
            return self.without(bridge)
        return self.with_marks((bridge,))

    def _start_tapped(self, island: Island) -> Drafting:
        """A 3, then a 4, then nothing again."""
        written = self.number
        if written is None or written.island != island:
            return self.with_marks((Number(island, START_NUMBERS[0]),))
        if written.number == START_NUMBERS[0]:
            return self.with_marks((Number(island, START_NUMBERS[1]),))
        return self.clear()


def lawful_part(drafting: Drafting) -> Turn:
    """What counts of a turn when time is up: all of it, or without its bridges (R8, R13)."""
    if drafting.refusal_of_end() is None:
        return drafting.turn
    return Turn(tuple(mark for mark in drafting.marks if isinstance(mark, Number)))
