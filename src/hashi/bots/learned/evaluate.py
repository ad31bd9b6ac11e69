"""The learned values: the points that a sheet is expected to score from now on.

Compiled like the kernel. A value is the output of a small net over flags (see features.py). The
first layer is a sum of rows, one for each flag that is set, so a mark costs only the rows that it
changes. Rows are integers, so that many fit into a register. The rows of islands, lines, rooms
and the largest group are summed for each sheet. Those of cards, hand and goals (the context) are
summed once for each card and shared by all sheets.

A node is a sheet within a turn: a sheet's words and a few more. A node's sum of rows has the same
index in `sums`. `SearchState` holds all buffers of one search.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from hashi.arrays import plain as cython

if not cython.compiled:  # the compiled module gets these from evaluate.pxd
    from operator import mul
    from types import SimpleNamespace as SearchState

    from hashi.arrays.constants import *
    from hashi.arrays.kernel import BIT, count, draw, largest_group, lowest, write
    from hashi.bots.learned.constants import *

    def add_row(sums, at, rows, row, hidden):
        for j in range(hidden):
            sums[at + j] += rows[row * hidden + j]

    def take_row(sums, at, rows, row, hidden):
        for j in range(hidden):
            sums[at + j] -= rows[row * hidden + j]

    def forward(sums, at, contexts, context, second, last, hidden):
        """Return the points that follow from the first layer's sums.

        `last` holds the second layer's biases, the last layer's weights and bias, and the value
        of one integer unit.
        """
        units = [max(0, sums[at + j] + contexts[context + j]) for j in range(hidden)]
        result = last[2 * SECOND]
        for k in range(SECOND):
            row = second[k * hidden : (k + 1) * hidden]
            out = last[k] + last[2 * SECOND + 1] * sum(map(mul, units, row))
            if out > 0:
                result += out * last[SECOND + k]
        return 10 * result

    def forward_lines(sums, at, contexts, context, second, last, units, hidden, out):
        """Write the outputs of the weights that split a value by scoring line.

        `last` holds the second layer's biases, each unit's weight for each output, the outputs'
        biases, and the value of one integer unit.
        """
        inputs = [max(0, sums[at + j] + contexts[context + j]) for j in range(hidden)]
        biases = units * (1 + OUTPUTS)
        for o in range(OUTPUTS):
            out[o] = last[biases + o]
        for k in range(units):
            row = second[k * hidden : (k + 1) * hidden]
            unit = last[k] + last[biases + OUTPUTS] * sum(map(mul, inputs, row))
            if unit > 0:
                for o in range(OUTPUTS):
                    out[o] += unit * last[units + k * OUTPUTS + o]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def set_offsets(state: cython.pointer(SearchState)) -> cython.void:
    """Set where each group of rows begins; `changes`, which follows all of them, is given."""
    islands: cython.Py_ssize_t = state.chart[ISLANDS]
    lines: cython.Py_ssize_t = state.chart[LINES]
    state.line_rows = islands * ISLAND_KINDS
    state.room_rows = state.line_rows + lines * LINE_KINDS
    state.group_rows = state.room_rows + islands * ROOM_KINDS
    state.card_rows = state.group_rows + GROUP_KINDS
    state.hand_rows = state.changes - GOALS * GOAL_KINDS - HAND_KINDS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def value(
    state: cython.pointer(SearchState), node: cython.Py_ssize_t, hand: cython.int
) -> cython.float:
    """Return the expected further points after this node, with `hand` bridges still to draw."""
    hidden: cython.int = state.hidden
    paid: cython.Py_ssize_t = state.nodes[node * NODE_WORDS + PAID]
    return forward(
        state.sums,
        node * hidden,
        state.contexts,
        state.context + hidden * (hand * PAID_KINDS + paid),
        state.second,
        state.last,
        hidden,
    )


# --- flags


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def island_kind(sheet: cython.p_ulonglong, at: cython.Py_ssize_t, island: cython.int) -> cython.int:
    """Return an island's flag: bridges that its number still takes, or 7 plus its bridges."""
    left: cython.int = (
        (sheet[at + LEFT] >> island & 1)
        + 2 * (sheet[at + LEFT + 1] >> island & 1)
        + 4 * (sheet[at + LEFT + 2] >> island & 1)
    )
    numbered: cython.ulonglong = sheet[at + DIGIT] | sheet[at + DIGIT + 1] | sheet[at + DIGIT + 2]
    return left if numbered >> island & 1 else 13 - left


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def room_kind(
    chart: cython.p_ulonglong, sheet: cython.p_ulonglong, at: cython.Py_ssize_t, island: cython.int
) -> cython.int:
    """Return an island's room flag: finished, dead, room to spare, or reachable bridges."""
    kind: cython.int = island_kind(sheet, at, island)
    room: cython.int = 0
    lines: cython.ulonglong = chart[LINES_OF + island] & ~sheet[at + SHUT]
    two_left: cython.ulonglong = sheet[at + LEFT + 1] | sheet[at + LEFT + 2]
    one: cython.ulonglong = sheet[at + ONE]
    line: cython.int
    if kind == 0:
        return 0
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        room += 1
        if not one >> line & 1 and chart[JOINS + line] & ~(BIT << island) & two_left:
            room += 1
    if kind >= 7:
        return 6 + min(6, kind - 7 + room)
    return 1 if room < kind else 2 + min(3, room - kind)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sum_rows(state: cython.pointer(SearchState), node: cython.Py_ssize_t) -> cython.void:
    """Sum the rows of a whole sheet from the beginning."""
    chart: cython.p_ulonglong = state.chart
    nodes: cython.p_ulonglong = state.nodes
    hidden: cython.int = state.hidden
    at: cython.Py_ssize_t = node * NODE_WORDS
    to: cython.Py_ssize_t = node * hidden
    islands: cython.int = chart[ISLANDS]
    lines: cython.int = chart[LINES]
    j: cython.Py_ssize_t
    k: cython.int
    kind: cython.int
    for j in range(hidden):
        state.sums[to + j] = 0
    nodes[at + ROOMS] = 0
    nodes[at + ROOMS + 1] = 0
    for k in range(islands):
        kind = island_kind(nodes, at, k)
        add_row(state.sums, to, state.rows, k * ISLAND_KINDS + kind, hidden)
        kind = room_kind(chart, nodes, at, k)
        nodes[at + ROOMS + (k >> 4)] |= (BIT * kind) << (4 * (k & 15))
        add_row(state.sums, to, state.rows, state.room_rows + k * ROOM_KINDS + kind, hidden)
    for k in range(lines):
        kind = (nodes[at + ONE] >> k & 1) + 2 * (nodes[at + SHUT] >> k & 1)
        if nodes[at + TWO] >> k & 1:
            kind = 4
        add_row(state.sums, to, state.rows, state.line_rows + k * LINE_KINDS + kind, hidden)
    nodes[at + GROUP] = min(MOST_JOINED, largest_group(chart, nodes, at))
    add_row(state.sums, to, state.rows, state.group_rows + nodes[at + GROUP], hidden)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sum_context(
    state: cython.pointer(SearchState),
    to: cython.Py_ssize_t,
    base: cython.Py_ssize_t,
    flag: cython.int,
    round: cython.int,
    hands: cython.int,
    paid: cython.int,
) -> cython.void:
    """Sum the rows of a card's context, for each hand and each set of paid goals.

    `base` is the index of the sum for the unseen cards, `flag` the flag of the card that is
    turned, or -1. Only sets that contain the goals already paid are needed.
    """
    contexts: cython.p_short = state.contexts
    rows: cython.p_short = state.rows
    hidden: cython.int = state.hidden
    hand: cython.int
    goals: cython.int
    goal: cython.int
    left: cython.Py_ssize_t
    at: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for hand in range(hands + 1):
        for goals in range(PAID_KINDS):
            if paid & ~goals:
                continue
            at = to + hidden * (hand * PAID_KINDS + goals)
            for j in range(hidden):
                contexts[at + j] = contexts[base + j]
            if flag >= 0:
                take_row(contexts, at, rows, state.card_rows + flag, hidden)
            add_row(contexts, at, rows, state.hand_rows + hand, hidden)
            for goal in range(GOALS):
                left = state.deadlines[goal] - round + (1 if hand else 0)
                left = PAID_FLAG if goals >> goal & 1 else min(LARGEST_LEFT, max(0, left))
                left += state.hand_rows + HAND_KINDS + goal * GOAL_KINDS
                add_row(contexts, at, rows, left, hidden)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sum_contexts(
    state: cython.pointer(SearchState),
    pile: cython.p_int,
    depth: cython.int,
    round: cython.int,
    paid: cython.int,
) -> cython.void:
    """Sum the contexts of a pile's cards in order; each turned card is no longer unseen."""
    hidden: cython.int = state.hidden
    block: cython.Py_ssize_t = hidden * HAND_KINDS * PAID_KINDS
    j: cython.Py_ssize_t
    step: cython.int
    for j in range(hidden):
        state.contexts[hidden + j] = state.contexts[j]
    for step in range(depth):
        take_row(state.contexts, hidden, state.rows, state.card_rows + pile[2 * step + 1], hidden)
        sum_context(
            state,
            2 * hidden + step * block,
            hidden,
            -1,
            round + step + 1,
            pile[2 * step] & 3,
            paid,
        )


# --- marks on a node


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def copy_node(
    state: cython.pointer(SearchState), source: cython.Py_ssize_t, to: cython.Py_ssize_t
) -> cython.void:
    hidden: cython.int = state.hidden
    j: cython.Py_ssize_t
    for j in range(NODE_WORDS):
        state.nodes[to * NODE_WORDS + j] = state.nodes[source * NODE_WORDS + j]
    for j in range(hidden):
        state.sums[to * hidden + j] = state.sums[source * hidden + j]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def settle(
    state: cython.pointer(SearchState), node: cython.Py_ssize_t, finished: cython.ulonglong
) -> cython.void:
    """Add the points for islands and goals after a mark; `finished` are those before it."""
    chart: cython.p_ulonglong = state.chart
    nodes: cython.p_ulonglong = state.nodes
    hidden: cython.int = state.hidden
    at: cython.Py_ssize_t = node * NODE_WORDS
    now: cython.ulonglong = nodes[at + FINISHED]
    if now == finished:
        return
    points: cython.int = POINTS_FOR_AN_ISLAND * count(now & ~finished)
    paid: cython.int = nodes[at + PAID]
    goal: cython.int
    goals: cython.int = 0
    is_met: cython.bint
    group: cython.int = min(MOST_JOINED, largest_group(chart, nodes, at))
    if group != nodes[at + GROUP]:
        take_row(
            state.sums, node * hidden, state.rows, state.group_rows + nodes[at + GROUP], hidden
        )
        add_row(state.sums, node * hidden, state.rows, state.group_rows + group, hidden)
        nodes[at + GROUP] = group
    for goal in range(GOALS):
        if paid >> goal & 1:
            continue
        if JOINED[goal]:
            is_met = group >= JOINED[goal]
        else:
            is_met = chart[ASKED + goal] != 0 and not chart[ASKED + goal] & ~now
        if is_met:
            goals |= 1 << goal
            points += HIGH[goal] if state.in_time >> goal & 1 else LOW[goal]
    nodes[at + PAID] = paid | goals
    nodes[at + POINTS] += points


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def change_rows(
    state: cython.pointer(SearchState),
    node: cython.Py_ssize_t,
    shut: cython.ulonglong,
    near: cython.ulonglong,
) -> cython.void:
    """Update the rows of the lines that a mark has shut, and of the room of islands.

    `shut` are these lines, `near` the lines at the mark; the room of the islands at all of them
    may have changed.
    """
    chart: cython.p_ulonglong = state.chart
    nodes: cython.p_ulonglong = state.nodes
    hidden: cython.int = state.hidden
    at: cython.Py_ssize_t = node * NODE_WORDS
    to: cython.Py_ssize_t = node * hidden
    first: cython.Py_ssize_t = state.changes + state.line_rows
    word: cython.Py_ssize_t
    islands: cython.ulonglong = 0
    lines: cython.ulonglong = near | shut
    line: cython.int
    island: cython.int
    shift: cython.int
    before: cython.int
    after: cython.int
    while shut:
        line = lowest(shut)
        shut &= shut - 1
        after = ONE_TO_SHUT if nodes[at + ONE] >> line & 1 else OPEN_TO_SHUT
        add_row(state.sums, to, state.rows, first + line * LINE_KINDS + after, hidden)
    while lines:
        islands |= chart[JOINS + lowest(lines)]
        lines &= lines - 1
    first = state.room_rows
    while islands:
        island = lowest(islands)
        islands &= islands - 1
        word = at + ROOMS + (island >> 4)
        shift = 4 * (island & 15)
        before = nodes[word] >> shift & 15
        after = room_kind(chart, nodes, at, island)
        if after != before:
            take_row(state.sums, to, state.rows, first + island * ROOM_KINDS + before, hidden)
            add_row(state.sums, to, state.rows, first + island * ROOM_KINDS + after, hidden)
            nodes[word] ^= (BIT * (before ^ after)) << shift


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_node(
    state: cython.pointer(SearchState),
    node: cython.Py_ssize_t,
    island: cython.int,
    number: cython.int,
) -> cython.void:
    """Write a number and update the rows of its island, and of lines that it shuts."""
    chart: cython.p_ulonglong = state.chart
    nodes: cython.p_ulonglong = state.nodes
    hidden: cython.int = state.hidden
    at: cython.Py_ssize_t = node * NODE_WORDS
    to: cython.Py_ssize_t = node * hidden
    finished: cython.ulonglong = nodes[at + FINISHED]
    shut: cython.ulonglong = nodes[at + SHUT]
    kind: cython.int = island * ISLAND_KINDS + island_kind(nodes, at, island)
    take_row(state.sums, to, state.rows, kind, hidden)
    write(chart, nodes, at, island, number)
    kind = island * ISLAND_KINDS + island_kind(nodes, at, island)
    add_row(state.sums, to, state.rows, kind, hidden)
    change_rows(state, node, nodes[at + SHUT] & ~shut, chart[LINES_OF + island])
    nodes[at + PATH] |= island + 1
    settle(state, node, finished)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_node(
    state: cython.pointer(SearchState),
    node: cython.Py_ssize_t,
    line: cython.int,
    drawn: cython.int,
) -> cython.void:
    """Draw a bridge and update the rows of its ends, its line and the lines that it shuts."""
    chart: cython.p_ulonglong = state.chart
    nodes: cython.p_ulonglong = state.nodes
    hidden: cython.int = state.hidden
    at: cython.Py_ssize_t = node * NODE_WORDS
    to: cython.Py_ssize_t = node * hidden
    finished: cython.ulonglong = nodes[at + FINISHED]
    shut: cython.ulonglong = nodes[at + SHUT]
    bit: cython.ulonglong = BIT << line
    ends: cython.ulonglong = chart[JOINS + line]
    near: cython.ulonglong = 0
    row: cython.Py_ssize_t
    island: cython.int
    change: cython.int = OPEN_TO_ONE
    while ends:
        island = lowest(ends)
        ends &= ends - 1
        near |= chart[LINES_OF + island]
        row = state.changes + island * ISLAND_KINDS + island_kind(nodes, at, island)
        add_row(state.sums, to, state.rows, row, hidden)
    if nodes[at + ONE] & bit:
        change = ONE_TO_TWO
    draw(chart, nodes, at, line)
    if change == OPEN_TO_ONE and nodes[at + SHUT] & bit:
        change = OPEN_TO_LAST
    row = state.changes + state.line_rows + line * LINE_KINDS + change
    add_row(state.sums, to, state.rows, row, hidden)
    change_rows(state, node, nodes[at + SHUT] & ~(shut | bit), near)
    nodes[at + PATH] |= (BIT * (line + 1)) << (8 * (drawn + 1))
    settle(state, node, finished)
