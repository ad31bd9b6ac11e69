"""`hashi play`: alone, or with up to four people at one keyboard."""

from __future__ import annotations

import argparse
import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from hashi.boards import read_deck, standard_deck
from hashi.cli import options
from hashi.cli.exit_status import INTERRUPTED
from hashi.rules import Flaw, Illegal, Malformed, Pens, Setup, deal, seeded
from hashi.rules.setup import MOST_PLAYERS
from hashi.words import N_, Words, describe, shown

if TYPE_CHECKING:
    from hashi.terminal.console import Console
    from hashi.terminal.session import Session

HELP = N_("play in the terminal, solo or together at one keyboard")
DESCRIPTION = N_(
    "Play solo for a rank, or with up to four players taking turns at the "
    "keyboard. Every mark is saved, so next time you can pick up where you left "
    "off."
)
EXAMPLE = "hashi play --players Tim Linus --board B"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "--players", nargs="+", metavar=say("NAME"), help=say("1 to 4 names in seating order")
    )
    parser.add_argument(
        "--board", default="A", metavar=say("BOARD"), help=say("A, B or a file (default: A)")
    )
    parser.add_argument("--deck", metavar=say("FILE"), help=say("your own deck: cards such as 5/3"))
    parser.add_argument(
        "--seed", metavar=say("TEXT"), help=say("the same text gives the same order of cards")
    )
    parser.add_argument(
        "--pens",
        choices=("guided", "free"),
        default="guided",
        help=say(
            "guided pens refuse moves that break a rule; free pens refuse nothing, and "
            "mistakes can be called out (default: guided)"
        ),
    )
    parser.add_argument(
        "--no-hints",
        action="store_true",
        help=say("don’t show what’s allowed and what can’t be finished any more"),
    )
    parser.add_argument("--new", action="store_true", help=say("start a new game without asking"))
    parser.add_argument(
        "--save", metavar=say("FILE"), help=say("the file the game is saved in and continued from")
    )
    options.add_look(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.terminal.console import Closed

    console = options.console(arguments, words)
    session = None
    try:
        session = _resumed(arguments, console) or _begun(arguments, console)
        session.run()
    except Closed as closed:
        if session is not None and session.is_begun:
            console.tell(words.say("The game is saved. Type “hashi play” to continue it."))
        return INTERRUPTED if closed.is_interrupted else 0
    except (Malformed, Illegal) as problem:
        return options.fail(words, problem)
    finally:
        if session is not None:
            session.close()
    return 0


def _resumed(arguments: argparse.Namespace, console: Console) -> Session | None:
    """Return the game that waits, if there is one and it is wanted."""
    from hashi.table import Phase
    from hashi.terminal.questions import ask_yes_or_no
    from hashi.terminal.saved_games import newest_unfinished, open_saved
    from hashi.terminal.session import Session

    if arguments.new:
        return None
    path = Path(arguments.save) if arguments.save else newest_unfinished(_games_folder())
    if path is None or (arguments.save and not path.exists()):
        return None
    table = open_saved(path)
    session = Session(console, table, hints=not arguments.no_hints)
    if session.table.phase is Phase.OVER:
        return session  # its result is told again
    setup, say = session.game.setup, console.words.say
    console.tell(
        say(
            "You have an unfinished game: {players}, round {round} of {rounds}.",
            players=", ".join(shown(name) for name in setup.players),
            round=len(session.game.cards),
            rounds=setup.rounds,
        )
    )
    if ask_yes_or_no(console, say("Continue it?"), usual=True):
        return session
    table.close()
    return None


def _begun(arguments: argparse.Namespace, console: Console) -> Session:
    """Return a new game as the options want it."""
    import time

    from hashi.table.local_table import LocalTable
    from hashi.table.log_file import LogFile
    from hashi.terminal.saved_games import new_log, options_for
    from hashi.terminal.session import Session

    side = options.board_of(arguments.board)
    deck = read_deck(Path(arguments.deck)) if arguments.deck else standard_deck()
    names = arguments.players or _asked_names(console)
    setup = Setup(side, deck, tuple(names), Pens(arguments.pens))
    below = secrets.randbelow if arguments.seed is None else seeded(arguments.seed)
    dealt = deal(deck, below)
    log = LogFile.create(Path(arguments.save)) if arguments.save else new_log(_games_folder())
    table = LocalTable(log, time.time)
    hints = not arguments.no_hints
    agreed = options_for(side, deck, len(names), setup.pens, help=hints)
    table.begin(agreed, names, dealt)
    return Session(console, table, hints=hints)


def _asked_names(console: Console) -> list[str]:
    say = console.words.say
    console.tell(
        say("Who’s playing? Enter names separated by commas, or just press Enter to play solo.")
    )
    while True:
        typed = console.ask(">")
        names = [name.strip() for name in typed.split(",") if name.strip()]
        if len(names) <= MOST_PLAYERS:
            return names or [say("Player")]
        console.tell(
            describe(console.words, Malformed(Flaw.PLAYERS, given=len(names), most=MOST_PLAYERS))
        )


def _games_folder() -> Path:
    """One file a game, in the user's data folder."""
    return options.data_folder(os.environ) / "games"
