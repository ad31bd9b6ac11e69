"""`hashi results rebuild`: the results of a server, made again from its logs."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from hashi.cli.parts import options
from hashi.cli.parts.data_store import CannotStart, opened_store
from hashi.cli.parts.exit_status import DONE, REFUSED, UNREADABLE
from hashi.cli.parts.store_upgrade import spread
from hashi.words import N_, Words, shown

DESCRIPTION = N_(
    "For those who run a server. Every game is replayed from its log; results, days "
    "and lists that differ from it are corrected. Stop a server that uses a file "
    "first; one with a database may keep running."
)
EXAMPLE = "hashi results rebuild --data tables.sqlite"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument("action", choices=["rebuild"], help=say("what to do"))
    parser.add_argument(
        "--data",
        metavar=say("FILE"),
        help=say(
            "where tables are kept: a file, or a database such as postgresql://user@host/name "
            "(default: a file in your data folder)"
        ),
    )
    parser.add_argument(
        "--jobs",
        type=options.at_least(words, 0),
        default=0,
        metavar=say("NUMBER"),
        help=say("how many processes work at once; 0 for one per core (default: 0)"),
    )


def run(arguments: argparse.Namespace, words: Words) -> int:
    """Return 0; 1 where a log is broken, 2 where the store cannot be used."""
    from hashi.host.store.protocol import StoreDown
    from hashi.host.store.results_rebuild import Rebuilt, rebuild

    counts: Counter[Rebuilt] = Counter()
    try:
        with opened_store(arguments.data) as store:
            outcomes = rebuild(store, spread(store, arguments.jobs), is_noted=not store.is_served())
            for id, outcome in outcomes:
                counts[outcome] += 1
                if outcome is Rebuilt.BROKEN:
                    print(words.say("The log of table {id} is broken.", id=id), file=sys.stderr)
    except CannotStart as problem:
        print(words.say(problem.sentence, **problem.details), file=sys.stderr)
        return UNREADABLE
    except StoreDown as down:
        error = shown(str(down), 200)
        print(
            words.say("The tables can’t be read or written: {error}", error=error), file=sys.stderr
        )
        return UNREADABLE
    print(
        words.say(
            "Tables: {total}; corrected: {changed}; broken: {broken}",
            total=counts.total(),
            changed=counts[Rebuilt.CHANGED],
            broken=counts[Rebuilt.BROKEN],
        )
    )
    return REFUSED if counts[Rebuilt.BROKEN] else DONE
