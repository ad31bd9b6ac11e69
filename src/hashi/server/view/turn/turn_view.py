"""The turn that is being made on a page: the draft, what it still needs, and what it spoils."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from hashi.cached_property import cached_property
from hashi.rules import (
    PASS,
    DeadGoal,
    Draft,
    Goal,
    Island,
    Mark,
    Number,
    Played,
    Sheet,
    Turn,
    View,
    can_draw,
    total,
    view,
)
from hashi.rules.dead import (
    dead_goals,
    dead_mask,
    goals_out_of_reach,
    numbers_to_come,
)
from hashi.rules.game.scoring import judge, largest_chain
from hashi.rules.game.setup import START_NUMBERS
from hashi.rules.law import open_lines
from hashi.rules.masks import indexes
from hashi.rules.turn import first_line, may_end
from hashi.server.view.rounds.last_round import last_turns
from hashi.server.view.turn.typing_example import TypingExample
from hashi.server.view.viewer import Viewer
from hashi.table import Objected, Phase, Table, draft_of


class OfGoals(NamedTuple):
    """What a turn that is being made changes of the goals: equal ones look the same."""

    dead: tuple[DeadGoal, ...]
    finished: tuple[int, ...]
    """The finished islands that each goal asks for, a bit for each index."""
    chain: int
    """The longest chain of joined ones."""


@dataclass(eq=False)
class TurnView:
    """The turn of the viewer's own seat, and the sheet that is shown large."""

    table: Table
    viewer: Viewer

    @cached_property
    def view(self) -> View:
        """What the shown seat may see when it is one's own, else what lies open to all."""
        viewer = self.viewer
        return view(self.table.played, viewer.seat if viewer.is_own_board else None)

    @cached_property
    def draft(self) -> Draft | None:
        """The draft of one's own seat while it is to act."""
        viewer = self.viewer
        if viewer.seat is None or not viewer.is_own_board or viewer.is_played_by_bot:
            return None
        try:
            return draft_of(self.table, viewer.seat)
        except Objected:
            return None

    @cached_property
    def number(self) -> Number | None:
        """The number written in this turn."""
        return self.draft.number if self.draft is not None else None

    @cached_property
    def drawn(self) -> int:
        """How many bridges are drawn in this turn."""
        return self.draft.drawn if self.draft is not None else 0

    @cached_property
    def open_islands(self) -> int:
        """Where a number may be written now, a bit for each index."""
        return self.draft.open_islands if self.draft is not None else 0

    @property
    def tapped_number(self) -> int:
        """The number that a tap on an allowed island writes (R5, R9)."""
        card = self.table.played.card
        return card.number if card else START_NUMBERS[0]

    @cached_property
    def open_lines(self) -> int:
        """Where a bridge may be drawn now, a bit for each index."""
        return open_lines(self.sheet) if self.missing > 0 else 0

    @property
    def example(self) -> tuple[Mark, ...]:
        """Marks that may be made now: a number, a bridge, or both, as an example to type."""
        return self.example_indexes.marks(self.sheet.board)

    @cached_property
    def example_indexes(self) -> TypingExample:
        """Where the marks of the example are made."""
        draft, sheet, island, number, line = self.draft, self.sheet, None, 0, None
        if draft is None:
            return TypingExample()
        if self.number is None and self.open_islands:
            island, number = indexes(self.open_islands)[0], self.tapped_number
            sheet = sheet.with_number(sheet.board.islands[island], number)
        if self.missing > 0:
            line = first_line(sheet, 1 if draft.is_free else self.missing)
        return TypingExample(island, number, line)

    @cached_property
    def is_done(self) -> bool:
        """Whether one's own seat is done with the open round."""
        seat = self.viewer.seat
        return (
            seat is not None and self.table.phase is Phase.ROUND and self.table.seats[seat].is_done
        )

    @cached_property
    def _ended(self) -> Turn | None:
        """The turn with which one's own seat is done, shown to nobody else before all are."""
        viewer = self.viewer
        is_shown = viewer.is_own_board and self.is_done
        return self.table.seats[viewer.shown_seat].marks if is_shown else None

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet that is shown large, one's own with the turn that is being made."""
        if self.draft is not None:
            return self.draft.sheet
        sheet = self.view.sheets[self.viewer.shown_seat]
        for mark in self._ended.marks if self._ended else ():
            sheet = sheet.with_mark(mark)
        return sheet

    @cached_property
    def last(self) -> tuple[Turn, ...]:
        """What everybody marked in the round that was closed last."""
        return last_turns(self.table)

    @property
    def marks(self) -> Turn:
        """The marks that stand out: this turn's, and on another's board those of the last round."""
        if self.draft is not None:
            return self.draft.turn
        if self.viewer.is_foreign_board:
            return self.last[self.viewer.shown_seat] if self.last else PASS
        turns = self.view.turns  # none before the first card
        return self._ended or (turns[self.viewer.shown_seat] if turns else None) or PASS

    @cached_property
    def missing(self) -> int:
        """How many of the card's bridges are not drawn yet; none before the first card."""
        card = self.draft.card if self.draft is not None else None
        return card.bridges - self.drawn if card is not None else 0

    @property
    def may_be_done(self) -> bool:
        """Whether the turn may end as it is."""
        draft = self.draft
        if draft is None:
            return False
        if draft.card is None:
            return self.number is not None
        return draft.is_free or may_end(draft.card, self.drawn)

    @cached_property
    def is_stranded(self) -> bool:
        """Whether bridges are missing and have no line any more."""
        draft = self.draft
        if draft is None or not (self.drawn and self.missing and self.table.options.help):
            return False
        return draft.is_stranded

    @cached_property
    def is_closed(self) -> bool:
        """Whether the card's bridges have no line at all, before the first one is drawn."""
        draft = self.draft
        if draft is None or self.drawn or draft.is_free or draft.card is None:
            return False
        if self.number is None and self.open_islands:
            return False  # the number may still open a line for them
        return self.table.options.help and not can_draw(self.sheet, self.missing)

    @cached_property
    def gain(self) -> int:
        """What one's own turn, being made or done, earns when the round ends."""
        viewer, game, draft = self.viewer, self.table.played, self.draft
        is_made = bool(draft.marks) if draft is not None else self._ended is not None
        if viewer.seat is None or game.card is None or not is_made:
            return 0
        ledger, before = game.ledgers[viewer.seat], game.sheets[viewer.seat]
        after = judge(ledger, before, self.sheet, len(game.cards), game.gone)
        return 0 if after is ledger else total(after) - total(ledger)

    @cached_property
    def numbers(self) -> int:
        """The numbers that may still be written, a bit for each."""
        return self.table.played.numbers_to_come

    @cached_property
    def _is_warned(self) -> bool:
        """Whether one's own turn has marks of which it is said what they spoil."""
        draft = self.draft
        return draft is not None and self.table.options.tells_dead and bool(draft.marks)

    @cached_property
    def lost(self) -> tuple[Island, ...]:
        """The islands that this turn's marks have made dead."""
        if self.draft is None or not self._is_warned:
            return ()
        dead = dead_mask(self.sheet, self.numbers)
        before = dead_mask(self.draft.before, self.numbers) if dead else 0
        return self.sheet.board.chosen(dead & ~before)

    @cached_property
    def dead(self) -> tuple[DeadGoal, ...]:
        """The goals that can't be reached any more on the sheet shown, and why; none where help is
        off."""
        return dead_goals(self.sheet, self.numbers) if self.table.options.tells_dead else ()

    @property
    def out_of_reach(self) -> tuple[Goal, ...]:
        """These goals alone."""
        return tuple([one.goal for one in self.dead])

    @property
    def of_goals(self) -> OfGoals:
        """What the goals on the sheet shown owe to the marks of the turn."""
        sheet = self.sheet
        asked = sheet.board.asked.values()
        finished = tuple([sheet.finished & islands for islands in asked])
        return OfGoals(self.dead, finished, largest_chain(sheet))

    @cached_property
    def lost_goals(self) -> tuple[DeadGoal, ...]:
        """The goals that one's own newest marks have put out of reach: those of this turn, or
        before its first mark, those of the last one."""
        viewer, game = self.viewer, self.table.played
        if not self.dead or viewer.seat is None or not viewer.is_own_board:
            return ()
        if self.marks.marks:
            before = goals_out_of_reach(game.sheets[viewer.seat], self.numbers)
            return tuple([one for one in self.dead if one.goal not in before])
        lost = _lost_by if self.sheet.board.name is not None else _lost_by.__wrapped__
        earlier = numbers_to_come(game.setup.deck, game.cards[:-1])
        return lost(self.sheet, self._last_turn, earlier, self.numbers)

    @property
    def _last_turn(self) -> Turn:
        """One's own turn of the newest closed round."""
        seat, entries = self.viewer.seat, reversed(self.table.entries)
        last = next((one for one in entries if isinstance(one, Played) and one.seat == seat), None)
        return last.turn if last is not None else PASS


@lru_cache(maxsize=2_000)
def _lost_by(sheet: Sheet, turn: Turn, earlier: int, numbers: int) -> tuple[DeadGoal, ...]:
    """Return the goals that are dead on a sheet and were not before its last turn, when the
    `earlier` numbers were still to come. It is asked whenever all marks of a turn are taken back.
    """
    marks = Counter(sheet.marks) - Counter(turn.marks)
    lost = goals_out_of_reach(Sheet.of(sheet.board, marks.elements()), earlier)
    return tuple(dead for dead in dead_goals(sheet, numbers) if dead.goal not in lost)
