# cython: annotation_typing=False
"""All that decides how the islands and lines of a sheet are shown and described, as bytes.

A page is sent what has changed at every mark, so this is compiled: `board_state.pxd` has the C
types of the names below. Without a C compiler it runs as it is.

A board is given as its `plan` (`hashi.rules.Board`), a sheet as its bytes. `state_layout` says what
the bytes of a state mean.
"""

from __future__ import annotations

from hashi.drawing.state_layout import (
    ABOUT,
    AIMED,
    BELOW,
    CROSSED,
    DRAWN,
    FREE,
    HATCHED,
    HORIZONTAL,
    ISLAND,
    LINE,
    MOST,
    RANK,
    TARGET,
)
from hashi.rules.board import AROUND, HEAD, NONE
from hashi.rules.card import HIGHEST_NUMBER
from hashi.rules.island_state import ACROSS, DEAD, FINISHED, STRUCK


def board_state(
    plan: bytes,
    digits: bytes,
    counts: bytes,
    planks: bytes,
    marked: bytearray,
    horizontal: bytes,
    aims: bytes,
    targets: int,
    finished: int,
    struck: int,
    dead: int,
    has_help: bool,
) -> bytes:
    """Return the state of a board.

    `marked` has the marks of this turn: for each island its numbers, for each island the bridges
    that lead to it, for each line its bridges. `aims` are the lines to mark next, a bit for each;
    the islands to mark next and the other masks are of one word.
    """
    state = bytearray(plan[0] * ISLAND + plan[1] * (LINE + plan[2] - 1))
    out = state
    _show_lines(plan, digits, counts, planks, marked, horizontal, aims, has_help, out)
    _show_crossings(plan, planks, out)
    _show_islands(plan, digits, counts, planks, marked, out)
    bit = 1
    for at in range(plan[0]):
        stands = FINISHED if finished & bit else 0
        if struck & bit:
            stands |= STRUCK
        if dead & bit:
            stands |= DEAD | HATCHED if has_help else DEAD
        if targets & bit:
            stands |= TARGET
        out[at * ISLAND + 2] = stands
        bit <<= 1
    return bytes(state)


def _show_lines(
    plan: bytes,
    digits: bytes,
    counts: bytes,
    planks: bytes,
    marked: bytearray,
    horizontal: bytes,
    aims: bytes,
    has_help: bool,
    out: bytearray,
) -> None:
    """Write the bridges on each line, and how it stands."""
    for at in range(plan[1]):
        stands = HORIZONTAL if horizontal[at] else 0
        if planks[at]:
            stands |= DRAWN
        if aims[at >> 3] >> (at & 7) & 1:
            stands |= AIMED
        place = HEAD + 2 * plan[1] + at * plan[2]
        while plan[place] != NONE:
            if planks[plan[place]]:
                stands |= CROSSED
            place += 1
        a = plan[HEAD + 2 * at]
        b = plan[HEAD + 2 * at + 1]
        is_shut = _is_full(digits, counts, a) or _is_full(digits, counts, b) or stands & CROSSED
        if not has_help or stands & (DRAWN | AIMED) or not is_shut:
            stands |= FREE
        here = plan[0] * ISLAND + at * (LINE + plan[2] - 1)
        out[here] = planks[at]
        out[here + 1] = marked[2 * plan[0] + at]
        out[here + 2] = stands


def _is_full(digits: bytes, counts: bytes, at: int) -> bool:
    return counts[at] >= (digits[at] or HIGHEST_NUMBER)


def _show_crossings(plan: bytes, planks: bytes, out: bytearray) -> None:
    """Write for each line the bridges on those that cross it above; how they stand is written."""
    size = LINE + plan[2] - 1
    begin = plan[0] * ISLAND
    for at in range(plan[1]):
        here = begin + at * size
        place = HEAD + 2 * plan[1] + at * plan[2]
        for k in range(plan[2] - 1):
            other = plan[place + k]
            count = BELOW
            if other != NONE:
                there = begin + other * size
                if (out[there + 2] & RANK) > (out[here + 2] & RANK):
                    count = min(MOST, planks[other])
            out[here + LINE + k] = count


def _show_islands(
    plan: bytes, digits: bytes, counts: bytes, planks: bytes, marked: bytearray, out: bytearray
) -> None:
    """Write the number and the bridges of each island, and what lies on its lines."""
    begin = plan[0] * ISLAND
    for at in range(plan[0]):
        here = at * ISLAND
        out[here] = digits[at]
        out[here + 1] = counts[at]
        out[here + 3] = marked[at]
        out[here + 4] = marked[plan[0] + at]
        place = HEAD + plan[1] * (2 + plan[2]) + at * AROUND
        for k in range(ISLAND - ABOUT):
            other = plan[place + 2 * k]
            if other == NONE:
                break
            count = min(MOST, planks[other])
            there = begin + other * (LINE + plan[2] - 1)
            if not count and out[there + 2] & CROSSED:
                count = ACROSS
            out[here + ABOUT + k] = count


def differences(now: bytes, was: bytes, first: int, size: int, count: int) -> list[int]:
    """Return which of so many parts of this size, from a byte on, differ between two states."""
    found = []
    for at in range(count):
        here = first + at * size
        for k in range(here, here + size):
            if now[k] != was[k]:
                found.append(at)
                break
    return found
