"""`hashi verify`: check that the cards of a recorded game were not tampered with."""

from __future__ import annotations

import argparse
import sys

from hashi.cli import options
from hashi.rules import Deal, Malformed
from hashi.words import N_, Words, shown

HELP = N_("check that the cards of a game were fair")
DESCRIPTION = N_(
    "Checks that the cards of a game played at a table came in the order that was sealed before "
    "it began. The exit status is 0, 1 where the cards were changed, 2 where the record cannot be "
    "read or holds nothing to check."
)
EXAMPLE = "hashi verify game.json"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("file", metavar=words.say("FILE"), help=words.say("a game record"))


def run(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.table.fair import is_fair  # a table brings its store and more along

    say = words.say
    try:
        record = options.read_record(arguments.file)
    except Malformed as problem:
        return options.fail(words, problem)
    fair = record.extra.get("fair")
    seal, salt = (fair.get("seal"), fair.get("salt")) if isinstance(fair, dict) else (None, None)
    if not isinstance(seal, str):
        print(
            say("There is no seal in this record: only games played at a table have one."),
            file=sys.stderr,
        )
        return 2
    if not isinstance(salt, str) or record.box is None or len(record.cards) < record.setup.rounds:
        print(
            say("The seal cannot be checked yet: the cards are revealed when the game is over."),
            file=sys.stderr,
        )
        return 2
    if not is_fair(Deal(record.cards, record.box), salt, seal):
        print(say("Not fair: these are not the cards that were sealed before the game."))
        return 1
    print(say("Fair: the cards came in the order that was sealed before the game."))
    print(say("Compare the seal with the one shown at the start: {seal}", seal=shown(seal, 80)))
    return 0
