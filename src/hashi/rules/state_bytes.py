# cython: annotation_typing=False
"""Writes the state of a sheet, and finds what differs between two: see `state_layout`.

Pages ask this at every mark, so it is compiled, as `masks` is: `state_bytes.pxd` has the C types of
the names below. Without a C compiler it runs as it is.
"""

from __future__ import annotations

from hashi.rules import masks
from hashi.rules.board import AROUND, HEAD, NONE
from hashi.rules.state_layout import (
    ACROSS,
    BELOW,
    BRIDGES,
    COUNT,
    CROSSED,
    DEAD,
    DRAWN,
    FINISHED,
    FREE,
    FRESH,
    GHOST,
    GHOSTS,
    HATCHED,
    HORIZONTAL,
    ISLAND,
    LINE,
    LOOKS,
    MOST,
    NUMBER,
    ON_LINES,
    RANK,
    RINGED,
    STANDS,
    STRUCK,
    TARGET,
    TICKED,
    WRITTEN,
)


def state_bytes(
    plan: bytes,
    digits: bytes,
    counts: bytes,
    planks: bytes,
    finished: int,
    struck: int,
    turn: bytearray,
    better: bytearray,
    islands: int,
    lines: bytes,
    dead: int,
    has_help: bool,
) -> bytes:
    """Return the state of a sheet.

    `turn` and `better` have the marks of this turn and of a better one: the number written into
    each island, then the bridges drawn along each line. `islands` and `lines` are those to mark
    next, `dead` the islands that cannot be finished any more, a bit for each.
    """
    state = bytearray(plan[0] * ISLAND + plan[1] * (LINE + plan[2] - 1))
    out = state
    _write_lines(plan, digits, counts, planks, turn, better, lines, has_help, out)
    _write_crossings(plan, planks, out)
    _write_islands(
        plan, digits, counts, planks, finished, struck, turn, better, islands, dead, has_help, out
    )
    return bytes(state)


def _write_lines(
    plan: bytes,
    digits: bytes,
    counts: bytes,
    planks: bytes,
    turn: bytearray,
    better: bytearray,
    targets: bytes,
    has_help: bool,
    out: bytearray,
) -> None:
    """Write the bridges on each line and how it looks."""
    horizontal = HEAD + plan[1] * (2 + plan[2]) + plan[0] * AROUND
    for at in range(plan[1]):
        drawn = turn[plan[0] + at]
        wanted = better[plan[0] + at]
        looks = HORIZONTAL if plan[horizontal + at] else 0
        if planks[at]:
            looks |= DRAWN
        if targets[at >> 3] >> (at & 7) & 1:
            looks |= TARGET
        if masks.is_crossed(plan, planks, at):
            looks |= CROSSED
        a = plan[HEAD + 2 * at]
        b = plan[HEAD + 2 * at + 1]
        is_shut = masks.is_full(digits, counts, a) or masks.is_full(digits, counts, b)
        if not has_help or looks & (DRAWN | TARGET) or not (is_shut or looks & CROSSED):
            looks |= FREE
        if drawn and wanted:
            looks |= TICKED
        here = plan[0] * ISLAND + at * (LINE + plan[2] - 1)
        out[here + BRIDGES] = planks[at]
        out[here + LOOKS] = looks
        out[here + FRESH] = min(drawn, planks[at])
        out[here + GHOSTS] = max(0, wanted - drawn)


def _write_crossings(plan: bytes, planks: bytes, out: bytearray) -> None:
    """Write for each line the bridges on the lines shown above it, which their looks decide."""
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
                if (out[there + LOOKS] & RANK) > (out[here + LOOKS] & RANK):
                    count = min(MOST, planks[other])
            out[here + LINE + k] = count


def _write_islands(
    plan: bytes,
    digits: bytes,
    counts: bytes,
    planks: bytes,
    finished: int,
    struck: int,
    turn: bytearray,
    better: bytearray,
    targets: int,
    dead: int,
    has_help: bool,
    out: bytearray,
) -> None:
    """Write how each island stands and looks, and what lies on its lines, once they are written."""
    bit = 1
    for at in range(plan[0]):
        number = digits[at]
        is_fresh = bool(number and turn[at])
        drawn = _write_on_lines(plan, planks, turn, at, out)
        stands = looks = ghost = 0
        if struck & bit:
            stands |= STRUCK
        if finished & bit:
            stands |= FINISHED
            if is_fresh or counts[at] - drawn < number or not number:
                looks |= RINGED
        if dead & bit:
            stands = DEAD
            if has_help:
                looks |= HATCHED
        if targets & bit:
            looks |= TARGET
        if is_fresh:
            looks |= WRITTEN
        if is_fresh and better[at] == number:
            looks |= TICKED
        else:
            ghost = better[at]
        here = at * ISLAND
        out[here + COUNT] = counts[at]
        out[here + LOOKS] = looks
        out[here + GHOST] = ghost
        out[here + NUMBER] = number
        out[here + STANDS] = stands
        bit <<= 1


def _write_on_lines(plan: bytes, planks: bytes, turn: bytearray, at: int, out: bytearray) -> int:
    """Write what lies on the lines of an island; return how many bridges there this turn drew."""
    begin = plan[0] * ISLAND
    place = HEAD + plan[1] * (2 + plan[2]) + at * AROUND
    drawn = 0
    for k in range(ISLAND - ON_LINES):
        line = plan[place + 2 * k]
        if line == NONE:
            break
        drawn += turn[plan[0] + line]
        count = min(MOST, planks[line])
        if not count and out[begin + line * (LINE + plan[2] - 1) + LOOKS] & CROSSED:
            count = ACROSS
        out[at * ISLAND + ON_LINES + k] = count
    return drawn


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
