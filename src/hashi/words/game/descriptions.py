"""A sheet described in sentences, for screen readers."""

from __future__ import annotations

from hashi.kept import Kept
from hashi.rules import Board, Flag, Island, Sheet
from hashi.rules.dead import ALL_NUMBERS
from hashi.rules.sheet_state import SheetState
from hashi.rules.state_layout import ACROSS, DEAD, FINISHED, STRUCK
from hashi.words.catalogue import N_, Words

FLAGS = {Flag.RED: N_("red flag"), Flag.BLUE: N_("blue flag")}


def describe_sheet(words: Words, sheet: Sheet, numbers: int = ALL_NUMBERS) -> list[str]:
    """One line for each island: number, flag, state, bridges and where its lines lead.

    `numbers` may still be written, a bit for each.
    """
    state = SheetState(sheet, numbers=numbers)
    return [describe_island(words, state, at) for at in range(len(sheet.digits))]


def describe_island(words: Words, state: SheetState, at: int) -> str:
    """Return the line of one island."""
    number, stands, on_lines = state.said(at)
    return (
        _island[words, state.board, at, number, stands] + _lines[words, state.board, at, on_lines]
    )


@Kept
def _island(words: Words, board: Board, at: int, number: int, stands: int) -> str:
    island = board.islands[at]
    parts = [str(number) if number else words.say("no number")]
    parts += [words.say(FLAGS[island.flag])] if island.flag else []
    if stands & FINISHED:
        parts.append(words.say("finished"))
    if stands & STRUCK:
        parts.append(words.say("struck through"))
    if stands & DEAD:
        parts.append(words.say("can’t be finished any more"))
    return f"{island}: " + ", ".join(parts)


@Kept
def _lines(words: Words, board: Board, at: int, on_lines: bytes) -> str:
    """Return what is said of all lines of an island, after what is said of the island."""
    ends = zip(board.neighbours[at], on_lines, strict=False)
    said = [_line(words, board.islands[other], bridges) for (_, other), bridges in ends]
    return "".join([f", {part}" for part in said])


def _line(words: Words, other: Island, bridges: int) -> str:
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
