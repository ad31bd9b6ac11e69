"""A table as one visitor sees it: what the page shows, ready for its templates.

`hashi.rules.seat_view` has left out all that is secret before anything here looks at it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from hashi.drawing import Theme, scene
from hashi.drawing.sheet_scene import Cell
from hashi.rules import Card, Game, GoalBox, Number, Pens, Sheet, View, goal_boxes, total, view
from hashi.server.pages.board_pictures import BoardPictures
from hashi.server.pages.mistake_calls import MistakeCalls
from hashi.server.pages.turn_view import TurnView
from hashi.server.pages.viewer import Viewer
from hashi.table import Phase, Table
from hashi.words import Words, bot_name, shown


@dataclass(frozen=True)
class TablePage:
    """The page of a table: who sees it, their turn, calls of mistakes, pictures, the game."""

    id: str
    table: Table
    viewer: Viewer
    words: Words
    theme: Theme = Theme.AUTO
    present: frozenset[str] = frozenset()
    """The holders who are connected."""
    read_log: Callable[[], list[str]] = list
    """Returns the log in sentences; called only when the log is shown."""
    pointed: str = ""
    """The island or line that is pointed at on a sheet that may be wrong (free pens)."""

    @cached_property
    def turn(self) -> TurnView:
        return TurnView(self.table, self.viewer, self.view)

    @cached_property
    def calls(self) -> MistakeCalls:
        return MistakeCalls(self.turn, self.is_free, self.pointed)

    @cached_property
    def pictures(self) -> BoardPictures:
        has_help = self.table.options.help and not self.is_free
        return BoardPictures(self.turn, self.words, self.theme, has_help)

    @property
    def typing(self) -> str:
        """What can be typed into the field, with examples that are allowed now."""
        say = self.words.say
        return " ".join(
            say(
                "In the text box, {mark} writes the number on {island}.",
                mark=mark,
                island=mark.island,
            )
            if isinstance(mark, Number)
            else say("In the text box, {mark} draws a bridge.", mark=mark)
            for mark in self.turn.example
        )

    @cached_property
    def log(self) -> list[str]:
        return self.read_log()

    # --- the seats

    def name(self, seat: int) -> str:
        return shown(self.table.seats[seat].name)

    def level(self, seat: int) -> str:
        """Return what the bot that plays there is called on the ladder; nothing for a person."""
        place = self.table.seats[seat]
        return bot_name(self.words, place.bot) if place.is_bot else ""

    def is_away(self, seat: int) -> bool:
        place = self.table.seats[seat]
        return not place.is_bot and place.holder not in self.present | {self.viewer.holder}

    def is_thinking(self, seat: int) -> bool:
        return seat in self.table.waiting_for

    @property
    def names_waited_for(self) -> str:
        """Those who are still to act, besides the seat that this viewer acts for."""
        waiting = (seat for seat in self.table.waiting_for if seat != self.viewer.seat)
        return ", ".join(self.name(seat) for seat in waiting)

    # --- where the game stands

    @property
    def phase(self) -> Phase:
        return self.table.phase

    @cached_property
    def game(self) -> Game:
        return self.table.played

    @cached_property
    def view(self) -> View:
        """What the shown seat may see when it is one's own, else what lies open to all."""
        return view(self.game, self.viewer.seat if self.viewer.is_own_board else None)

    @property
    def is_free(self) -> bool:
        """Whether the pens are free."""
        return self.table.options.pens is Pens.FREE

    @property
    def card(self) -> Card | None:
        return self.game.card

    @property
    def round(self) -> int:
        return len(self.game.cards)

    @property
    def total(self) -> int:
        """The points of the seat that is shown."""
        return total(self.game.ledgers[self.viewer.shown_seat])

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
        may = self.table.options.may_rewind and not self.viewer.is_watching and self.table.past
        return last if may and 1 <= last <= len(self.table.past) else 0

    @cached_property
    def boxes(self) -> tuple[GoalBox, ...]:
        return goal_boxes(self.game, self.viewer.shown_seat)
