"""The games of a person as a file, and a file's games at the tables here."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping

from hashi.host.in_thread import in_thread
from hashi.host.loaded_table import Shared
from hashi.host.store.games_file import Brought, GamesFile, bring_in
from hashi.host.tables import Tables


class GamesFiles:
    """Writes such files and reads them."""

    def __init__(self, shared: Shared, tables: Tables) -> None:
        self._store, self._tables, self._tasks = shared.store, tables, shared.tasks

    async def text_of(self, holder: str, about: Mapping[str, str]) -> str:
        """Return all games of a person as a file."""
        file = await in_thread(GamesFile.of, self._store, holder, about)
        return file.to_text(holder)

    async def bring_in(self, text: str, holder: str) -> tuple[Counter[Brought], Mapping[str, str]]:
        """Give a person the games of a file; return what came of them, and what is beside them.

        Raise BadFile, before anything has changed, where it is no such file.
        """
        file = GamesFile.from_text(text, holder)
        outcomes = await self._tasks.finish(self._bring(file, holder))
        return outcomes, file.about

    async def _bring(self, file: GamesFile, holder: str) -> Counter[Brought]:
        outcomes: Counter[Brought] = Counter()
        for id, log in file.tables.items():
            ((_, brought),) = await in_thread(
                lambda one: list(bring_in(self._store, one, holder)), {id: log}
            )
            outcomes[brought] += 1
            loaded = self._tables.cache.get(id)
            if brought is Brought.GROWN and loaded is not None:
                await self._tables.refresh(loaded)
            await asyncio.sleep(0)  # others are answered meanwhile
        return outcomes
