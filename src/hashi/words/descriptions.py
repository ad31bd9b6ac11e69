"""A sheet described in sentences, for screen readers."""

from __future__ import annotations

from functools import lru_cache

from hashi.rules import Board, Flag, Island, Sheet, dead_islands
from hashi.words.catalogue import N_, Words

FLAGS = {Flag.RED: N_("red flag"), Flag.BLUE: N_("blue flag")}


def describe_sheet(words: Words, sheet: Sheet) -> list[str]:
    """One line for each island: number, flag, state, bridges and where its lines lead."""
    dead = dead_islands(sheet)
    return [
        describe_island(words, sheet, island, is_dead=island in dead)
        for island in sheet.board.islands
    ]


def describe_island(words: Words, sheet: Sheet, island: Island, *, is_dead: bool) -> str:
    """One island: number, flag, state, bridges and where its lines lead."""
    at = island.index
    around = tuple(
        sheet.planks[line.index] or -sheet.is_blocked(line) for line in sheet.board.lines_of[at]
    )
    is_finished, is_struck = sheet.is_finished(island), sheet.is_struck(island)
    number = sheet.digits[at]
    return _island(words, sheet.board, island, number, is_finished, is_struck, is_dead, around)


@lru_cache(maxsize=20_000)
def _island(
    words: Words,
    board: Board,
    island: Island,
    number: int,
    is_finished: bool,
    is_struck: bool,
    is_dead: bool,
    around: tuple[int, ...],
) -> str:
    """Return the sentence; `around` has the bridges on each of its lines, -1 where one lies across.

    Most islands are as they were at the last mark.
    """
    parts = [str(number) if number else words.say("no number")]
    parts += [words.say(FLAGS[island.flag])] if island.flag else []
    if is_finished:
        parts.append(words.say("finished"))
    if is_struck:
        parts.append(words.say("struck through"))
    if is_dead:
        parts.append(words.say("can’t be finished any more"))
    for line, bridges in zip(board.lines_of[island.index], around, strict=True):
        other = line.other_end(island)
        if bridges > 0:
            parts.append(
                words.say_many(
                    "{count} bridge to {island}",
                    "{count} bridges to {island}",
                    bridges,
                    island=other,
                )
            )
        elif bridges < 0:
            parts.append(words.say("line to {island} blocked", island=other))
        else:
            parts.append(words.say("line to {island}", island=other))
    return f"{island}: " + ", ".join(parts)
