"""A table as one visitor sees it: what the page shows, ready for its templates.

All that is secret was taken out by `hashi.rules.seat_view` before anything here looks at it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from hashi.drawing import Scene, Theme, live_board, pieces, scene
from hashi.drawing.sea import board_frame
from hashi.drawing.sheet_scene import Cell
from hashi.rules import (
    PASS,
    Bridge,
    Card,
    Draft,
    Game,
    GoalBox,
    Island,
    Line,
    Number,
    Pens,
    Sheet,
    Turn,
    View,
    can_draw,
    dead_islands,
    goal_boxes,
    total,
    view,
)
from hashi.rules.mistakes import Ink
from hashi.table import Objected, Phase, Table, draft_of
from hashi.words import Words, bot_name, describe_sheet, shown


@dataclass(frozen=True)
class TablePage:
    """What one visitor sees of a table."""

    id: str
    table: Table
    holder: str
    words: Words
    theme: Theme = Theme.AUTO
    looking_at: int | None = None
    """Whose board is looked at, as it lies open to all; None for one's own turn."""
    present: frozenset[str] = frozenset()
    tell_log: Callable[[], list[str]] = list
    """Tells the log in sentences: asked only when it is shown."""
    pointed: str = ""
    """The island or line that is pointed at on a sheet that may be wrong (free pens)."""

    @cached_property
    def log(self) -> list[str]:
        return self.tell_log()

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
        return (self.seat if self.looking_at is None else self.looking_at) or 0

    @property
    def is_looking(self) -> bool:
        """Whether a board is looked at as it lies open; one's own may be, too."""
        return self.looking_at is not None

    @property
    def is_own_board(self) -> bool:
        """Whether one's own turn is shown."""
        return self.seat is not None and not self.is_looking

    @property
    def is_watching(self) -> bool:
        return self.seat is None

    @property
    def is_host(self) -> bool:
        return self.holder == self.table.host or bool(self.own_seats)

    def name(self, seat: int) -> str:
        return shown(self.table.seats[seat].name)

    def level(self, seat: int) -> str:
        """What the bot that plays there is called on the ladder; nothing for a person."""
        place = self.table.seats[seat]
        return bot_name(self.words, place.bot) if place.is_bot else ""

    @property
    def names_waited_for(self) -> str:
        """Those who are still to act, besides the seat that this visitor acts for."""
        return ", ".join(self.name(seat) for seat in self.table.waiting_for if seat != self.seat)

    @property
    def is_shared(self) -> bool:
        """Whether several people play at this screen."""
        seats = self.table.seats
        return sum(not seats[seat].is_bot for seat in self.own_seats) > 1

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot plays for this visitor's seat."""
        return self.seat is not None and self.table.seats[self.seat].is_bot

    def is_away(self, seat: int) -> bool:
        place = self.table.seats[seat]
        return not place.is_bot and place.holder not in self.present | {self.holder}

    def is_thinking(self, seat: int) -> bool:
        return seat in self.table.waiting_for

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

    @property
    def left(self) -> int:
        """How many cards lie in the draw pile."""
        return self.game.setup.rounds - self.round

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cards of the deck, ticked off as they are turned."""
        game = self.game
        blank = Sheet.blank(game.setup.board)
        turned = game.cards[: game.rounds]
        return scene(blank, help=False, deck=game.setup.deck, turned=turned, card=game.card).cells

    @property
    def again(self) -> int:
        """The round that can be played again, 0 for none: the last one that is closed."""
        last = self.game.rounds
        may = self.table.options.may_rewind and not self.is_watching and self.table.past
        return last if may and 1 <= last <= len(self.table.past) else 0

    @cached_property
    def boxes(self) -> tuple[GoalBox, ...]:
        return goal_boxes(self.game, self.shown_seat)

    # --- the turn in the making

    @cached_property
    def drafting(self) -> Draft | None:
        """The draft of one's own seat while it is to act."""
        if self.seat is None or not self.is_own_board or self.is_played_by_bot:
            return None
        try:
            return draft_of(self.table, self.seat)
        except Objected:
            return None

    @cached_property
    def islands(self) -> tuple[Island, ...]:
        """Where a number may be written now."""
        return self.drafting.islands if self.drafting is not None else ()

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Where a bridge may be drawn now."""
        return self.drafting.lines if self.drafting is not None else ()

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
            return self.drafting.sheet
        sheet = self.view.sheets[self.shown_seat]
        if self.is_own_board and self.is_done:
            for mark in self.table.seats[self.shown_seat].marks.marks:
                sheet = sheet.with_mark(mark)
        return sheet

    @cached_property
    def missing(self) -> int:
        """How many of the card's bridges are not drawn yet."""
        return self.drafting.missing if self.drafting else 0

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
        return draft is not None and self.table.options.help and draft.is_stranded

    @cached_property
    def is_closed(self) -> bool:
        """Whether the card's bridges have no place at all, before the first one is drawn."""
        draft = self.drafting
        if draft is None or draft.is_free or draft.drawn or draft.card is None:
            return False
        if draft.number is None and self.islands:
            return False  # the number may still open a place for them
        return self.table.options.help and not can_draw(self.sheet, self.missing)

    @cached_property
    def lost(self) -> tuple[Island, ...]:
        """The islands that this turn's marks have made dead."""
        draft = self.drafting
        if draft is None or draft.is_free or not self.table.options.help or not draft.marks:
            return ()
        before = dead_islands(draft.before)
        return tuple(island for island in dead_islands(self.sheet) if island not in before)

    # --- mistakes (free pens)

    @property
    def may_call(self) -> bool:
        """Whether a tap on the board shown points at a mark that may be a mistake."""
        game = self.game
        is_time = self.phase in (Phase.ROUND, Phase.CHECK) and game.rounds > 0
        return self.is_free and is_time and not self.is_watching and self.drafting is None

    @cached_property
    def offers(self) -> tuple[Ink, ...]:
        """The marks at the place that is pointed at, each once for each round."""
        if not self.pointed or not self.may_call:
            return ()
        found: dict[tuple[int, object], Ink] = {}
        for ink in self.game.pages[self.shown_seat].inks:
            if ink.settled:
                continue
            if isinstance(ink.mark, Number) and ink.mark.island.name == self.pointed:
                found[ink.round, ink.mark] = ink
            if isinstance(ink.mark, Bridge) and ink.mark.line.name == self.pointed:
                found[ink.round, ink.mark] = ink
        return tuple(found.values())

    # --- pictures

    @cached_property
    def scene(self) -> Scene:
        helps = self.table.options.help and not self.is_free
        draft = self.drafting
        targets: tuple[Island | Line, ...] = ()
        if draft is not None and (helps or draft.card is None):
            targets = (*self.islands, *self.lines)
        return scene(self.sheet, fresh=self._fresh, targets=targets, help=helps)

    @property
    def _fresh(self) -> Turn:
        """The marks that are shown as this turn's."""
        if self.drafting is not None:
            return self.drafting.turn
        if self.is_own_board and self.is_done:
            return self.table.seats[self.shown_seat].marks
        return (self.view.turns[self.shown_seat] if self.view.turns else None) or PASS

    @cached_property
    def labels(self) -> dict[str, str]:
        """Each island in words, for a screen reader."""
        return _labels(self.words, self.sheet)

    @property
    def pieces(self) -> dict[str, str]:
        return pieces(self.scene, self.labels)

    @property
    def board_svg(self) -> str:
        return live_board(self.scene, self.labels, self.board_title, self.theme)

    @property
    def board_title(self) -> str:
        return self.words.say("Board of {player}", player=self.name(self.shown_seat))

    def small_board(self, seat: int) -> str:
        """A player's board as it lies open, small; what it shows is also said in words."""
        drawn = self._small_scene(seat)
        body = "".join(self.small_pieces(seat).values())
        return board_frame(drawn, body, f'class="hashi hashi-{self.theme}" aria-hidden="true"')

    def small_pieces(self, seat: int) -> dict[str, str]:
        return pieces(self._small_scene(seat), {}, f"s{seat}-")

    def _small_scene(self, seat: int) -> Scene:
        game = self.game
        sheet = game.sheets[seat] if game.is_started else Sheet.blank(game.setup.board)
        return _open_scene(sheet, self.table.options.help and not self.is_free)


@lru_cache(maxsize=10_000)
def _open_scene(sheet: Sheet, helps: bool) -> Scene:
    """Everybody at a table looks at the same open sheets."""
    return scene(sheet, help=helps)


@lru_cache(maxsize=10_000)
def _labels(words: Words, sheet: Sheet) -> dict[str, str]:
    lines = describe_sheet(words, sheet)
    return {line.partition(":")[0]: line for line in lines}
