"""What is seen at a glance: what a sheet may come to, and a good turn. Compiled like the kernel.

A sheet is worth the points that its player may expect: for each island two times the chance
that it will be finished, for each goal what it pays times the chance that it will be reached.
Chances come from a table (see hashi.bots.heuristic.odds), a row for each number of rounds that are
left. All numbers are whole, 1024 for certainty and for a point, so that a turn is the same on
every machine, compiled or not.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from hashi.arrays import plain as cython

if not cython.compiled:  # compiled, these are C: see evaluate.pxd
    from types import SimpleNamespace as Desk

    from hashi.arrays.constants import *
    from hashi.arrays.kernel import (
        count,
        draw,
        drawable,
        largest_group,
        lowest,
        writable,
        write,
    )
    from hashi.bots.heuristic.constants import *


# --- what a sheet is worth


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def row_of(rounds: cython.int) -> cython.Py_ssize_t:
    """Where the chances with so many rounds left lie."""
    return ROW * max(0, min(rounds, MOST_ROUNDS))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def kind_of(
    desk: cython.pointer(Desk),
    at: cython.Py_ssize_t,
    island: cython.int,
    single: cython.ulonglong,
    double: cython.ulonglong,
) -> cython.int:
    """Where an unfinished island's chance lies in a row, 0 where it has none.

    `single` are the lines that take a bridge more, `double` those that take two.
    """
    sheets: cython.p_ulonglong = desk.sheets
    lines: cython.ulonglong = desk.chart[LINES_OF + island]
    room: cython.int = count(lines & single) + count(lines & double)
    left: cython.int = (
        (sheets[at + LEFT] >> island & 1)
        + 2 * (sheets[at + LEFT + 1] >> island & 1)
        + 4 * (sheets[at + LEFT + 2] >> island & 1)
    )
    numbered: cython.ulonglong = (
        sheets[at + DIGIT] | sheets[at + DIGIT + 1] | sheets[at + DIGIT + 2]
    )
    if numbered >> island & 1:
        return 0 if room < left else SPARE_KINDS * left + min(room - left, SPARE_KINDS - 1)
    room += HIGHEST_NUMBER - left
    if not ((2 << min(room, HIGHEST_NUMBER)) - (1 << (HIGHEST_NUMBER - left))) & desk.numbers:
        return 0  # no card to come has a number that it could take
    room = min(room, MOST_SPAN)
    if left == HIGHEST_NUMBER and (desk.chart[RED] | desk.chart[BLUE]) >> island & 1:
        return CUT_OFF + room
    return BARE + room


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def worth(desk: cython.pointer(Desk), at: cython.Py_ssize_t) -> cython.int:
    """The points that may be expected of a sheet, but for goals that are paid."""
    chart: cython.p_ulonglong = desk.chart
    sheets: cython.p_ulonglong = desk.sheets
    chances: cython.p_int = desk.chances
    finished: cython.ulonglong = sheets[at + FINISHED]
    paid: cython.int = (sheets[at + PAID] | sheets[at + PAID] >> GOALS) & ALL_GOALS
    row: cython.Py_ssize_t = row_of(desk.rounds)
    red_row: cython.Py_ssize_t = row_of(desk.due[0])
    blue_row: cython.Py_ssize_t = row_of(desk.due[1])
    red: cython.int = WHOLE
    red_early: cython.int = WHOLE  # with its higher value
    blue: cython.int = WHOLE
    blue_early: cython.int = WHOLE
    points: cython.int = POINTS_FOR_AN_ISLAND * WHOLE * count(finished)
    island: cython.int
    kind: cython.int
    single: cython.ulonglong = ~sheets[at + SHUT] & ALL_BITS
    double: cython.ulonglong = single & ~sheets[at + ONE]
    rest: cython.ulonglong = sheets[at + LEFT] & ~sheets[at + LEFT + 1] & ~sheets[at + LEFT + 2]
    while rest:
        double &= ~chart[LINES_OF + lowest(rest)]
        rest &= rest - 1
    rest = (ALL_BITS >> (64 - chart[ISLANDS])) & ~finished
    while rest:
        island = lowest(rest)
        rest &= rest - 1
        kind = kind_of(desk, at, island, single, double)
        points += POINTS_FOR_AN_ISLAND * chances[row + kind]
        if chart[RED] >> island & 1:
            red = red * chances[row + kind] >> DIGITS
            red_early = red_early * chances[red_row + kind] >> DIGITS
        elif chart[BLUE] >> island & 1:
            blue = blue * chances[row + kind] >> DIGITS
            blue_early = blue_early * chances[blue_row + kind] >> DIGITS
    if chart[RED] and not paid & GOAL_RED:
        if desk.due[0] < 0:
            red_early = 0
        points += RED_LOW * red + (RED_HIGH - RED_LOW) * red_early
    if chart[BLUE] and not paid & GOAL_BLUE:
        if desk.due[1] < 0:
            blue_early = 0
        points += BLUE_LOW * blue + (BLUE_HIGH - BLUE_LOW) * blue_early
    if not paid & GOAL_SIX:
        kind = GROUP + min(largest_group(chart, sheets, at), SIX)
        points += SIX_LOW * chances[row + kind]
        if desk.due[2] >= 0:
            points += (SIX_HIGH - SIX_LOW) * chances[row_of(desk.due[2]) + kind]
    return points


# --- a turn at a glance


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def copy(
    sheets: cython.p_ulonglong, source: cython.Py_ssize_t, to: cython.Py_ssize_t
) -> cython.void:
    """One slot to another."""
    word: cython.int
    for word in range(SLOT):
        sheets[to + word] = sheets[source + word]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def choose_islands(desk: cython.pointer(Desk), number: cython.int) -> cython.int:
    """Note the best few islands for the number, to waive it among them; how many (R8)."""
    rest: cython.ulonglong = writable(desk.chart, desk.sheets, 0, number)
    noted: cython.int = 1
    island: cython.int
    value: cython.int
    k: cython.int
    desk.island[0] = NOTHING
    desk.value[0] = worth(desk, 0)
    while rest:
        island = lowest(rest)
        rest &= rest - 1
        copy(desk.sheets, 0, TRIAL)
        write(desk.chart, desk.sheets, TRIAL, island, number)
        value = worth(desk, TRIAL)
        if noted < BREADTH:
            noted += 1
        elif value <= desk.value[noted - 1]:
            continue
        k = noted - 1
        while k > 0 and desk.value[k - 1] < value:
            desk.value[k] = desk.value[k - 1]
            desk.island[k] = desk.island[k - 1]
            k -= 1
        desk.value[k] = value
        desk.island[k] = island
    return noted


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_best(desk: cython.pointer(Desk), bridges: cython.int) -> cython.int:
    """Draw on the written sheet, each time the bridge that looks best; what it is worth then.

    Where they cannot all be drawn nothing comes of it (R13).
    """
    hand: cython.int
    line: cython.int
    value: cython.int
    best: cython.int = NOTHING
    lines: cython.ulonglong
    for hand in range(bridges, 0, -1):
        lines = drawable(desk.chart, desk.sheets, WRITTEN, hand)
        best = NOTHING
        while lines:
            line = lowest(lines)
            lines &= lines - 1
            copy(desk.sheets, WRITTEN, TRIAL)
            draw(desk.chart, desk.sheets, TRIAL, line)
            value = worth(desk, TRIAL)
            if value > best:
                best = value
                copy(desk.sheets, TRIAL, DRAWN)
        if best == NOTHING:
            return NOTHING
        copy(desk.sheets, DRAWN, WRITTEN)
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_card(desk: cython.pointer(Desk), card: cython.int) -> cython.void:
    """Make the best turn that is seen at a glance, on the first sheet."""
    noted: cython.int = choose_islands(desk, card >> 2)
    best: cython.int = NOTHING
    value: cython.int
    k: cython.int
    for k in range(noted):
        copy(desk.sheets, 0, WRITTEN)
        if desk.island[k] != NOTHING:
            write(desk.chart, desk.sheets, WRITTEN, desk.island[k], card >> 2)
        if desk.value[k] > best:
            best = desk.value[k]
            copy(desk.sheets, WRITTEN, BEST)
        value = draw_best(desk, card & 3)
        if value > best:
            best = value
            copy(desk.sheets, WRITTEN, BEST)
    copy(desk.sheets, BEST, 0)
