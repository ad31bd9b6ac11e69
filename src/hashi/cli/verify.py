"""`hashi verify`: check that the cards of a recorded game were not tampered with."""

from __future__ import annotations

import argparse
import sys

from hashi.cli import options
from hashi.rules import Deal, Malformed
from hashi.words import N_, Words, shown

DESCRIPTION = N_(
    "Checks that the cards of a game came in the order that was sealed before it "
    "started. The exit status is 0, or 1 if the cards were changed, 2 if the game "
    "record can’t be read or has nothing to check."
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
            say("This game record has no seal: only games played at a table have one."),
            file=sys.stderr,
        )
        return 2
    if not isinstance(salt, str) or record.box is None or len(record.cards) < record.setup.rounds:
        print(
            say("The seal can’t be checked yet: the cards are revealed when the game is over."),
            file=sys.stderr,
        )
        return 2
    if not is_fair(Deal(record.cards, record.box), salt, seal):
        print(say("Not fair: these aren’t the cards that were sealed before the game."))
        return 1
    print(say("Fair: the cards came in the order that was sealed before the game."))
    print(say("Compare this seal with the one shown at the start: {seal}", seal=shown(seal, 80)))
    return 0
