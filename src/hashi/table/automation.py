"""What a table does by itself: it ends rounds when time is up and lets bots act."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from hashlib import sha256

from hashi.bots import Bot, Effort, bot_with
from hashi.rules import (
    PASS,
    Card,
    Illegal,
    Number,
    Pens,
    Sheet,
    Turn,
    View,
    apply_turn,
    start_refusal,
    view,
)
from hashi.rules.mistakes import apply_freely
from hashi.rules.setup import START_NUMBERS
from hashi.table.event import Checked, Event, Finished, Started
from hashi.table.table import Phase, Table, draft_of

log = logging.getLogger(__name__)


def events_of_timeout(table: Table) -> list[Event]:
    """Return what the clock does for seats that are not done: their draft counts if it may."""
    events: list[Event] = []
    for seat in table.waiting_for:
        if table.phase is Phase.CHECK:
            events.append(Checked(seat))
            continue
        draft = draft_of(table, seat)
        if table.phase is Phase.ROUND:
            events.append(Finished(seat, draft.lawful_turn, by_clock=True))
        else:
            events.append(Started(seat, draft.number or plain_start(draft.before), by_clock=True))
    return events


def plain_start(sheet: Sheet) -> Number:
    """Return the start of one who writes none: the lower number on the first island for it."""
    islands = (island for island in sheet.board.islands if island.flag is None)
    return Number(next(islands), START_NUMBERS[0])


# --- bots


@dataclass(frozen=True, slots=True)
class BotTask:
    """All that a bot is given: the view of its seat, and what is to be decided."""

    seat: int
    bot: str
    phase: Phase
    view: View
    seed: str = ""
    """The source of the bot's randomness."""
    effort: Effort = Effort.FULL

    @classmethod
    def of(cls, table: Table, seat: int) -> BotTask:
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
    nobody can compute what the bot will do, and everybody can check it afterwards."""
    return sha256(f"hashi bot\n{salt}\n{seat}\n".encode()).hexdigest()


def is_bots_turn(table: Table, seat: int) -> bool:
    return seat in table.waiting_for and table.seats[seat].is_bot


def bot_event(task: BotTask) -> Event:
    """Ask the bot and return what it does.

    A bot that fails, or whose answer the rules refuse, is asked again with the least effort; where
    that fails too it skips its turn (R8), so that nobody waits for it. It leaves the check of a
    game with free pens to the referee.
    """
    if task.phase is Phase.CHECK:
        return skip_event(task)
    for effort in dict.fromkeys((task.effort, Effort.LEAST)):
        try:
            return _thought(task, bot_with(effort, task.bot, task.seed))
        except Exception:
            log.exception("the bot %r failed", task.bot)
    return skip_event(task)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot does, and the seconds that it took to find that out."""

    event: Event
    seconds: float


def think(task: BotTask) -> Thought:
    """Ask the bot, and measure how long it thinks."""
    began = time.perf_counter()
    return Thought(bot_event(task), time.perf_counter() - began)


def _thought(task: BotTask, bot: Bot) -> Event:
    seat, seen = task.seat, task.view
    if task.phase is Phase.STARTS:
        return Started(seat, _lawful_start(bot.start(seen)))
    assert seen.card is not None
    return Finished(
        seat, _lawful_turn(seen.sheets[seat], seen.card, bot.turn(seen), seen.setup.pens)
    )


def skip_event(task: BotTask) -> Event:
    """Return what is done for a bot without an answer: a plain start, no marks, no calls."""
    match task.phase:
        case Phase.STARTS:
            return Started(task.seat, plain_start(task.view.sheets[task.seat]))
        case Phase.CHECK:
            return Checked(task.seat)
    return Finished(task.seat, PASS)


def _lawful_start(start: Number) -> Number:
    against = start_refusal(start)
    if against is not None:
        raise Illegal(against)
    return start


def _lawful_turn(sheet: Sheet, card: Card, turn: Turn, pens: Pens) -> Turn:
    if pens is Pens.FREE:
        apply_freely(sheet, card, turn, round=1)
    else:
        apply_turn(sheet, card, turn)
    return turn
