"""Reactions: sent by one page, shown on every open page of the table, at all servers."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from hashi.host import LoadedTable
from hashi.host.peers.protocol import Peers
from hashi.server.live.channels import Channel, Channels
from hashi.server.live.reaction_limits import ReactionLimits
from hashi.server.live.waiters import Waiters
from hashi.server.live.watcher import Watcher
from hashi.table import Phase
from hashi.words import shown
from hashi.words.reactions import REACTIONS

OPEN_PHASES = (Phase.STARTS, Phase.ROUND, Phase.CHECK)
"""While players make turns that nobody else sees."""


MOST_UNHEARD = 20
"""Reactions that wait for a stream; the oldest are lost."""
Heard = deque[dict[str, Any]]


class Reactions:
    """Passes reactions on to the open pages here, and to the other servers."""

    def __init__(self, channels: Channels, peers: Peers, waiters: Waiters) -> None:
        self._channels, self._peers, self._waiters = channels, peers, waiters
        self._streams: dict[str, dict[int, Heard]] = {}
        """What waits for the streams of the JSON API that want reactions, by table."""
        self._limits: WeakKeyDictionary[LoadedTable, ReactionLimits] = WeakKeyDictionary()
        """Those of tables of which no page is open."""

    @contextlib.contextmanager
    def heard(self, loaded: LoadedTable) -> Iterator[Heard]:
        """Collect what players say, for as long as the context lasts."""
        heard: Heard = deque(maxlen=MOST_UNHEARD)
        streams = self._streams.setdefault(loaded.id, {})
        streams[id(heard)] = heard  # two deques are equal when they hold the same
        try:
            yield heard
        finally:
            del streams[id(heard)]
            if not streams:
                del self._streams[loaded.id]

    def react_without_page(
        self, loaded: LoadedTable, holder: str, fields: Mapping[str, Any]
    ) -> None:
        """Show what a player says who has no page open; raise as `react` does."""
        channel = self._channels.of(loaded)
        limits = channel.reactions if channel else self._limits.get(loaded)
        if limits is None:
            limits = self._limits[loaded] = ReactionLimits()
        seat, reaction = limits.read(loaded.table, holder, fields)
        self._show(loaded, seat, reaction)
        self._peers.tell(loaded.id, {"seat": seat, "reaction": reaction})

    def react(self, loaded: LoadedTable, watcher: Watcher, fields: Mapping[str, Any]) -> None:
        """Show a reaction on every open page; raise Objected or Malformed where it is refused."""
        channel = self._channels.of(loaded)
        assert channel is not None, "the page that reacts is open"
        if "seat" not in fields and not loaded.table.seats_of(watcher.holder):
            self._cheer(loaded, channel, self._read_of_watcher(loaded, channel, watcher, fields))
            return
        seat, reaction = channel.reactions.read(loaded.table, watcher.holder, fields)
        self._show(loaded, seat, reaction)
        self._peers.tell(loaded.id, {"seat": seat, "reaction": reaction})

    def hear(self, loaded: LoadedTable, message: Mapping[str, Any]) -> None:
        """Show a reaction that was sent to another server; it counts here as well."""
        channel, seat = self._channels.of(loaded), message["seat"]
        if channel is None and seat is not None and loaded.id in self._streams:
            self._show(loaded, seat, message["reaction"])
        if channel is None or not channel.reactions.counts_elsewhere(seat):
            return
        if seat is None:
            self._cheer(loaded, channel, message["reaction"])
        else:
            self._show(loaded, seat, message["reaction"])

    def _read_of_watcher(
        self, loaded: LoadedTable, channel: Channel, watcher: Watcher, fields: Mapping[str, Any]
    ) -> str:
        """Return the reaction of someone who watches, and tell it to the other servers."""
        if watcher.reactions is None:
            watcher.reactions = channel.reactions.new_buckets()
        reaction = channel.reactions.read_of_watcher(loaded.table, watcher.reactions, fields)
        self._peers.tell(loaded.id, {"seat": None, "reaction": reaction})
        return reaction

    def _cheer(self, loaded: LoadedTable, channel: Channel, reaction: str) -> None:
        """Show a reaction to all who watch at once; to those who play when the round is closed,
        so that it can hint at nothing."""
        is_open = loaded.table.phase in OPEN_PHASES
        if is_open:
            channel.cheers[reaction] += 1
        for page in channel.watchers:
            if not is_open or not loaded.table.seats_of(page.holder):
                _send_cheer(page, reaction, 1)

    def release(self, loaded: LoadedTable) -> None:
        """Show those who play what was sent by those who watch: a round was closed."""
        channel = self._channels.of(loaded)
        if channel is None or not channel.cheers:
            return
        cheers = dict(channel.cheers)
        channel.cheers.clear()
        for page in channel.watchers:
            if loaded.table.seats_of(page.holder):
                for reaction, count in cheers.items():
                    _send_cheer(page, reaction, count)

    def _show(self, loaded: LoadedTable, seat: int, reaction: str) -> None:
        name = shown(loaded.table.seats[seat].name)
        for watcher in self._channels.watchers(loaded):
            text = watcher.words.say(REACTIONS[reaction])
            message = {"seat": seat, "name": name, "reaction": reaction, "text": text}
            watcher.send({"type": "reaction", **message})
        streams = self._streams.get(loaded.id, {})
        for heard in streams.values():
            heard.append({"seat": seat, "reaction": reaction})
        if streams:
            self._waiters.wake(loaded)


def _send_cheer(page: Watcher, reaction: str, count: int) -> None:
    """Show a page what people who watch say; equal ones are counted."""
    words = page.words
    message = {"reaction": reaction, "text": words.say(REACTIONS[reaction]), "count": count}
    page.send({"type": "reaction", "seat": None, "name": words.say("From the audience"), **message})
