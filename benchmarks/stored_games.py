"""Games by chance as a store keeps them, copied under new ids: many tables in a short time."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from benchmarks.random_play import random_start, random_turn

from hashi.host import Store, holder_of, new_id
from hashi.rules import Turn, deal
from hashi.table import Options, Phase, Result, Table
from hashi.table.event import Drafted, Event, Finished, LogEntry, Opened, Seated, Started
from hashi.table.fair import begin
from hashi.table.fold import advance
from hashi.table.log_format import StoredEntry, entry_text

MOST_WAITING = 2_000
"""Tables that wait to be written at the same time."""


@dataclass(frozen=True)
class StoredGame:
    """The log of a game, with a mark in place of each holder."""

    table: Table
    entries: tuple[StoredEntry, ...]
    holders: tuple[str, ...]

    @classmethod
    def by_chance(cls, rng: Random, seats: int, rounds: int, at: float) -> StoredGame:
        """Return a game of so many seats after so many rounds, one draft for each mark.

        Before the first round (-1) it is a lobby where everybody sits.
        """
        holders = tuple(f"<holder {seat}>".ljust(32, ".") for seat in range(seats))
        table, entries = Table(), list[LogEntry]()

        def add(event: Event, id: str = "") -> None:
            nonlocal table, at
            at += rng.expovariate(1 / 4)
            table, added = advance(table, [event], at, id)
            entries.extend(added)

        options = Options(board=rng.choice("AB"), seats=seats)
        add(Opened(options.to_json(), holders[0]))
        for seat, holder in enumerate(holders):
            add(Seated(seat, f"Player {seat + 1}", holder))
        if rounds >= 0:
            add(begin(deal(options.played_deck(), rng.randrange)))
        while table.phase is Phase.STARTS:
            seat = table.waiting_for[0]
            add(Started(seat, random_start(rng, table.played.setup.board)))
        while table.phase is Phase.ROUND and table.played.rounds < rounds:
            seat, card = table.waiting_for[0], table.played.cards[-1]
            turn = random_turn(rng, table.played.sheets[seat], card)
            for count in range(1, len(turn.marks) + 1):
                add(Drafted(seat, Turn(turn.marks[:count])), f"{holders[seat][:8]}:{at:.0f}")
            add(Finished(seat, turn))
        stored = tuple((entry.number, entry_text(entry)) for entry in entries)
        return cls(table, stored, holders)

    def copied(self, holders: Sequence[str]) -> tuple[StoredEntry, ...]:
        """Return the log with these holders in the seats."""
        return tuple((number, self._filled(text, holders)) for number, text in self.entries)

    def _filled(self, text: str, holders: Sequence[str]) -> str:
        for mark, holder in zip(self.holders, holders, strict=True):
            text = text.replace(mark, holder)
        return text

    def result(self, id: str, holders: Sequence[str]) -> Result | None:
        """Return how the game ended, None where it is not over."""
        if self.table.game is None or self.table.phase is not Phase.OVER:
            return None
        return replace(Result.of(id, self.table), holders=tuple(holders))


@dataclass(frozen=True)
class Copy:
    """A table in the store: its game, and the key of each seat."""

    id: str
    game: StoredGame
    keys: tuple[str, ...]


def write_copies(store: Store, games: Iterator[StoredGame]) -> Iterator[Copy]:
    """Write each game into the store under a new id and with new keys."""
    waiting = []
    for game in games:
        keys = tuple(secrets.token_urlsafe(18) for _ in game.holders)
        holders = [holder_of(key) for key in keys]
        id, at = new_id(), game.table.at
        result = game.result(id, holders)
        labels = [(holder, at) for holder in holders]
        waiting.append(store.restore(id, game.copied(holders), labels, result))
        if len(waiting) >= MOST_WAITING:
            waiting.pop(0).result()
        yield Copy(id, game, keys)
    for each in waiting:
        each.result()
