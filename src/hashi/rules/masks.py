# cython: annotation_typing=False
"""What the rules allow on a sheet, for all its islands and lines at once: bits instead of reasons.

Pages ask this at every mark, so it is compiled: `masks.pxd` has the C types of the names below.
Without a C compiler it runs as it is.

A sheet is given as its bytes, the `digits` and `counts` of its islands and the `planks` of its
lines, and a board as its `plan`. A mask has a bit for each index. One of lines may have more bits
than a machine word, so lines are looked at word by word.
"""

from __future__ import annotations

from hashi.rules.board import AROUND, HEAD, MOST_ON_A_LINE, NONE
from hashi.rules.card import HIGHEST_NUMBER

WORD = 64


def indexes(mask: int) -> list[int]:
    """Return the indexes of the bits that are set, the lowest first."""
    found = []
    first = 0
    while mask:
        word = mask & 0xFFFFFFFFFFFFFFFF
        mask = mask >> WORD
        at = first
        while word:
            if word & 1:
                found.append(at)
            word >>= 1
            at += 1
        first += WORD
    return found


def open_islands(digits: bytes, counts: bytes, number: int, flagged: int) -> int:
    """Return the islands that take this number (R9–R12); `flagged` are those with a flag."""
    found = 0
    bit = 1
    for at in range(len(digits)):
        count = counts[at]
        if not digits[at] and count <= number and (count or not flagged & bit):
            found |= bit
        bit <<= 1
    return found


def line_masks(plan: bytes, digits: bytes, counts: bytes, planks: bytes) -> tuple[int, ...]:
    """Return how the lines stand: see `LineMasks` in `hashi.rules.law`."""
    found = _line_masks(plan, digits, counts, planks, 0)
    if len(planks) <= WORD:
        return found
    more = _line_masks(plan, digits, counts, planks, WORD)
    return tuple([low | high << WORD for low, high in zip(found, more, strict=True)])


def _line_masks(
    plan: bytes, digits: bytes, counts: bytes, planks: bytes, first: int
) -> tuple[int, ...]:
    """Do so for a word of lines, from one on."""
    drawn = double = crossed = full = reached = 0
    one = 1
    last = first + WORD
    for at in range(plan[1]):
        if planks[at]:
            if first <= at < last:
                drawn |= one << at - first
                if planks[at] >= MOST_ON_A_LINE:
                    double |= one << at - first
            place = HEAD + 2 * plan[1] + at * plan[2]
            while plan[place] != NONE:
                if first <= plan[place] < last:
                    crossed |= one << plan[place] - first
                place += 1
    for at in range(plan[0]):
        if digits[at] or counts[at] >= HIGHEST_NUMBER:
            lines = _lines_of(plan, at, first)
            if digits[at]:
                reached |= lines
            if _is_full(digits, counts, at):
                full |= lines
    return drawn, double, crossed, full, reached


def _lines_of(plan: bytes, here: int, first: int) -> int:
    """Return the lines that lead to an island, of a word of lines from one on."""
    found = 0
    one = 1
    place = HEAD + plan[1] * (2 + plan[2]) + here * AROUND
    for at in range(place, place + AROUND, 2):
        if first <= plan[at] < first + WORD and plan[at] != NONE:
            found |= one << plan[at] - first
    return found


def dead_islands(plan: bytes, digits: bytes, counts: bytes, planks: bytes, closed: int) -> int:
    """Return the numbered islands that cannot be finished any more, but for those `closed`."""
    found = 0
    bit = 1
    for at in range(plan[0]):
        if digits[at] and not closed & bit:
            missing = digits[at] - counts[at]
            if missing <= 0 or missing > room(plan, digits, counts, planks, at):
                found |= bit
        bit <<= 1
    return found


def room(plan: bytes, digits: bytes, counts: bytes, planks: bytes, here: int) -> int:
    """Return how many more bridges can lead to an island along its lines."""
    total = 0
    place = HEAD + plan[1] * (2 + plan[2]) + here * AROUND
    for at in range(place, place + AROUND, 2):
        line = plan[at]
        if line == NONE:
            break
        free = MOST_ON_A_LINE - planks[line]
        if free > 0 and not _is_crossed(plan, planks, line):
            other = plan[at + 1]
            spare = (digits[other] or HIGHEST_NUMBER) - counts[other]
            if spare > 0:
                total += free if free < spare else spare  # noqa: FURB136, hot path
    return total


def has_room(
    plan: bytes, digits: bytes, counts: bytearray, planks: bytearray, bridges: int, first: int
) -> bool:
    """Return whether so many bridges can be drawn along lines from one on (R14–R18).

    They are drawn and taken away again, so `counts` and `planks` are those of a copy.
    """
    if bridges == 0:
        return True
    for at in range(first, plan[1]):
        a = plan[HEAD + 2 * at]
        b = plan[HEAD + 2 * at + 1]
        if (
            planks[at] >= MOST_ON_A_LINE
            or not (digits[a] or digits[b])
            or _is_full(digits, counts, a)
            or _is_full(digits, counts, b)
            or _is_crossed(plan, planks, at)
        ):
            continue
        planks[at] += 1
        counts[a] += 1
        counts[b] += 1
        is_found = has_room(plan, digits, counts, planks, bridges - 1, at)
        planks[at] -= 1
        counts[a] -= 1
        counts[b] -= 1
        if is_found:
            return True
    return False


def _is_full(digits: bytes, counts: bytes | bytearray, at: int) -> bool:
    """Return whether an island takes no more bridges (R17, R18)."""
    return counts[at] >= (digits[at] or HIGHEST_NUMBER)


def _is_crossed(plan: bytes, planks: bytes | bytearray, at: int) -> bool:
    """Return whether a bridge lies across a line (R16)."""
    place = HEAD + 2 * plan[1] + at * plan[2]
    while plan[place] != NONE:
        if planks[plan[place]]:
            return True
        place += 1
    return False
