"""`hashi tables`: the tables that a server keeps, for whoever runs it."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from hashi.cli.parts import options
from hashi.cli.parts.data_store import CannotStart, opened_store, owning, shown_data
from hashi.cli.parts.exit_status import DONE, REFUSED, UNREADABLE
from hashi.cli.parts.store_upgrade import bring_up_to_date
from hashi.cli.parts.table_list import Filters, add_filters, table_json, table_line
from hashi.rules import Malformed
from hashi.words import N_, Words, bot_name, player_name, shown

if TYPE_CHECKING:
    from hashi.host.store.sql import SqlStore
    from hashi.table.table import Table

DESCRIPTION = N_(
    "For those who run a server. list shows every table, show one of them, export prints game "
    "records, one per line; check replays every game, names the broken ones and what helps; copy "
    "writes all tables, or those named, to another file or database; delete deletes those named, "
    "with their results; prune deletes tables where nobody ever played. The server may be "
    "running, but not with a file that delete or prune deletes from or copy writes to."
)
EXAMPLE = "hashi tables copy tables.sqlite postgresql://hashi@localhost/hashi"

NO_TABLE = N_("There’s no table {table}.")
WHICH_TABLE = N_("Which table? Write its ID: hashi tables show ID")
WHICH_TO_DELETE = N_("Which tables? Write their IDs: hashi tables delete ID")
WHERE_TO_COPY = N_("Write where to copy from and where to: hashi tables copy FROM TO")
NOT_DERIVED = N_("This doesn’t follow from its log: {what}")
REBUILD = N_("What doesn’t follow from the logs is corrected by: {command}")
BEING_UPGRADED = N_(
    "A running server is still bringing the tables up to date. Check them again later."
)
RESTORE = N_(
    "A broken log can’t be mended. To bring its game back from a backup: {command}. "
    "Without a backup, the game is lost."
)
INSTALL = N_(
    "Some logs were written by a newer version of HASHI. Install that version to read them."
)
MOST_NAMED = 20
"""IDs in a command that is printed."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument("action", choices=list(ACTIONS), help=say("what to do"))
    parser.add_argument(
        "names",
        nargs="*",
        metavar=say("NAME"),
        help=say("show, export and delete: IDs of tables; copy: from where, where to, and any IDs"),
    )
    add_filters(parser, words)
    options.add_data(parser, words)
    options.add_expiry(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    """Return 0; 1 where tables are broken or differ, 2 where something cannot be read."""
    from hashi.host.store.protocol import StoreDown

    try:
        return ACTIONS[arguments.action](arguments, words)
    except CannotStart as problem:
        print(words.say(problem.sentence, **problem.details), file=sys.stderr)
    except StoreDown as down:
        error = shown(str(down), 200)
        print(
            words.say("The tables can’t be read or written: {error}", error=error), file=sys.stderr
        )
    except Malformed as malformed:
        return options.fail(words, malformed)
    return UNREADABLE


# --- looking


def _list(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.host.store.check import contents

    filters = Filters.of(arguments)
    with _reading(arguments.data) as store:
        for id, _ in contents(store):
            table = _replayed(store, id)
            if filters.has(table):
                told = f"{id}  {table_line(words, table)}"
                print(table_json(id, table) if arguments.json else told)
    return DONE


def _show(arguments: argparse.Namespace, words: Words) -> int:
    say = words.say
    if not arguments.names:
        raise CannotStart(WHICH_TABLE)
    with _reading(arguments.data) as store:
        tables = [(id, _found(store, id)) for id in arguments.names]
    for id, table in tables:
        print(f"{id}  {table_line(words, table)}")
        print("  " + say("Entries of its log: {count}", count=table.number))
        for number, seat in enumerate(table.seats):
            told = [player_name(words, seat.name)] if not seat.is_empty else [say("free seat")]
            told += [bot_name(words, seat.bot)] if seat.is_bot else []
            told += [str(table.game.totals[number])] if table.game else []
            print(f"  {', '.join(told)}")
    return DONE


def _export(arguments: argparse.Namespace, words: Words) -> int:
    """Print the records of games that have begun, without what is still secret."""
    from hashi.host.store.check import contents
    from hashi.record import write

    del words
    with _reading(arguments.data) as store:
        for id in arguments.names:
            _found(store, id)  # every id is known before anything is printed
        for id in arguments.names or (id for id, _ in contents(store)):
            table = _replayed(store, id)
            if table is not None and table.game is not None and table.played.is_started:
                print(write(table.record))
    return DONE


def _check(arguments: argparse.Namespace, words: Words) -> int:
    """Bring the store up to date and check it; name what helps against each kind of fault."""
    from hashi.host.store.check import Remedy, check
    from hashi.host.store.results_rebuild import outdated_after

    total = 0
    faults: dict[Remedy, list[str]] = {remedy: [] for remedy in Remedy}
    with _reading(arguments.data) as store:
        with contextlib.suppress(CannotStart), owning(arguments.data):  # else a server does it
            bring_up_to_date(store)
        for id, fault in check(store):
            total += 1
            if fault is not None:
                faults[fault.remedy].append(id)
                told = shown(fault.what, 200)
                if fault.remedy is Remedy.REBUILD:
                    told = words.say(NOT_DERIVED, what=told)
                print(f"{id}  {told}", flush=True)
        is_outdated = outdated_after(store) is not None
    broken = sum(map(len, faults.values()))
    if not broken:
        print(words.say("All tables are fine: {total}", total=total))
        return DONE
    print(words.say("Broken tables: {broken} of {total}", broken=broken, total=total))
    data = shown_data(arguments.data)
    if faults[Remedy.REBUILD]:
        command = f"hashi results rebuild --data {data}"
        print(words.say(BEING_UPGRADED if is_outdated else REBUILD, command=command))
    if faults[Remedy.RESTORE]:
        ids = " ".join(faults[Remedy.RESTORE][:MOST_NAMED])
        print(words.say(RESTORE, command=f"hashi tables copy BACKUP {data} {ids}"))
    if faults[Remedy.INSTALL]:
        print(words.say(INSTALL))
    return REFUSED


# --- writing


def _copy(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.host.store.copy import Copied, copy, restore

    if len(arguments.names) < 2:
        raise CannotStart(WHERE_TO_COPY)
    source, target, *ids = arguments.names
    counts: Counter[Copied] = Counter()
    with _reading(source) as read, opened_store(target) as written:
        for id in ids:
            if read.challenges.find(id) is None and not read.devices.find([id]):
                _check_known(read, id)
        for id, outcome in restore(read, written, ids) if ids else copy(read, written):
            counts[outcome] += 1
            if outcome is Copied.DIFFERENT:
                told = words.say("The two copies differ, so it wasn’t copied.")
                print(f"{id}  {told}", file=sys.stderr)
    print(
        words.say(
            "Tables copied: {copied}; already there: {same}",
            copied=counts[Copied.NEW],
            same=counts[Copied.SAME],
        )
    )
    return REFUSED if counts[Copied.DIFFERENT] else DONE


def _delete(arguments: argparse.Namespace, words: Words) -> int:
    """Delete these tables, also broken ones; nothing is deleted where one is not there."""
    if not arguments.names:
        raise CannotStart(WHICH_TO_DELETE)
    with opened_store(arguments.data) as store:
        for id in arguments.names:
            _check_known(store, id)
        for id in arguments.names:
            _remove(store, id)
    print(words.say("Tables deleted: {count}", count=len(set(arguments.names))))
    return DONE


def _remove(store: SqlStore, id: str) -> None:
    """Remove a table, also one whose log goes on meanwhile."""
    from hashi.host.store.protocol import Conflict

    while last := store.heads([id])[id]:
        with contextlib.suppress(Conflict):
            store.remove(id, last).result()


def _prune(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.host.expiry import Expiry, prune

    expiry = Expiry(*options.expiry_days(arguments))
    with opened_store(arguments.data) as store:
        bring_up_to_date(store)
        count = sum(1 for _ in prune(store, expiry, time.time()))
    print(words.say("Tables deleted: {count}", count=count))
    return DONE


ACTIONS: dict[str, Callable[[argparse.Namespace, Words], int]] = {
    "list": _list,
    "show": _show,
    "export": _export,
    "check": _check,
    "copy": _copy,
    "delete": _delete,
    "prune": _prune,
}


# --- tables


def _reading(given: str | None) -> contextlib.AbstractContextManager[SqlStore]:
    """Open a store to read it, beside a server that may be running."""
    return opened_store(given, is_read=True)


def _found(store: SqlStore, id: str) -> Table:
    """Return a table; raise CannotStart where there is none or its log is broken."""
    _check_known(store, id)
    table = _replayed(store, id)
    if table is None:
        raise CannotStart(NO_TABLE, table=id)
    return table


def _check_known(store: SqlStore, id: str) -> None:
    if not store.heads([id])[id]:
        raise CannotStart(NO_TABLE, table=id)


def _replayed(store: SqlStore, id: str) -> Table | None:
    from hashi.table import BrokenLog, replay

    with contextlib.suppress(BrokenLog):
        return replay(store.read(id))
    return None
