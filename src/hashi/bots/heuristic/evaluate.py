"""The heuristic evaluation of sheets, and the choice of a good turn. Compiled like the kernel.

The worth of a sheet is its expected points: for each island two times the odds that it will be
finished, for each goal its value times the odds that it will be reached. The odds come from a
table with a row for each number of rounds left (see hashi.bots.heuristic.odds). All numbers are
integers in units of 1/1024, so that turns are the same on every machine, compiled or not.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from hashi.arrays import plain as cython

if not cython.compiled:  # the compiled module gets these from evaluate.pxd
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
    """Return the index of the row of odds for this number of rounds left."""
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
    """Return the index of an unfinished island's odds in a row; 0 if it cannot be finished.

    `single` are the lines that take one more bridge, `double` those that take two.
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
        return 0  # no unseen card has a number that fits
    room = min(room, MOST_SPAN)
    if left == HIGHEST_NUMBER and (state.chart[RED] | state.chart[BLUE]) >> island & 1:
        return CUT_OFF + room
    return BARE + room


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def worth(  # noqa: C901, one pass over the islands for all goals
    state: cython.pointer(RolloutState), at: cython.Py_ssize_t
) -> cython.int:
    """Return the expected points of a sheet, without goals that are already paid."""
    chart: cython.p_ulonglong = state.chart
    sheets: cython.p_ulonglong = state.sheets
    odds: cython.p_int = state.odds
    finished: cython.ulonglong = sheets[at + FINISHED]
    paid: cython.int = (sheets[at + PAID] | sheets[at + PAID] >> GOALS) & ALL_GOALS
    row: cython.Py_ssize_t = row_of(state.rounds)
    early_row: cython.Py_ssize_t[GOALS]
    late: cython.int[GOALS]  # the odds of each goal
    early: cython.int[GOALS]  # those with the higher value
    asked: cython.ulonglong = 0  # by any goal
    points: cython.int = POINTS_FOR_AN_ISLAND * WHOLE * count(finished)
    goal: cython.int
    island: cython.int
    kind: cython.int
    single: cython.ulonglong = ~sheets[at + SHUT] & ALL_BITS
    double: cython.ulonglong = single & ~sheets[at + ONE]
    rest: cython.ulonglong = sheets[at + LEFT] & ~sheets[at + LEFT + 1] & ~sheets[at + LEFT + 2]
    if not cython.compiled:
        early_row, late, early = [0] * GOALS, [0] * GOALS, [0] * GOALS
    for goal in range(GOALS):
        early_row[goal] = row_of(state.deadline[goal])
        late[goal] = WHOLE
        early[goal] = WHOLE
        asked |= chart[ASKED + goal]
    while rest:
        double &= ~chart[LINES_OF + lowest(rest)]
        rest &= rest - 1
    rest = (ALL_BITS >> (64 - chart[ISLANDS])) & ~finished
    while rest:
        island = lowest(rest)
        rest &= rest - 1
        kind = kind_of(state, at, island, single, double)
        points += POINTS_FOR_AN_ISLAND * odds[row + kind]
        if not asked >> island & 1:
            continue
        for goal in range(GOALS):
            if not JOINED[goal] and chart[ASKED + goal] >> island & 1:
                late[goal] = late[goal] * odds[row + kind] >> DIGITS
                early[goal] = early[goal] * odds[early_row[goal] + kind] >> DIGITS
    for goal in range(GOALS):
        if paid >> goal & 1:
            continue
        if JOINED[goal]:
            kind = TO_JOIN + max(0, JOINED[goal] - largest_group(chart, sheets, at))
            late[goal] = odds[row + kind]
            early[goal] = odds[early_row[goal] + kind]
        elif not chart[ASKED + goal]:
            continue
        points += LOW[goal] * late[goal]
        if state.deadline[goal] >= 0:
            points += (HIGH[goal] - LOW[goal]) * early[goal]
    return points


# --- a good turn


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def copy(
    sheets: cython.p_ulonglong, source: cython.Py_ssize_t, to: cython.Py_ssize_t
) -> cython.void:
    """Copy one slot to another."""
    word: cython.int
    for word in range(SLOT):
        sheets[to + word] = sheets[source + word]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def choose_islands(state: cython.pointer(RolloutState), number: cython.int) -> cython.int:
    """Store the best few islands for the number, or NOTHING to skip it (R8); return how many."""
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
    """Draw the bridges on the written sheet, each time the one that looks best.

    Return the worth of the sheet then, or NOTHING if not all bridges can be drawn (R13).
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
    """Make the turn that looks best on the first sheet."""
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
