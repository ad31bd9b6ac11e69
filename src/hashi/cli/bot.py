"""`hashi bot`: a bot joins a table of a running server and plays there."""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import TYPE_CHECKING

from hashi.cli.parts import contenders, options
from hashi.cli.parts.exit_status import UNREADABLE
from hashi.rules import Game, Malformed
from hashi.rules.game.name import check_name
from hashi.words import N_, Words, shown, verdict

if TYPE_CHECKING:
    from hashi.arena.match import Failed
    from hashi.client.guest import Guest

DESCRIPTION = N_(
    "Takes a free seat at a table, waits for the game to start and plays it to the "
    "end. It reconnects if the connection is lost. The exit status is 0, or 1 if "
    "the bot failed and skipped a turn, 2 if it couldn’t sit down or the server is "
    "gone."
)
EXAMPLE = "hashi bot greedy http://localhost:8000/t/ID --name Ada"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "bot",
        type=contenders.bot_id(words),
        metavar=say("BOT"),
        help=contenders.bot_help(words),
    )
    parser.add_argument("url", metavar="URL", help=say("the table’s link, as it’s shared"))
    parser.add_argument(
        "--name",
        metavar=say("NAME"),
        help=say("the bot’s name at the table (default: its own name)"),
    )
    contenders.add_traceback(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.bots.loader import NoBot, find, id_of
    from hashi.cli.parts.wire_errors import no_address
    from hashi.client.wire import table_address

    try:
        make = find(arguments.bot)
        name = id_of(arguments.bot, make) if arguments.name is None else arguments.name
        check_name(name)
    except NoBot as problem:
        contenders.report(words, problem, with_trace=arguments.traceback)
        return UNREADABLE
    except Malformed as malformed:
        return options.fail(words, malformed)
    address = table_address(arguments.url)
    if address is None:
        return no_address(words, arguments.url)
    from hashi.client.guest import Guest  # only now: the table's store and more come along
    from hashi.client.wire import Wire

    failures: list[Failed] = []

    def on_failure(failed: Failed) -> None:
        failures.append(failed)
        contenders.report(words, failed, with_trace=arguments.traceback)

    def on_lost(text: str) -> None:
        said = shown(text, 500) or words.say("Connection lost. Reconnecting…")
        print(said, file=sys.stderr, flush=True)

    wire = Wire(*address, words.language, on_lost)
    status = _visit(Guest(wire, make, on_failure), name, arguments.url, words)
    return status or (1 if failures else 0)


def _visit(guest: Guest, name: str, url: str, words: Words) -> int:
    """One game at the table; the exit status."""
    from hashi.cli.parts.wire_errors import UNREACHED, unreached
    from hashi.client.guest import NoSeat

    say = words.say
    try:
        guest.sit(name)
        print(
            say("{name} is at the table, waiting for the game to start.", name=shown(name)),
            flush=True,
        )
        _tell(guest.play(), words)
    except NoSeat as problem:
        if problem.was_freed:
            return contenders.end(say("Someone at the table freed the bot’s seat."))
        return contenders.end(
            say("The game at this table has already started. A bot has to sit down before that.")
            if problem.has_begun
            else say("There’s no free seat at this table.")
        )
    except UNREACHED as problem:
        return unreached(words, url, problem)
    except KeyboardInterrupt:
        with contextlib.suppress(*UNREACHED):
            guest.leave()
        raise
    return 0


def _tell(game: Game, words: Words) -> None:
    pairs = zip(game.setup.players, game.totals, strict=True)
    totals = ", ".join(f"{shown(name)} {total}" for name, total in pairs)
    print(f"{totals}. {verdict(words, game)}")
