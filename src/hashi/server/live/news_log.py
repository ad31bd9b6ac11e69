"""The log of a table in sentences: what was announced, each with the game as it then stood."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from hashi.rules import Entry, Game, News, news, play
from hashi.table import Table
from hashi.words import Words, announce

Item = tuple[News, Game]


class NewsLog:
    """What has been announced at one table so far."""

    def __init__(self) -> None:
        self._entries: tuple[Entry, ...] = ()
        self._game: Game | None = None
        self._items: list[Item] = []

    def catch_up(self, table: Table) -> list[Item]:
        """The news since the last time; a rewound table is told anew."""
        if table.game is None:
            return []
        known = len(self._entries)
        if self._game is None or table.entries[:known] != self._entries:
            self._game = Game.begin(table.game.setup)
            self._items, known = [], 0
        fresh: list[Item] = []
        for entry in table.entries[known:]:
            before, self._game = self._game, self._game.play(entry)
            fresh += [(item, self._game) for item in news(before, entry, self._game)]
        self._entries = table.entries
        self._items += fresh
        return fresh

    def sentences(self, words: Words) -> list[str]:
        return told(words, self._items)


def told(words: Words, items: Sequence[Item]) -> list[str]:
    return [announce(words, item, game) for item, game in items]


def moment(table: Table, round: int) -> Game:
    """The game as it stood when a round was closed; 0 is the setup."""
    record = table.record.until(round)
    return reduce(play, record.entries, Game.begin(record.setup))
