"""The turn that is being made on a page: the draft, what it still needs, and what it spoils."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hashi.rules import (
    PASS,
    Bridge,
    Draft,
    Island,
    Line,
    Mark,
    Number,
    Sheet,
    Turn,
    View,
    can_draw,
    dead_islands,
    view,
)
from hashi.rules.setup import START_NUMBERS
from hashi.server.pages.lazy import Lazy
from hashi.server.pages.viewer import Viewer
from hashi.table import Objected, Phase, Table, draft_of


@dataclass(frozen=True)
class TurnView:
    """The turn of the viewer's own seat, and the sheet that is shown large."""

    table: Table
    viewer: Viewer

    @Lazy
    def view(self) -> View:
        """What the shown seat may see when it is one's own, else what lies open to all."""
        viewer = self.viewer
        return view(self.table.played, viewer.seat if viewer.is_own_board else None)

    @Lazy
    def draft(self) -> Draft | None:
        """The draft of one's own seat while it is to act."""
        viewer = self.viewer
        if viewer.seat is None or not viewer.is_own_board or viewer.is_played_by_bot:
            return None
        try:
            return draft_of(self.table, viewer.seat)
        except Objected:
            return None

    @Lazy
    def islands(self) -> tuple[Island, ...]:
        """Where a number may be written now."""
        return self.draft.islands if self.draft is not None else ()

    @property
    def tapped_number(self) -> int:
        """The number that a tap on an allowed island writes (R5, R9)."""
        card = self.table.played.card
        return card.number if card else START_NUMBERS[0]

    @Lazy
    def lines(self) -> tuple[Line, ...]:
        """Where a bridge may be drawn now."""
        return self.draft.lines if self.draft is not None else ()

    @Lazy
    def example(self) -> tuple[Mark, ...]:
        """Marks that may be made now: a number, a bridge, or both, as an example to type."""
        return () if self.draft is None else _example(self.draft, self.tapped_number)

    @Lazy
    def is_done(self) -> bool:
        """Whether one's own seat is done with the open round."""
        seat = self.viewer.seat
        return (
            seat is not None and self.table.phase is Phase.ROUND and self.table.seats[seat].is_done
        )

    @Lazy
    def sheet(self) -> Sheet:
        """The sheet that is shown large, one's own with the turn that is being made."""
        if self.draft is not None:
            return self.draft.sheet
        sheet = self.view.sheets[self.viewer.shown_seat]
        if self.viewer.is_own_board and self.is_done:
            for mark in self.table.seats[self.viewer.shown_seat].marks.marks:
                sheet = sheet.with_mark(mark)
        return sheet

    @property
    def marks(self) -> Turn:
        """The marks that are shown as this turn's."""
        if self.draft is not None:
            return self.draft.turn
        seat = self.viewer.shown_seat
        if self.viewer.is_own_board and self.is_done:
            return self.table.seats[seat].marks
        return (self.view.turns[seat] if self.view.turns else None) or PASS

    @Lazy
    def missing(self) -> int:
        """How many of the card's bridges are not drawn yet."""
        return self.draft.missing if self.draft else 0

    @property
    def may_be_done(self) -> bool:
        """Whether the turn may end as it is."""
        draft = self.draft
        if draft is None:
            return False
        if draft.card is None:
            return draft.number is not None
        return draft.refusal_of_end() is None

    @Lazy
    def is_stranded(self) -> bool:
        """Whether bridges are missing and have no place any more."""
        draft = self.draft
        return draft is not None and self.table.options.help and draft.is_stranded

    @Lazy
    def is_closed(self) -> bool:
        """Whether the card's bridges have no place at all, before the first one is drawn."""
        draft = self.draft
        if draft is None or draft.is_free or draft.drawn or draft.card is None:
            return False
        if draft.number is None and self.islands:
            return False  # the number may still open a place for them
        return self.table.options.help and not can_draw(self.sheet, self.missing)

    @Lazy
    def lost(self) -> tuple[Island, ...]:
        """The islands that this turn's marks have made dead."""
        draft = self.draft
        if draft is None or draft.is_free or not self.table.options.help or not draft.marks:
            return ()
        before = dead_islands(draft.before)
        return tuple(island for island in dead_islands(self.sheet) if island not in before)


@lru_cache(maxsize=4096)
def _example(draft: Draft, number: int) -> tuple[Mark, ...]:
    marks: tuple[Mark, ...] = ()
    if draft.number is None and draft.islands:
        marks = (Number(draft.islands[0], number),)
        draft = draft.with_mark(marks[0])
    bridges = (Bridge(line) for line in draft.lines)
    last = next(
        (mark for mark in bridges if not draft.with_all((*draft.marks, mark)).is_stranded), None
    )
    return (*marks, last) if last else marks
