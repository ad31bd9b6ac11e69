"""Bots named on the command line, and the errors of those that are not found or fail."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from hashi.bots import BOTS
from hashi.cli.parts.exit_status import UNREADABLE
from hashi.words import Words, bot_name, find_bot, shown

if TYPE_CHECKING:
    from hashi.arena.match import Failed
    from hashi.bots.loader import NoBot


def levels(words: Words) -> str:
    """Return the bots of the house by both their names, the weakest first."""
    return ", ".join(f"{bot} ({bot_name(words, bot)})" for bot in BOTS)


def bot_help(words: Words) -> str:
    """What may stand for a bot on the command line."""
    return words.say(
        "a bot: {bots}; or your own class, such as mybot.py:MyBot or package.module:MyBot",
        bots=levels(words),
    )


def bot_id(words: Words) -> Callable[[str], str]:
    """Return what reads a bot by either of its names; what is none of them stays as it is."""
    return lambda given: find_bot(words, given) or given


def bot_level(words: Words) -> Callable[[str], str]:
    """Return what reads a bot of the house by either of its names."""

    def read(given: str) -> str:
        found = find_bot(words, given)
        if found is None:
            raise argparse.ArgumentTypeError(
                words.say(
                    "“{given}” isn’t one of these bots: {bots}",
                    given=shown(given),
                    bots=levels(words),
                )
            )
        return found

    return read


def add_traceback(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the option for people who write a bot."""
    parser.add_argument(
        "--traceback",
        action="store_true",
        help=words.say("show where in its code a bot of your own failed"),
    )


def report(words: Words, problem: NoBot | Failed, *, with_trace: bool) -> None:
    """Say why something is no bot or how a bot failed, after the traceback if it is wanted."""
    if with_trace:
        print(problem.trace, end="", file=sys.stderr)
    print(problem.sentence(words), file=sys.stderr, flush=True)


def end(sentence: str, status: int = UNREADABLE) -> int:
    """Say why there is no result; the exit status."""
    print(sentence, file=sys.stderr)
    return status
