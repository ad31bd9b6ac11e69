"""A table as one visitor sees it: what the page shows, ready for its templates.

`hashi.rules.game.seat_view` has left out all that is secret before anything here looks at it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hashi.cached_property import cached_property
from hashi.rules import Game, News, NewsKind, Pens, total
from hashi.server.view.board_pictures import BoardPictures
from hashi.server.view.cards import Cards
from hashi.server.view.company.lobby import Lobby
from hashi.server.view.company.race import OpenBoxes, news_of
from hashi.server.view.company.seats import NOBODY, Seats
from hashi.server.view.company.series import Series
from hashi.server.view.company.strip import Strip
from hashi.server.view.rounds.news_log import LogLine, NewsLog
from hashi.server.view.rounds.round_recap import SeatRecap, recap
from hashi.server.view.turn.mistake_calls import CalledMistake, MistakeCalls
from hashi.server.view.turn.turn_view import TurnView
from hashi.server.view.turn.typing_example import typing_sentences
from hashi.server.view.viewer import Viewer
from hashi.table import Phase, Table
from hashi.table.clock import deadline_of, may_begin
from hashi.table.requests.request import Presence
from hashi.words import Words, announce, shuffle_sentences, turn_text, unshuffled_sentence


@dataclass(eq=False)
class TablePage:
    """The page of a table: its parts, each made when it is shown."""

    id: str
    table: Table
    viewer: Viewer
    words: Words
    presence: Presence = NOBODY
    read_news: Callable[[], NewsLog] | None = None
    """Returns what was announced at the table; called only where that is shown."""
    pointed: str = ""
    """The island or line that is pointed at on a sheet that may be wrong (free pens)."""
    open_boxes: OpenBoxes = field(default_factory=OpenBoxes)
    guide: str = ""
    """Whether this device is to be asked about tips here, or shown them (`view.guide`)."""
    to_beat: int = 0
    """The points that a challenge asks to beat, 0 for none."""

    # --- its parts

    @cached_property
    def turn(self) -> TurnView:
        return TurnView(self.table, self.viewer)

    @cached_property
    def calls(self) -> MistakeCalls:
        return MistakeCalls(self.turn, self.is_free, self.pointed)

    @cached_property
    def pictures(self) -> BoardPictures:
        has_help = self.table.options.help and not self.is_free
        return BoardPictures(self.turn, self.words, has_help)

    @cached_property
    def seats(self) -> Seats:
        return Seats(self.table, self.viewer, self.words, self.presence)

    @cached_property
    def lobby(self) -> Lobby:
        return Lobby(self.table, self.viewer, self.words, self.seats)

    @cached_property
    def strip(self) -> Strip:
        return Strip(self.table, self.viewer, self.seats, self.words)

    @property
    def race_news(self) -> str:
        """Who came close to a goal in the last round, in a sentence; empty where nobody did."""
        return news_of(self)

    @cached_property
    def cards(self) -> Cards:
        return Cards(self.game)

    @property
    def series(self) -> Series:
        return Series(self.table)

    @cached_property
    def recap(self) -> tuple[SeatRecap, ...]:
        """What everyone got out of the last round, where several play at this screen."""
        return recap(self.table) if self.viewer.is_shared else ()

    @property
    def last_round(self) -> str:
        """What was marked in the last round on the board shown, in words, if it is another's."""
        last = self.turn.last if self.viewer.is_foreign_board else ()
        return turn_text(self.words, last[self.viewer.shown_seat]) if last else ""

    # --- what has happened

    @property
    def given(self) -> str:
        """Who gave the board of the seat that is to act, before the first round is closed."""
        seat, game = self.viewer.seat, self.game
        if seat is None or game.rounds or not game.is_started:
            return ""
        giver = (seat - 1) % len(game.starts)
        given = News(NewsKind.BOARD_GIVEN, giver, mark=game.starts[giver])
        return announce(self.words, given, game)

    @cached_property
    def _news(self) -> NewsLog:
        return self.read_news() if self.read_news else NewsLog(self.table)

    @property
    def log(self) -> list[LogLine]:
        """What happened, in sentences, with their rounds and seats."""
        return self._news.lines(self.words, self.viewer.own_seats)

    @cached_property
    def called(self) -> list[CalledMistake]:
        """The mistakes that were called on one's own boards."""
        if not self.is_free:
            return []
        return [mistake for mistake in self._news.called if mistake.on in self.viewer.own_seats]

    # --- where the game stands, and what the viewer may do

    @property
    def number(self) -> int:
        """The number of the last event that this viewer may know of."""
        return self.table.number_for(self.viewer.holder)

    @property
    def phase(self) -> Phase:
        return self.table.phase

    @property
    def game(self) -> Game:
        return self.table.played

    @property
    def deadline(self) -> float | None:
        """When time is up for the seat that this viewer acts for, else for the next one."""
        seat = self.viewer.seat
        is_thinking = seat is not None and self.seats.is_thinking(seat)
        return deadline_of(self.table, seat or 0) if is_thinking else self.table.deadline

    @property
    def begins(self) -> bool:
        """Whether this viewer's time begins when they take the device."""
        seat = self.viewer.seat
        return seat is not None and may_begin(self.table, seat)

    @property
    def is_free(self) -> bool:
        """Whether the pens are free."""
        return self.table.options.pens is Pens.FREE

    @property
    def rounds(self) -> int:
        """How many cards are played; known before the game begins."""
        return len(self.table.options.played_deck()) - 1

    @property
    def total(self) -> int:
        """The points of the seat that is shown."""
        return total(self.game.ledgers[self.viewer.shown_seat])

    @property
    def has_company(self) -> bool:
        """Whether this viewer may send reactions: others sit at devices of their own."""
        return bool(self.viewer.own_seats) and self.table.has_company

    @property
    def may_react(self) -> bool:
        """Whether this viewer may send reactions: as a player in company, or as one who watches."""
        return self.has_company or (self.viewer.is_watching and bool(self.table.holders))

    @property
    def may_hint(self) -> bool:
        """Whether this viewer may ask for a hint in this phase of the game."""
        is_player = self.viewer.seat is not None and not self.viewer.is_played_by_bot
        return self.table.may_hint and is_player and self.table.phase is Phase.ROUND

    @property
    def again(self) -> int:
        """The round that can be played again, 0 for none: the last one that is closed."""
        last = self.game.rounds
        may = self.table.may_rewind and not self.viewer.is_watching and self.table.past
        return last if may and 1 <= last <= len(self.table.past) else 0

    @property
    def may_close(self) -> bool:
        """Whether this viewer may end the game for good: alone, or with others long gone."""
        table, viewer = self.table, self.viewer
        if not viewer.is_at_table or table.is_contest or table.phase is Phase.CHECK:
            return False
        others = {who.holder for who in table.seats if who.is_playing} - {viewer.holder}
        return others <= self.presence.long_gone

    @property
    def origin(self) -> str:
        """Where the order of the cards comes from; known when the game is over."""
        table, words = self.table, self.words
        if table.shuffle is None:
            return unshuffled_sentence(words, is_daily=bool(table.daily), is_same=bool(table.again))
        given, left_out = table.shuffle.given, table.shuffle.left_out
        names = [seat.name for seat in table.seats]
        return " ".join(
            shuffle_sentences(words, [names[s] for s in given], [names[s] for s in left_out])
        )

    @property
    def typing(self) -> str:
        """What can be typed into the field, with examples that are allowed now."""
        return typing_sentences(self.words, self.turn.example)


_PAGES = {Phase.LOBBY: "lobby", Phase.OVER: "over", Phase.CLOSED: "closed"}


def page_of(table: Table) -> str:
    """Return which page shows a table; when that changes, browsers load the page again."""
    return _PAGES.get(table.phase, "table")
