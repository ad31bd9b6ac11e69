"""`hashi board`: show or draw an empty board."""

from __future__ import annotations

import argparse

from hashi.boards import standard_deck
from hashi.cli.parts import options, pictures
from hashi.rules import Malformed, Sheet
from hashi.words import N_, Words

DESCRIPTION = N_(
    "Shows an empty board, or saves it as a picture. A custom board is a file with "
    "one row per line: o for an island, r and b for a red or blue flag, a dot for "
    "water."
)
EXAMPLE = "hashi board A --svg a.svg"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument("board", metavar=say("BOARD"), help=say("A, B or a file"))
    pictures.add_pictures(parser, words)
    options.add_look(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.drawing import Theme, scene, svg

    try:
        sheet = Sheet.blank(options.board_of(arguments.board))
        picture = scene(sheet, deck=standard_deck())
        title = words.say("Board {board}", board=sheet.board.name or arguments.board)
        if pictures.is_asked(arguments):
            pictures.write_pictures(
                arguments, lambda theme: svg(picture, theme=Theme(theme), title=title)
            )
        else:
            options.console(arguments, words).show(picture, sheet)
    except Malformed as malformed:
        return options.fail(words, malformed)
    return 0
