"""The open pages of tables, by table and by holder."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from hashi.host import LoadedTable
from hashi.server.live.reaction_limits import ReactionLimits
from hashi.server.live.watcher import Watcher
from hashi.server.view.rounds.news_log import NewsLog


@dataclass(eq=False)
class Channel:
    """The open pages of one table; it exists while there is at least one."""

    news_log: NewsLog
    pages: dict[str, list[Watcher]] = field(default_factory=dict)
    """The pages by their holders: a mark looks at those of its own seat alone."""
    reactions: ReactionLimits = field(default_factory=ReactionLimits)
    cheers: Counter[str] = field(default_factory=Counter)
    """The reactions of those who watch, which players see when the round is closed: how many of
    each kind."""

    @property
    def watchers(self) -> list[Watcher]:
        """All pages."""
        return [watcher for pages in self.pages.values() for watcher in pages]

    def add(self, watcher: Watcher) -> None:
        self.pages.setdefault(watcher.holder, []).append(watcher)

    def remove(self, watcher: Watcher) -> None:
        pages = self.pages[watcher.holder]
        pages.remove(watcher)
        if not pages:
            del self.pages[watcher.holder]


class Channels:
    """The channels of all tables; nothing is kept of a table without an open page."""

    def __init__(self) -> None:
        self._channels: dict[str, Channel] = {}

    def __len__(self) -> int:
        """Return how many tables have an open page."""
        return len(self._channels)

    def of(self, loaded: LoadedTable) -> Channel | None:
        """Return the channel of a table; None while no page of it is open."""
        return self._channels.get(loaded.id)

    def watchers(self, loaded: LoadedTable) -> list[Watcher]:
        """Return the open pages of a table."""
        channel = self.of(loaded)
        return channel.watchers if channel else []

    @contextlib.contextmanager
    def joined(self, loaded: LoadedTable, watcher: Watcher, news_log: NewsLog) -> Iterator[None]:
        """Count a page among those of a table for as long as the context lasts."""
        channel = self._channels.setdefault(loaded.id, Channel(news_log))
        channel.add(watcher)
        try:
            yield
        finally:
            channel.remove(watcher)
            if not channel.pages:
                del self._channels[loaded.id]
