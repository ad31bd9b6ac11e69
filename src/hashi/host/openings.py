"""How tables are opened: new ones, rematches, and finished games that are played on."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from hashi.boards import DailyBoard
from hashi.host.in_thread import in_thread
from hashi.host.loaded_table import LoadedTable, Shared
from hashi.host.tables import Tables
from hashi.rules import Called, Deal, Entry, Played, Start, deal
from hashi.table.event import (
    Begun,
    Event,
    Finished,
    MistakeCalled,
    Opened,
    Rematched,
    Seated,
    Started,
)
from hashi.table.fair import begin, new_salt
from hashi.table.kept_challenge import KeptChallenge
from hashi.table.names import all_apart
from hashi.table.objection import Objected, Objection, Untimely, untimely
from hashi.table.options import Options
from hashi.table.requests.lobby import before_beginning
from hashi.table.requests.request import STAND_IN, Decision, Request
from hashi.table.shuffle import new_secret
from hashi.table.table import Phase, Table

Shuffle = Callable[[int], int]
"""Returns a random whole number below the given one."""


class Openings:
    """Opens tables and deals their cards."""

    def __init__(
        self, shared: Shared, tables: Tables, shuffle: Shuffle = secrets.randbelow
    ) -> None:
        self._shared, self._tables, self._shuffle = shared, tables, shuffle

    async def open(
        self,
        options: Options,
        holder: str,
        seats: Sequence[Seated] = (),
        *,
        again: str = "",
        series: Sequence[Sequence[int]] = (),
        daily: str = "",
        challenge: str = "",
        sent: KeptChallenge | None = None,
    ) -> str:
        """Open a table with these seats taken and return its id.

        `again` is the id of a table whose cards are played again, `series` the totals of the games
        that these seats have played before, `daily` the date whose board is played, `challenge`
        the code of the challenge that is taken up, `sent` what its link holds of it.
        """
        is_shuffled = not (again or daily or challenge)
        opening = Opened(
            options.to_json(),
            holder,
            again,
            tuple(map(tuple, series)),
            daily,
            challenge,
            secret=new_secret(self._shuffle) if is_shuffled else "",
        )
        names = all_apart(seat.name for seat in seats)
        seated = [replace(seat, name=name) for seat, name in zip(seats, names, strict=True)]
        loaded = await self._tables.create([opening, *seated])
        if sent is not None:
            kept = (challenge, self._shared.now(), sent.to_text())
            await in_thread(self._shared.store.challenges.keep, [kept])
        return loaded.id

    async def begin(self, table: Table, request: Request) -> Decision:
        """Return the beginning of a game; raise Objected where it may not begin."""
        before = before_beginning(table, request)
        return Decision((*before, await self.dealt(table)))

    async def dealt(self, table: Table) -> Begun:
        """Take the cards of the day, of the table that is played again or of the challenge.

        Others are shuffled once all starts are written; at a table that a version before this one
        has opened, now.
        """
        if table.secret:
            return Begun(None, new_salt())
        dealt = await self._known_deal(table)
        return begin(dealt or deal(table.options.played_deck(), self._shuffle))

    async def _known_deal(self, table: Table) -> Deal | None:
        """Return the cards that a table is to be dealt, None for random cards."""
        if table.daily:
            return DailyBoard.of(date.fromisoformat(table.daily)).deal
        kept = None
        if table.challenge:
            kept = await in_thread(self._shared.store.challenges.find, table.challenge)
        if kept is not None:
            return kept.deal
        if not table.again:
            return None
        return await self.deal_of(table.again)

    async def deal_of(self, id: str) -> Deal:
        """Return the cards of a finished game."""
        # not by `live`, which waits for that table's lock: who asks for the rematch may hold it
        known = (await self._tables.in_memory(id)).table
        dealt = known.deal or (await self._tables.read(id)).deal
        assert dealt is not None
        return dealt

    async def rematch(self, loaded: LoadedTable, request: Request) -> Decision:
        """Open a new table with the same options and seats; with `same`, the same cards again.

        Its game begins when everyone is there: at once where all seats are the asker's or bots'.
        """
        is_same = request.truth("same")
        if not self._shared.peers.is_alone:
            await loaded.catch_up()  # whoever asks second goes where the first one went
        table = loaded.table
        own = table.seats_of(request.holder)
        if table.phase is not Phase.OVER:
            raise untimely(table.moment)
        if not own:
            raise untimely(Untimely.SPECTATOR)
        if table.next_table:
            return Decision()
        # what was reached on the board of a day is told at tables of that day alone
        series = () if table.daily and not is_same else (*table.series, table.played.totals)
        seats = [
            Seated(seat, who.name, who.holder, "" if who.holder else who.bot)
            for seat, who in enumerate(table.seats)
        ]
        id = await self.open(
            table.options,
            request.holder,
            seats,
            again=loaded.id if is_same else "",
            series=series,
            daily=table.daily if is_same else "",
        )
        if all(who.holder in ("", request.holder) for who in table.seats):
            opened = await self._tables.in_memory(id)
            async with opened.lock:
                await opened.append([await self.dealt(opened.table)])
        return Decision((Rematched(id, own[0], is_same),))

    async def play_on(self, id: str, holder: str, *, seat: int, round: int, same: bool) -> str:
        """Open a table where a finished game is played on for practice; return its id.

        Everything before that round is as it was; then the asker plays the seat, bots the others.
        With `same` the cards come in the same order, else those left are shuffled with the box.
        Raise Objected where the game is not over or has no such seat or round.
        """
        table = (await self._tables.live(id)).table
        if table.phase is not Phase.OVER or table.deal is None:
            raise untimely(table.moment)
        if not 0 <= seat < len(table.seats):
            raise Objected(Objection.NO_SEAT, given=seat + 1)
        if not 1 <= round <= table.played.rounds:
            raise Objected(Objection.NO_REWINDING)
        options = replace(table.options, practice=True, clock=0)
        dealt = table.deal if same else _reshuffled(table.deal, round - 1, self._shuffle)
        seats = [
            Seated(at, one.name, holder)
            if at == seat
            else Seated(at, one.name, bot=one.bot or STAND_IN)
            for at, one in enumerate(table.seats)
        ]
        opening = Opened(options.to_json(), holder, id if same else "", from_round=round)
        played = [_event_of(entry) for entry in table.record.until(round - 1).entries]
        events = [opening, *seats, begin(dealt), *filter(None, played)]
        return (await self._tables.create(events)).id


def _reshuffled(dealt: Deal, played: int, shuffle: Shuffle) -> Deal:
    """Return a deal that begins with the same cards; those left and the box are shuffled."""
    known, left = dealt.cards[:played], (*dealt.cards[played:], dealt.box)
    rest = deal(left, shuffle)
    return Deal((*known, *rest.cards), rest.box)


def _event_of(entry: Entry) -> Event | None:
    """Return the event behind an entry of a game; None for a card, which turns by itself."""
    match entry:
        case Start(seat, number):
            return Started(seat, number)
        case Played(seat, turn):
            return Finished(seat, turn)
        case Called(by, on, round, mark):
            return MistakeCalled(by, on, round, mark)
    return None
