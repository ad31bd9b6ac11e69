"""The saved games of this device as commands name them: by number, and how each goes on."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from hashi.folders import data_folder
from hashi.whole_numbers import whole_number

if TYPE_CHECKING:
    from hashi.terminal.tables.local_game import LocalGame

ENDINGS = (".hashi", ".json")
"""Of a log, and of a record as version 0.1.0 saved it."""


def games_folder() -> Path:
    """One file a game, in the user's data folder."""
    return data_folder(os.environ) / "games"


def file_of(given: str) -> str:
    """Return the file of a saved game by its number in `hashi games`; any other text as it is."""
    number = whole_number(given)
    if number is None or Path(given).exists():
        return given
    paths = (games_folder() / f"game-{number:04}{ending}" for ending in ENDINGS)
    return next((str(path) for path in paths if path.exists()), given)


def is_saved_game(given: str) -> bool:
    """Return whether this names a saved game of the terminal, by its number or its file."""
    from hashi.host.store.log_file import is_log

    return is_log(Path(file_of(given)))


def shortest_name(path: Path) -> str:
    """Return how other commands name a game: by its number, or else by its file."""
    number = whole_number(path.stem.removeprefix("game-"))
    if number is not None and Path(file_of(str(number))) == path:
        return str(number)
    return shlex.quote(str(path))


def command_to_continue(game: LocalGame) -> str:
    """Return the command that goes on with this game and no other."""
    from hashi.terminal.tables.saved_games import newest_unfinished

    name = shortest_name(game.path)
    if game.path.parent != games_folder():
        return f"hashi play --save {name}"
    if game.daily:
        return f"hashi daily --date {game.daily}"
    is_newest = newest_unfinished(games_folder()) == game.path
    return "hashi play" if is_newest else f"hashi games {name}"
