"""The log of a table in sentences: each announcement with the game as it stood at that moment."""

from __future__ import annotations

from collections.abc import Sequence

from hashi.rules import Entry, Game, News, news
from hashi.table import Table
from hashi.words import Words, announce

Announcement = tuple[News, Game]
"""What is announced, and the game just after it happened."""


class NewsLog:
    """What has been announced at one table so far."""

    def __init__(self, table: Table) -> None:
        self._entries: tuple[Entry, ...] = ()
        self._game: Game | None = None
        self._announcements: list[Announcement] = []
        self.catch_up(table)

    def catch_up(self, table: Table) -> list[Announcement]:
        """Return the announcements since the last time; a rewound table begins anew."""
        if table.game is None:
            return []
        known = len(self._entries)
        if self._game is None or table.entries[:known] != self._entries:
            self._game = Game.begin(table.game.setup)
            self._announcements, known = [], 0
        fresh: list[Announcement] = []
        for entry in table.entries[known:]:
            before, self._game = self._game, self._game.play(entry)
            fresh += [(item, self._game) for item in news(before, entry, self._game)]
        self._entries = table.entries
        self._announcements += fresh
        return fresh

    def sentences(self, words: Words) -> list[str]:
        return sentences(words, self._announcements)


def sentences(words: Words, announcements: Sequence[Announcement]) -> list[str]:
    return [announce(words, item, game) for item, game in announcements]
