"""Bots that are asked for their turn, and what is done where they fail."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hashi.arena.match import start_of, turn_of
from hashi.bots import Bot, Effort, bot_with
from hashi.rules import (
    Card,
    Illegal,
    Number,
    Pens,
    PlayView,
    Sheet,
    Turn,
    apply_turn,
    start_refusal,
)
from hashi.rules.game.mistakes import apply_freely
from hashi.table.bot_task import BotTask, skip_event
from hashi.table.event import Event, Finished, Started
from hashi.table.table import Phase

log = logging.getLogger(__name__)


class BotFailed(Exception):
    """A bot raised an error, or gave an answer that the rules refuse."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot does, and the seconds that it took to find that out."""

    event: Event
    seconds: float


def attempts(task: BotTask) -> Iterator[BotTask]:
    """Yield how a bot is asked: as the task says, and where that fails, with the least effort.

    Where both fail the bot skips its turn (R8), so that nobody waits for it.
    """
    yield task
    yield replace(task, effort=Effort.LEAST)


def event_of_bot(task: BotTask) -> Event:
    """Return what a bot does; ask it in this process."""
    for attempt in attempts(task):
        try:
            return think(attempt).event
        except BotFailed:
            continue
    return skip_event(task)


def think(task: BotTask) -> Thought:
    """Ask a bot once, and measure how long it thinks; raise BotFailed where it has no answer.

    It leaves the check of a game with free pens to the referee.
    """
    began = time.perf_counter()
    try:
        event = skip_event(task) if task.phase is Phase.CHECK else _event(task)
    except Exception as error:  # a bot may raise anything, also what no pipe can carry
        log.exception("the bot %r failed", task.bot)
        raise BotFailed(task.bot) from error
    return Thought(event, time.perf_counter() - began)


def _event(task: BotTask) -> Event:
    bot: Bot = bot_with(task.effort, task.bot, task.seed)
    seat, seen = task.seat, task.view
    if isinstance(seen, PlayView):
        turn = turn_of(bot, seen)
        return Finished(seat, _lawful_turn(seen.sheet, seen.card, turn, seen.setup.pens))
    return Started(seat, _lawful_start(start_of(bot, seen)))


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
