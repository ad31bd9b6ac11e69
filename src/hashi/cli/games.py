"""`hashi games`: the saved games of this device, to go on with one."""

from __future__ import annotations

import argparse
from enum import Enum
from typing import TYPE_CHECKING

from hashi.cli.parts import options
from hashi.cli.parts.exit_status import INTERRUPTED, UNREADABLE
from hashi.cli.parts.saved import games_folder
from hashi.cli.play import run_game
from hashi.rules import Malformed
from hashi.words import N_, Words, aid_mark, day_text, describe, player_name, shown

if TYPE_CHECKING:
    from hashi.terminal.console import Console
    from hashi.terminal.tables.saved_games import SavedGame

DESCRIPTION = N_(
    "Lists the games that “hashi play” has saved: players, points, round and day. Choose one by "
    "its number to continue it; for a finished one its result is shown. “hashi replay”, "
    "“review” and other commands take these numbers too."
)
EXAMPLE = "hashi games 3"


class GamesCommand(Enum):
    """What can be typed below the list besides a number, with its English word."""

    # Translators: a word that players type, with a number after it: deletes that saved game.
    DELETE = N_("delete")


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "number",
        nargs="?",
        metavar=say("NUMBER"),
        help=say("the game to continue; without it, all games are listed"),
    )
    parser.add_argument(
        "--delete", action="store_true", help=say("delete this game instead, after a question")
    )
    options.add_look(parser, words)
    options.add_plain(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.terminal.console import Closed
    from hashi.terminal.tables.local_game import LocalGame
    from hashi.terminal.tables.saved_games import open_saved

    console = options.console(arguments, words)
    if arguments.delete and arguments.number is None:
        console.tell(words.say("Which game? Write its number: {command}", command=DELETE_EXAMPLE))
        return UNREADABLE
    listed = SavedList(console)
    if not listed.games:
        console.tell(words.say("No games are saved yet. Type “hashi play” to start one."))
        return 0
    try:
        chosen: str | None = arguments.number or listed.choose()
        if chosen is None:
            return 0
        game = listed.find(chosen)
        if game is None:
            return UNREADABLE
        if arguments.delete:
            return 0 if listed.delete(game) else UNREADABLE
    except Closed as closed:
        return INTERRUPTED if closed.is_interrupted else 0
    return run_game(console, lambda: LocalGame(words, open_saved(game.path)))


DELETE_EXAMPLE = "hashi games 3 --delete"


class SavedList:
    """The saved games, told with their numbers."""

    def __init__(self, console: Console) -> None:
        from hashi.terminal.tables.saved_games import saved_games

        self._console, self._words = console, console.words
        self.games: dict[str, SavedGame] = {
            str(game.number): game for game in saved_games(games_folder())
        }

    def find(self, number: str) -> SavedGame | None:
        """Return the game of a number; say where there is none."""
        game = self.games.get(number.strip().lstrip("0"))
        if game is None:
            self._console.tell(self._words.say("There’s no game {number}.", number=shown(number)))
        return game

    def choose(self) -> str | None:
        """List the games and return the number that is typed, None for none."""
        from hashi.terminal.questions import ask_line
        from hashi.terminal.vocabulary import recognise

        self._explain()
        while self.games:
            typed = ask_line(self._console, ">", self._explain, lambda _before: list(self.games))
            first, _, rest = typed.partition(" ")
            if not typed:
                return None
            if recognise(self._words, GamesCommand, first) is GamesCommand.DELETE:
                game = self.find(rest)
                if game is not None:
                    self.delete(game)
            elif self.find(typed):
                return typed
        return None

    def delete(self, game: SavedGame) -> bool:
        """Delete a game after a question; return whether it is gone."""
        from hashi.terminal.questions import ask_yes_or_no
        from hashi.terminal.tables.saved_games import delete_saved

        say = self._words.say
        self._tell(game)
        question = say("Delete game {number} for good?", number=game.number)
        if not ask_yes_or_no(self._console, question, usual=False):
            return False
        try:
            delete_saved(game.path)
        except Malformed as malformed:
            self._console.tell(describe(self._words, malformed))
            return False
        del self.games[str(game.number)]
        self._console.tell(say("Game {number} is deleted.", number=game.number))
        return True

    def _explain(self) -> None:
        say = self._words.say
        for game in self.games.values():
            self._tell(game)
        self._console.tell(
            say(
                "Type the number of a game to continue it, “{delete}” and a number to delete one, "
                "or press Enter to leave.",
                delete=say(GamesCommand.DELETE.value),
            )
        )

    def _tell(self, game: SavedGame) -> None:
        """Print the number of a game, who plays with how many points, and how far it is."""
        words, widest = self._words, max(map(len, self.games))
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
        self._console.tell(f"{game.number:>{widest}}  {told}", hang=widest + 2)
