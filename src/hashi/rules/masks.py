# cython: annotation_typing=False
"""What the rules allow on a sheet, for all its islands and lines at once: bits instead of reasons.

Pages ask this at every mark, so it is compiled: `masks.pxd` has the C types of the names below.
Without a C compiler it runs as it is.

A sheet is given as its bytes, the `digits` and `counts` of its islands and the `planks` of its
lines, and a board as its `plan`. A mask has a bit for each index. One of lines may have more bits
than a machine word, so lines are looked at word by word. `state_bytes` asks `dead_islands`,
`is_full` and `is_crossed`, too.
"""

from __future__ import annotations

from hashi.rules.board import AROUND, HEAD, MOST_ON_A_LINE, NONE
from hashi.rules.card import HIGHEST_NUMBER

WORD = 64
MOST_STEPS = 1000
"""After so many bridges, islands count as joined: only on boards with many small groups."""


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


def dead_islands(
    plan: bytes,
    digits: bytes,
    counts: bytes,
    planks: bytes,
    closed: int,
    flagged: int,
    numbers: int,
) -> int:
    """Return the islands that cannot be finished any more, but for those `closed`.

    `flagged` are the islands with a flag, `numbers` those that may still be written, a bit for
    each.
    """
    found = _bare_flags(plan, digits, counts, planks, flagged, numbers)
    bit = 1
    for at in range(plan[0]):
        if not found & bit and _is_dead(plan, digits, counts, planks, at, numbers):
            found |= bit
        bit <<= 1
    return found & ~closed


def _is_dead(
    plan: bytes, digits: bytes, counts: bytes, planks: bytes, at: int, numbers: int
) -> bool:
    """Return whether no number fits the bridges that lead and can lead to an island (R12, R17)."""
    count = counts[at]
    most = count + room(plan, digits, counts, planks, at)
    number = digits[at]
    if number:
        return count >= number or most < number
    number = count or 1
    while number <= most and number <= HIGHEST_NUMBER:
        if numbers >> number & 1:
            return False
        number += 1
    return True


def _bare_flags(
    plan: bytes, digits: bytes, counts: bytes, planks: bytes, flagged: int, numbers: int
) -> int:
    """Return the flagged islands that can get neither a bridge nor, therefore, a number (R11, R14).

    A first bridge has to come from an island with a number, or one that can still get it. That may
    be a flagged one which gets a bridge before.
    """
    found = 0
    bit = 1
    for at in range(plan[0]):
        if flagged & bit and not digits[at] and not counts[at]:
            found |= bit
        bit <<= 1
    reached = found
    while reached:
        reached = 0
        bit = 1
        for at in range(plan[0]):
            if found & bit and _is_reached(plan, digits, counts, planks, at, found, numbers):
                reached |= bit
            bit <<= 1
        found &= ~reached
    return found


def _is_reached(
    plan: bytes, digits: bytes, counts: bytes, planks: bytes, here: int, bare: int, numbers: int
) -> bool:
    """Return whether a bridge can come to an island from another one than those `bare`."""
    place = HEAD + plan[1] * (2 + plan[2]) + here * AROUND
    for at in range(place, place + AROUND, 2):
        line = plan[at]
        if line == NONE:
            break
        other = plan[at + 1]
        if bare >> other & 1 or is_crossed(plan, planks, line):
            continue
        if _may_grow(digits, counts, other, numbers):
            return True
    return False


def can_join(
    plan: bytes,
    digits: bytes,
    counts: bytearray,
    planks: bytearray,
    alive: int,
    numbers: int,
    needed: int,
) -> bool:
    """Return whether so many of the islands `alive` are joined by bridges, or by those that can
    still be drawn (R25). Where that takes many steps to find out, they count as joined.

    Bridges are drawn and taken away again, so `counts` and `planks` are those of a copy.
    """
    barred = bytearray(plan[1])
    steps = MOST_STEPS
    while alive and steps:
        group = _joined(plan, planks, alive, alive & -alive)
        steps = _grow(plan, digits, counts, planks, barred, alive, numbers, group, needed, 1, steps)
        alive &= ~group
    return not steps


def _grow(
    plan: bytes,
    digits: bytes,
    counts: bytearray,
    planks: bytearray,
    barred: bytearray,
    alive: int,
    numbers: int,
    group: int,
    needed: int,
    depth: int,
    steps: int,
) -> int:
    """Return how many steps are left after looking for all groups that this one can become; 0 when
    one has so many islands.

    Groups with a line that was tried are known, so the line is `barred` for those tried later.
    """
    size = 0
    rest = group
    while rest:
        rest &= rest - 1
        size += 1
    if size >= needed:
        return 0
    for at in range(plan[1]):
        a = plan[HEAD + 2 * at]
        b = plan[HEAD + 2 * at + 1]
        ends = _bit(a) | _bit(b)
        is_way = ends & group and ends & ~group and ends & alive == ends
        if not is_way or barred[at] or not _may_join(plan, digits, counts, planks, at, numbers):
            continue
        steps -= 1
        if steps:
            planks[at] += 1
            counts[a] += 1
            counts[b] += 1
            grown = _joined(plan, planks, alive, group | ends)
            steps = _grow(
                plan,
                digits,
                counts,
                planks,
                barred,
                alive,
                numbers,
                grown,
                needed,
                depth + 1,
                steps,
            )
            planks[at] -= 1
            counts[a] -= 1
            counts[b] -= 1
        if not steps:
            return 0
        barred[at] = depth
    for at in range(plan[1]):
        if barred[at] == depth:
            barred[at] = 0
    return steps


def _joined(plan: bytes, planks: bytearray, alive: int, group: int) -> int:
    """Return the islands of a group with all that bridges join to it, of those `alive`."""
    grown = 0
    while group != grown:
        grown = group
        for at in range(plan[1]):
            if planks[at]:
                ends = _bit(plan[HEAD + 2 * at]) | _bit(plan[HEAD + 2 * at + 1])
                if ends & group and ends & alive == ends:
                    group |= ends
    return group


def _bit(at: int) -> int:
    """Return the mask of an index."""
    bit = 1
    return bit << at


def _may_join(
    plan: bytes, digits: bytes, counts: bytearray, planks: bytearray, at: int, numbers: int
) -> bool:
    """Return whether a line without bridges may take one between islands that are finished then."""
    return (
        _may_grow(digits, counts, plan[HEAD + 2 * at], numbers)
        and _may_grow(digits, counts, plan[HEAD + 2 * at + 1], numbers)
        and not is_crossed(plan, planks, at)
    )


def _may_grow(digits: bytes, counts: bytes | bytearray, at: int, numbers: int) -> bool:
    """Return whether an island has, or may get, a number higher than its bridges."""
    if digits[at]:
        return counts[at] < digits[at]
    return counts[at] < HIGHEST_NUMBER and numbers >> (counts[at] + 1) != 0


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
