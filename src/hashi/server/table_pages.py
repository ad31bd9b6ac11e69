"""The pages of tables, each for whoever sees it, with the news that the table has had."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from hashi.host import OpenTable
from hashi.server.jobs.shared_jobs import SharedJobs
from hashi.server.view.news_log import NewsLog
from hashi.server.view.table_page import TablePage
from hashi.server.view.viewer import Viewer
from hashi.words import Words

LONG_GAME = 600
"""The weight of a table from which on its announcements are computed in another process."""


class TablePages:
    """Makes the pages of tables. What was announced at a table in memory is computed once."""

    def __init__(self, jobs: SharedJobs) -> None:
        self._jobs = jobs
        self._logs: WeakKeyDictionary[OpenTable, NewsLog] = WeakKeyDictionary()

    async def prepare(self, open_table: OpenTable) -> None:
        """Have a long game's announcements computed in another process before they are needed."""
        if open_table.weight > LONG_GAME and open_table not in self._logs:
            key = ("news", open_table.id, len(open_table.table.entries))
            self._logs[open_table] = await self._jobs.result(key, NewsLog, open_table.table)

    def news_log(self, open_table: OpenTable) -> NewsLog:
        """Return what was announced at a table, up to now."""
        found = self._logs.get(open_table)
        if found is None:
            found = self._logs[open_table] = NewsLog(open_table.table)
        else:
            found.catch_up(open_table.table)
        return found

    def page(
        self,
        open_table: OpenTable,
        holder: str,
        words: Words,
        looking_at: int | None = None,
        pointed: str = "",
    ) -> TablePage:
        """Return a table as this holder sees it, who may look or point at something."""
        return TablePage(
            id=open_table.id,
            table=open_table.table,
            viewer=Viewer(open_table.table, holder, looking_at),
            words=words,
            presence=open_table,
            read_news=lambda: self.news_log(open_table),
            pointed=pointed,
        )
