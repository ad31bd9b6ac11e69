"""A table as one visitor sees it: what the page shows, ready for its templates.

`hashi.rules.seat_view` has left out all that is secret before anything here looks at it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hashi.drawing import scene
from hashi.drawing.sheet_scene import Cell
from hashi.rules import (
    Card,
    Game,
    Goal,
    GoalBox,
    Mark,
    Number,
    Pens,
    Sheet,
    View,
    goal_boxes,
    total,
)
from hashi.rules.solo import DEADLINE
from hashi.server.view.board_pictures import BoardPictures
from hashi.server.view.lazy import Lazy
from hashi.server.view.mistake_calls import CalledMistake, MistakeCalls
from hashi.server.view.round_recap import SeatRecap, recap
from hashi.server.view.turn_view import TurnView
from hashi.server.view.viewer import Viewer
from hashi.table import Phase, Table
from hashi.table.seat_requests import may_be_covered
from hashi.words import Words, bot_name, player_name


@dataclass(eq=False)
class TablePage:
    """The page of a table: who sees it, their turn, calls of mistakes, pictures, the game."""

    id: str
    table: Table
    viewer: Viewer
    words: Words
    read_present: Callable[[], frozenset[str]] = frozenset
    """Returns the holders who are connected; called only where that is shown."""
    read_absent: Callable[[], frozenset[str]] = frozenset
    """Returns the holders who have been away for a while; called only where that is shown."""
    read_log: Callable[[], list[tuple[int | None, str]]] = list
    """Returns the log in sentences with their seats; called only when the log is shown."""
    read_called: Callable[[], list[CalledMistake]] = list
    """Returns the mistakes that were called; called only where they are shown."""
    pointed: str = ""
    """The island or line that is pointed at on a sheet that may be wrong (free pens)."""

    @Lazy
    def present(self) -> frozenset[str]:
        return self.read_present()

    @Lazy
    def turn(self) -> TurnView:
        return TurnView(self.table, self.viewer)

    @Lazy
    def calls(self) -> MistakeCalls:
        return MistakeCalls(self.turn, self.is_free, self.pointed)

    @Lazy
    def pictures(self) -> BoardPictures:
        has_help = self.table.options.help and not self.is_free
        return BoardPictures(self.turn, self.words, has_help)

    @property
    def typing(self) -> str:
        """What can be typed into the field, with examples that are allowed now."""
        return typing_sentences(self.words, self.turn.example)

    @Lazy
    def log(self) -> list[tuple[int | None, str]]:
        return self.read_log()

    @property
    def number(self) -> int:
        """The number of the last event that this viewer may know of."""
        return self.table.number_for(self.viewer.holder)

    @Lazy
    def called(self) -> list[CalledMistake]:
        """The mistakes that were called on one's own boards."""
        if not self.is_free:
            return []
        return [mistake for mistake in self.read_called() if mistake.on in self.viewer.own_seats]

    @Lazy
    def recap(self) -> tuple[SeatRecap, ...]:
        """What everybody got out of the last round, where several play at this screen."""
        return recap(self.table) if self.viewer.is_shared else ()

    @property
    def has_company(self) -> bool:
        """Whether this viewer may send reactions: others sit at devices of their own."""
        return bool(self.viewer.own_seats) and self.table.has_company

    @property
    def series(self) -> tuple[tuple[int, ...], ...]:
        """The totals of the games that these seats have finished, this one included."""
        is_over = self.table.game is not None and self.phase is Phase.OVER
        return (*self.table.series, *((self.game.totals,) if is_over else ()))

    def wins(self, seat: int) -> int:
        """Return how many games of the series this seat has won; a tie is won by several."""
        return sum(totals[seat] == max(totals) for totals in self.series)

    # --- the seats

    def name(self, seat: int) -> str:
        return player_name(self.words, self.table.seats[seat].name)

    @property
    def players(self) -> str:
        """The names of all players."""
        return ", ".join(self.name(seat) for seat in range(len(self.table.seats)))

    def level(self, seat: int) -> str:
        """Return what the bot that plays there is called on the ladder; nothing for a person."""
        place = self.table.seats[seat]
        return bot_name(self.words, place.bot) if place.is_bot else ""

    def is_away(self, seat: int) -> bool:
        place = self.table.seats[seat]
        return not place.is_bot and place.holder not in self.present | {self.viewer.holder}

    def may_be_covered(self, seat: int) -> bool:
        """Return whether this viewer may let a bot play for somebody who is away."""
        is_guest = not self.viewer.is_watching and seat not in self.viewer.own_seats
        return is_guest and may_be_covered(self.table, seat, self.read_absent())

    @property
    def is_due(self) -> bool:
        """Whether others wait for this viewer."""
        seat = self.viewer.seat
        is_one_of_many = seat is not None and len(self.table.seats) > 1
        return is_one_of_many and self.is_thinking(seat or 0) and not self.viewer.is_played_by_bot

    def is_thinking(self, seat: int) -> bool:
        return seat in self.table.waiting_for

    @property
    def names_waited_for(self) -> str:
        """Those who are still to act, besides the seat that this viewer acts for."""
        waiting = (seat for seat in self.table.waiting_for if seat != self.viewer.seat)
        return ", ".join(self.name(seat) for seat in waiting)

    @property
    def names_missing(self) -> str:
        """Those whose seats are kept for a rematch and who are not here yet."""
        seats = enumerate(self.table.seats if self.table.is_rematch else ())
        return ", ".join(self.name(at) for at, seat in seats if self.is_away(at) and seat.holder)

    @property
    def may_hint(self) -> bool:
        """Whether this viewer may ask for a hint in this phase of the game."""
        is_player = self.viewer.seat is not None and not self.viewer.is_played_by_bot
        return self.table.may_hint and is_player and self.table.phase is Phase.ROUND

    # --- where the game stands

    @property
    def phase(self) -> Phase:
        return self.table.phase

    @Lazy
    def game(self) -> Game:
        return self.table.played

    @property
    def view(self) -> View:
        """What the shown seat may see when it is one's own, else what lies open to all."""
        return self.turn.view

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
    def rounds(self) -> int:
        """How many cards are played."""
        return len(self.table.options.played_deck()) - 1

    @property
    def left(self) -> int:
        """How many cards lie in the draw pile."""
        return self.game.setup.rounds - self.round

    @Lazy
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
        may = self.table.may_rewind and not self.viewer.is_watching and self.table.past
        return last if may and 1 <= last <= len(self.table.past) else 0

    def cards_left(self, goal: Goal) -> int | None:
        """How many cards, with the open one, still pay the goal's higher value, 0 and less when it
        is too late (R31); None among several players, where there are no deadlines."""
        return DEADLINE[goal] - self.game.rounds if len(self.table.seats) == 1 else None

    @Lazy
    def boxes(self) -> tuple[GoalBox, ...]:
        return goal_boxes(self.game, self.viewer.shown_seat)


def typing_sentences(words: Words, example: tuple[Mark, ...]) -> str:
    """Return what happens when the marks of an example are typed."""
    return " ".join(
        words.say("Typing {mark} writes the number on {island}.", mark=mark, island=mark.island)
        if isinstance(mark, Number)
        else words.say("Typing {mark} draws a bridge.", mark=mark)
        for mark in example
    )
