"""The log of a table in sentences: each announcement with the game as it stood at that moment."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from hashi.rules import Called, Entry, Game, News, news, play
from hashi.server.view.mistake_calls import CalledMistake
from hashi.table import Table
from hashi.words import Words, announce

Announcement = tuple[News, Game]
"""What is announced, and the game just after it happened."""
LogLine = tuple[int | None, str]
"""A sentence of the log, and the seat that it is about."""


class NewsLog:
    """What has been announced at one table so far."""

    def __init__(self, table: Table) -> None:
        self._entries: tuple[Entry, ...] = ()
        self._game: Game | None = None
        self._announced: list[list[Announcement]] = []
        """The announcements of each entry."""
        self._called: list[tuple[int, CalledMistake]] = []
        """The mistakes that were called, each with the number of its entry."""
        self.catch_up(table)

    def catch_up(self, table: Table) -> list[Announcement]:
        """Return the announcements since the last time.

        Where rounds were rewound, what was announced after them is forgotten, and nothing before
        them is announced again.
        """
        if table.game is None:
            return []
        known = _common(self._entries, table.entries)
        if self._game is None or known < len(self._entries):
            self._game = reduce(play, table.entries[:known], Game.begin(table.game.setup))
            del self._announced[known:]
            self._called = [(number, call) for number, call in self._called if number < known]
        for number, entry in enumerate(table.entries[known:], start=known):
            before, self._game = self._game, self._game.play(entry)
            self._announced.append([(item, self._game) for item in news(before, entry, self._game)])
            if isinstance(entry, Called):
                mistake = CalledMistake.of(before, entry, self._game)
                self._called += [(number, mistake)] if mistake else []
        self._entries = table.entries
        return [item for items in self._announced[known:] for item in items]

    def lines(self, words: Words) -> list[LogLine]:
        """Return the log in sentences, from the first to the last."""
        return [
            (item.seat, announce(words, item, game))
            for items in self._announced
            for item, game in items
        ]

    @property
    def called(self) -> list[CalledMistake]:
        """The mistakes that were called, from the first to the last."""
        return [call for _, call in self._called]


def _common(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """Return how many entries both have in common at their beginning."""
    if other[: len(one)] == one:
        return len(one)
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
