"""What happens at tables, told to their open pages and to those who wait for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from weakref import ref

from hashi.host import LoadedTable
from hashi.host.loaded_table import ABSENT_AFTER, GONE_AFTER
from hashi.host.peers.protocol import Peers
from hashi.server.live.banners import news_message
from hashi.server.live.channels import Channel, Channels
from hashi.server.live.page_updates import PageUpdates
from hashi.server.live.reactions import Reactions
from hashi.server.live.reveals import reveal_message
from hashi.server.live.waiters import Waiters
from hashi.server.live.watcher import Watcher
from hashi.server.table_pages import TablePages
from hashi.server.view.regions import (
    OF_A_DRAFT,
    OF_A_PROPOSAL,
    OF_THE_CROWD,
    seat_names,
)
from hashi.server.view.rounds.news_log import Announcement
from hashi.server.view.table_page import page_of
from hashi.table import LogEntry, Phase, Table
from hashi.table.event import PRIVATE, Drafted, Hinted


class Broadcast:
    """Tells open pages what has happened, and who is there.

    Nothing is kept of a table that has no open page and that nobody waits for.
    """

    def __init__(self, table_pages: TablePages, peers: Peers) -> None:
        self._table_pages = table_pages
        self._channels = Channels()
        self.updates = PageUpdates(table_pages)
        self.waiters = Waiters()
        self.reactions = Reactions(self._channels, peers, self.waiters)

    @contextlib.contextmanager
    def watching(self, loaded: LoadedTable, watcher: Watcher) -> Iterator[None]:
        """Send this page what happens at the table, for as long as the context lasts."""
        news_log = self._table_pages.news_log(loaded)
        with self._channels.joined(loaded, watcher, news_log):
            self.presence_changed(loaded, watcher.holder)
            yield

    # --- who is there

    def presence_changed(self, loaded: LoadedTable, holder: str) -> None:
        """Show on every page whether this holder is here, and later whether they stay away."""
        self._show_presence(loaded, holder)
        if holder in loaded.table.holders and holder not in loaded.here:
            loop = asyncio.get_running_loop()  # a table that nobody has open then is not held
            for after in (
                (ABSENT_AFTER, GONE_AFTER) if loaded.table.game is None else (ABSENT_AFTER,)
            ):
                loop.call_later(after + 0.1, self._show_absence, ref(loaded), holder)

    def _show_absence(self, known: ref[LoadedTable], holder: str) -> None:
        loaded = known()
        if loaded is not None and holder not in loaded.here:
            self._show_presence(loaded, holder)

    def _show_presence(self, loaded: LoadedTable, holder: str) -> None:
        table = loaded.table
        seats = table.seats_of(holder)
        names = seat_names(table, seats)
        names = (*names, "steps", *OF_A_PROPOSAL) if seats else OF_THE_CROWD
        if table.game is None:
            if table.has(holder):
                self._refresh_lobby(loaded)
        else:
            for watcher in self._channels.watchers(loaded):
                self.updates.refresh(loaded, watcher, names)

    # --- what happens

    def hear(self, loaded: LoadedTable, message: Mapping[str, Any]) -> None:
        """Show what another server says about a table: a reaction that was sent there."""
        self.reactions.hear(loaded, message)

    def publish(self, loaded: LoadedTable, before: Table, entries: Sequence[LogEntry]) -> None:
        """Send every open page what happened; a draft is sent to its own seat only."""
        self.waiters.wake(loaded)
        channel = self._channels.of(loaded)
        if channel is None:
            return
        private = [entry.event for entry in entries if isinstance(entry.event, PRIVATE)]
        if len(private) == len(entries):
            self._show_drafts(loaded, channel, private)
            return
        fresh = channel.news_log.catch_up(loaded.table)
        if loaded.table.phase is Phase.LOBBY:
            self._refresh_lobby(loaded)
            return
        for watcher in channel.watchers:
            self._show_news(loaded, before, watcher, fresh)
        if before.game and before.played.rounds != loaded.table.played.rounds:
            self.reactions.release(loaded)

    def _show_news(
        self, loaded: LoadedTable, before: Table, watcher: Watcher, fresh: Sequence[Announcement]
    ) -> None:
        """Bring one page up to date, or have it loaded again where it shows another stage."""
        is_same_page = _shows_the_same(watcher, before, loaded.table)
        if is_same_page and page_of(loaded.table) == "over":
            watcher.send({"type": "over", "number": watcher.number_at(loaded)})
            return
        if is_same_page and page_of(loaded.table) == "table":
            moment = reveal_message(before, loaded.table, watcher.holder, watcher.words, fresh)
            if moment is not None:
                watcher.send(moment)
            self.updates.follow(loaded, before, watcher, is_quiet=not fresh)
        if fresh:
            own = loaded.table.seats_of(watcher.holder)
            watcher.send(news_message(watcher.words, fresh, own))
        if not is_same_page:
            watcher.send({"type": "reload", "number": watcher.number_at(loaded)})

    def _show_drafts(
        self, loaded: LoadedTable, channel: Channel, private: Sequence[Drafted | Hinted]
    ) -> None:
        """Show what seats have drafted, each on its own pages."""
        for holder in {loaded.table.seats[event.seat].holder for event in private}:
            for watcher in channel.pages.get(holder, ()):
                self.updates.refresh(loaded, watcher, OF_A_DRAFT)

    def _refresh_lobby(self, loaded: LoadedTable) -> None:
        """Have every page of a lobby fetch its seats again."""
        for watcher in self._channels.watchers(loaded):
            watcher.send({"type": "lobby", "number": watcher.number_at(loaded)})


def _shows_the_same(watcher: Watcher, before: Table, after: Table) -> bool:
    """Return whether the same page shows the table still, to one with the same seats."""
    holder = watcher.holder
    is_same_viewer = before.seats_of(holder) == after.seats_of(holder)
    return is_same_viewer and page_of(before) == page_of(after)
