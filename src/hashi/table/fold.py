"""How each event changes a table: its state is a fold over the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch

from hashi.rules import (
    PASS,
    Called,
    Game,
    Played,
    Refereed,
    Setup,
    Start,
    Turned,
)
from hashi.rules.draft import History
from hashi.table import company
from hashi.table.clock import pause_before_card
from hashi.table.event import (
    PRIVATE,
    Begun,
    CardTurned,
    Changed,
    Checked,
    Committed,
    Dealt,
    Drafted,
    Event,
    Finished,
    GivenBack,
    Handed,
    Hinted,
    Listed,
    LogEntry,
    MistakeCalled,
    Moved,
    Opened,
    Readied,
    Rematched,
    Reopened,
    Rewound,
    Sealed,
    Seated,
    Started,
    TakenOver,
    TurnBegun,
    Unseated,
)
from hashi.table.fair import seal
from hashi.table.frozen import changed
from hashi.table.log_format import BrokenLog, StoredEntry, read_log
from hashi.table.notes import NoteKind
from hashi.table.options import Options
from hashi.table.table import Phase, Seat, Table

Advance = tuple[Table, list[LogEntry]]

REMEMBERED_IDS = 128
"""Enough for all that four people mark while one of them looks for a network."""
REMEMBERED_FREED = 8
"""How many people are told that their seat was freed, until they sit down again."""


def replay(stored: Iterable[StoredEntry]) -> Table:
    """Return the table that a stored log leads to, or raise BrokenLog."""
    return catch_up(Table(), stored)


def catch_up(table: Table, stored: Iterable[StoredEntry]) -> Table:
    """Return the table after the stored entries that follow its last one."""
    board = table.options.played_board() if table.number else None
    for entry in read_log(stored, board):
        try:
            table = after(table, entry)
        except Exception as error:  # a broken log is told as such, whatever is wrong with it
            raise BrokenLog(entry.number, f"{type(error).__name__}: {error}") from error
    return table


def advance(table: Table, events: Sequence[Event], at: float, id: str = "") -> Advance:
    """Return the table after these events and what they lead to, with the log's entries.

    A card is turned where a round begins; before the first one the deck is shuffled.
    """
    entries: list[LogEntry] = []
    waiting = list(events)
    while waiting:
        entries.append(LogEntry(table.number + 1, at, waiting.pop(0), id))
        table = after(table, entries[-1])
        game = table.game
        if game and not game.is_round_open and table.phase is Phase.ROUND:
            waiting.insert(0, _turned(table) if table.deal else _dealt(table))  # R6, R7
    return table, entries


def _turned(table: Table) -> CardTurned:
    """Return that the next card is turned, after the moment in which all see the last round."""
    return CardTurned(table.pile[0], pause_before_card(table))


def _dealt(table: Table) -> Dealt:
    """Return the shuffle: the cards follow from what the log holds already."""
    assert table.shuffle is not None
    deal = table.shuffle.deal(table.options.played_deck())
    return Dealt(deal, seal(deal, table.salt))


def after(table: Table, entry: LogEntry) -> Table:
    """Return the table after one more entry."""
    event, ids, since = entry.event, table.ids, table.since
    then = _apply.registry[type(event)](event, table)
    if entry.id and entry.id not in ids[-1:]:  # one request may have several entries
        ids = (*ids, entry.id)[-REMEMBERED_IDS:]
    if not table.number or (
        not isinstance(event, PRIVATE)
        and (isinstance(event, (CardTurned, Rewound)) or then.phase is not table.phase)
    ):
        since = entry.at
        if not isinstance(event, CardTurned):
            then = changed(then, pause=0.0)
        then = _with_time_of_nobody(then)
    if isinstance(event, TurnBegun):
        then = then.with_seat(event.seat, begun=entry.at)
    seen = company.seen(event, then)
    if seen is not None:
        then = then.with_seat(seen, acted=entry.at)
    then = changed(then, number=entry.number, at=entry.at, ids=ids, since=since)
    return company.lapsed(table, then) if then.proposal else then


def _with_time_of_nobody(table: Table) -> Table:
    """Return the table as a round begins: nobody's own time runs yet."""
    if not any(seat.begun for seat in table.seats):
        return table
    return changed(table, seats=tuple([changed(seat, begun=0.0) for seat in table.seats]))


@singledispatch
def _apply(what: Event, table: Table) -> Table:
    raise NotImplementedError(type(what).__name__)


@_apply.register
def _(what: Opened, table: Table) -> Table:
    options = Options.from_json(what.options)
    return changed(
        table,
        options=options,
        opener=what.holder,
        again=what.again,
        series=what.series,
        daily=what.daily,
        challenge=what.challenge,
        from_round=what.from_round,
        is_practised=what.from_round > 0,
        secret=what.secret,
        seats=(Seat(),) * options.seats,
    )


@_apply.register
def _(what: Seated, table: Table) -> Table:
    freed = tuple(one for one in table.freed if one[0] != what.holder)
    seated = table.with_seat(what.seat, name=what.name, holder=what.holder, bot=what.bot)
    return changed(seated, freed=freed, changes=counted(table, what.seat))


@_apply.register
def _(what: Unseated, table: Table) -> Table:
    """Empty the seat; a series is one between the same people."""
    holder = table.seats[what.seat].holder
    left = table.with_seat(what.seat, name="", holder="", bot="", share_hash="", is_ready=False)
    freed = tuple(one for one in table.freed if one[0] != holder)
    if what.freed and holder and not left.seats_of(holder):
        freed = (*freed, (holder, what.freed))[-REMEMBERED_FREED:]
    return changed(left, series=(), freed=freed)


@_apply.register
def _(what: Moved, table: Table) -> Table:
    """Let two seats change places; the share of the shuffle stays with the device that drew it."""
    one, other = table.seats[what.seat], table.seats[what.to]
    seats = list(table.seats)
    seats[what.seat], seats[what.to] = other, one
    return changed(table, seats=tuple(seats), changes=counted(table, what.seat, what.to))


@_apply.register
def _(what: Readied, table: Table) -> Table:
    ready = table.with_seat(what.seat, is_ready=what.on)
    return changed(ready, changes=counted(table, what.seat))


@_apply.register
def _(what: Changed, table: Table) -> Table:
    """Take other options; nobody has said yet that they are ready for these."""
    options = Options.from_json(what.options)
    seats = closed_up(table.seats, options.seats)
    series = table.series if len(seats) == len(table.seats) else ()
    waiting = tuple(changed(seat, is_ready=False) for seat in seats)
    return changed(table, options=options, seats=waiting, series=series)


@_apply.register
def _(what: Listed, table: Table) -> Table:
    return changed(table, is_listed=what.on)


@_apply.register
def _(what: Handed, table: Table) -> Table:
    """Hand the seat on; the share stays with the device that drew it."""
    table = table.with_seat(what.seat, holder=what.holder)
    return table if table.is_sealed else table.with_seat(what.seat, share_hash="")


@_apply.register
def _(what: Committed, table: Table) -> Table:
    return table.with_seat(what.seat, share_hash=what.hash)


@_apply.register
def _(_what: Sealed, table: Table) -> Table:
    return changed(table, is_sealed=True)


@_apply.register
def _(what: Begun, table: Table) -> Table:
    options = table.options
    names = tuple(seat.name for seat in table.seats)
    setup = Setup(options.played_board(), options.played_deck(), names, options.pens)
    return changed(table, game=Game.begin(setup), deal=what.deal, salt=what.salt, seal=what.seal)


@_apply.register
def _(what: Started, table: Table) -> Table:
    share = what.share or table.seats[what.seat].share  # one that is opened stays so
    table = table.with_seat(what.seat, has_missed=what.by_clock, share=share)
    if what.by_clock:
        table = table.with_note(NoteKind.TIME_UP, what.seat)
    return table.with_entries(Start(what.seat, what.start))


@_apply.register
def _(what: Dealt, table: Table) -> Table:
    return changed(table, deal=what.deal, seal=what.seal)


@_apply.register
def _(what: CardTurned, table: Table) -> Table:
    turned = table.with_entries(Turned(what.card))
    seats = tuple(
        changed(
            seat,
            marks=PASS,
            history=History(),
            is_done=seat.resigned is not None,
            kept=None,
            hint=0,
            proposals=0,
        )
        for seat in table.seats
    )
    moment = ((turned.played, turned.entries),) if table.may_rewind else ()
    return changed(turned, seats=seats, past=(*table.past, *moment), pause=what.pause)


@_apply.register
def _(_what: TurnBegun, table: Table) -> Table:
    return table  # `after` knows the time


@_apply.register
def _(what: Drafted, table: Table) -> Table:
    history = _history_after(table.seats[what.seat], what)
    return table.with_seat(
        what.seat,
        marks=what.turn,
        history=history,
        has_missed=False,
        drafts=table.seats[what.seat].drafts + 1,
    )


@_apply.register
def _(what: Hinted, table: Table) -> Table:
    """Count a step of a hint; as a draft, it is not told to others before the end."""
    seat = table.seats[what.seat]
    return table.with_seat(
        what.seat, hint=seat.hint + 1, hints=seat.hints + 1, drafts=seat.drafts + 1
    )


@_apply.register
def _(what: Finished, table: Table) -> Table:
    """Play all turns at once when the last seat is done (R19)."""
    drafted = table.seats[what.seat]
    history = drafted.history if what.turn == drafted.marks else History()
    table = table.with_seat(
        what.seat,
        marks=what.turn,
        history=history,
        is_done=True,
        has_missed=what.by_clock,
        stood_in=company.stood_in(drafted, len(table.played.cards)),
    )
    if what.by_clock:
        table = table.with_note(NoteKind.TIME_UP, what.seat)
    if not all(seat.is_done for seat in table.seats):
        return table
    return table.with_entries(*(Played(seat, who.marks) for seat, who in enumerate(table.seats)))


@_apply.register
def _(what: Reopened, table: Table) -> Table:
    """Take back that a seat is done, or the start that it has written."""
    if table.phase is not Phase.STARTS:
        return table.with_seat(what.seat, is_done=False)
    starts = [e for e in table.entries if not isinstance(e, Start) or e.seat != what.seat]
    begun = changed(table, game=Game.begin(table.played.setup), entries=())
    return begun.with_entries(*starts)


@_apply.register
def _(what: MistakeCalled, table: Table) -> Table:
    return table.with_entries(Called(what.by, what.on, what.round, what.mark))


@_apply.register
def _(what: Checked, table: Table) -> Table:
    table = table.with_seat(what.seat, is_checked=True)
    is_over = all(seat.is_checked for seat in table.seats)
    return table.with_entries(Refereed()) if is_over else table


@_apply.register
def _(what: TakenOver, table: Table) -> Table:
    """Let the bot act; for one who is away, keep the turn in the making."""
    seat = table.seats[what.seat]
    is_marking = what.is_away and table.phase is Phase.ROUND and not seat.is_done
    kept = seat.marks if is_marking else None
    table = table.with_note(NoteKind.AWAY if what.is_away else NoteKind.COVERED, what.seat)
    return table.with_seat(
        what.seat, bot=what.bot, is_covered=what.is_away, kept=kept, stood_in=None
    )


@_apply.register
def _(what: GivenBack, table: Table) -> Table:
    """Let the person act, with the turn in the making if its round is still open."""
    table = table.with_note(NoteKind.BACK, what.seat)
    table = table.with_seat(what.seat, bot="", is_covered=False, has_missed=False, is_gone=False)
    kept = table.seats[what.seat].kept
    if kept is None:
        return table
    return table.with_seat(what.seat, marks=kept, history=History(), is_done=False, kept=None)


for _kind, _change in company.CHANGES.items():
    _apply.register(_kind)(_change)


@_apply.register
def _(what: Rematched, table: Table) -> Table:
    return changed(table, next_table=what.table, next_by=what.seat, is_next_same=what.same)


def counted(table: Table, *seats: int) -> tuple[int, ...]:
    """Return how often each seat was changed before the game, after a change of these."""
    return tuple(count + (seat in seats) for seat, count in enumerate(table.changes))


def closed_up(seats: tuple[Seat, ...], most: int) -> tuple[Seat, ...]:
    """Return so many seats: the last free ones go, or new ones come; the others keep their order.

    Raise ValueError where more are taken.
    """
    kept = list(seats)
    for at in reversed(range(len(seats))):
        if len(kept) > most and seats[at].is_empty:
            del kept[at]
    if len(kept) > most:
        raise ValueError("more seats are taken")
    return (*kept, *(Seat(),) * (most - len(kept)))


def _history_after(seat: Seat, drafted: Drafted) -> History:
    """Return what undo and redo lead to after a change of the draft."""
    now, then, history = seat.marks.marks, drafted.turn.marks, seat.history
    if drafted.step == "undo":
        return history.after_undo(now)
    if drafted.step == "redo":
        return history.after_redo(now)
    if drafted.undone.marks:  # 0.1.0 wrote no step: it took single marks back and made them again
        return History.of_undone(then, drafted.undone.marks)
    return history.after_change(now, then)
