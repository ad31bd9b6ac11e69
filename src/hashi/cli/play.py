"""`hashi play`: alone, or with up to four people at one keyboard."""

from __future__ import annotations

import argparse
import os
import secrets
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from hashi.boards import read_deck, standard_deck
from hashi.cli import options
from hashi.rules import Flaw, Illegal, Malformed, Pens, Setup, deal, seeded
from hashi.rules.setup import MOST_PLAYERS
from hashi.words import N_, Words, describe, shown

if TYPE_CHECKING:
    from hashi.terminal.console import Console
    from hashi.terminal.session import Session

HELP = N_("play in the terminal, alone or together at one keyboard")
DESCRIPTION = N_(
    "Play alone for a rank, or with up to four people who take turns at the keyboard. The game is "
    "saved after every turn; the next call offers to go on with it."
)
EXAMPLE = "hashi play --players Tim Linus --board B"


class Answer(Enum):
    """To a question, with its English word."""

    YES = N_("yes")
    NO = N_("no")


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "--players", nargs="+", metavar=say("NAME"), help=say("1 to 4 names in seating order")
    )
    parser.add_argument(
        "--board", default="A", metavar=say("BOARD"), help=say("A, B or a file (default: A)")
    )
    parser.add_argument(
        "--deck", metavar=say("FILE"), help=say("a deck of your own: cards such as 5/3")
    )
    parser.add_argument(
        "--seed", metavar=say("TEXT"), help=say("the same text gives the same order of cards")
    )
    parser.add_argument(
        "--pens",
        choices=("guided", "free"),
        default="guided",
        help=say(
            "guided pens refuse what breaks a rule; free pens refuse nothing, and mistakes "
            "can be called (default: guided)"
        ),
    )
    parser.add_argument(
        "--no-hints",
        action="store_true",
        help=say("do not show what is allowed and what can no longer be finished"),
    )
    parser.add_argument("--new", action="store_true", help=say("begin a new game without asking"))
    parser.add_argument(
        "--save", metavar=say("FILE"), help=say("where the game is kept, and gone on with")
    )
    options.add_look(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.terminal.console import Closed

    console = options.console(arguments, words)
    sitting = None
    try:
        sitting = _resumed(arguments, console) or _begun(arguments, console)
        sitting.run()
    except Closed:
        if sitting is not None and sitting.game.is_started:
            console.tell(words.say("The game is saved. hashi play goes on with it."))
        return 0
    except (Malformed, Illegal) as problem:
        return options.fail(words, problem)
    return 0


def _resumed(arguments: argparse.Namespace, console: Console) -> Session | None:
    """The game that waits, if there is one and it is wanted."""
    from hashi.terminal.saved_games import newest_unfinished
    from hashi.terminal.session import Session
    from hashi.terminal.vocabulary import recognise

    if arguments.new:
        return None
    path = Path(arguments.save) if arguments.save else newest_unfinished(_games_folder())
    if path is None or (arguments.save and not path.exists()):
        return None
    sitting = Session.resumed(console, path, hints=not arguments.no_hints)
    setup, say = sitting.game.setup, console.words.say
    console.tell(
        say(
            "A game waits: {players}, round {round} of {rounds}.",
            players=", ".join(shown(name) for name in setup.players),
            round=len(sitting.game.cards),
            rounds=setup.rounds,
        )
    )
    question = say("Go on with it? {yes} or {no}", yes=say("yes"), no=say("no"))
    while True:
        typed = console.ask(f"{question}>")
        answer = recognise(console.words, Answer, typed, shortened=True) if typed else Answer.YES
        if answer is not None:
            return sitting if answer is Answer.YES else None


def _begun(arguments: argparse.Namespace, console: Console) -> Session:
    """A new game as the options want it."""
    from hashi.terminal.saved_games import new_file
    from hashi.terminal.session import Session

    side = options.board_of(arguments.board)
    deck = read_deck(Path(arguments.deck)) if arguments.deck else standard_deck()
    names = arguments.players or _asked_names(console)
    if len(names) > MOST_PLAYERS:
        raise Malformed(Flaw.PLAYERS, given=len(names), most=MOST_PLAYERS)
    below = secrets.randbelow if arguments.seed is None else seeded(arguments.seed)
    dealt = deal(deck, below)
    path = Path(arguments.save) if arguments.save else new_file(_games_folder())
    setup = Setup(side, deck, tuple(names), Pens(arguments.pens))
    return Session(console, setup, dealt.cards, dealt.box, path, hints=not arguments.no_hints)


def _asked_names(console: Console) -> list[str]:
    say = console.words.say
    console.tell(say("Who plays? Names with commas between, or just Enter to play alone."))
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
