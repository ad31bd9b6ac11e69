"""What happened at a table: each announcement with the game as it stood at that moment."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from hashi.rules import Called, Entry, Game, Turned, play
from hashi.server.view.rounds.story import OF_CARDS, Item, items, lost_goals, sentence
from hashi.server.view.turn.mistake_calls import CalledMistake
from hashi.table import Table
from hashi.table.notes import Note, NoteKind
from hashi.words import Words
from hashi.words.game.story import Happening, StoryKind

Announcement = tuple[Item, Game]
"""What is announced, and the game just after it happened."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence of the log."""

    round: int
    """The round that it is about; 0 before the first card."""
    seat: int | None
    """The seat that it is about, if any."""
    text: str


class NewsLog:
    """What has been announced at one table so far."""

    def __init__(self, table: Table) -> None:
        self._entries: tuple[Entry, ...] = ()
        self._game: Game | None = None
        self._announced: list[tuple[Announcement, ...]] = []
        """The announcements of each entry."""
        self._notes: tuple[Note, ...] = ()
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
        latest = self._notes[-1].number if self._notes else 0
        self._notes = table.notes
        fresh = [
            (_happening(note), self._game) for note in reversed(table.notes) if note.number > latest
        ][::-1]
        for number, entry in enumerate(table.entries[known:], start=known):
            before, self._game = self._game, self._game.play(entry)
            told = self._items(table, number, before, self._game)
            self._announced.append(tuple([(item, self._game) for item in told]))
            if isinstance(entry, Called):
                mistake = CalledMistake.of(before, entry, self._game)
                self._called += [(number, mistake)] if mistake else []
        self._entries = table.entries
        return fresh + [item for items in self._announced[known:] for item in items]

    def _items(self, table: Table, number: int, before: Game, after: Game) -> list[Item]:
        """Return what is to be told after the entry of this number."""
        entry, begun = table.entries[number], number
        while begun and not isinstance(table.entries[begun - 1], Turned):
            begun -= 1
        late = {
            note.seat
            for note in table.notes
            if note.kind is NoteKind.TIME_UP and begun <= note.after <= number
        }
        lost: Iterable[Item] = ()
        if isinstance(entry, Turned) and table.options.help:
            lost = lost_goals(after, {item for told in self._announced for item, _ in told})
        return [*lost, *items(before, entry, after, late=late)]

    def lines(self, words: Words, own: Collection[int] = ()) -> list[LogLine]:
        """Return the story of the game in sentences, from the first to the last, for one with
        these seats."""
        lines: list[LogLine] = []
        notes, cards = list(self._notes), 0
        for number, announced in enumerate([*self._announced, ()]):
            while notes and notes[0].after <= number and self._game is not None:
                note = _happening(notes.pop(0))
                lines.append(LogLine(cards, note.seat, sentence(words, note, self._game)))
            for item, game in announced:
                if item.kind not in OF_CARDS:
                    is_of_last = item.kind is StoryKind.OUT_OF_REACH
                    round = cards if is_of_last else len(game.cards)
                    text = sentence(words, item, game, own)
                    lines.append(LogLine(round, item.seat, text))
            if announced:
                cards = len(announced[-1][1].cards)
        return lines

    @property
    def called(self) -> list[CalledMistake]:
        """The mistakes that were called, from the first to the last."""
        return [call for _, call in self._called]


def _happening(note: Note) -> Happening:
    return Happening(StoryKind(note.kind.value), note.seat, round=note.round)


def _common(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """Return how many entries both have in common at their beginning."""
    if other[: len(one)] == one:
        return len(one)
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
