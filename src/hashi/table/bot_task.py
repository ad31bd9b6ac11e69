"""What a bot is given when it is to act, and what is done for one that has no answer."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from hashi.bots import Effort
from hashi.rules import PASS, SeatView, view
from hashi.table.event import Checked, Event, Finished, Started
from hashi.table.table import Phase, Table
from hashi.table.timeout import plain_start


@dataclass(frozen=True, slots=True)
class BotTask:
    """All that a bot is given: the view of its seat, and what is to be decided."""

    seat: int
    bot: str
    phase: Phase
    view: SeatView
    seed: str = ""
    """The source of the bot's randomness."""
    effort: Effort = Effort.FULL

    @classmethod
    def of(cls, table: Table, seat: int) -> BotTask:
        """Return the task of the bot on this seat."""
        bot = table.seats[seat].bot
        return cls(seat, bot, table.phase, view(table.played, seat), seed_of(table.salt, seat))

    def is_like(self, other: BotTask) -> bool:
        """Return whether an answer to the one fits the other: card and sheets are the same."""
        mine, others = self.view, other.view
        return (self.bot, self.phase, mine.cards, mine.sheets) == (
            other.bot,
            other.phase,
            others.cards,
            others.sheets,
        )


def seed_of(salt: str, seat: int) -> str:
    """Return the seed of a bot: from the salt, which stays secret until the game is over, so that
    nobody can compute what the bot will do, and everyone can check it afterwards."""
    return sha256(f"hashi bot\n{salt}\n{seat}\n".encode()).hexdigest()


def is_bots_turn(table: Table, seat: int) -> bool:
    """Return whether the table waits for this seat and a bot plays it."""
    return seat in table.waiting_for and table.seats[seat].is_bot


def skip_event(task: BotTask) -> Event:
    """Return what is done for a bot without an answer: a plain start, no marks, no calls."""
    match task.phase:
        case Phase.STARTS:
            return Started(task.seat, plain_start(task.view.sheets[task.seat]))
        case Phase.CHECK:
            return Checked(task.seat)
    return Finished(task.seat, PASS)
