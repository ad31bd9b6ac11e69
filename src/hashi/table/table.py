"""A game among people: seats, drafts and the game, folded from the table's log of events."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from hashi.record import Record
from hashi.rules import PASS, Card, Deal, Draft, Entry, Game, Pens, Sheet, Turn
from hashi.rules.draft import History
from hashi.rules.game.setup import MOST_PLAYERS
from hashi.rules.turn import apply_unchecked
from hashi.table.clock import deadline
from hashi.table.event import Freed
from hashi.table.frozen import changed
from hashi.table.labels import (
    OPEN,
    code_of,
    label_of_challenge,
    label_of_day,
    label_of_days,
    label_of_taken,
)
from hashi.table.notes import Note, NoteKind, noted
from hashi.table.objection import Objected, Objection, Untimely, untimely
from hashi.table.options import Options
from hashi.table.shuffle import Shuffle, commitment


class Phase(StrEnum):
    """Where a table stands."""

    LOBBY = "lobby"
    STARTS = "starts"
    ROUND = "round"
    CHECK = "check"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True)  # copied by `changed`, which needs them without slots
class Seat:
    """Who sits at a table: a person, a bot, or nobody yet."""

    name: str = ""
    holder: str = ""
    """The hash of the key of the browser it belongs to."""
    bot: str = ""
    """The bot that sits here, or that plays for a person who left."""
    marks: Turn = PASS
    """The turn in the making."""
    history: History = field(default_factory=History)
    """What undo and redo lead to."""
    drafts: int = 0
    """How often the turn in the making was changed, over the whole game."""
    is_done: bool = False
    is_checked: bool = False
    is_covered: bool = False
    """Whether a bot plays here because the person is away, until they are back."""
    kept: Turn | None = None
    """The person's turn in the making, while a bot covers the seat in that round."""
    begun: float = 0.0
    """When one who shares a device took it in this round, where there is a clock; 0 before that."""
    has_missed: bool = False
    """Whether the clock acted for this person last."""
    is_gone: bool = False
    """Whether it was noted that the person is not at the table."""
    stood_in: tuple[int, int] | None = None
    """The first and the last round that a bot played for the person, until they have played."""
    resigned: int | None = None
    """The round in which the person stopped playing, 0 before the first card; None for none."""
    acted: float = field(default=0.0, compare=False)
    """When the person was seen last to do something that is open to all."""
    proposals: int = 0
    """How often the person has asked in this round to play another one again."""
    hint: int = 0
    """How many steps of the hint for this round's card were given."""
    hints: int = 0
    """How many steps of hints were given over the whole game."""
    share_hash: str = ""
    """The hash of its share of the shuffle, empty for none."""
    share: str = ""
    """Its share, once it is opened. Secret until the game is over."""
    is_ready: bool = False
    """Whether this person has said, before the game, that it may begin."""

    @property
    def is_empty(self) -> bool:
        return not self.holder and not self.bot

    @property
    def is_playing(self) -> bool:
        """Whether a person has this seat and has not resigned."""
        return bool(self.holder) and self.resigned is None

    @property
    def undone(self) -> Turn:
        """The marks that redo makes again."""
        return Turn(self.history.undone(self.marks.marks))

    @property
    def is_bot(self) -> bool:
        """Whether a bot acts here now."""
        return bool(self.bot)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the people at a table are asked: to play a round again."""

    number: int
    """Counts the proposals of the table, from 1."""
    seat: int
    """Who asks."""
    round: int
    """The round that is to be played again."""
    agreed: frozenset[int]
    """The seats that have agreed, also the one that asks."""


@dataclass(frozen=True)  # likewise
class Table:
    """Where a table stands after so many events. Frozen: `fold.after` gives the next one."""

    options: Options = field(default_factory=Options)
    opener: str = ""
    seats: tuple[Seat, ...] = ()
    game: Game | None = None
    deal: Deal | None = None
    """Secret until the game is over; None until the cards are shuffled."""
    secret: str = ""
    """The host's part of the shuffle, empty where nothing is shuffled. Secret likewise."""
    is_sealed: bool = False
    """Whether the hashes of the shuffle are final, so that shares may be opened."""
    salt: str = ""
    seal: str = ""
    entries: tuple[Entry, ...] = ()
    notes: tuple[Note, ...] = ()
    """What happened to people besides their marks, for the story of the game."""
    past: tuple[tuple[Game, tuple[Entry, ...]], ...] = ()
    """The game when each round's card was turned, where it may be rewound."""
    proposal: Proposal | None = None
    """What the people are asked now, if anything."""
    proposals: int = 0
    """How many proposals there were."""
    is_closed: bool = False
    """Whether the table was closed before the game was over."""
    is_practised: bool = False
    from_round: int = 0
    """The round from which a finished game is played on here; 0 for a new game."""
    next_table: str = ""
    next_by: int | None = None
    """The seat that asked for the next table."""
    is_next_same: bool = False
    """Whether the next table deals the same cards."""
    again: str = ""
    """The table whose cards are played again here, if any."""
    series: tuple[tuple[int, ...], ...] = ()
    """The totals of the games that these seats have played before."""
    daily: str = ""
    """The date whose board is played here, empty for random cards."""
    challenge: str = ""
    """The code of the challenge that is taken up here, if any."""
    is_listed: bool = False
    """Whether strangers may join, by the server's list of open tables."""
    number: int = 0
    """The number of the last event."""
    at: float = 0.0
    """When it happened."""
    since: float = 0.0
    """When the round began: the clock counts from here."""
    pause: float = 0.0
    """Seconds before the time of the round begins."""
    freed: tuple[tuple[str, Freed], ...] = ()
    """The holders whose seats were freed for them before the game, the latest last, and why."""
    changes: tuple[int, ...] = (0,) * MOST_PLAYERS
    """How often each seat was taken, renamed, moved or made ready before the game."""
    ids: tuple[str, ...] = ()
    """The ids of the last messages that changed something, so that none is carried out twice."""

    # --- where it stands

    @property
    def phase(self) -> Phase:
        game = self.game
        if self.is_closed:
            return Phase.CLOSED
        if game is None:
            return Phase.LOBBY
        if not game.is_started:
            return Phase.STARTS
        if not game.is_finished:
            return Phase.ROUND
        waits = game.setup.pens is Pens.FREE and not game.is_refereed
        return Phase.CHECK if waits else Phase.OVER

    @property
    def moment(self) -> Untimely:
        """Where the game stands, for an objection to what belongs to another moment."""
        return {
            Phase.LOBBY: Untimely.NOT_BEGUN,
            Phase.STARTS: Untimely.STARTS,
            Phase.ROUND: Untimely.PLAYING,
            Phase.CHECK: Untimely.CHECKING,
            Phase.OVER: Untimely.OVER,
            Phase.CLOSED: Untimely.CLOSED,
        }[self.phase]

    @property
    def played(self) -> Game:
        """The game, once it has begun."""
        assert self.game is not None
        return self.game

    @property
    def shuffle(self) -> Shuffle | None:
        """What the order of the cards follows from. Secret but for the part that is sealed."""
        if not self.secret:
            return None
        hashes = tuple(seat.share_hash for seat in self.seats)
        shares = tuple(seat.share for seat in self.seats)
        return Shuffle(commitment(self.secret), hashes, self.secret, shares)

    @property
    def takes_shares(self) -> bool:
        """Whether hashes of shares are still taken: a shuffle is to come, and is not sealed."""
        return bool(self.secret) and not self.deal and not self.is_sealed

    @property
    def pile(self) -> tuple[Card, ...]:
        """The cards still to come, from the top. Secret."""
        assert self.deal is not None
        return self.deal.cards[len(self.played.cards) :]

    @property
    def deadline(self) -> float | None:
        """When the clock acts next, if there is one."""
        return deadline(self)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that are still to act."""
        game = self.game
        match self.phase:
            case Phase.STARTS if game:
                return tuple([s for s, start in enumerate(game.starts) if start is None])
            case Phase.ROUND:
                return tuple([s for s, seat in enumerate(self.seats) if not seat.is_done])
            case Phase.CHECK:
                return tuple([s for s, seat in enumerate(self.seats) if not seat.is_checked])
        return ()

    @property
    def is_open(self) -> bool:
        """Whether strangers may join now: it is listed, has a free seat, and has not begun."""
        is_lobby = self.is_listed and self.phase is Phase.LOBBY
        return is_lobby and any(seat.is_empty for seat in self.seats)

    @property
    def is_contest(self) -> bool:
        """Whether others play the same cards: the board of a day, or a challenge."""
        return bool(self.daily or self.challenge)

    @property
    def may_rewind(self) -> bool:
        """Whether rounds can be played again: never where others play the same cards."""
        return self.options.may_rewind and not self.is_contest

    @property
    def holders(self) -> frozenset[str]:
        """Everyone who sits here, and the one who opened the table."""
        return frozenset([self.opener, *[seat.holder for seat in self.seats]]) - {""}

    @property
    def has_company(self) -> bool:
        """Whether at least two people sit here, each at their own device."""
        return len({seat.holder for seat in self.seats} - {""}) > 1

    def has(self, holder: str) -> bool:
        """Return whether this holder sits here or opened the table."""
        if not holder:
            return False
        return holder == self.opener or any(seat.holder == holder for seat in self.seats)

    @property
    def may_hint(self) -> bool:
        """Whether hints can be asked for: neither on the board of a day nor in a challenge."""
        return self.options.may_hint and not (self.daily or self.challenge)

    @property
    def hints(self) -> tuple[int, ...]:
        """How many steps of hints each seat was given."""
        return tuple(seat.hints for seat in self.seats)

    def labels(self, id: str) -> frozenset[str]:
        """Return what a store finds this table by: its people, its day, challenges."""
        found = set(self.holders)
        if self.daily:
            found |= {label_of_day(self.daily), *map(label_of_days, self.holders)}
        if self.challenge:
            found.add(label_of_taken(self.challenge))
        if self.is_open:
            found.add(OPEN)
        if self.phase is Phase.OVER:
            found.add(label_of_challenge(code_of(id)))
        return frozenset(found)

    def number_for(self, holder: str) -> int:
        """Return the number of the last event without the drafts of others, which are secret."""
        number = self.number
        for seat in self.seats:
            if not holder or seat.holder != holder:
                number -= seat.drafts
        return number

    def seats_of(self, holder: str) -> tuple[int, ...]:
        """Return the seats that belong to this holder: several on a shared device."""
        if not holder:
            return ()
        return tuple([s for s, seat in enumerate(self.seats) if seat.holder == holder])

    @property
    def is_rematch(self) -> bool:
        """Whether the people of a finished game meet here again."""
        return bool(self.series)

    def why_freed(self, holder: str) -> Freed:
        """Return why this holder's seat was freed; nothing where they have one, or left it."""
        if not holder or self.game is not None:
            return ""
        return dict(self.freed).get(holder, "")

    @property
    def record(self) -> Record:
        """The record so far: starts once all are written, box and salt when the game is over."""
        told = self.deal if self.phase is Phase.OVER else None
        extra: dict[str, Any] = {"fair": self._fairness(is_told=told is not None)}
        if self.again:
            extra["same_cards"] = True
        if self.daily:
            extra["daily"] = self.daily
        if told is None:
            entries = self.entries if self.played.is_started else ()
            return Record.of(self.played.setup, entries, extra=extra)
        if self.is_practised:
            extra["practised"] = True
        if any(self.hints):
            extra["hints"] = list(self.hints)
        if any(seat.resigned is not None for seat in self.seats):
            extra["resigned"] = [seat.resigned for seat in self.seats]
        return Record.of(self.played.setup, self.entries, box=told.box, extra=extra)

    def _fairness(self, *, is_told: bool) -> dict[str, Any]:
        """Return by what a record can be checked: all of it once the game is over."""
        fair: dict[str, Any] = {"seal": self.seal}
        if is_told:
            fair["salt"] = self.salt
        if self.shuffle:
            fair["shuffle"] = (self.shuffle if is_told else self.shuffle.sealed).to_fields()
        return fair

    # --- change

    def with_seat(self, at: int, **changes: Any) -> Table:
        seat = changed(self.seats[at], **changes)
        return changed(self, seats=(*self.seats[:at], seat, *self.seats[at + 1 :]))

    def with_note(self, kind: NoteKind, seat: int, round: int = 0) -> Table:
        """Return the table with a note of the event that is folded now."""
        note = Note(kind, seat, len(self.entries), self.number + 1, round)
        return changed(self, notes=noted(self.notes, note))

    def with_entries(self, *entries: Entry) -> Table:
        game = self.played
        for entry in entries:
            game = game.play(entry)
        return changed(self, game=game, entries=self.entries + entries)


def draft_of(table: Table, seat: int) -> Draft:
    """Return the draft of a seat that is still to act, or raise Objected."""
    phase, game, who = table.phase, table.game, table.seats[seat]
    if game is None or phase not in (Phase.STARTS, Phase.ROUND):
        raise untimely(table.moment)
    if game.starts[seat] is not None if phase is Phase.STARTS else who.is_done:
        raise Objected(Objection.DONE_ALREADY)
    pens = game.setup.pens
    return Draft(game.sheets[seat], game.card, who.marks.marks, pens, who.history)


def drafted_sheet(table: Table, seat: int) -> Sheet:
    """Return a seat's sheet with its turn of the open round, for its own eyes alone."""
    sheet = table.played.sheets[seat]
    return apply_unchecked(sheet, table.seats[seat].marks)
