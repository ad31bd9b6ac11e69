"""Who watches which table, and how news of it reaches them."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hashi.drawing import Theme
from hashi.rules import NewsKind
from hashi.server.live.news_log import Item, NewsLog, told
from hashi.server.pages.rendering import OF_A_DRAFT, OF_A_SEAT, regions, seat_names
from hashi.server.pages.table_page import TablePage
from hashi.server.visitor import Visitor
from hashi.table import LogEntry, OpenTable, Phase, Table
from hashi.table.event import Drafted

LOUD = {NewsKind.GOAL_REACHED, NewsKind.GOAL_LOST, NewsKind.STRUCK, NewsKind.GAME_WON}
"""What is announced big."""
MOST_WAITING = 200
"""Messages that may wait for a slow connection before it is cut; it catches up when it is back."""


@dataclass(eq=False)
class Watcher:
    """One open page of a table: a player's or a spectator's."""

    visitor: Visitor
    looking_at: int | None = None
    pointed: str = ""
    sent: dict[str, str] = field(default_factory=dict)
    """What the page shows now, region by region."""
    outbox: asyncio.Queue[str | None] = field(
        default_factory=lambda: asyncio.Queue(maxsize=MOST_WAITING)
    )

    def send(self, message: dict[str, Any]) -> None:
        """Queue a message; a connection that is too slow is closed and comes back by itself."""
        try:
            self.outbox.put_nowait(json.dumps(message, ensure_ascii=False))
        except asyncio.QueueFull:
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.outbox.put_nowait(None)


class Broadcast:
    """The open pages of all tables."""

    def __init__(self) -> None:
        self._watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._chronicles: dict[str, NewsLog] = {}
        self._waiters: defaultdict[str, list[asyncio.Event]] = defaultdict(list)
        self.is_closed = False

    async def changed(self, live: OpenTable, number: int, patience: float = 15.0) -> None:
        """Wait until the table has gone on past this event, or until patience runs out."""
        if live.table.number > number or self.is_closed:
            return
        waiter, waiters = asyncio.Event(), self._waiters[live.id]
        waiters.append(waiter)
        try:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(waiter.wait(), patience)
        finally:
            waiters.remove(waiter)

    def close(self) -> None:
        """The server ends: whoever waits for a change is let go."""
        self.is_closed = True
        for waiters in self._waiters.values():
            for waiter in waiters:
                waiter.set()

    def chronicle(self, live: OpenTable) -> NewsLog:
        """The log in sentences, up to now."""
        chronicle = self._chronicles.setdefault(live.id, NewsLog())
        chronicle.catch_up(live.table)
        return chronicle

    def enter(self, live: OpenTable, watcher: Watcher) -> None:
        self._watchers[live.id].add(watcher)
        self.presence_changed(live, watcher.visitor.holder)

    def leave(self, live: OpenTable, watcher: Watcher) -> None:
        self._watchers[live.id].discard(watcher)
        if not self._watchers[live.id]:
            del self._watchers[live.id]
            self._chronicles.pop(live.id, None)
        else:
            self.presence_changed(live, watcher.visitor.holder)

    def presence_changed(self, live: OpenTable, holder: str) -> None:
        """Show on every page whether this holder is here."""
        names = [f"seat-{seat}" for seat in live.table.seats_of(holder)]
        if names and live.table.game is None:
            self._tell_lobby(live)
        elif names:
            for watcher in self._watchers.get(live.id, ()):
                self.refresh(live, watcher, names)

    def _tell_lobby(self, live: OpenTable) -> None:
        """Every page of a lobby fetches its seats anew."""
        for watcher in self._watchers.get(live.id, ()):
            watcher.send({"type": "lobby", "number": live.table.number})

    def showing(self, live: OpenTable, watcher: Watcher) -> TablePage:
        visitor = watcher.visitor
        return TablePage(
            id=live.id,
            table=live.table,
            holder=visitor.holder,
            words=visitor.words,
            theme=Theme(visitor.theme),
            looking_at=watcher.looking_at,
            present=frozenset(live.present),
            tell_log=lambda: self.chronicle(live).sentences(visitor.words),
            pointed=watcher.pointed,
        )

    def tell(self, live: OpenTable, before: Table, events: Sequence[LogEntry]) -> None:
        """Let every open page know what happened; a draft is told to its own seat alone."""
        for waiter in self._waiters.pop(live.id, ()):
            waiter.set()  # each takes itself off the list when it wakes
        watchers = self._watchers.get(live.id)
        if not watchers:
            return
        if len(events) == 1 and isinstance(events[0].event, Drafted):
            owner = live.table.seats[events[0].event.seat].holder
            for watcher in watchers:
                if watcher.visitor.holder == owner:
                    self.refresh(live, watcher, OF_A_DRAFT)
            return
        fresh = self._chronicles.setdefault(live.id, NewsLog()).catch_up(live.table)
        is_same_page = page_of(before) == page_of(live.table)
        if live.table.game is None:
            self._tell_lobby(live)
            return
        for watcher in watchers:
            if is_same_page and page_of(live.table) == "over":
                watcher.send({"type": "over", "number": live.table.number})
                continue
            if is_same_page:
                self._tell_one(live, before, watcher, is_quiet=not fresh)
            self._announce(watcher, fresh)
            if not is_same_page:
                watcher.send({"type": "reload", "number": live.table.number})

    def _tell_one(
        self, live: OpenTable, before: Table, watcher: Watcher, *, is_quiet: bool
    ) -> None:
        """Refresh a page; a new card calls those who looked around back to their own turn."""
        own = live.table.seats_of(watcher.visitor.holder)
        is_same_card = before.played.cards == live.table.played.cards
        watcher.pointed = ""
        if is_same_card and is_quiet and len(own) < 2:  # at one screen the board changes, too
            acted = [
                seat
                for seat, (was, now) in enumerate(zip(before.seats, live.table.seats, strict=True))
                if was != now
            ] or range(len(live.table.seats))
            of_all = OF_A_SEAT if set(own) & set(acted) else ("steps",)
            self.refresh(live, watcher, (*of_all, *(f"seat-{seat}" for seat in acted)))
            return
        if watcher.looking_at is not None and own and not is_same_card:
            watcher.looking_at = None
            watcher.send({"type": "look", "seat": None})
        self.refresh(live, watcher)

    def _announce(self, watcher: Watcher, fresh: Sequence[Item]) -> None:
        if fresh:
            words = watcher.visitor.words
            loud = [item for item in fresh if item[0].event in LOUD]
            watcher.send({"type": "news", "all": told(words, fresh), "loud": told(words, loud)})

    def look(self, live: OpenTable, watcher: Watcher, seat: int | None) -> None:
        """Show another board large, or one's own turn again."""
        watcher.looking_at, watcher.pointed = seat, ""
        watcher.send({"type": "look", "seat": seat})
        self.refresh(live, watcher)

    def point(self, live: OpenTable, watcher: Watcher, at: str) -> None:
        """Point at an island or a line of the board shown, to call a mistake there."""
        watcher.pointed = at
        self.refresh(live, watcher, ("call",))

    def refresh(
        self, live: OpenTable, watcher: Watcher, names: Sequence[str] | None = None
    ) -> None:
        """Send the regions and pieces of the boards that changed since they were sent last."""
        if page_of(live.table) != "table":
            return
        changed = self._changed(live, watcher, names)
        if changed:
            watcher.send({"type": "patch", "number": live.table.number, "html": changed})

    def greet(self, live: OpenTable, watcher: Watcher, *, is_current: bool) -> None:
        """Bring a page up to date that has just connected.

        One that was loaded a moment ago shows everything already, but for who is here: that may
        have changed meanwhile.
        """
        if not is_current:
            self.refresh(live, watcher)
        elif page_of(live.table) == "table":
            self._changed(live, watcher, None)
            seats = seat_names(live.table)
            here = {name: watcher.sent[name] for name in seats}
            watcher.send({"type": "patch", "number": live.table.number, "html": here})

    def _changed(
        self, live: OpenTable, watcher: Watcher, names: Sequence[str] | None
    ) -> dict[str, str]:
        showing = self.showing(live, watcher)
        current = regions(showing, names)
        if names is None or "actions" in names:
            current.update(showing.pieces)
        if names is None:
            for seat in range(len(live.table.seats)):
                current.update(showing.small_pieces(seat))
        sent = watcher.sent
        changed = {name: html for name, html in current.items() if sent.get(name) != html}
        sent.update(changed)
        return changed


def page_of(table: Table) -> str:
    """Which page shows a table: a change of page loads it anew."""
    return {Phase.LOBBY: "lobby", Phase.OVER: "over"}.get(table.phase, "table")
