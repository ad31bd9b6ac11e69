"""A sheet described in sentences, for screen readers."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from hashi.rules import Board, Flag, Sheet
from hashi.rules.dead import dead_mask
from hashi.rules.law import line_masks
from hashi.words.catalogue import N_, Words

FLAGS = {Flag.RED: N_("red flag"), Flag.BLUE: N_("blue flag")}


def describe_sheet(words: Words, sheet: Sheet) -> list[str]:
    """One line for each island: number, flag, state, bridges and where its lines lead."""
    said, lines = island_sentences(words, sheet.board), line_masks(sheet)
    dead, crossed = dead_mask(sheet), lines.crossed
    return [said.describe(sheet, at, dead, crossed) for at in range(len(sheet.board.islands))]


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
        self._heads: dict[tuple[int, int, int, int, int], str] = {}
        self._lines: dict[tuple[int, int, int], str] = {}

    def describe(self, sheet: Sheet, at: int, dead: int, crossed: int) -> str:
        """One island: number, flag, state, bridges and where its lines lead.

        Dead islands and crossed lines are given as masks with a bit for each index.
        """
        bit, planks, lines = 1 << at, sheet.planks, self._lines
        head = (at, sheet.digits[at], sheet.finished & bit, sheet.struck & bit, dead & bit)
        parts = [self._heads.get(head) or self._head(head)]
        for line, _ in self._board.neighbours[at]:
            key = (at, line, planks[line] or -(crossed >> line & 1))
            parts.append(lines.get(key) or self._line(key))
        return ", ".join(parts)

    def _head(self, key: tuple[int, int, int, int, int]) -> str:
        at, number, is_finished, is_struck, is_dead = key
        words, island = self._words, self._board.islands[at]
        parts = [str(number) if number else words.say("no number")]
        parts += [words.say(FLAGS[island.flag])] if island.flag else []
        if is_finished:
            parts.append(words.say("finished"))
        if is_struck:
            parts.append(words.say("struck through"))
        if is_dead:
            parts.append(words.say("can’t be finished any more"))
        text = self._heads[key] = self._write(f"{island}: " + ", ".join(parts))
        return text

    def _line(self, key: tuple[int, int, int]) -> str:
        """Return what is said of a line: the bridges on it, -1 where one lies across."""
        at, line, bridges = key
        words, other = self._words, self._board.lines[line].other_end(self._board.islands[at])
        if bridges > 0:
            text = words.say_many(
                "{count} bridge to {island}",
                "{count} bridges to {island}",
                bridges,
                island=other,
            )
        elif bridges < 0:
            text = words.say("line to {island} blocked", island=other)
        else:
            text = words.say("line to {island}", island=other)
        text = self._lines[key] = self._write(text)
        return text
