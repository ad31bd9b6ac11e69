"""Options of commands that work through many games: how many processes, or which cluster."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from hashi.cli.parts import options
from hashi.words import Words

if TYPE_CHECKING:
    from hashi.arena.workers import Workers


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "--jobs",
        type=options.at_least(words, 0),
        default=1,
        metavar=say("NUMBER"),
        help=say("how many processes work at once; 0 for one per core (default: 1)"),
    )
    parser.add_argument(
        "--cluster",
        default="",
        metavar=say("ADDRESS"),
        help=say("let the workers of a Dask cluster do it: the address of its scheduler"),
    )


def workers(arguments: argparse.Namespace) -> Workers:
    """Return who does the work."""
    from hashi.arena.workers import Workers

    return Workers(arguments.jobs, arguments.cluster)
