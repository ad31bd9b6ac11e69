"""How each bot does on the board of a day: one real game each, the same on every server."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import Executor
from datetime import date

from hashi.boards import DailyBoard
from hashi.bots import BOTS
from hashi.table import Options, Phase, Table, seal
from hashi.table.automation import BotTask, bot_event
from hashi.table.event import Begun, Opened, Seated
from hashi.table.fold import advance

KEPT = 100
"""How many days are kept in memory; another one is played again when it is asked for."""
log = logging.getLogger(__name__)


class DayBots:
    """The games of the bots, each turn computed in a process of the pool.

    They follow from the date alone, so nothing is stored. A day is begun with the first person who
    plays its board, and is over long before that person is.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._totals: OrderedDict[date, dict[str, int]] = OrderedDict()
        self._tasks: dict[date, asyncio.Task[None]] = {}

    def begin(self, day: date) -> None:
        """Let the bots play a day's board, unless they have or are at it."""
        if self.is_complete(day) or day in self._tasks:
            return
        self._totals.setdefault(day, {})
        self._totals.move_to_end(day)
        if len(self._totals) > KEPT:
            self._totals.popitem(last=False)
        task = asyncio.ensure_future(self._play(day))
        self._tasks[day] = task
        task.add_done_callback(lambda _: self._tasks.pop(day, None))

    def totals(self, day: date) -> dict[str, int]:
        """Return the points of the bots that have finished this day's board."""
        return dict(self._totals.get(day, {}))

    def is_complete(self, day: date) -> bool:
        return len(self._totals.get(day, {})) == len(BOTS)

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
        try:
            for bot in BOTS:
                if bot not in self._totals.get(day, {}):
                    total = await self._total(day, bot)
                    self._totals.setdefault(day, {})[bot] = total
        except Exception:
            log.exception("the bots could not play the board of %s", day)

    async def _total(self, day: date, bot: str) -> int:
        loop, table = asyncio.get_running_loop(), bot_table(day, bot)
        while table.phase is not Phase.OVER:
            task = BotTask.of(table, 0)
            event = await loop.run_in_executor(self._executor, bot_event, task)
            table, _ = advance(table, [event], 0.0)
        return table.played.totals[0]


def bot_table(day: date, bot: str) -> Table:
    """Return a table where this bot begins the day's board; its chance comes from the date."""
    daily = DailyBoard.of(day)
    salt = f"hashi daily bot {day.isoformat()} {bot}"
    events = [
        Opened(Options(board=daily.side).to_json(), "", daily=day.isoformat()),
        Seated(0, bot, bot=bot),
        Begun(daily.deal, salt, seal(daily.deal, salt)),
    ]
    table, _ = advance(Table(), events, 0.0)
    return table
