"""`hashi rules`: the rules as a short text with drawn examples."""

from __future__ import annotations

import argparse

from hashi.boards import board
from hashi.cli.parts import options
from hashi.record import notation_for
from hashi.rules import Sheet
from hashi.words import N_, Words, chapters
from hashi.words.scores.ranks import rank_rows

DESCRIPTION = N_("The rules of the game as a short text with drawn examples.")
EXAMPLE = "hashi rules --lang cs"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    options.add_look(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    from hashi.drawing import scene

    console = options.console(arguments, words)
    read = notation_for(board("A"))
    for chapter in chapters(words):
        console.tell(chapter.title.upper())
        for paragraph in chapter.paragraphs:
            console.tell(paragraph)
            console.tell()
        if chapter.example:
            sheet = Sheet.of(board("A"), read.turn(chapter.example.marks).marks)
            console.show(scene(sheet, fresh=read.turn(chapter.example.fresh)), sheet)
            console.tell(chapter.example.caption)
            console.tell()
    console.tell(words.say("The twelve ranks").upper())
    for row in reversed(rank_rows(board("A"))):
        console.tell(f"{row.points(words)}: {words.say(row.name)}")
    return 0
