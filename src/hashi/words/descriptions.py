"""A sheet described in sentences, for screen readers."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from hashi.rules import Board, Flag, Island, Sheet
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
        found.append(said.describe(at, number, stands, bytes(bridges)))
    return found


@lru_cache(maxsize=64)
def island_sentences(
    words: Words, board: Board, write: Callable[[str], str] = str
) -> IslandSentences:
    """Return what is said of the islands of a board; `write` writes it for where it is shown."""
    return IslandSentences(words, board, write)


class IslandSentences:
    """What is said of the islands of one board in one language.

    A sentence has one part for the island itself and one for its lines. The parts are few and kept;
    the sentences are many.
    """

    MOST = 256
    """Parts for the lines of one island that are kept: a guided pen makes no more."""

    def __init__(self, words: Words, board: Board, write: Callable[[str], str]) -> None:
        self._words, self._board, self._write = words, board, write
        self._heads: list[dict[int, str]] = [{} for _ in board.islands]
        self._tails: list[dict[bytes, str]] = [{} for _ in board.islands]

    def describe(self, at: int, number: int, stands: int, lines: bytes) -> str:
        """One island: number, flag, state, bridges and where its lines lead.

        How it stands is given by the bits, and what lies on each of its lines by the numbers of
        `hashi.rules.island_state`.
        """
        head = self._heads[at].get(number << 3 | stands) or self._head(at, number, stands)
        tail = self._tails[at].get(lines)
        return head + (self._tail(at, lines) if tail is None else tail)

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

    def _tail(self, at: int, lines: bytes) -> str:
        """Return what is said of all lines of an island, after what is said of the island."""
        ends = zip(self._board.neighbours[at], lines, strict=False)
        said = [self._line(self._board.islands[other], bridges) for (_, other), bridges in ends]
        text = self._write("".join([f", {part}" for part in said]))
        if len(self._tails[at]) < self.MOST:
            self._tails[at][lines] = text
        return text

    def _line(self, other: Island, bridges: int) -> str:
        words = self._words
        if bridges == ACROSS:
            return words.say("line to {island} blocked", island=other)
        if bridges:
            return words.say_many(
                "{count} bridge to {island}",
                "{count} bridges to {island}",
                bridges,
                island=other,
            )
        return words.say("line to {island}", island=other)
