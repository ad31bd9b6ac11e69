"""What a table does by itself: it turns cards, ends rounds when time is up, lets bots act."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from hashi.bots import BOTS
from hashi.record import start_text
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
from hashi.table.drafting import Drafting, lawful_part
from hashi.table.event import CardTurned, Checked, Event, Finished, Started
from hashi.table.table import Phase, Table

log = logging.getLogger(__name__)


def follow_up(table: Table) -> Event | None:
    """When all have written their starts or a round is closed, the next card is turned (R7)."""
    if table.phase is Phase.ROUND and not table.played.is_round_open:
        return CardTurned(str(table.pile[0]))
    return None


def time_up(table: Table) -> list[Event]:
    """What the clock does for those who are not done: their draft counts as far as it may."""
    happenings: list[Event] = []
    for seat in table.waiting_for:
        if table.phase is Phase.CHECK:
            happenings.append(Checked(seat))
            continue
        draft = Drafting.of(table, seat)
        if table.phase is Phase.ROUND:
            happenings.append(Finished(seat, str(lawful_part(draft)), by_clock=True))
        else:
            start = draft.number or plain_start(draft.sheet)
            happenings.append(Started(seat, start_text(start), by_clock=True))
    return happenings


def plain_start(sheet: Sheet) -> Number:
    """The start of one who writes none: the lower number on the first island that takes it."""
    islands = (island for island in sheet.board.islands if island.flag is None)
    return Number(next(islands), START_NUMBERS[0])


# --- bots


@dataclass(frozen=True, slots=True)
class Sight:
    """All that a bot is given: the view of its seat, and whose turn it thinks about."""

    seat: int
    bot: str
    phase: Phase
    view: View
    seed: str = ""
    """Where its chance comes from: the table's address and the seat, nothing that is hidden."""

    @classmethod
    def of(cls, table: Table, seat: int, id: str) -> Sight:
        bot = table.seats[seat].bot
        return cls(seat, bot, table.phase, view(table.played, seat), f"{id} {seat}")

    def is_like(self, other: Sight) -> bool:
        """Whether a turn thought out on the one fits the other: card and sheets are the same."""
        mine, others = self.view, other.view
        return (self.bot, self.phase, mine.cards, mine.sheets) == (
            other.bot,
            other.phase,
            others.cards,
            others.sheets,
        )


def is_bots_turn(table: Table, seat: int) -> bool:
    return seat in table.waiting_for and table.seats[seat].is_bot


def bot_acts(sight: Sight) -> Event:
    """What the bot does now. One that fails, or that the rules refuse, waives its turn (R8):
    nobody shall wait for it for ever."""
    seat, seen = sight.seat, sight.view
    if sight.phase is Phase.CHECK:
        return waived(sight)  # it leaves that to the referee
    try:
        bot = BOTS[sight.bot](sight.seed)
        if sight.phase is Phase.STARTS:
            return Started(seat, start_text(_lawful_start(bot.start(seen))))
        assert seen.card is not None
        turn = _lawful_turn(seen.sheets[seat], seen.card, bot.turn(seen), seen.setup.pens)
        return Finished(seat, str(turn))
    except Exception:
        log.exception("the bot %r failed", sight.bot)
    return waived(sight)


def waived(sight: Sight) -> Event:
    """What is done for a bot that comes to nothing: a plain start, no marks, no calls."""
    match sight.phase:
        case Phase.STARTS:
            return Started(sight.seat, start_text(plain_start(sight.view.sheets[sight.seat])))
        case Phase.CHECK:
            return Checked(sight.seat)
    return Finished(sight.seat, str(PASS))


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
