"""`hashi games`: the saved games of this device, to go on with one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from hashi.cli.parts import options
from hashi.cli.parts.exit_status import INTERRUPTED, UNREADABLE
from hashi.cli.play import games_folder, run_game
from hashi.words import N_, Words, aid_mark, day_text, player_name, shown

if TYPE_CHECKING:
    from hashi.terminal.console import Console
    from hashi.terminal.saved_games import SavedGame

DESCRIPTION = N_(
    "Lists the games that “hashi play” has saved: players, points, round and day. Choose one by "
    "its number to continue it; for a finished one its result is shown."
)
EXAMPLE = "hashi games 3"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "number",
        nargs="?",
        metavar=say("NUMBER"),
        help=say("the game to continue; without it, all games are listed"),
    )
    options.add_look(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.terminal.console import Closed
    from hashi.terminal.local_game import LocalGame
    from hashi.terminal.saved_games import open_saved, saved_games

    console = options.console(arguments, words)
    games = {str(game.number): game for game in saved_games(games_folder())}
    if not games:
        console.tell(words.say("No games are saved yet. Type “hashi play” to start one."))
        return 0
    chosen: str | None = arguments.number
    if chosen is None:
        try:
            chosen = _choose(console, list(games.values()))
        except Closed as closed:
            return INTERRUPTED if closed.is_interrupted else 0
        if chosen is None:
            return 0
    game = games.get(chosen.lstrip("0"))
    if game is None:
        console.tell(words.say("There’s no game {number}.", number=shown(chosen)))
        return UNREADABLE
    return run_game(console, lambda: LocalGame(words, open_saved(game.path)))


def _choose(console: Console, games: list[SavedGame]) -> str | None:
    """List the games and return the number that is typed, None for none."""
    from hashi.terminal.questions import ask_line

    say = console.words.say

    def explain() -> None:
        widest = len(str(games[0].number))
        for game in games:
            _tell(console, game, widest)
        console.tell(say("Type the number of a game to continue it, or press Enter to leave."))

    explain()
    numbers = [str(game.number) for game in games]
    while True:
        typed = ask_line(console, ">", explain, lambda _before: numbers)
        if not typed:
            return None
        if typed.lstrip("0") in numbers:
            return typed
        console.tell(say("There’s no game {number}.", number=shown(typed)))


def _tell(console: Console, game: SavedGame, widest: int) -> None:
    """Print the number of a game, who plays with how many points, and how far it is."""
    words = console.words
    pairs = zip(game.players, game.totals, strict=True)
    players = ", ".join(f"{player_name(words, name)} {total}" for name, total in pairs)
    details = {"players": players, "day": day_text(words, game.at)}
    told = (
        words.say("{players}; finished, {day}", **details)
        if game.is_over
        else words.say(
            "{players}; round {round} of {rounds}, {day}",
            round=game.round,
            rounds=game.rounds,
            **details,
        )
    )
    told = " · ".join(filter(None, (told, aid_mark(words, game.aid))))
    console.tell(f"{game.number:>{widest}}  {told}", hang=widest + 2)
