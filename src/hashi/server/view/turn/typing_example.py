"""What can be typed into a page: marks that are allowed now, as an example."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hashi.rules import Board, Bridge, Mark, Number
from hashi.words import Words


class TypingExample(NamedTuple):
    """A number, a bridge, or both, by the indexes of their island and line."""

    island: int | None = None
    number: int = 0
    line: int | None = None

    def marks(self, board: Board) -> tuple[Mark, ...]:
        """Return the marks on this board."""
        found: list[Mark] = []
        if self.island is not None:
            found.append(Number(board.islands[self.island], self.number))
        if self.line is not None:
            found.append(Bridge(board.lines[self.line]))
        return tuple(found)


def typing_sentences(words: Words, example: Sequence[Mark]) -> str:
    """Return what happens when the marks of an example are typed."""
    return " ".join(
        words.say("Typing {mark} writes the number on {island}.", mark=mark, island=mark.island)
        if isinstance(mark, Number)
        else words.say("Typing {mark} draws a bridge.", mark=mark)
        for mark in example
    )
