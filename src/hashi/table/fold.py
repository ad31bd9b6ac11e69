"""How each event changes a table: the state is a fold over the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce, singledispatch

from hashi.rules import (
    PASS,
    Called,
    Card,
    Deal,
    Game,
    Played,
    Refereed,
    Setup,
    Start,
    Turned,
)
from hashi.table.event import (
    Begun,
    CardTurned,
    Checked,
    Drafted,
    Event,
    Finished,
    GivenBack,
    Handed,
    LogEntry,
    MistakeCalled,
    Opened,
    Rematched,
    Reopened,
    Rewound,
    Seated,
    Started,
    TakenOver,
    Unseated,
)
from hashi.table.options import Options
from hashi.table.table import Seat, Table

REMEMBERED_IDS = 128
"""Enough for all that four people mark while one of them looks for a network."""


def replay(events: Iterable[LogEntry]) -> Table:
    """The table that these events lead to."""
    return reduce(after, events, Table())


def after(table: Table, event: LogEntry) -> Table:
    """The table after one more event."""
    then = _happen(event.what, table)
    ids = table.ids
    if event.id and event.id not in ids:
        ids = (*ids, event.id)[-REMEMBERED_IDS:]
    is_new_time = isinstance(event.what, (CardTurned, Rewound)) or then.phase is not table.phase
    since = event.at if is_new_time or not table.number else table.since
    return replace(then, number=event.number, ids=ids, since=since)


@singledispatch
def _happen(what: Event, table: Table) -> Table:
    raise NotImplementedError(type(what).__name__)


@_happen.register
def _(what: Opened, table: Table) -> Table:
    options = Options.from_json(what.options)
    return replace(
        table,
        options=options,
        host=what.holder,
        again=what.again,
        seats=(Seat(),) * options.seats,
    )


@_happen.register
def _(what: Seated, table: Table) -> Table:
    return table.with_seat(what.seat, name=what.name, holder=what.holder, bot=what.bot)


@_happen.register
def _(what: Unseated, table: Table) -> Table:
    return table.with_seat(what.seat, name="", holder="", bot="")


@_happen.register
def _(what: Handed, table: Table) -> Table:
    return table.with_seat(what.seat, holder=what.holder)


@_happen.register
def _(what: Begun, table: Table) -> Table:
    options = table.options
    names = tuple(seat.name for seat in table.seats)
    setup = Setup(options.played_board(), options.played_deck(), names, options.pens)
    deal = Deal(tuple(Card.parse(card) for card in what.cards), Card.parse(what.box))
    return replace(table, game=Game.begin(setup), deal=deal, salt=what.salt, seal=what.seal)


@_happen.register
def _(what: Started, table: Table) -> Table:
    return table.with_entry(Start(what.seat, table.notation.start(what.start)))


@_happen.register
def _(what: CardTurned, table: Table) -> Table:
    turned = table.with_entry(Turned(Card.parse(what.card)))
    seats = tuple(replace(seat, marks=PASS, undone=PASS, is_done=False) for seat in table.seats)
    moment = ((turned.played, turned.entries),) if table.options.may_rewind else ()
    return replace(turned, seats=seats, past=(*table.past, *moment))


@_happen.register
def _(what: Drafted, table: Table) -> Table:
    read = table.notation.turn
    undone = read(what.undone) if what.undone else PASS
    return table.with_seat(what.seat, marks=read(what.marks), undone=undone)


@_happen.register
def _(what: Finished, table: Table) -> Table:
    """When the last seat is done, all turns are laid open at once (R19)."""
    turn = table.notation.turn(what.turn)
    table = table.with_seat(what.seat, marks=turn, undone=PASS, is_done=True)
    if not all(seat.is_done for seat in table.seats):
        return table
    for seat, place in enumerate(table.seats):
        table = table.with_entry(Played(seat, place.marks))
    return table


@_happen.register
def _(what: Reopened, table: Table) -> Table:
    return table.with_seat(what.seat, is_done=False)


@_happen.register
def _(what: MistakeCalled, table: Table) -> Table:
    mark = table.notation.marks(what.mark)[0]
    return table.with_entry(Called(what.by, what.on, what.round, mark))


@_happen.register
def _(what: Checked, table: Table) -> Table:
    table = table.with_seat(what.seat, is_checked=True)
    is_over = all(seat.is_checked for seat in table.seats)
    return table.with_entry(Refereed()) if is_over else table


@_happen.register
def _(what: Rewound, table: Table) -> Table:
    game, entries = table.past[what.round - 1]
    seats = tuple(
        replace(seat, marks=PASS, undone=PASS, is_done=False, is_checked=False)
        for seat in table.seats
    )
    return replace(
        table,
        game=game,
        entries=entries,
        seats=seats,
        past=table.past[: what.round],
        is_practised=True,
    )


@_happen.register
def _(what: TakenOver, table: Table) -> Table:
    return table.with_seat(what.seat, bot=what.bot)


@_happen.register
def _(what: GivenBack, table: Table) -> Table:
    return table.with_seat(what.seat, bot="")


@_happen.register
def _(what: Rematched, table: Table) -> Table:
    return replace(table, next_table=what.table)
