"""`hashi play`: alone, against bots, or with up to four people at one keyboard."""

from __future__ import annotations

import argparse
import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hashi.boards import read_deck, standard_deck
from hashi.bots import BOTS
from hashi.cli.parts import options
from hashi.cli.parts.exit_status import INTERRUPTED
from hashi.rules import Flaw, Illegal, Malformed, Pens, Setup, deal, seeded
from hashi.rules.game.setup import MOST_PLAYERS
from hashi.words import N_, Words, bot_name, describe, shown, usual_name

if TYPE_CHECKING:
    from hashi.terminal.console import Console
    from hashi.terminal.local_game import LocalGame

DESCRIPTION = N_(
    "Play solo for a rank, against bots, or with up to four players taking turns "
    "at the keyboard. Every mark is saved, so next time you can pick up where you "
    "left off."
)
EXAMPLE = "hashi play --players Tim Linus --bots master --board B"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "--players", nargs="+", metavar=say("NAME"), help=say("1 to 4 names in seating order")
    )
    parser.add_argument(
        "--bots",
        nargs="+",
        choices=list(BOTS),
        default=[],
        metavar=say("BOT"),
        help=say("bots at the table, the weakest first: {bots}", bots=", ".join(BOTS)),
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
            "guided pens refuse marks that break a rule; free pens refuse nothing, and "
            "mistakes can be called out (default: guided)"
        ),
    )
    parser.add_argument(
        "--no-hints",
        action="store_true",
        help=say("don’t show what’s allowed and what can’t be finished any more"),
    )
    parser.add_argument(
        "--practice",
        action="store_true",
        help=say("“undo” may also take back a closed round, as it may when you play solo"),
    )
    parser.add_argument("--new", action="store_true", help=say("start a new game without asking"))
    parser.add_argument(
        "--save", metavar=say("FILE"), help=say("the file the game is saved in and continued from")
    )
    options.add_look(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    console = options.console(arguments, words)
    hints = not arguments.no_hints
    return run_game(
        console, lambda: _resumed(arguments, console) or _begun(arguments, console), hints=hints
    )


def run_game(
    console: Console,
    opened: Callable[[], LocalGame],
    *,
    hints: bool = True,
    after: Callable[[], None] = lambda: None,
) -> int:
    """Play a game on this device, then do what comes `after` it; return the exit status."""
    from hashi.terminal.console import Closed
    from hashi.terminal.session import Session

    say, game = console.words.say, None
    try:
        game = opened()
        Session(console, game, hints=hints).run()
        after()
        console.tell(say("To replay the game: {command}", command=f"hashi replay {game.path}"))
    except Closed as closed:
        if game is not None and game.is_begun:
            console.tell(say("The game is saved. Type “hashi play” to continue it."))
        return INTERRUPTED if closed.is_interrupted else 0
    except (Malformed, Illegal) as problem:
        return options.fail(console.words, problem)
    finally:
        if game is not None:
            game.close()
    return 0


def _resumed(arguments: argparse.Namespace, console: Console) -> LocalGame | None:
    """Return the game that waits, if there is one and it is wanted."""
    from hashi.table import Phase
    from hashi.terminal.local_game import LocalGame
    from hashi.terminal.questions import ask_yes_or_no
    from hashi.terminal.saved_games import newest_unfinished, open_saved

    if arguments.new:
        return None
    path = Path(arguments.save) if arguments.save else newest_unfinished(games_folder())
    if path is None or (arguments.save and not path.exists()):
        return None
    table = open_saved(path)
    game = LocalGame(console.words, table)
    if game.phase is Phase.OVER:
        return game  # its result is told again
    setup, say = game.game.setup, console.words.say
    console.tell(
        say(
            "You have an unfinished game: {players}, round {round} of {rounds}.",
            players=", ".join(shown(name) for name in setup.players),
            round=len(game.game.cards),
            rounds=setup.rounds,
        )
    )
    try:
        is_wanted = ask_yes_or_no(console, say("Continue it?"), usual=True)
    except BaseException:
        table.close()
        raise
    if is_wanted:
        return game
    table.close()
    return None


def _begun(arguments: argparse.Namespace, console: Console) -> LocalGame:
    """Return a new game as the options want it."""
    import time

    from hashi.host.local_table import LocalTable
    from hashi.host.store.log_file import LogFile
    from hashi.terminal.local_game import LocalGame
    from hashi.terminal.saved_games import new_log, options_for

    words, bots = console.words, arguments.bots
    side = options.board_of(arguments.board)
    deck = read_deck(Path(arguments.deck)) if arguments.deck else standard_deck()
    people = arguments.players or ([usual_name(words)] if bots else _asked_names(console))
    names = [*people, *_bot_names(words, bots)]
    setup = Setup(side, deck, tuple(names), Pens(arguments.pens))
    below = secrets.randbelow if arguments.seed is None else seeded(arguments.seed)
    dealt = deal(deck, below)
    log = LogFile.create(Path(arguments.save)) if arguments.save else new_log(games_folder())
    table = LocalTable(log, time.time)
    agreed = options_for(
        side,
        deck,
        len(names),
        setup.pens,
        help=not arguments.no_hints,
        practice=arguments.practice,
    )
    table.begin(agreed, names, dealt, bots)
    return LocalGame(words, table)


def _bot_names(words: Words, bots: Sequence[str]) -> list[str]:
    """Return what the bots are called: by their level, with a number from the second on."""
    before = [bots[:index].count(bot) for index, bot in enumerate(bots)]
    return [
        f"{bot_name(words, bot)} {count + 1}" if count else bot_name(words, bot)
        for bot, count in zip(bots, before, strict=True)
    ]


def _asked_names(console: Console) -> list[str]:
    from hashi.terminal.questions import ask_line

    say = console.words.say

    def explain() -> None:
        console.tell(
            say("Who’s playing? Enter names separated by commas, or just press Enter to play solo.")
        )

    explain()
    while True:
        typed = ask_line(console, ">", explain)
        names = [name.strip() for name in typed.split(",") if name.strip()]
        if len(names) <= MOST_PLAYERS:
            return names or [usual_name(console.words)]
        console.tell(
            describe(console.words, Malformed(Flaw.PLAYERS, given=len(names), most=MOST_PLAYERS))
        )


def games_folder() -> Path:
    """One file a game, in the user's data folder."""
    return options.data_folder(os.environ) / "games"
