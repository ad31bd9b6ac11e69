"""The pages of tables, each for whoever sees it, with the news that the table has had."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from hashi.host import LoadedTable
from hashi.server.jobs.shared_jobs import SharedJobs
from hashi.server.view.news_log import NewsLog
from hashi.server.view.race import OpenBoxes
from hashi.server.view.table_page import TablePage
from hashi.server.view.viewer import Viewer
from hashi.words import Words

LONG_GAME = 600
"""The weight of a table from which on its announcements are computed in another process."""


class TablePages:
    """Makes the pages of tables. What was announced at a table in memory is computed once."""

    def __init__(self, jobs: SharedJobs) -> None:
        self._jobs = jobs
        self._logs: WeakKeyDictionary[LoadedTable, NewsLog] = WeakKeyDictionary()
        self._boxes: WeakKeyDictionary[LoadedTable, OpenBoxes] = WeakKeyDictionary()

    async def prepare(self, loaded: LoadedTable) -> None:
        """Have a long game's announcements computed in another process before they are needed."""
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
            open_boxes=self._boxes.setdefault(loaded, OpenBoxes()),
        )
