"""A turn in the making at the keyboard: marks are tried, undone and redone before it is done."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hashi.rules import (
    Bridge,
    Card,
    Draft,
    Island,
    Line,
    Mark,
    Refusal,
    Sheet,
    Stray,
    Turn,
    allowed_islands,
    allowed_lines,
    can_draw,
    refusal,
)


@dataclass(frozen=True, slots=True)
class Pen:
    """A guided pen refuses what breaks a rule, a free one only what has no line (R2, R33)."""

    before: Sheet
    card: Card
    is_free: bool = False
    marks: tuple[Mark, ...] = ()
    undone: tuple[Mark, ...] = ()

    @property
    def draft(self) -> Draft:
        return Draft(self.before, self.card, self.marks)

    @property
    def sheet(self) -> Sheet:
        return self.draft.sheet

    @property
    def turn(self) -> Turn:
        return Turn(self.marks)

    def refusal(self, mark: Mark) -> Refusal | None:
        if self.is_free:
            return refusal(self.before, mark) if isinstance(mark, Stray) else None
        return self.draft.refusal(mark)

    def refusal_of_end(self) -> Refusal | None:
        return None if self.is_free else self.draft.refusal_of_end()

    def with_mark(self, mark: Mark) -> Pen:
        return replace(self, marks=(*self.marks, mark), undone=())

    def undo(self) -> Pen:
        return replace(self, marks=self.marks[:-1], undone=(*self.undone, self.marks[-1]))

    def redo(self) -> Pen:
        return replace(self, marks=(*self.marks, self.undone[-1]), undone=self.undone[:-1])

    def clear(self) -> Pen:
        return replace(self, marks=(), undone=())

    # --- what is allowed next

    @property
    def islands(self) -> tuple[Island, ...]:
        """Where the card's number may be written now."""
        return allowed_islands(self.sheet, self.card.number) if self.draft.may_write else ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """Where a bridge may be drawn now."""
        return allowed_lines(self.sheet) if self.draft.drawn < self.card.bridges else ()

    @property
    def stranding(self) -> tuple[Line, ...]:
        """The allowed lines after which the rest of the card's bridges has no place (R13)."""
        left = self.card.bridges - self.draft.drawn - 1
        sheet = self.sheet
        return tuple(line for line in self.lines if not can_draw(sheet.with_bridge(line), left))

    @property
    def is_stranded(self) -> bool:
        """Whether bridges are missing and cannot be drawn any more."""
        return not self.is_free and not can_draw(self.sheet, self.draft.missing)

    @property
    def has_bridges(self) -> bool:
        return any(isinstance(mark, Bridge) for mark in self.marks)
