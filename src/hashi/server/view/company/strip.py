"""The strip of players under the board: in which order they stand, and how each of them stands."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.drawing import course_svg
from hashi.server.view.company.seats import Seats
from hashi.server.view.rounds.last_round import course_of, last_gains
from hashi.server.view.viewer import Viewer
from hashi.table import Table
from hashi.whole_numbers import whole_number
from hashi.words import Words, points


@dataclass(frozen=True, slots=True)
class Strip:
    """The players of a table as tabs, in an order that never changes: yourself first, then to the
    left; watchers see the order of the seats."""

    table: Table
    viewer: Viewer
    seats: Seats
    words: Words

    @property
    def order(self) -> tuple[int, ...]:
        count, own = len(self.table.seats), self.viewer.own_seats
        first = own[0] if own else 0
        return tuple((first + step) % count for step in range(count))

    def is_you(self, seat: int) -> bool:
        """Whether this is the only seat of the one who looks."""
        return self.viewer.own_seats == (seat,)

    def name(self, seat: int) -> str:
        return self.words.say("You") if self.is_you(seat) else self.seats.name(seat)

    def name_parts(self, seat: int) -> tuple[str, str]:
        """Return a name and the number at its end, which tells players without a name apart: it is
        shown where the rest has no room."""
        name, _, number = self.name(seat).rpartition(" ")
        return (name, number) if whole_number(number) is not None else (self.name(seat), "")

    def is_shown(self, seat: int) -> bool:
        """Whether the board of this seat is shown large."""
        return seat == self.viewer.shown_seat

    def is_back(self, seat: int) -> bool:
        """Whether a tap leads back to one's own turn."""
        return seat == self.viewer.seat

    def state(self, seat: int) -> str:
        """Return how a player stands: `bot`, `away`, `done` or `thinking`."""
        if self.table.seats[seat].is_bot:
            return "bot"
        if self.seats.is_away(seat):
            return "away"
        return "thinking" if self.seats.is_thinking(seat) else "done"

    def is_done(self, seat: int) -> bool:
        return not self.seats.is_thinking(seat)

    def label(self, seat: int) -> str:
        """Return all of it in words, for a screen reader."""
        words, state = self.words, self.state(seat)
        if self.table.seats[seat].resigned is not None:
            state = "resigned"
        told = {
            "bot": words.say("a bot"),
            "away": words.say("away"),
            "done": words.say("ready"),
            "resigned": words.say("gave up"),
            "thinking": words.say("thinking"),
        }
        return words.say(
            "{player} {points}, {state}. Show the board.",
            player=self.name(seat),
            points=points(words, self.points(seat)),
            state=told[state],
        )

    def points(self, seat: int) -> int:
        """Return the points so far, which everybody knows."""
        return self.table.played.totals[seat]

    # --- for those who watch

    @property
    def course(self) -> str:
        """The points of all players so far, as a picture; empty for those who play."""
        game = self.table.played
        if not self.viewer.is_watching or len(game.ledgers) < 2 or not game.rounds:
            return ""
        return course_svg(course_of(game), game.setup.rounds)

    def gained(self, seat: int) -> int:
        """Return what a player got in the last round, told to those who watch; 0 for nothing."""
        return last_gains(self.table.played)[seat] if self.viewer.is_watching else 0
