"""`hashi score`: replay records and tell their results."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from hashi.cli import options
from hashi.library import files
from hashi.record import Record, error, records, result
from hashi.rules import Flaw, Game, Illegal, Malformed
from hashi.rules.malformed import unreadable
from hashi.words import N_, Words, ledger_lines, shown, verdict
from hashi.words.display import LONGEST_PATH

HELP = N_("show the results of saved games")
DESCRIPTION = N_(
    "Replays game records and shows their results. The exit status is 0, or 1 if a "
    "rule is broken, 2 if a record can’t be read."
)
EXAMPLE = "hashi score game.json --json"

Outcome = Game | Malformed | Illegal


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "files",
        nargs="+",
        metavar=say("FILE"),
        help=say("game records, or .ndjson files with one record per line; - reads standard input"),
    )
    parser.add_argument("--json", action="store_true", help=say("print JSON for programs"))


def run(arguments: argparse.Namespace, words: Words) -> int:
    return max(_told(name, arguments, words) for name in arguments.files)


def _told(name: str, arguments: argparse.Namespace, words: Words) -> int:
    """Tell what the records of one file come to; the exit status."""
    tell: Callable[[Outcome, Words], int] = _tell_programs
    if not arguments.json:
        is_alone = len(arguments.files) == 1
        is_brief = not is_alone or name.endswith(".ndjson")
        brief = partial(_tell_briefly, prefix="" if is_alone else f"{shown(name, LONGEST_PATH)}: ")
        tell = brief if is_brief else _tell_people
    return max((tell(outcome, words) for outcome in _outcomes(name)), default=0)


def _outcomes(name: str) -> Iterator[Outcome]:
    """What each record of the file comes to."""
    if name == "-" and sys.stdin is None:
        yield Malformed(Flaw.FILE, given="missing", file=name)
    elif name == "-":
        yield from map(_replayed, records(sys.stdin.buffer, is_lines=None))
    else:
        yield from _outcomes_of_file(name)


def _outcomes_of_file(name: str) -> Iterator[Outcome]:
    try:
        with Path(name).open("rb") as file:
            if files.is_saved_game(file):
                yield _replayed(files.read_saved_game(name))
            else:
                found = records(file, is_lines=name.endswith(".ndjson"))
                yield from map(_replayed, found)
    except OSError as error:
        yield unreadable(error).at(file=name)
    except Malformed as malformed:
        yield malformed


def _replayed(record: Record | Malformed) -> Outcome:
    if isinstance(record, Malformed):
        return record
    try:
        return record.replay()
    except Illegal as illegal:
        return illegal


def _tell_programs(outcome: Outcome, words: Words) -> int:
    if isinstance(outcome, Game):
        print(json.dumps(result(outcome)))
        return 0
    print(json.dumps(error(outcome, options.message(words, outcome))))
    return options.status(outcome)


def _tell_briefly(outcome: Outcome, words: Words, prefix: str = "") -> int:
    """One line for each record of many; where there are several files, after the file's name."""
    if not isinstance(outcome, Game):
        print(prefix, end="", file=sys.stderr)
        return options.fail(words, outcome)
    pairs = zip(outcome.setup.players, outcome.totals, strict=True)
    totals = ", ".join(f"{shown(name)} {total}" for name, total in pairs)
    print(f"{prefix}{totals}. {verdict(words, outcome)}")
    return 0


def _tell_people(outcome: Outcome, words: Words) -> int:
    if not isinstance(outcome, Game):
        return options.fail(words, outcome)
    for name, ledger in zip(outcome.setup.players, outcome.ledgers, strict=True):
        print(shown(name))
        print("".join(f"  {line}\n" for line in ledger_lines(words, ledger)), end="")
    print(verdict(words, outcome))
    return 0
