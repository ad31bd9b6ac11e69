"""A sheet described in sentences, for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from hashi.rules import Board, Flag, Sheet
from hashi.rules.dead import dead_mask
from hashi.rules.island_state import ACROSS, DEAD, FINISHED, STRUCK
from hashi.words.catalogue import N_, Words

FLAGS = {Flag.RED: N_("red flag"), Flag.BLUE: N_("blue flag")}


def describe_sheet(words: Words, sheet: Sheet) -> list[str]:
    """One line for each island: number, flag, state, bridges and where its lines lead."""
    said, dead, found = island_sentences(words, sheet.board), dead_mask(sheet), []
    for at, number in enumerate(sheet.digits):
        stands = FINISHED * (sheet.finished >> at & 1) | STRUCK * (sheet.struck >> at & 1)
        stands |= DEAD * (dead >> at & 1)
        lines = sheet.board.lines_of[at]
        bridges = [sheet.bridges(line) or ACROSS * sheet.is_blocked(line) for line in lines]
        found.append(said.describe(at, number, stands, bridges))
    return found


@lru_cache(maxsize=64)
def island_sentences(
    words: Words, board: Board, write: Callable[[str], str] = str
) -> IslandSentences:
    """Return what is said of the islands of a board; `write` writes it for where it is shown."""
    return IslandSentences(words, board, write)


class IslandSentences:
    """What is said of the islands of one board in one language.

    A sentence has one part for the island itself and one for each of its lines. The parts are few
    and kept; the sentences are many.
    """

    def __init__(self, words: Words, board: Board, write: Callable[[str], str]) -> None:
        self._words, self._board, self._write = words, board, write
        self._heads: list[dict[int, str]] = [{} for _ in board.islands]
        self._lines = [[_Ends(other) for _, other in those] for those in board.neighbours]

    def describe(self, at: int, number: int, stands: int, lines: Iterable[int]) -> str:
        """One island: number, flag, state, bridges and where its lines lead.

        How it stands is given by the bits, and what lies on each of its lines by the numbers of
        `hashi.rules.island_state`.
        """
        head = number << 3 | stands
        parts = [self._heads[at].get(head) or self._head(at, number, stands)]
        for ends, bridges in zip(self._lines[at], lines, strict=False):
            parts.append(ends.get(bridges) or self._line(ends, bridges))
        return ", ".join(parts)

    def _head(self, at: int, number: int, stands: int) -> str:
        words, island = self._words, self._board.islands[at]
        parts = [str(number) if number else words.say("no number")]
        parts += [words.say(FLAGS[island.flag])] if island.flag else []
        if stands & FINISHED:
            parts.append(words.say("finished"))
        if stands & STRUCK:
            parts.append(words.say("struck through"))
        if stands & DEAD:
            parts.append(words.say("can’t be finished any more"))
        text = self._heads[at][number << 3 | stands] = self._write(f"{island}: " + ", ".join(parts))
        return text

    def _line(self, ends: _Ends, bridges: int) -> str:
        """Return what is said of a line with so many bridges."""
        words, other = self._words, self._board.islands[ends.other]
        if bridges == ACROSS:
            text = words.say("line to {island} blocked", island=other)
        elif bridges:
            text = words.say_many(
                "{count} bridge to {island}",
                "{count} bridges to {island}",
                bridges,
                island=other,
            )
        else:
            text = words.say("line to {island}", island=other)
        text = ends[bridges] = self._write(text)
        return text


class _Ends(dict[int, str]):
    """What is said of a line by the bridges on it, from one of its ends."""

    def __init__(self, other: int) -> None:
        super().__init__()
        self.other = other
