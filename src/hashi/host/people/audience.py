"""Who is told what happens at the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from hashi.host.loaded_table import LoadedTable
    from hashi.table import LogEntry, Table


class Audience(Protocol):
    """The open pages of one server, for example."""

    def publish(self, table: LoadedTable, before: Table, entries: Sequence[LogEntry]) -> None:
        """Tell what has been saved: the table, its state before, the new entries."""
        ...

    def hear(self, table: LoadedTable, message: Mapping[str, Any]) -> None:
        """Tell what another server says about a table, which is not in its log."""
        ...

    def presence_changed(self, table: LoadedTable, holder: str) -> None:
        """Tell that someone has come to another server, or gone there."""
        ...


class Nobody:
    """No audience."""

    def publish(self, table: LoadedTable, before: Table, entries: Sequence[LogEntry]) -> None:
        pass

    def hear(self, table: LoadedTable, message: Mapping[str, Any]) -> None:
        pass

    def presence_changed(self, table: LoadedTable, holder: str) -> None:
        pass


class Several:
    """Several audiences, each told in turn."""

    def __init__(self, *audiences: Audience) -> None:
        self._audiences = audiences

    def publish(self, table: LoadedTable, before: Table, entries: Sequence[LogEntry]) -> None:
        for audience in self._audiences:
            audience.publish(table, before, entries)

    def hear(self, table: LoadedTable, message: Mapping[str, Any]) -> None:
        for audience in self._audiences:
            audience.hear(table, message)

    def presence_changed(self, table: LoadedTable, holder: str) -> None:
        for audience in self._audiences:
            audience.presence_changed(table, holder)
