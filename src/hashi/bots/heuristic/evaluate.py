"""The heuristic evaluation: what a sheet may come to, and a good turn. Compiled like the kernel.

A sheet is worth the points that its player may expect: for each island two times the odds
that it will be finished, for each goal what it pays times the odds that it will be reached.
The odds come from a table (see hashi.bots.heuristic.odds), a row for each number of rounds that are
left. All numbers are whole, 1024 for certainty and for a point, so that a turn is the same on
every machine, compiled or not.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from hashi.arrays import plain as cython

if not cython.compiled:  # compiled, these are C: see evaluate.pxd
    from types import SimpleNamespace as RolloutState

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
    """Return where the odds with so many rounds left begin."""
    return ROW * max(0, min(rounds, MOST_ROUNDS))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def kind_of(
    state: cython.pointer(RolloutState),
    at: cython.Py_ssize_t,
    island: cython.int,
    single: cython.ulonglong,
    double: cython.ulonglong,
) -> cython.int:
    """Where an unfinished island's chance lies in a row, 0 where it has none.

    `single` are the lines that take a bridge more, `double` those that take two.
    """
    sheets: cython.p_ulonglong = state.sheets
    lines: cython.ulonglong = state.chart[LINES_OF + island]
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
    if not ((2 << min(room, HIGHEST_NUMBER)) - (1 << (HIGHEST_NUMBER - left))) & state.numbers:
        return 0  # no card to come has a number that it could take
    room = min(room, MOST_SPAN)
    if left == HIGHEST_NUMBER and (state.chart[RED] | state.chart[BLUE]) >> island & 1:
        return CUT_OFF + room
    return BARE + room


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def worth(state: cython.pointer(RolloutState), at: cython.Py_ssize_t) -> cython.int:
    """The points that may be expected of a sheet, but for goals that are paid."""
    chart: cython.p_ulonglong = state.chart
    sheets: cython.p_ulonglong = state.sheets
    odds: cython.p_int = state.odds
    finished: cython.ulonglong = sheets[at + FINISHED]
    paid: cython.int = (sheets[at + PAID] | sheets[at + PAID] >> GOALS) & ALL_GOALS
    row: cython.Py_ssize_t = row_of(state.rounds)
    red_row: cython.Py_ssize_t = row_of(state.deadline[0])
    blue_row: cython.Py_ssize_t = row_of(state.deadline[1])
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
        kind = kind_of(state, at, island, single, double)
        points += POINTS_FOR_AN_ISLAND * odds[row + kind]
        if chart[RED] >> island & 1:
            red = red * odds[row + kind] >> DIGITS
            red_early = red_early * odds[red_row + kind] >> DIGITS
        elif chart[BLUE] >> island & 1:
            blue = blue * odds[row + kind] >> DIGITS
            blue_early = blue_early * odds[blue_row + kind] >> DIGITS
    if chart[RED] and not paid & GOAL_RED:
        if state.deadline[0] < 0:
            red_early = 0
        points += RED_LOW * red + (RED_HIGH - RED_LOW) * red_early
    if chart[BLUE] and not paid & GOAL_BLUE:
        if state.deadline[1] < 0:
            blue_early = 0
        points += BLUE_LOW * blue + (BLUE_HIGH - BLUE_LOW) * blue_early
    if not paid & GOAL_SIX:
        kind = GROUP + min(largest_group(chart, sheets, at), SIX)
        points += SIX_LOW * odds[row + kind]
        if state.deadline[2] >= 0:
            points += (SIX_HIGH - SIX_LOW) * odds[row_of(state.deadline[2]) + kind]
    return points


# --- a good turn


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
def choose_islands(state: cython.pointer(RolloutState), number: cython.int) -> cython.int:
    """Note the best few islands for the number, waiving it among them (R8); return how many."""
    rest: cython.ulonglong = writable(state.chart, state.sheets, 0, number)
    noted: cython.int = 1
    island: cython.int
    value: cython.int
    k: cython.int
    state.island[0] = NOTHING
    state.value[0] = worth(state, 0)
    while rest:
        island = lowest(rest)
        rest &= rest - 1
        copy(state.sheets, 0, TRIAL)
        write(state.chart, state.sheets, TRIAL, island, number)
        value = worth(state, TRIAL)
        if noted < BREADTH:
            noted += 1
        elif value <= state.value[noted - 1]:
            continue
        k = noted - 1
        while k > 0 and state.value[k - 1] < value:
            state.value[k] = state.value[k - 1]
            state.island[k] = state.island[k - 1]
            k -= 1
        state.value[k] = value
        state.island[k] = island
    return noted


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_best(state: cython.pointer(RolloutState), bridges: cython.int) -> cython.int:
    """Draw on the written sheet, each time the bridge that looks best; return its worth then.

    Return NOTHING where they cannot all be drawn (R13).
    """
    hand: cython.int
    line: cython.int
    value: cython.int
    best: cython.int = NOTHING
    lines: cython.ulonglong
    for hand in range(bridges, 0, -1):
        lines = drawable(state.chart, state.sheets, WRITTEN, hand)
        best = NOTHING
        while lines:
            line = lowest(lines)
            lines &= lines - 1
            copy(state.sheets, WRITTEN, TRIAL)
            draw(state.chart, state.sheets, TRIAL, line)
            value = worth(state, TRIAL)
            if value > best:
                best = value
                copy(state.sheets, TRIAL, DRAWN)
        if best == NOTHING:
            return NOTHING
        copy(state.sheets, DRAWN, WRITTEN)
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_card(state: cython.pointer(RolloutState), card: cython.int) -> cython.void:
    """Make the turn that looks best, on the first sheet."""
    noted: cython.int = choose_islands(state, card >> 2)
    best: cython.int = NOTHING
    value: cython.int
    k: cython.int
    for k in range(noted):
        copy(state.sheets, 0, WRITTEN)
        if state.island[k] != NOTHING:
            write(state.chart, state.sheets, WRITTEN, state.island[k], card >> 2)
        if state.value[k] > best:
            best = state.value[k]
            copy(state.sheets, WRITTEN, BEST)
        value = draw_best(state, card & 3)
        if value > best:
            best = value
            copy(state.sheets, WRITTEN, BEST)
    copy(state.sheets, BEST, 0)
