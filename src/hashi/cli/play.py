"""`hashi play`: alone, against bots, or with up to four people at one keyboard."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hashi.boards import read_deck, standard_deck
from hashi.bots import BOTS
from hashi.cli.parts import contenders, options
from hashi.cli.parts.exit_status import INTERRUPTED
from hashi.cli.parts.saved import command_to_continue, games_folder, shortest_name
from hashi.rules import Board, Card, Flaw, Illegal, Malformed, Pens, deal, seeded
from hashi.rules.game.name import check_name
from hashi.rules.game.setup import MOST_PLAYERS
from hashi.words import N_, Words, bot_names, shown, usual_name

if TYPE_CHECKING:
    from hashi.terminal.console import Console
    from hashi.terminal.tables.local_game import LocalGame

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
        type=contenders.bot_level(words),
        choices=list(BOTS),
        default=[],
        metavar=say("BOT"),
        help=say("bots at the table, the weakest first: {bots}", bots=contenders.levels(words)),
    )
    parser.add_argument("--board", metavar=say("BOARD"), help=say("A, B or a file (default: A)"))
    parser.add_argument("--deck", metavar=say("FILE"), help=say("your own deck: cards such as 5/3"))
    parser.add_argument(
        "--seed", metavar=say("TEXT"), help=say("the same text gives the same order of cards")
    )
    parser.add_argument(
        "--pens",
        choices=("guided", "free"),
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
        help=say("“undo” may also take back a finished round, as it may when you play solo"),
    )
    parser.add_argument("--new", action="store_true", help=say("start a new game without asking"))
    parser.add_argument(
        "--save", metavar=say("FILE"), help=say("the file the game is saved in and continued from")
    )
    options.add_look(parser, words)
    options.add_plain(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    console = options.console(arguments, words)
    hints = not arguments.no_hints

    def open_game() -> LocalGame:
        wanted = _Wanted.of(arguments)
        return _resumed(arguments, console) or _begun(arguments, wanted, console)

    return run_game(console, open_game, hints=hints)


def run_game(
    console: Console,
    opened: Callable[[], LocalGame],
    *,
    hints: bool = True,
    after: Callable[[], None] = lambda: None,
) -> int:
    """Play a game on this device, then do what comes `after` it; return the exit status."""
    from hashi.terminal.console import Closed
    from hashi.terminal.front import play

    game = None
    try:
        game = opened()
        play(console, game, hints=hints)
        after()
        tell_what_next(console, game)
    except Closed as closed:
        if game is not None and game.is_begun:
            command = command_to_continue(game)
            console.tell(
                console.words.say(
                    "The game is saved. Type “{command}” to continue it.", command=command
                )
            )
        return INTERRUPTED if closed.is_interrupted else 0
    except (Malformed, Illegal) as problem:
        return options.fail(console.words, problem)
    finally:
        if game is not None:
            game.close()
    return 0


def tell_what_next(console: Console, game: LocalGame) -> None:
    """Tell which commands look back at a game that is over."""
    from hashi.table import Phase

    say, name = console.words.say, shortest_name(game.path)
    console.tell(say("To replay the game: {command}", command=f"hashi replay {name}"))
    if game.phase is Phase.OVER:
        console.tell(say("To see what each turn cost: {command}", command=f"hashi review {name}"))
        console.tell(say("To see what was possible: {command}", command=f"hashi best {name}"))


def _resumed(arguments: argparse.Namespace, console: Console) -> LocalGame | None:
    """Return the game that waits, if there is one and it is wanted; options that describe another
    game want that one."""
    from hashi.table import Phase
    from hashi.terminal.questions import ask_yes_or_no
    from hashi.terminal.tables.local_game import LocalGame
    from hashi.terminal.tables.saved_games import newest_unfinished, open_saved

    if arguments.new or (_is_described(arguments) and not arguments.save):
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


def _is_described(arguments: argparse.Namespace) -> bool:
    """Return whether the options describe a game to begin."""
    described = ("players", "bots", "board", "deck", "seed", "pens", "practice")
    return any(getattr(arguments, name) for name in described)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the options say of a new game; None for what is asked for."""

    board: Board | None
    deck: tuple[Card, ...]
    bots: tuple[str, ...] | None
    people: tuple[str, ...] | None

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> _Wanted:
        """Read the files and check the names; raise Malformed where something is wrong."""
        given, people, bots = arguments.board, arguments.players or (), arguments.bots
        for name in people:
            check_name(name)
        count = len(people or " ") + len(bots)
        if count > MOST_PLAYERS:
            raise Malformed(Flaw.PLAYERS, given=count, most=MOST_PLAYERS)
        return cls(
            options.board_of(given) if given else None,
            read_deck(Path(arguments.deck)) if arguments.deck else standard_deck(),
            tuple(bots) if bots or people else None,
            tuple(people) or None,
        )


def _begun(arguments: argparse.Namespace, wanted: _Wanted, console: Console) -> LocalGame:
    """Return a new game as the options want it, and as is answered where they leave it open."""
    import time

    from hashi.host.local_table import LocalTable
    from hashi.host.store.log_file import LogFile
    from hashi.terminal.new_game import ask_board, ask_bots, ask_names
    from hashi.terminal.tables.local_game import LocalGame
    from hashi.terminal.tables.saved_games import new_log, options_for

    words = console.words
    people, bots, side = wanted.people, wanted.bots, wanted.board
    if bots is None:  # neither people nor bots are named
        people = ask_names(console)
        bots = ask_bots(console, MOST_PLAYERS - len(people))
        side = side or ask_board(console, options.board_of)
    people, side = people or (usual_name(words),), side or options.board_of("A")
    names, pens = [*people, *bot_names(words, bots)], Pens(arguments.pens or Pens.GUIDED)
    below = secrets.randbelow if arguments.seed is None else seeded(arguments.seed)
    dealt = deal(wanted.deck, below)
    log = LogFile.create(Path(arguments.save)) if arguments.save else new_log(games_folder())
    table = LocalTable(log, time.time)
    agreed = options_for(
        side,
        wanted.deck,
        len(names),
        pens,
        help=not arguments.no_hints,
        practice=arguments.practice,
    )
    table.begin(agreed, names, dealt, bots)
    return LocalGame(words, table)
