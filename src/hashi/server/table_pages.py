"""The pages of tables, each for whoever sees it, with the news that the table has had."""

from __future__ import annotations

import contextlib
from weakref import WeakKeyDictionary

from hashi.host import LoadedTable
from hashi.host.index import TableIndex
from hashi.server.jobs.shared_jobs import SharedJobs
from hashi.server.view.company.race import OpenBoxes
from hashi.server.view.rounds.news_log import NewsLog
from hashi.server.view.table_page import TablePage
from hashi.server.view.viewer import Viewer
from hashi.table import Objected, Phase
from hashi.words import Words

LONG_GAME = 600
"""The weight of a table from which on its announcements are computed in another process."""


async def points_to_beat(index: TableIndex, code: str) -> int:
    """Return the points of the game that gave a challenge; raise Objected where none is known."""
    with contextlib.suppress(Objected):
        giver = (await index.challenged_table(code)).table
        if giver.phase is Phase.OVER:
            return max(giver.played.totals)
    kept = await index.kept_challenge(code)
    return max(kept.result.totals) if kept else 0


class TablePages:
    """Makes the pages of tables. What was announced at a table in memory is computed once."""

    def __init__(self, jobs: SharedJobs) -> None:
        self._jobs = jobs
        self._logs: WeakKeyDictionary[LoadedTable, NewsLog] = WeakKeyDictionary()
        self._to_beat: WeakKeyDictionary[LoadedTable, int] = WeakKeyDictionary()
        self._boxes: WeakKeyDictionary[LoadedTable, OpenBoxes] = WeakKeyDictionary()

    async def prepare(self, loaded: LoadedTable, index: TableIndex) -> None:
        """Find out what is to be beaten, and have a long game's announcements computed in another
        process, before they are needed."""
        code = loaded.table.challenge
        if code and loaded not in self._to_beat:
            with contextlib.suppress(Objected):  # the next page tries again
                self._to_beat[loaded] = await points_to_beat(index, code)
        if loaded.weight > LONG_GAME and loaded not in self._logs:
            key = ("news", loaded.id, len(loaded.table.entries))
            self._logs[loaded] = await self._jobs.result(key, NewsLog, loaded.table)

    def news_log(self, loaded: LoadedTable) -> NewsLog:
        """Return what was announced at a table, up to now."""
        found = self._logs.get(loaded)
        if found is None:
            found = self._logs[loaded] = NewsLog(loaded.table)
        else:
            found.catch_up(loaded.table)
        return found

    def page(
        self,
        loaded: LoadedTable,
        holder: str,
        words: Words,
        looking_at: int | None = None,
        pointed: str = "",
        guide: str = "",
    ) -> TablePage:
        """Return a table as this holder sees it, who may look or point at something."""
        return TablePage(
            id=loaded.id,
            table=loaded.table,
            viewer=Viewer(loaded.table, holder, looking_at),
            words=words,
            presence=loaded,
            read_news=lambda: self.news_log(loaded),
            pointed=pointed,
            guide=guide,
            to_beat=self._to_beat.get(loaded, 0),
            open_boxes=self._boxes.setdefault(loaded, OpenBoxes()),
        )
