"""A table as one visitor sees it: what the page shows, ready for its templates.

All that is secret was taken out by `hashi.rules.view` before anything here looks at it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from hashi.drawing import Scene, Theme, live_board, pieces, scene, still_board
from hashi.rules import (
    PASS,
    Card,
    Game,
    GoalBox,
    Island,
    Line,
    Pens,
    Sheet,
    View,
    can_draw,
    dead_islands,
    goal_boxes,
    total,
    view,
)
from hashi.table import Drafting, Objected, Phase, Table
from hashi.words import Words, describe_sheet, shown


@dataclass(frozen=True)
class Showing:
    """What one visitor sees of a table."""

    id: str
    table: Table
    holder: str
    words: Words
    theme: Theme = Theme.AUTO
    looking_at: int | None = None
    """Whose board is shown large, if not one's own."""
    present: frozenset[str] = frozenset()
    log: list[str] = field(default_factory=list)
    selected: str = ""

    # --- who

    @cached_property
    def own_seats(self) -> tuple[int, ...]:
        return self.table.seats_of(self.holder)

    @cached_property
    def seat(self) -> int | None:
        """The seat that this visitor acts for now: at one screen the next that is to act."""
        waiting = [seat for seat in self.own_seats if seat in self.table.waiting_for]
        return next(iter(waiting), next(iter(self.own_seats), None))

    @cached_property
    def shown_seat(self) -> int:
        """Whose board is shown large."""
        if self.looking_at is not None and self.looking_at < len(self.table.seats):
            return self.looking_at
        return self.seat or 0

    @property
    def is_own_board(self) -> bool:
        return self.seat is not None and self.shown_seat == self.seat

    @property
    def is_watching(self) -> bool:
        return self.seat is None

    @property
    def is_host(self) -> bool:
        return self.holder == self.table.host or bool(self.own_seats)

    def name(self, seat: int) -> str:
        return shown(self.table.seats[seat].name)

    # --- where the game stands

    @cached_property
    def phase(self) -> Phase:
        return self.table.phase

    @cached_property
    def game(self) -> Game:
        return self.table.played

    @cached_property
    def view(self) -> View:
        """What the shown seat may see when it is one's own, else what lies open to all."""
        return view(self.game, self.seat if self.is_own_board else None)

    @property
    def is_free(self) -> bool:
        return self.table.options.pens is Pens.FREE

    @property
    def card(self) -> Card | None:
        return self.game.card

    @property
    def round(self) -> int:
        return len(self.game.cards)

    @property
    def total(self) -> int:
        return total(self.game.ledgers[self.shown_seat])

    @cached_property
    def boxes(self) -> tuple[GoalBox, ...]:
        return goal_boxes(self.game, self.shown_seat)

    # --- the turn in the making

    @cached_property
    def drafting(self) -> Drafting | None:
        """The draft of one's own seat while it is to act."""
        if self.seat is None or not self.is_own_board:
            return None
        try:
            return Drafting.of(self.table, self.seat)
        except Objected:
            return None

    @cached_property
    def is_done(self) -> bool:
        """Whether one's own seat is done with the open round."""
        return (
            self.seat is not None
            and self.phase is Phase.ROUND
            and self.table.seats[self.seat].is_done
        )

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet that is shown large, one's own with the turn in the making."""
        if self.drafting is not None:
            return self.drafting.after
        sheet = self.view.sheets[self.shown_seat]
        if self.is_own_board and self.is_done:
            for mark in self.table.seats[self.shown_seat].marks.marks:
                sheet = sheet.with_mark(mark)
        return sheet

    @property
    def missing(self) -> int:
        """How many of the card's bridges are not drawn yet."""
        draft = self.drafting
        return draft.card.bridges - draft.drawn if draft and draft.card else 0

    @property
    def may_be_done(self) -> bool:
        """Whether the turn may end as it is."""
        draft = self.drafting
        if draft is None:
            return False
        if draft.card is None:
            return draft.number is not None
        return draft.refusal_of_end() is None

    @cached_property
    def is_stranded(self) -> bool:
        """Whether bridges are missing and have no place any more."""
        draft = self.drafting
        if draft is None or draft.is_free or not draft.drawn or not self.table.options.help:
            return False
        return not can_draw(draft.after, self.missing)

    @cached_property
    def lost(self) -> tuple[Island, ...]:
        """The islands that this turn's marks have made dead."""
        draft = self.drafting
        if draft is None or draft.is_free or not self.table.options.help or not draft.marks:
            return ()
        before = dead_islands(draft.sheet)
        return tuple(island for island in dead_islands(draft.after) if island not in before)

    # --- pictures

    @cached_property
    def scene(self) -> Scene:
        helps = self.table.options.help and not self.is_free
        draft = self.drafting
        targets: tuple[Island | Line, ...] = ()
        if draft is not None and (helps or draft.card is None):
            targets = (*draft.islands, *draft.lines)
        fresh = (self.view.turns[self.shown_seat] if self.view.turns else None) or PASS
        if draft is not None:
            fresh = draft.turn
        elif self.is_own_board and self.is_done:
            fresh = self.table.seats[self.shown_seat].marks
        return scene(self.sheet, fresh=fresh, targets=targets, help=helps)

    @cached_property
    def labels(self) -> dict[str, str]:
        """Each island in words, for a screen reader."""
        lines = describe_sheet(self.words, self.sheet)
        return {line.partition(":")[0]: line for line in lines}

    @property
    def pieces(self) -> dict[str, str]:
        return pieces(self.scene, self.labels)

    @property
    def board_svg(self) -> str:
        return live_board(self.scene, self.labels, self.board_title, self.theme)

    @property
    def board_title(self) -> str:
        return self.words.say("Board of {player}", player=self.name(self.shown_seat))

    def small_svg(self, seat: int) -> str:
        """Another player's board as it lies open."""
        title = self.words.say("Board of {player}", player=self.name(seat))
        helps = self.table.options.help and not self.is_free
        sheet = view(self.game, None).sheets[seat]
        return still_board(scene(sheet, help=helps), title, self.theme)
