"""Reactions: sent by one page, shown on every open page of the table, at all servers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hashi.host import LoadedTable
from hashi.host.peers.protocol import Peers
from hashi.server.live.channels import Channel, Channels
from hashi.server.live.watcher import Watcher
from hashi.table import Phase
from hashi.words import shown
from hashi.words.reactions import REACTIONS

OPEN_PHASES = (Phase.STARTS, Phase.ROUND, Phase.CHECK)
"""While players make turns that nobody else sees."""


class Reactions:
    """Passes reactions on to the open pages here, and to the other servers."""

    def __init__(self, channels: Channels, peers: Peers) -> None:
        self._channels, self._peers = channels, peers

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


def _send_cheer(page: Watcher, reaction: str, count: int) -> None:
    """Show a page what people who watch say; equal ones are counted."""
    words = page.words
    message = {"reaction": reaction, "text": words.say(REACTIONS[reaction]), "count": count}
    page.send({"type": "reaction", "seat": None, "name": words.say("From the audience"), **message})
