"""A table on one device without a server: requests are answered at once, its log is a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hashi.host.bots.thinking import event_of_bot
from hashi.host.store.log_file import LogFile
from hashi.host.store.protocol import StoreDown
from hashi.record import Record
from hashi.rules import Deal, Flaw, Malformed
from hashi.rules.game.name import check_name
from hashi.table.bot_task import BotTask
from hashi.table.event import Event, Finished, MistakeCalled, Opened, Seated, Started
from hashi.table.fair import begin
from hashi.table.fold import advance
from hashi.table.names import all_apart
from hashi.table.options import Options
from hashi.table.requests.dispatch import decide
from hashi.table.requests.request import Request
from hashi.table.table import Table

HOLDER = "local"
"""Everyone plays on this device."""


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What bots do at a table that stands as it did after the event of this number."""

    number: int
    events: list[Event]


class LocalTable:
    """One table and its log. What `ask` returns from is saved."""

    def __init__(self, log: LogFile, now: Callable[[], float], table: Table | None = None) -> None:
        self._log = log
        self._now = now
        self.table = table or Table()

    @property
    def path(self) -> Path:
        """Where the log is kept."""
        return self._log.path

    def begin(
        self,
        options: Options,
        players: Sequence[str],
        deal: Deal,
        bots: Sequence[str] = (),
        daily: str = "",
    ) -> None:
        """Open the table, seat the players and begin the game with this deal.

        `players` are the names of all; the last of them are bots, each with its id in `bots`.
        `daily` is the date whose board is played.
        """
        with self._discarded_on_failure():
            for player in players:
                check_name(player)
            self._append(_opening(options, all_apart(players), deal, bots, daily))

    def replay(
        self, record: Record, options: Options, deal: Deal, done: Sequence[Finished]
    ) -> None:
        """Begin with a game that was saved as a record, and the turns of its open round."""
        events = _opening(options, record.setup.players, deal)
        events += [Started(seat, start) for seat, start in enumerate(record.starts)]
        for index, turns in enumerate(record.rounds):
            events += [Finished(seat, turn) for seat, turn in enumerate(turns)]
            calls = record.calls[index] if index < len(record.calls) else ()
            events += [MistakeCalled(call.by, call.on, call.round, call.mark) for call in calls]
        with self._discarded_on_failure():
            self._append([*events, *done])

    def ask(self, do: str, **fields: object) -> None:
        """Carry out a request; raise Objected, Illegal, Malformed or StoreDown where it cannot."""
        self._append(decide(self.table, Request(HOLDER, do, dict(fields))).events)

    def think(self) -> Thoughts:
        """Return what every bot does that is to act now; a thread of its own may ask."""
        table = self.table
        tasks = [BotTask.of(table, seat) for seat in table.waiting_for if table.seats[seat].is_bot]
        return Thoughts(table.number, [event_of_bot(task) for task in tasks])

    def play_bots(self, thoughts: Thoughts | None = None) -> None:
        """Let the bots act; raise StoreDown where that cannot be saved.

        What they thought of while the table was another one is forgotten.
        """
        thoughts = thoughts or self.think()
        if thoughts.number == self.table.number:
            self._append(thoughts.events)

    def discard(self) -> None:
        """Remove the log."""
        self._log.discard()

    def close(self) -> None:
        """Close the log."""
        self._log.close()

    @contextmanager
    def _discarded_on_failure(self) -> Iterator[None]:
        """Leave no empty log behind where a game could not begin."""
        try:
            yield
        except StoreDown:
            self.discard()
            raise Malformed(Flaw.FILE, file=str(self.path), given="unreadable") from None
        except Malformed:
            self.discard()
            raise

    def _append(self, events: Sequence[Event]) -> None:
        if events:
            table, entries = advance(self.table, events, self._now())
            self._log.append(entries)
            self.table = table


def _opening(
    options: Options,
    players: Sequence[str],
    deal: Deal,
    bots: Sequence[str] = (),
    daily: str = "",
) -> list[Event]:
    """Return the events up to the first start: the table, its players and the cards."""
    people = len(players) - len(bots)
    seats = [Seated(seat, name, HOLDER) for seat, name in enumerate(players[:people])]
    seats += [Seated(seat, players[seat], bot=bot) for seat, bot in enumerate(bots, start=people)]
    return [Opened(options.to_json(), HOLDER, daily=daily), *seats, begin(deal)]
