"""`hashi score`: replay records and tell their results."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial

from hashi.cli.parts import options
from hashi.record import Record, error, result
from hashi.rules import Game, Illegal, Malformed
from hashi.words import N_, Words, ledger_items, shown, verdict
from hashi.words.display import LONGEST_PATH

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
        help=say(
            "game records, numbers of saved games, or .ndjson files with one record per line; - "
            "reads standard input"
        ),
    )
    parser.add_argument("--json", action="store_true", help=say("print JSON for programs"))


def run(arguments: argparse.Namespace, words: Words) -> int:
    return max(_told(name, arguments, words) for name in arguments.files)


def _told(name: str, arguments: argparse.Namespace, words: Words) -> int:
    """Tell what the records of one file come to; the exit status."""
    is_alone = len(arguments.files) == 1
    tell: Callable[[Outcome, Words], int] = partial(_tell_programs, file="" if is_alone else name)
    if not arguments.json:
        is_brief = not is_alone or name.endswith(".ndjson")
        brief = partial(_tell_briefly, prefix="" if is_alone else f"{shown(name, LONGEST_PATH)}: ")
        tell = brief if is_brief else _tell_people
    outcomes = map(_replayed, options.read_records(name))
    return max((tell(outcome, words) for outcome in outcomes), default=0)


def _replayed(record: Record | Malformed) -> Outcome:
    if isinstance(record, Malformed):
        return record
    try:
        return record.replay()
    except Illegal as illegal:
        return illegal


def _tell_programs(outcome: Outcome, words: Words, file: str) -> int:
    """One JSON object for a record, with the file that it stands in where there are several."""
    named = {"file": file} if file else {}
    if isinstance(outcome, Game):
        print(json.dumps({**result(outcome), **named}))
        return 0
    print(json.dumps({**error(outcome, options.message(words, outcome)), **named}))
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
        print("".join(f"  {line}\n" for line in ledger_items(words, ledger)), end="")
    print(verdict(words, outcome))
    return 0
