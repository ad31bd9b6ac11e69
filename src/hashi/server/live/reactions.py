"""Reactions: sent by one page, shown on every open page of the table, at all servers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hashi.host import LoadedTable
from hashi.host.peers.protocol import Peers
from hashi.server.live.channels import Channels
from hashi.server.live.watcher import Watcher
from hashi.words import shown
from hashi.words.reactions import REACTIONS


class Reactions:
    """Passes reactions on to the open pages here, and to the other servers."""

    def __init__(self, channels: Channels, peers: Peers) -> None:
        self._channels, self._peers = channels, peers

    def react(self, loaded: LoadedTable, watcher: Watcher, fields: Mapping[str, Any]) -> None:
        """Show a reaction on every open page; raise Objected or Malformed where it is refused."""
        channel = self._channels.of(loaded)
        assert channel is not None, "the page that reacts is open"
        seat, reaction = channel.reactions.read(loaded.table, watcher.holder, fields)
        self._show(loaded, seat, reaction)
        self._peers.tell(loaded.id, {"seat": seat, "reaction": reaction})

    def hear(self, loaded: LoadedTable, message: Mapping[str, Any]) -> None:
        """Show a reaction that was sent to another server; it counts here as well."""
        channel = self._channels.of(loaded)
        if channel is not None and channel.reactions.counts_elsewhere(message["seat"]):
            self._show(loaded, message["seat"], message["reaction"])

    def _show(self, loaded: LoadedTable, seat: int, reaction: str) -> None:
        name = shown(loaded.table.seats[seat].name)
        for watcher in self._channels.watchers(loaded):
            text = watcher.words.say(REACTIONS[reaction])
            message = {"seat": seat, "name": name, "reaction": reaction, "text": text}
            watcher.send({"type": "reaction", **message})
