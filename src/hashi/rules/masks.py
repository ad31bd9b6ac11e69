# cython: annotation_typing=False
"""What the rules allow on a sheet, for all its islands and lines at once: bits instead of reasons.

Pages ask this at every mark, so it is compiled: `masks.pxd` has the C types of the names below.
Without a C compiler it runs as it is.

A sheet is given as its bytes, the `digits` and `counts` of its islands and the `planks` of its
lines, and a board as its `plan`. A mask has a bit for each index. One of lines may have more bits
than a machine word, so lines are looked at word by word. What is asked of a single island or line
(`is_full`, `is_dead`, `room`, `is_crossed`) `state_bytes` asks, too.
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


def open_lines(plan: bytes, digits: bytes, counts: bytes, planks: bytes) -> int:
    """Return the lines that take one more bridge (R14–R18)."""
    found = _open_lines(plan, digits, counts, planks, 0)
    if plan[1] > WORD:
        more = _open_lines(plan, digits, counts, planks, WORD)
        found = found | more << WORD
    return found


def _open_lines(plan: bytes, digits: bytes, counts: bytes, planks: bytes, first: int) -> int:
    """Return those of one word of lines, from `first` on."""
    found = 0
    bit = 1
    last = min(plan[1], first + WORD)
    for at in range(first, last):
        if _is_open(plan, digits, counts, planks, at):
            found |= bit
        bit <<= 1
    return found


def dead_islands(plan: bytes, digits: bytes, counts: bytes, planks: bytes, closed: int) -> int:
    """Return the numbered islands that cannot be finished any more, but for those `closed`."""
    found = 0
    bit = 1
    for at in range(plan[0]):
        if not closed & bit and is_dead(plan, digits, counts, planks, at):
            found |= bit
        bit <<= 1
    return found


def is_dead(plan: bytes, digits: bytes, counts: bytes, planks: bytes, at: int) -> bool:
    """Return whether a numbered island that is not finished cannot be finished any more."""
    missing = digits[at] - counts[at]
    if not digits[at]:
        return False
    return missing <= 0 or missing > room(plan, digits, counts, planks, at)


def room(plan: bytes, digits: bytes, counts: bytes, planks: bytes, here: int) -> int:
    """Return how many more bridges can lead to an island along its lines."""
    total = 0
    place = HEAD + plan[1] * (2 + plan[2]) + here * AROUND
    for at in range(place, place + AROUND, 2):
        line = plan[at]
        if line == NONE:
            break
        free = MOST_ON_A_LINE - planks[line]
        if free > 0 and not is_crossed(plan, planks, line):
            other = plan[at + 1]
            spare = (digits[other] or HIGHEST_NUMBER) - counts[other]
            if spare > 0:
                total += free if free < spare else spare  # noqa: FURB136, hot path
    return total


def first_line(
    plan: bytes, digits: bytes, counts: bytearray, planks: bytearray, bridges: int, first: int
) -> int:
    """Return the first of the lines along which one or more bridges can be drawn (R14–R18), the
    lowest from one on, or NONE.

    They are drawn and taken away again, so `counts` and `planks` are those of a copy.
    """
    for at in range(first, plan[1]):
        if not _is_open(plan, digits, counts, planks, at):
            continue
        if bridges == 1:
            return at
        a = plan[HEAD + 2 * at]
        b = plan[HEAD + 2 * at + 1]
        planks[at] += 1
        counts[a] += 1
        counts[b] += 1
        found = first_line(plan, digits, counts, planks, bridges - 1, at)
        planks[at] -= 1
        counts[a] -= 1
        counts[b] -= 1
        if found != NONE:
            return at
    return NONE


def _is_open(
    plan: bytes, digits: bytes, counts: bytes | bytearray, planks: bytes | bytearray, at: int
) -> bool:
    """Return whether a line takes one more bridge (R14–R18)."""
    a = plan[HEAD + 2 * at]
    b = plan[HEAD + 2 * at + 1]
    if not (digits[a] or digits[b]) or planks[at] >= MOST_ON_A_LINE:
        return False
    if is_full(digits, counts, a) or is_full(digits, counts, b):
        return False
    return not is_crossed(plan, planks, at)


def is_full(digits: bytes, counts: bytes | bytearray, at: int) -> bool:
    """Return whether an island takes no more bridges (R17, R18)."""
    return counts[at] >= (digits[at] or HIGHEST_NUMBER)


def is_crossed(plan: bytes, planks: bytes | bytearray, at: int) -> bool:
    """Return whether a bridge lies across a line (R16)."""
    place = HEAD + 2 * plan[1] + at * plan[2]
    while plan[place] != NONE:
        if planks[plan[place]]:
            return True
        place += 1
    return False
