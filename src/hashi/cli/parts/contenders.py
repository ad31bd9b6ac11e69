"""Bots named on the command line, and the errors of those that are not found or fail."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from hashi.bots import BOTS
from hashi.cli.parts.exit_status import UNREADABLE
from hashi.words import Words

if TYPE_CHECKING:
    from hashi.arena.match import Failed
    from hashi.bots.loader import NoBot


def bot_help(words: Words) -> str:
    """What may stand for a bot on the command line."""
    return words.say(
        "a bot: {bots}; or your own class, such as mybot.py:MyBot or package.module:MyBot",
        bots=", ".join(BOTS),
    )


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
