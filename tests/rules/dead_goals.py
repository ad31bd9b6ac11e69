"""Goes on from random sheets in every way the rules allow: is what is called dead never reached?

    python -m tests.rules.dead_goals [--positions 1000] [--seed 1]

Boards have six to eight islands, flags and crossings. A sheet is what random marks leave, made late
enough that all ways to go on can be tried, with any of the `numbers` that may still be written. The
exit status is 1 when an island or a goal that was called dead is finished or reached after all. How
often an impossible one is not noticed is counted, too.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random
from typing import NamedTuple

from benchmarks.random_play import random_board

from hashi.rules import Board, Bridge, Goal, Mark, Number, Sheet, is_reached
from hashi.rules.dead import ALL_NUMBERS, dead_goals, dead_mask
from hashi.rules.law import allowed_islands, allowed_lines

MOST_SHEETS = 4000
"""A position from which more sheets can come is not compared."""
BOARDS = [
    Board(("rb.", "o.r", ".bo")),
    Board((".o.r", "o.b.", ".o.b")),  # a crossing
    Board(("o.r.", ".b.o", "o.o.", ".r.b")),
    Board(("rrb", "oob")),
    Board((".ob.", "r..o", ".oo.")),  # two crossings on one line
    Board(("obrooo",)),
]


class Reach(NamedTuple):
    """What some way to go on finishes and reaches."""

    islands: int
    goals: frozenset[Goal]


def reach(sheet: Sheet, numbers: int = ALL_NUMBERS, most: int = 10**6) -> Reach | None:
    """Return what can still be finished and reached, whatever the cards; None for too many sheets.

    >>> own = Board(("rb.", "o.r", ".bo"))
    >>> reach(Sheet.blank(own), numbers=0)
    Reach(islands=0, goals=frozenset())
    """
    written = [number for number in range(1, 7) if numbers >> number & 1]
    seen, edge, islands = {sheet}, [sheet], 0
    goals: set[Goal] = set()
    while edge:
        here = edge.pop()
        islands |= here.finished
        goals.update(goal for goal in Goal if goal not in goals and is_reached(here, goal))
        ahead: list[Mark] = [Bridge(line) for line in allowed_lines(here)]
        ahead += [Number(i, n) for n in written for i in allowed_islands(here, n)]
        after = {here.with_mark(mark) for mark in ahead} - seen
        seen |= after
        edge += after
        if len(seen) > most:
            return None
    return Reach(islands, frozenset(goals))


def position(rng: Random) -> tuple[Sheet, int]:
    """Return a late sheet, often with few numbers missing, and the numbers that may be written."""
    board = rng.choice(BOARDS) if rng.random() < 0.5 else random_board(rng, largest=4)
    sheet, flags = Sheet.blank(board), board.with_flags
    bare = rng.randint(0, 3)
    for island in rng.sample(board.islands, len(board.islands))[bare:]:
        if not flags >> island.index & 1 or rng.random() < 0.7:
            sheet = sheet.with_number(island, rng.randint(1, 6))
    for _ in range(rng.randint(0, 2 * len(board.lines))):
        lines = allowed_lines(sheet)
        if lines:
            sheet = sheet.with_bridge(rng.choice(lines))
    numbers = ALL_NUMBERS if rng.random() < 0.5 else rng.getrandbits(7) & ALL_NUMBERS
    return sheet, numbers


class Verdict(NamedTuple):
    """What a position calls dead, beside what is."""

    wrong: int
    """Islands and goals called dead that can be finished or reached."""
    told: int
    missed_islands: int
    missed_goals: tuple[Goal, ...]
    impossible_goals: tuple[Goal, ...]


def judge(sheet: Sheet, numbers: int, most: int = MOST_SHEETS) -> Verdict | None:
    """Return how right a sheet's dead islands and goals are; None where that takes too long."""
    found = reach(sheet, numbers, most)
    if found is None:
        return None
    board = sheet.board
    dead, gone = dead_mask(sheet, numbers), {one.goal for one in dead_goals(sheet, numbers)}
    closed = (1 << len(board.islands)) - 1 & ~found.islands
    impossible = {goal for goal in Goal if goal.joined or board.asked[goal]} - found.goals
    wrong = (dead & found.islands).bit_count() + len(gone & found.goals)
    missed = (closed & ~dead & ~sheet.struck).bit_count()
    told = dead.bit_count() + len(gone)
    return Verdict(wrong, told, missed, tuple(impossible - gone), tuple(impossible))


def main() -> int:
    reader = argparse.ArgumentParser(description="Dead islands and goals beside every way on.")
    reader.add_argument("--positions", type=int, default=1000)
    reader.add_argument("--seed", type=int, default=1)
    options = reader.parse_args()
    rng = Random(options.seed)
    verdicts: list[Verdict] = []
    while len(verdicts) < options.positions:
        verdict = judge(*position(rng))
        if verdict is not None:
            verdicts.append(verdict)
    wrong = sum(one.wrong for one in verdicts)
    missed = Counter(goal for one in verdicts for goal in one.missed_goals)
    print(f"{len(verdicts)} positions, {sum(one.told for one in verdicts)} dead islands and goals")
    print(f"wrong: {wrong}")
    print(f"islands missed: {sum(one.missed_islands for one in verdicts)}")
    impossible = Counter(goal for one in verdicts for goal in one.impossible_goals)
    for goal in Goal:
        print(f"{goal}: {impossible[goal]} impossible, {missed[goal]} missed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
