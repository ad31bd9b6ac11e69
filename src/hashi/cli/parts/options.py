"""Options that several commands share, and how errors are reported."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from hashi.boards import SIDES, board, read_board, read_code
from hashi.boards.codes import looks_like_code
from hashi.cli.parts.exit_status import REFUSED, UNREADABLE
from hashi.cli.parts.saved import file_of
from hashi.library import files
from hashi.record import Record, records
from hashi.rules import Board, Flaw, Illegal, Malformed
from hashi.rules.malformed import unreadable
from hashi.whole_numbers import whole_number
from hashi.words import Words, describe, explain_illegal, shown

if TYPE_CHECKING:
    from hashi.terminal.console import Console

THEMES = ("light", "dark")
COLOURS = ("truecolour", "16", "none", "ascii")


def add_look(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the options for pictures in the terminal."""
    say = words.say
    parser.add_argument(
        "--colour",
        choices=COLOURS,
        help=say(
            "colours of the terminal (default: what it can show). ascii also draws with "
            "plain characters"
        ),
    )
    add_theme(parser, words)
    parser.add_argument(
        "--describe",
        action="store_true",
        help=say("describe boards in sentences instead of drawing them, for screen readers"),
    )


def add_plain(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the option for lines where a full screen could be shown."""
    parser.add_argument(
        "--plain",
        action="store_true",
        help=words.say("line by line, also where a full screen is possible"),
    )


def add_theme(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument(
        "--theme", choices=THEMES, help=words.say("colours for a light or a dark background")
    )


def at_least(words: Words, least: int) -> Callable[[str], int]:
    """Return what reads an option that is a whole number."""

    def read(given: str) -> int:
        number = whole_number(given)
        if number is not None and number >= least:
            return number
        raise argparse.ArgumentTypeError(
            words.say(
                "expected a whole number of {least} or more, not “{given}”",
                least=least,
                given=shown(given),
            )
        )

    return read


def above_zero(words: Words) -> Callable[[str], float]:
    """Return what reads an option that is a number above 0."""

    def read(given: str) -> float:
        with contextlib.suppress(ValueError):
            if 0 < float(given) < inf:
                return float(given)
        raise argparse.ArgumentTypeError(
            words.say("expected a number above 0, not “{given}”", given=shown(given))
        )

    return read


def add_data(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the option that says where tables are kept."""
    parser.add_argument(
        "--data",
        metavar=words.say("FILE"),
        help=words.say(
            "where tables are kept: a file, or a database such as postgresql://user@host/name "
            "(default: a file in your data folder)"
        ),
    )


def add_expiry(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the options that say when tables are deleted where nobody played."""
    say = words.say
    parser.add_argument(
        "--lobby-days",
        default="7",
        metavar=say("NUMBER"),
        help=say(
            "days after which a table whose game never started is deleted; 0 for never (default: 7)"
        ),
    )
    parser.add_argument(
        "--unplayed-days",
        default="30",
        metavar=say("NUMBER"),
        help=say(
            "days after which a game without a finished round is deleted; 0 for never (default: 30)"
        ),
    )


def expiry_days(arguments: argparse.Namespace) -> tuple[int, int]:
    """Return the days of these options; raise Malformed where one is no number."""
    return (
        number("--lobby-days", arguments.lobby_days),
        number("--unplayed-days", arguments.unplayed_days),
    )


def number(option: str, given: str) -> int:
    """Return the whole number of an option, or raise Malformed."""
    found = whole_number(given)
    if found is None:
        raise Malformed(Flaw.KIND, field=option, expected="number", given=given)
    return found


def console(arguments: argparse.Namespace, words: Words) -> Console:
    """Return the console that these options describe."""
    from hashi.terminal.console import Console  # pictures are loaded only where they are shown
    from hashi.terminal.style import choose_palette, choose_theme

    return Console(
        words,
        choose_palette(arguments.colour, sys.stdout, os.environ),
        choose_theme(arguments.theme, os.environ),
        describes=arguments.describe,
        is_full_screen=_fills_screen(arguments),
    )


def _fills_screen(arguments: argparse.Namespace) -> bool:
    """Return whether a game is shown on a full screen; who asks for something else gets lines."""
    from hashi.terminal.front import may_fill_screen

    has_screen = not getattr(arguments, "plain", True)
    is_plain = arguments.describe or arguments.colour in ("none", "ascii")
    return has_screen and not is_plain and may_fill_screen(sys.stdout, os.environ)


def board_of(given: str) -> Board:
    """Side A or B, the board of a code, or that in a file."""
    if looks_like_code(given) and not Path(given).exists():
        return read_code(given)[0].board()
    return board(given.upper()) if given.upper() in SIDES else read_board(Path(given))


def playable(board: Board, given: str) -> Board:
    """A board on which a start can be written (R5)."""
    if all(island.flag is not None for island in board.islands):
        raise Malformed(Flaw.NO_START, file=given)
    return board


def read_record(name: str) -> Record:
    """The one record of a file, of a saved game by its number, or of standard input for `-`."""
    if name != "-":
        with named(name):
            return files.read_record(file_of(name))
    found = next(iter(records(sys.stdin.buffer, is_lines=False)))
    if isinstance(found, Malformed):
        raise found.at(file=name)
    return found


@contextlib.contextmanager
def named(file: str) -> Iterator[None]:
    """Raise Malformed, with the name of the file, where it cannot be read."""
    try:
        yield
    except OSError as error:
        raise unreadable(error).at(file=file) from None


def read_records(name: str) -> Iterator[Record | Malformed]:
    """Yield each record of a file or a saved game, `-` for standard input, or why there is none."""
    if name == "-" and sys.stdin is None:
        yield Malformed(Flaw.FILE, given="missing", file=name)
    elif name == "-":
        yield from records(sys.stdin.buffer, is_lines=None)
    else:
        yield from _records_of_file(file_of(name))


def _records_of_file(name: str) -> Iterator[Record | Malformed]:
    try:
        with Path(name).open("rb") as file:
            if files.is_saved_game(file):
                yield files.read_saved_game(name)
            else:
                yield from records(file, is_lines=name.endswith(".ndjson"))
    except OSError as error:
        yield unreadable(error).at(file=name)
    except Malformed as malformed:
        yield malformed


def numbered_record(name: str, number: int) -> Record | None:
    """Return one record of a file of many, by its number from 1; None where there are fewer."""
    with named(name):
        return next(islice(files.read_records(name), number - 1, None), None)


def message(words: Words, problem: Malformed | Illegal) -> str:
    """What was wrong, in a sentence."""
    if isinstance(problem, Illegal):
        return explain_illegal(words, problem)
    return describe(words, problem)


def status(problem: Malformed | Illegal) -> int:
    """The exit status: a rule is broken, or something cannot be read."""
    return REFUSED if isinstance(problem, Illegal) else UNREADABLE


def fail(words: Words, problem: Malformed | Illegal) -> int:
    """Say what was wrong; the exit status."""
    print(message(words, problem), file=sys.stderr)
    return status(problem)


def write_picture(path: str, content: str | bytes) -> None:
    """Write a picture, `-` for standard output; raise Malformed where that is not possible."""
    content = content.encode() if isinstance(content, str) else content
    if path == "-":
        sys.stdout.buffer.write(content)
        return
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise unwritable(error, path) from None


def unwritable(error: OSError, path: str) -> Malformed:
    """The flaw of a file that cannot be written; a missing folder is named as such."""
    folder = Path(path).parent
    if isinstance(error, FileNotFoundError | NotADirectoryError) and not folder.is_dir():
        return Malformed(Flaw.FILE, given="no_folder", folder=str(folder), file=path)
    return unreadable(error).at(file=path)
