"""One game of each bot on the board of a day, and what was possible with its cards.

Both follow from the date alone, so they are the same on every server, and nothing is stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import date

from hashi.boards import DailyBoard
from hashi.bots import BOTS
from hashi.host.bots.thinking import event_of_bot
from hashi.host.limits.fair_queue import FairQueue
from hashi.host.tasks import done_by
from hashi.record import Record
from hashi.server.limits.work import current_account
from hashi.table import Options, Phase, Table, seal
from hashi.table.bot_task import BotTask
from hashi.table.event import Begun, Opened, Seated
from hashi.table.fold import advance

SEARCH_TIME = 20.0
"""Seconds for the best possible result; it is nearly always proven in less than one."""
KEPT = 100
"""How many days are kept in memory; another one is played again when it is asked for."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Possible:
    """The most points that were found for the cards of a day."""

    points: int
    is_proven: bool
    """Whether more is impossible."""


@dataclass(slots=True)
class DayGames:
    """What is known of a day so far."""

    totals: dict[str, int] = field(default_factory=dict)
    """The points of the bots that are done."""
    possible: Possible | None = None

    @property
    def is_complete(self) -> bool:
        return len(self.totals) == len(BOTS) and self.possible is not None


class DayBots:
    """The games of the bots, each turn computed in a process of the pool.

    A day is begun with the first person who plays its board, and is over long before that person
    is.
    """

    def __init__(
        self, executor: Executor, turns: FairQueue, searcher: Executor, search_turns: FairQueue
    ) -> None:
        """Play in an executor, each turn in its turn among all bots; search in another one, in
        turn with all who use that."""
        self._executor, self._turns = executor, turns
        self._searcher, self._search_turns = searcher, search_turns
        self._days: OrderedDict[date, DayGames] = OrderedDict()
        self._tasks: dict[date, asyncio.Task[None]] = {}

    def begin(self, day: date) -> None:
        """Let the bots play a day's board, unless they have or are at it."""
        if self.games(day).is_complete or day in self._tasks:
            return
        self._days.setdefault(day, DayGames())
        self._days.move_to_end(day)
        if len(self._days) > KEPT:
            self._days.popitem(last=False)
        task = asyncio.ensure_future(self._play(day))
        self._tasks[day] = task
        task.add_done_callback(lambda _: self._tasks.pop(day, None))

    def games(self, day: date) -> DayGames:
        """Return what is known of this day's board so far."""
        return self._days.get(day, DayGames())

    async def wait(self, day: date) -> None:
        """Wait until the bots that play this day's board are done."""
        if day in self._tasks:
            await asyncio.shield(self._tasks[day])

    async def close(self) -> None:
        """Give up the games that are being played."""
        await asyncio.sleep(0)  # a task that has not begun cannot be cancelled without a warning
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, day: date) -> None:
        games = self._days[day]
        try:
            for bot in BOTS:
                record = await self._record(day, bot)
                games.totals[bot] = record.replay().totals[0]
            async with self._search_turns.turn(current_account()):
                games.possible = await done_by(self._searcher, best_possible, record)
        except Exception:
            log.exception("the bots could not play the board of %s", day)

    async def _record(self, day: date, bot: str) -> Record:
        """Return the game of a bot."""
        table = bot_table(day, bot)
        while table.phase is not Phase.OVER:
            task = BotTask.of(table, 0)
            async with self._turns.turn(current_account()):
                event = await done_by(self._executor, event_of_bot, task)
            table, _ = advance(table, [event], 0.0)
        return table.record


def best_possible(record: Record) -> Possible:
    """Return the most points with the cards of a solo game. Runs in a worker process."""
    from hashi.coach import best  # late: only that process needs it

    found = best(record, seconds=SEARCH_TIME)
    return Possible(found.points, found.proven)


def bot_table(day: date, bot: str) -> Table:
    """Return a table where this bot begins the day's board; its chance comes from the date."""
    daily = DailyBoard.of(day)
    salt = f"hashi daily bot {day.isoformat()} {bot}"
    events = [
        Opened(Options(board=daily.rows).to_json(), "", daily=day.isoformat()),
        Seated(0, bot, bot=bot),
        Begun(daily.deal, salt, seal(daily.deal, salt)),
    ]
    table, _ = advance(Table(), events, 0.0)
    return table
