"""Which pages are open at which table, and what each of them is sent when something happens."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from hashi.drawing import Theme
from hashi.drawing.live import to_json
from hashi.host import OpenTable
from hashi.host.loaded_table import ABSENT_AFTER
from hashi.rules.sheet_state import SheetState
from hashi.server.jobs.shared_jobs import SharedJobs
from hashi.server.live.banners import news_message
from hashi.server.live.news_log import NewsLog
from hashi.server.live.reaction_limits import ReactionLimits
from hashi.server.view.reactions import REACTIONS
from hashi.server.view.rendering import OF_A_DRAFT, OF_A_SEAT, regions_json, seat_names
from hashi.server.view.table_page import TablePage
from hashi.server.view.viewer import Viewer
from hashi.server.visitor import Visitor
from hashi.table import LogEntry, Phase, Table
from hashi.table.event import PRIVATE
from hashi.words import Words, shown

LONG_GAME = 600
"""The weight of a table from which on its announcements are computed in another process."""
MOST_CHARACTERS = 1_000_000
MOST_WAITING = 200
"""Messages that may wait for a slow connection before it is cut; it catches up when it is back."""


@dataclass(eq=False, slots=True)
class Watcher:
    """One open page of a table: a player's or a spectator's."""

    visitor: Visitor
    looking_at: int | None = None
    pointed: str = ""
    sent: dict[str, int] = field(default_factory=dict)
    """The hash of what the page shows now, region by region: the texts take a hundred times the
    memory."""
    small_boards: dict[int, SheetState] = field(default_factory=dict)
    """The small boards that the page shows now, by seat."""
    board: SheetState | None = None
    """The large board that the page shows now."""
    outbox: list[str] = field(default_factory=list)
    """Messages that wait to be sent."""
    write: Callable[[str], bool] = lambda _text: False
    """Writes a message at once if the connection can take it."""
    waiting: int = 0
    """How many characters wait to be sent."""
    on_wait: Callable[[], None] = lambda: None
    """Called when a message begins to wait."""
    on_behind: Callable[[], None] = lambda: None
    """Called when the page reads too slowly: the connection is then closed and made anew."""

    holder: str = field(init=False)
    theme: Theme = field(init=False)
    words: Words = field(init=False)

    def __post_init__(self) -> None:
        self.holder, self.words = self.visitor.holder, self.visitor.words
        self.theme = Theme(self.visitor.theme)

    def number_at(self, open_table: OpenTable) -> int:
        """Return the number of the last event that this page may know of."""
        return open_table.table.number_for(self.holder)

    def note(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return the regions that differ from what the page shows, and note them."""
        sent, changes = self.sent, {}
        for name, text in texts.items():
            shown = hash(text)
            if sent.get(name) != shown:
                sent[name], changes[name] = shown, text
        return changes

    def send(self, message: dict[str, Any]) -> None:
        """Write a message to the page, or queue it where the connection is busy."""
        self.send_text(to_json(message))

    def send_text(self, text: str) -> None:
        """Do so with a message that is JSON already."""
        if not self.waiting and self.write(text):
            return
        self.waiting += len(text)
        if len(self.outbox) >= MOST_WAITING or self.waiting > MOST_CHARACTERS:
            self.on_behind()
            return
        self.outbox.append(text)
        self.on_wait()

    async def pass_on(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send the first message that waits."""
        text = self.outbox.pop(0)
        await send(text)
        self.waiting -= len(text)


@dataclass(eq=False)
class Channel:
    """The open pages of one table; it exists while there is at least one."""

    news_log: NewsLog
    pages: dict[str, list[Watcher]] = field(default_factory=dict)
    """The pages by their holders: a mark looks at those of its own seat alone."""
    reactions: ReactionLimits = field(default_factory=ReactionLimits)

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


class Broadcast:
    """The open pages of all tables.

    Nothing is kept of a table that has no open page and that nobody waits for.
    """

    def __init__(self, say: Callable[[OpenTable, Mapping[str, Any]], None]) -> None:
        """Begin; `say` tells the other servers something about a table."""
        self._say = say
        self._channels: dict[str, Channel] = {}
        self._waiters: dict[str, set[asyncio.Event]] = {}
        self._logs: WeakKeyDictionary[OpenTable, NewsLog] = WeakKeyDictionary()
        """What was announced at the tables in memory, so that it is computed once."""
        self.is_closed = False

    async def prepare(self, open_table: OpenTable, jobs: SharedJobs) -> None:
        """Have a long game's announcements computed in another process before they are needed."""
        if open_table.weight > LONG_GAME and open_table not in self._logs:
            key = ("news", open_table.id, len(open_table.table.entries))
            self._logs[open_table] = await jobs.result(key, NewsLog, open_table.table)

    # --- who is there

    @contextlib.contextmanager
    def watching(self, open_table: OpenTable, watcher: Watcher) -> Iterator[None]:
        """Send this page what happens at the table, for as long as the context lasts."""
        channel = self._channels.get(open_table.id)
        if channel is None:
            channel = self._channels[open_table.id] = Channel(self._news_log(open_table))
        channel.add(watcher)
        try:
            self.presence_changed(open_table, watcher.holder)
            yield
        finally:
            channel.remove(watcher)
            if not channel.pages:
                del self._channels[open_table.id]

    async def changed(
        self, open_table: OpenTable, holder: str, number: int, patience: float = 15.0
    ) -> None:
        """Wait until something happens that this holder may know of, or patience runs out.

        A draft of somebody else's wakes nobody: even when it was made is secret.
        """
        waiter = asyncio.Event()
        waiters = self._waiters.setdefault(open_table.id, set())
        waiters.add(waiter)
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    while open_table.table.number_for(holder) == number and not self.is_closed:
                        waiter.clear()
                        await waiter.wait()
        finally:
            waiters.remove(waiter)
            if not waiters:
                del self._waiters[open_table.id]

    def close(self) -> None:
        """Release everybody who waits for a change: the server ends."""
        self.is_closed = True
        for waiters in self._waiters.values():
            for waiter in waiters:
                waiter.set()

    def _watchers(self, open_table: OpenTable) -> tuple[Watcher, ...]:
        channel = self._channels.get(open_table.id)
        return tuple(channel.watchers) if channel else ()

    # --- what is shown

    def page(self, open_table: OpenTable, watcher: Watcher) -> TablePage:
        """Return the table as this page shows it."""
        words = watcher.words
        return TablePage(
            id=open_table.id,
            table=open_table.table,
            viewer=Viewer(open_table.table, watcher.holder, watcher.looking_at),
            words=words,
            theme=watcher.theme,
            read_present=lambda: open_table.here,
            read_absent=lambda: open_table.absent,
            read_log=lambda: self._news_log(open_table).lines(words),
            read_called=lambda: self._news_log(open_table).called,
            pointed=watcher.pointed,
        )

    def _news_log(self, open_table: OpenTable) -> NewsLog:
        """Return the log in sentences, up to now."""
        found = self._logs.get(open_table)
        if found is None:
            found = self._logs[open_table] = NewsLog(open_table.table)
        else:
            found.catch_up(open_table.table)
        return found

    # --- what is sent

    def presence_changed(self, open_table: OpenTable, holder: str) -> None:
        """Show on every page whether this holder is here, and later whether they stay away."""
        self._show_presence(open_table, holder)
        if holder not in open_table.here:
            loop = asyncio.get_running_loop()
            loop.call_later(ABSENT_AFTER + 0.1, self._show_absence, open_table, holder)

    def _show_absence(self, open_table: OpenTable, holder: str) -> None:
        if holder not in open_table.here:
            self._show_presence(open_table, holder)

    def _show_presence(self, open_table: OpenTable, holder: str) -> None:
        names = [f"seat-{seat}" for seat in open_table.table.seats_of(holder)]
        if names and open_table.table.game is None:
            self._refresh_lobby(open_table)
        elif names:
            for watcher in self._watchers(open_table):
                self.refresh(open_table, watcher, names)

    def _refresh_lobby(self, open_table: OpenTable) -> None:
        """Have every page of a lobby fetch its seats again."""
        for watcher in self._watchers(open_table):
            watcher.send({"type": "lobby", "number": watcher.number_at(open_table)})

    def publish(self, open_table: OpenTable, before: Table, events: Sequence[LogEntry]) -> None:
        """Send every open page what happened; a draft is sent to its own seat only."""
        for waiter in self._waiters.get(open_table.id, ()):
            waiter.set()
        channel = self._channels.get(open_table.id)
        if channel is None:
            return
        drafts = [entry.event for entry in events if isinstance(entry.event, PRIVATE)]
        if len(drafts) == len(events):
            for holder in {open_table.table.seats[draft.seat].holder for draft in drafts}:
                for watcher in channel.pages.get(holder, ()):
                    self.refresh(open_table, watcher, OF_A_DRAFT)
            return
        fresh = channel.news_log.catch_up(open_table.table)
        if open_table.table.game is None:
            self._refresh_lobby(open_table)
            return
        for watcher in channel.watchers:
            is_same_page = _shows_the_same(watcher, before, open_table.table)
            if is_same_page and page_of(open_table.table) == "over":
                watcher.send({"type": "over", "number": watcher.number_at(open_table)})
                continue
            if is_same_page:
                self._update(open_table, before, watcher, is_quiet=not fresh)
            if fresh:
                own = open_table.table.seats_of(watcher.holder)
                watcher.send(news_message(watcher.words, fresh, own))
            if not is_same_page:
                watcher.send({"type": "reload", "number": watcher.number_at(open_table)})

    def _update(
        self, open_table: OpenTable, before: Table, watcher: Watcher, *, is_quiet: bool
    ) -> None:
        """Refresh a page; a new card takes those who looked around back to their own turn."""
        table = open_table.table
        own = table.seats_of(watcher.holder)
        is_same_card = before.played.cards == table.played.cards
        watcher.pointed = ""
        if is_same_card and is_quiet and len(own) < 2:  # at one screen the board changes, too
            acted = [
                seat
                for seat, (was, now) in enumerate(zip(before.seats, table.seats, strict=True))
                if was != now
            ] or range(len(table.seats))
            of_all = OF_A_SEAT if set(own) & set(acted) else ("steps",)
            self.refresh(open_table, watcher, (*of_all, *(f"seat-{seat}" for seat in acted)))
            return
        if watcher.looking_at is not None and own and not is_same_card:
            watcher.looking_at = None
            watcher.send({"type": "look", "seat": None})
        self.refresh(open_table, watcher)

    def react(self, open_table: OpenTable, watcher: Watcher, fields: Mapping[str, Any]) -> None:
        """Show a reaction on every open page; raise Objected or Malformed where it is refused."""
        channel, table = self._channels[open_table.id], open_table.table
        seat, reaction = channel.reactions.read(table, watcher.holder, fields)
        self._show_reaction(open_table, seat, reaction)
        self._say(open_table, {"seat": seat, "reaction": reaction})

    def hear(self, open_table: OpenTable, message: Mapping[str, Any]) -> None:
        """Show a reaction that was sent to another server; it counts here as well."""
        channel = self._channels.get(open_table.id)
        if channel is not None and channel.reactions.counts_elsewhere(message["seat"]):
            self._show_reaction(open_table, message["seat"], message["reaction"])

    def _show_reaction(self, open_table: OpenTable, seat: int, reaction: str) -> None:
        table = open_table.table
        for other in self._watchers(open_table):
            text = other.words.say(REACTIONS[reaction])
            name = shown(table.seats[seat].name)
            message = {"seat": seat, "name": name, "reaction": reaction, "text": text}
            other.send({"type": "reaction", **message})

    def look(self, open_table: OpenTable, watcher: Watcher, seat: int | None) -> None:
        """Show another board large, or one's own turn again."""
        watcher.looking_at, watcher.pointed = seat, ""
        watcher.send({"type": "look", "seat": seat})
        self.refresh(open_table, watcher)

    def point(self, open_table: OpenTable, watcher: Watcher, at: str) -> None:
        """Point at an island or a line of the board shown, to call a mistake there."""
        watcher.pointed = at
        self.refresh(open_table, watcher, ("call",))

    def refresh(
        self, open_table: OpenTable, watcher: Watcher, names: Sequence[str] | None = None
    ) -> None:
        """Send the regions and pieces of the boards that changed since they were sent last."""
        if page_of(open_table.table) != "table":
            return
        changed = self._changes(open_table, watcher, names)
        if changed:
            watcher.send_text(_patch(watcher.number_at(open_table), changed))

    def greet(self, open_table: OpenTable, watcher: Watcher, *, is_current: bool) -> None:
        """Bring a page up to date that has just connected.

        One that was loaded a moment ago shows everything already, but for who is here: that may
        have changed meanwhile.
        """
        if not is_current:
            self.refresh(open_table, watcher)
        elif page_of(open_table.table) == "table":
            self._changes(open_table, watcher, None)
            here = regions_json(self.page(open_table, watcher), seat_names(open_table.table))
            watcher.send_text(_patch(watcher.number_at(open_table), here))

    def _changes(
        self, open_table: OpenTable, watcher: Watcher, names: Sequence[str] | None
    ) -> dict[str, str]:
        """Return what differs from what this page was sent last, as JSON, and note it as sent."""
        page = self.page(open_table, watcher)
        changes = watcher.note(regions_json(page, names))
        pictures, small_states = page.pictures, watcher.small_boards
        if names is None or "actions" in names:
            changes.update(pictures.pieces_since(watcher.board))
            watcher.board = pictures.state
        for seat in range(len(open_table.table.seats)) if names is None else ():
            changes.update(pictures.small_pieces_since(seat, small_states.get(seat)))
            small_states[seat] = pictures.small_state(seat)
        return changes


def _patch(number: int, regions: Mapping[str, str]) -> str:
    """Return the message that exchanges regions and pieces, which are JSON already."""
    html = ", ".join([f'"{name}": {text}' for name, text in regions.items()])
    return f'{{"type": "patch", "number": {number}, "html": {{{html}}}}}'


_PAGES = {Phase.LOBBY: "lobby", Phase.OVER: "over"}


def page_of(table: Table) -> str:
    """Return which page shows a table; when that changes, browsers load the page again."""
    return _PAGES.get(table.phase, "table")


def _shows_the_same(watcher: Watcher, before: Table, after: Table) -> bool:
    """Return whether the same page shows the table still, to one with the same seats."""
    holder = watcher.holder
    is_same_viewer = before.seats_of(holder) == after.seats_of(holder)
    return is_same_viewer and page_of(before) == page_of(after)
