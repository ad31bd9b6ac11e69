"""A turn or a start in the making: marks are tried, taken back and made again before it is done."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from hashi.rules.board import Line
from hashi.rules.card import Card
from hashi.rules.game.mistakes import against_free_pen
from hashi.rules.game.setup import Pens, start_refusal
from hashi.rules.island import Island
from hashi.rules.law import open_islands, open_lines, refusals
from hashi.rules.mark import Bridge, Mark, Number
from hashi.rules.masks import indexes
from hashi.rules.reason import Illegal, Reason, Refusal
from hashi.rules.sheet import Sheet
from hashi.rules.turn import MOST_MARKS, Turn, against_end, against_in_turn, can_draw

Marks = tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class History:
    """What undo and redo lead to: the marks before each change, and after each that was undone.

    Every method takes the marks that stand now and returns the history after one more step.
    """

    past: tuple[Marks, ...] = ()
    """The marks before each change, the latest last."""
    future: tuple[Marks, ...] = ()
    """The marks after each change that was undone, the next one to be redone last."""

    def after_change(self, now: Marks, then: Marks) -> History:
        """Note a change; of marks that were added together each is a step of its own."""
        is_longer = then[: len(now)] == now
        steps = [then[:count] for count in range(len(now), len(then))] if is_longer else [now]
        return History((*self.past, *steps)[-MOST_MARKS:])

    def after_undo(self, now: Marks) -> History:
        return History(self.past[:-1], (*self.future, now))

    def after_redo(self, now: Marks) -> History:
        return History((*self.past, now), self.future[:-1])

    def undone(self, now: Marks) -> Marks:
        """Return the marks that redo makes again, the next one last."""
        if not self.future:
            return ()
        made: list[Mark] = []
        for then in reversed(self.future):
            if then and then[:-1] == now:  # as it mostly is
                made.append(then[-1])
            else:
                made += (Counter(then) - Counter(now)).elements()
            now = then
        return tuple(reversed(made))

    @classmethod
    def of_undone(cls, now: Marks, undone: Marks) -> History:
        """Return the history of marks of which these were undone, the last one last."""
        made = tuple(reversed(undone))
        return cls(future=tuple((*now, *made[:count]) for count in range(len(made), 0, -1)))


@dataclass(frozen=True, slots=True)
class Draft:
    """What a player has marked so far. Frozen: every change gives a new draft.

    The number stands before the bridges (R7), whatever was marked first: it may still be written
    when bridges are drawn, and moved when it is written, as long as the marks together make a
    turn that the rules allow. A free pen makes its marks in the order in which they come.

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
    marks: Marks = ()
    pens: Pens = Pens.GUIDED
    history: History = field(default=History(), compare=False)
    _sheet: Sheet | None = field(default=None, init=False, repr=False, compare=False)
    """The sheet with the marks, once it was asked for."""

    @property
    def turn(self) -> Turn:
        """The turn that these marks make."""
        return Turn(self.marks)

    @property
    def sheet(self) -> Sheet:
        """The sheet with the marks so far on it."""
        found = self._sheet
        if found is None:
            found = self.before.with_marks(self.marks)
            object.__setattr__(self, "_sheet", found)
        return found

    @property
    def is_free(self) -> bool:
        """Whether a free pen marks this turn; starts are always guided."""
        return self.pens is Pens.FREE and self.card is not None

    @property
    def number(self) -> Number | None:
        """The number written in this turn."""
        for mark in self.marks:
            if isinstance(mark, Number):
                return mark
        return None

    @property
    def bridges(self) -> tuple[Bridge, ...]:
        """The bridges drawn in this turn, in their order."""
        return tuple([mark for mark in self.marks if isinstance(mark, Bridge)])

    @property
    def drawn(self) -> int:
        """How many bridges are drawn in this turn."""
        return len(self.bridges)

    @property
    def missing(self) -> int:
        """How many of the card's bridges are not drawn yet; negative for too many (free pens)."""
        return self.card.bridges - self.drawn if self.card else 0

    # --- what is allowed

    def refusal(self, mark: Mark) -> Refusal | None:
        """Return why this mark may not be made next, or None.

        A number is judged as the one number of the turn: one that is written already would move.
        """
        if self.card is None:
            return start_refusal(mark) if isinstance(mark, Number) else Refusal(Reason.NO_CARD)
        if len(self.marks) >= MOST_MARKS:
            return Refusal(Reason.TOO_MANY_MARKS, mark)
        if self.is_free:
            return against_free_pen(self.before, mark)
        if isinstance(mark, Number):
            return self._against_number(self.card, mark)
        found = against_in_turn(self.card, False, self.drawn, mark) or refusals(self.sheet, mark)
        return found[0] if found else None

    def _against_number(self, card: Card, mark: Number) -> Refusal | None:
        """Return why the turn may not have this number before its bridges, or None (R7, R9–R14)."""
        if self.number is not None and self.number.island == mark.island:
            return Refusal(Reason.HAS_NUMBER, mark, mark.island)
        bridged = self.before.with_marks(self.bridges)
        found = against_in_turn(card, False, 0, mark) or refusals(bridged, mark)
        if found:
            return found[0]
        if refusals(self.before, mark):  # the flag wants a bridge, and this turn's come too late
            return Refusal(Reason.FLAG_BEFORE_BRIDGES, mark, mark.island)
        written = bridged.with_mark(mark)
        for bridge in self.bridges:  # R14: one that started at the number before it is moved
            if not any(written.number(end) for end in bridge.line.ends):
                return Refusal(Reason.NUMBER_NEEDED, mark, line=bridge.line)
        return None

    def refusal_of_end(self) -> Refusal | None:
        """Return why the turn cannot end here, or None: all bridges or none (R13)."""
        if self.card is None or self.is_free:
            return None
        return against_end(self.card, self.turn)

    @property
    def islands(self) -> tuple[Island, ...]:
        """The islands that take the number now, written for the first time or moved."""
        return self.before.board.chosen(self.open_islands)

    @property
    def open_islands(self) -> int:
        """The islands that take the number now, a bit for each index."""
        before, card = self.before, self.card
        if card is None:
            return (1 << len(before.digits)) - 1 & ~before.board.with_flags
        if self.is_free:
            return 0 if self.marks else open_islands(before, card.number)
        return self._takers(card.number)

    def _takers(self, number: int) -> int:
        """Return the islands whose number `refusal` allows, all at once: see `_against_number`."""
        before, written, bridges = self.before, self.number, self.bridges
        found = open_islands(before, number)
        if bridges:
            bridged = self.sheet if written is None else before.with_marks(bridges)
            found &= open_islands(bridged, number)
            for bridge in bridges:
                a, b = before.board.ends[bridge.line.index]
                if not before.digits[a] and not before.digits[b]:
                    found &= before.board.joins[bridge.line.index]
        if written is not None:
            found &= ~(1 << written.island.index)
        return found

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines that take a bridge now."""
        board = self.before.board
        return tuple([board.lines[at] for at in indexes(self.open_lines)])

    @property
    def open_lines(self) -> int:
        """The lines that take a bridge now, a bit for each index."""
        return 0 if self.card is None or self.missing <= 0 else open_lines(self.sheet)

    @property
    def is_stranded(self) -> bool:
        """Whether action b is begun and its missing bridges have no place any more (R13)."""
        is_begun = self.drawn > 0 and not self.is_free
        return is_begun and not self._has_room

    @property
    def _has_room(self) -> bool:
        """Whether the missing bridges can be drawn, now or after the number is written."""
        if can_draw(self.sheet, self.missing):
            return True
        if self.card is None or self.number is not None:
            return False
        numbers = (Number(island, self.card.number) for island in self.islands)
        return any(can_draw(self.sheet.with_mark(number), self.missing) for number in numbers)

    @property
    def stranding(self) -> tuple[Line, ...]:
        """The allowed lines after which the rest of the card's bridges has no place (R13)."""
        after = ((line, self.with_all((*self.marks, Bridge(line)))) for line in self.lines)
        return tuple(line for line, draft in after if draft.is_stranded)

    @property
    def lawful_turn(self) -> Turn:
        """What counts of the draft when time is up: all, or all but the bridges (R8, R13)."""
        if self.refusal_of_end() is None:
            return self.turn
        return Turn(tuple(mark for mark in self.marks if isinstance(mark, Number)))

    # --- change

    def with_mark(self, mark: Mark) -> Draft:
        """Return the draft with one more mark, or raise Illegal.

        A number takes the place of the one written before, unless the pen is free.
        """
        against = self.refusal(mark)
        if against is not None:
            raise Illegal(against)
        if isinstance(mark, Number) and not self.is_free:
            return self.with_all((mark, *self.bridges))
        return self.with_all((*self.marks, mark))

    def with_marks(self, marks: Marks) -> Draft:
        """Return the draft with these marks in order, or raise Illegal for the first refused."""
        draft = self
        for mark in marks:
            draft = draft.with_mark(mark)
        return draft

    def with_number(self, number: Number) -> Draft:
        """Write the number, or move it where it is written already; a free pen, too."""
        if not self.is_free or self.number is None:
            return self.with_mark(number)
        at = self.marks.index(self.number)
        return self.with_all((*self.marks[:at], number, *self.marks[at + 1 :]))

    def clear(self) -> Draft:
        """Take all marks back."""
        return self.with_all(())

    def without(self, gone: Mark) -> Draft:
        """Return the draft without this mark and without those that rest on it."""
        kept = Draft(self.before, self.card, pens=self.pens)
        for mark in self.marks:
            if mark != gone and kept.refusal(mark) is None:
                kept = Draft(self.before, self.card, (*kept.marks, mark), self.pens)
        return self.with_all(kept.marks)

    def with_all(self, marks: Marks) -> Draft:
        """Return the draft with exactly these marks, whether or not they are allowed."""
        if marks == self.marks:
            return self
        return self._changed(marks, self.history.after_change(self.marks, marks))

    def _changed(self, marks: Marks, history: History) -> Draft:
        """Return the draft with these marks and this history: `replace`, but quickly."""
        return Draft(self.before, self.card, marks, self.pens, history)

    # --- undo and redo

    @property
    def may_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self.history.past or self.marks)

    @property
    def may_redo(self) -> bool:
        """Whether there is a change to make again."""
        return bool(self.history.future)

    def undo(self) -> Draft:
        """Take the last change back, whatever it was; nothing where there is none."""
        if not self.may_undo:
            return self
        past = self.history.past
        marks = past[-1] if past else self.marks[:-1]
        return self._changed(marks, self.history.after_undo(self.marks))

    def redo(self) -> Draft:
        """Make the change again that was taken back last, if there is one."""
        if not self.may_redo:
            return self
        marks = self.history.future[-1]
        return self._changed(marks, self.history.after_redo(self.marks))
