"""Learning from games that were played: where weights come from, and how they go down a slope.

Compiled like the search. A net is a flat row of numbers: a row of `hidden` numbers for each flag
(see features.py), the first layer's biases, a row for each unit of the second layer, then that
layer's biases, the last layer's weights and its bias. A plan says of which shared numbers a net's
own are sums, as runs: where a run begins in the net, where in the shared numbers, how many rows it
has, and how long each is. The rows of a run lie `hidden` apart in the net and without gaps in the
shared numbers.

Of two places in a game that follow each other most flags are the same. So the first layer's sums
are kept and changed, and so is the slope: the sum of all slopes so far is taken from a flag's own
slope when it is set and added to it when it is cleared.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from hashi.arrays import plain as cython

SLOW = 500.0
"""The steps over which the net that plays is averaged; fewer at the beginning."""

if not cython.compiled:  # the compiled module gets these from learner.pxd
    from math import exp, log, sqrt

    from hashi.arrays.constants import *
    from hashi.bots.learned.constants import *

    def add_floats(to, at, source, begin, count, factor):
        for j in range(count):
            to[at + j] += factor * source[begin + j]

    def dot(a, at, b, begin, count):
        return sum(a[at + j] * b[begin + j] for j in range(count))

    def round_all(numbers, begin, fineness, to, count):
        for j in range(count):
            number = max(-32767, min(32767, numbers[begin + j] * fineness))
            to[j] = int(number + (0.5 if number >= 0 else -0.5))

    def take_shorts(after, before, to, count):
        for j in range(count):
            to[j] = after[j] - before[j]

    def adam(net, slope, first, second, slow, count, rate, share, one, two, keep):
        for j in range(count):
            g, slope[j] = slope[j] * share, 0
            first[j] = 0.9 * first[j] + 0.1 * g
            second[j] = 0.999 * second[j] + 0.001 * g * g
            net[j] -= rate * (first[j] / one) / (sqrt(second[j] / two) + 1e-8)
            slow[j] = keep * slow[j] + (1 - keep) * net[j]

    def begin_step(work, hidden):
        """Make the units of the sums, and clear their slope."""
        for j in range(hidden):
            work[2 * hidden + j] = max(0, work[j])
            work[3 * hidden + j] = 0

    def end_step(work, hidden):
        """Add the slope of the units that are not 0 to the sum of slopes."""
        for j in range(hidden):
            if work[j] > 0:
                work[hidden + j] += work[3 * hidden + j]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def step(
    net: cython.p_float,
    slope: cython.p_float,
    work: cython.p_float,
    hidden: cython.int,
    second: cython.Py_ssize_t,
    wanted: cython.float,
) -> cython.float:
    """Add the slope of one place, whose first layer's sums are in `work`; return its error.

    `work` has four rows: the sums, the sum of the slopes, the units, and the slope of these.
    """
    last: cython.Py_ssize_t = second + SECOND * hidden
    units: cython.Py_ssize_t = 2 * hidden
    back: cython.Py_ssize_t = 3 * hidden
    row: cython.Py_ssize_t
    k: cython.int
    out: cython.float
    error: cython.float = net[last + 2 * SECOND] - wanted
    outs: cython.p_float = work + 4 * hidden if cython.compiled else memoryview(work)[4 * hidden :]
    begin_step(work, hidden)
    for k in range(SECOND):
        out = net[last + k] + dot(work, units, net, second + k * hidden, hidden)
        outs[k] = 0
        if out > 0:
            outs[k] = out
        error += outs[k] * net[last + SECOND + k]
    slope[last + 2 * SECOND] += error
    for k in range(SECOND):
        if outs[k] > 0:
            out = error * net[last + SECOND + k]
            row = second + k * hidden
            slope[last + SECOND + k] += error * outs[k]
            slope[last + k] += out
            add_floats(slope, row, work, units, hidden, out)
            add_floats(work, back, net, row, hidden, out)
    end_step(work, hidden)
    return error


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def change_flags(
    net: cython.p_float,
    slope: cython.p_float,
    work: cython.p_float,
    groups: cython.p_int,
    cards: cython.int,
    width: cython.int,
    hidden: cython.int,
    states: cython.p_uchar,
    place: cython.int,
    places: cython.int,
) -> cython.void:
    """Change the first layer's sums from a place to the next, and the slopes of these flags.

    `groups` has the first flag of each byte of a place; those from `cards` on, up to the last
    bytes of hand and goals, say whether a flag is set.
    """
    at: cython.Py_ssize_t = place * width
    row: cython.Py_ssize_t
    k: cython.int
    before: cython.int
    now: cython.int
    is_card: cython.bint
    for k in range(width):
        is_card = cards <= k < width - 1 - GOALS
        before = states[at - width + k] if place > 0 else NOTHING
        now = states[at + k] if place < places else NOTHING
        if before == now:
            continue
        if before != NOTHING and (not is_card or before):
            row = (groups[k] + (0 if is_card else before)) * hidden
            add_floats(work, 0, net, row, hidden, -1)
            add_floats(slope, row, work, hidden, hidden, 1)
        if now != NOTHING and (not is_card or now):
            row = (groups[k] + (0 if is_card else now)) * hidden
            add_floats(work, 0, net, row, hidden, 1)
            add_floats(slope, row, work, hidden, hidden, -1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def learn_game(
    net: cython.p_float,
    slope: cython.p_float,
    work: cython.p_float,
    groups: cython.p_int,
    width: cython.int,
    cards: cython.int,
    hidden: cython.int,
    flags: cython.int,
    states: cython.p_uchar,
    targets: cython.p_float,
    places: cython.int,
) -> cython.float:
    """Add the slope of the places of one game; return the sum of their squared errors."""
    place: cython.int
    k: cython.int
    error: cython.float
    total: cython.float = 0
    for k in range(hidden):
        work[k] = net[flags * hidden + k]
        work[hidden + k] = 0
    for place in range(places + 1):
        change_flags(net, slope, work, groups, cards, width, hidden, states, place, places)
        if place < places:
            error = step(net, slope, work, hidden, (flags + 1) * hidden, targets[place])
            total += error * error
    add_floats(slope, flags * hidden, work, hidden, hidden, 1)
    return total


def learn(
    net: cython.float[::1],
    slope: cython.float[::1],
    groups: cython.int[::1],
    cards: cython.int,
    hidden: cython.int,
    flags: cython.int,
    states: cython.uchar[::1],
    targets: cython.float[::1],
    told: cython.int[::1],
) -> float:
    """Add the slope of all games; return the sum of squared errors.

    `states`, `targets` and `told` are those of `Search.play_games`, the targets in the net's own
    unit. `cards` is the byte of the first card.
    """
    width: cython.int = len(groups)
    games: cython.int = len(told) // TOLD
    game: cython.int
    at: cython.Py_ssize_t = 0
    total: cython.double = 0
    work: cython.float[::1] = array("f", bytes(4 * (4 * hidden + SECOND)))
    with cython.nogil:
        for game in range(games):
            if cython.compiled:
                total += learn_game(
                    cython.address(net[0]),
                    cython.address(slope[0]),
                    cython.address(work[0]),
                    cython.address(groups[0]),
                    width,
                    cards,
                    hidden,
                    flags,
                    cython.address(states[at * width]),
                    cython.address(targets[at]),
                    told[TOLD * game],
                )
            else:
                total += learn_game(
                    net,
                    slope,
                    work,
                    groups,
                    width,
                    cards,
                    hidden,
                    flags,
                    memoryview(states)[at * width :],
                    memoryview(targets)[at:],
                    told[TOLD * game],
                )
            at += told[TOLD * game]
    return total


# --- the weights that split a value (hashi.coach.item_weights)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def item_step(
    head: cython.p_float,
    slope: cython.p_float,
    work: cython.p_float,
    hidden: cython.int,
    units: cython.int,
    came: cython.p_float,
) -> cython.float:
    """Add the slope of one place, whose first layer's sums are in `work`; return its loss.

    `came` has the points of islands that came, then for each goal: NO_CHANCE if it is paid, or
    what became of it (0 not reached, 1 in time, 2 late), and whether it could be reached in time.
    """
    outs: cython.p_float = work + 4 * hidden if cython.compiled else memoryview(work)[4 * hidden :]
    last: cython.Py_ssize_t = units * hidden
    ends: cython.Py_ssize_t = last + units * (1 + OUTPUTS)
    said: cython.Py_ssize_t = units
    k: cython.int
    o: cython.int
    early: cython.float
    late: cython.float
    chance: cython.float
    out: cython.float
    loss: cython.float
    begin_step(work, hidden)
    for o in range(OUTPUTS):
        outs[said + o] = head[ends + o]
    for k in range(units):
        out = head[last + k] + dot(work, 2 * hidden, head, k * hidden, hidden)
        outs[k] = 0
        if out > 0:
            outs[k] = out
            for o in range(OUTPUTS):
                outs[said + o] += out * head[last + units + k * OUTPUTS + o]
    outs[said] -= came[0]
    loss = ISLANDS_WEIGHT * outs[said] * outs[said]
    outs[said] *= 2 * ISLANDS_WEIGHT
    for k in range(GOALS):
        o = said + 1 + 2 * k
        early = exp(outs[o]) if came[2 + 2 * k] > 0 else 0
        late = exp(outs[o + 1])
        outs[o] = 0
        outs[o + 1] = 0
        if came[1 + 2 * k] >= 0:
            chance = 1 if came[1 + 2 * k] == 0 else early if came[1 + 2 * k] == 1 else late
            loss -= log(max(chance, 1e-9) / (1 + early + late))
            outs[o] = early / (1 + early + late) - (1 if came[1 + 2 * k] == 1 else 0)
            outs[o + 1] = late / (1 + early + late) - (1 if came[1 + 2 * k] == 2 else 0)
    for o in range(OUTPUTS):
        slope[ends + o] += outs[said + o]
    for k in range(units):
        if outs[k] > 0:
            out = 0
            for o in range(OUTPUTS):
                out += outs[said + o] * head[last + units + k * OUTPUTS + o]
                slope[last + units + k * OUTPUTS + o] += outs[said + o] * outs[k]
            slope[last + k] += out
            add_floats(slope, k * hidden, work, 2 * hidden, hidden, out)
    return loss


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def what_came(
    states: cython.p_uchar,
    at: cython.Py_ssize_t,
    width: cython.int,
    islands: cython.int,
    left: cython.int,
    told: cython.p_int,
    came: cython.p_float,
) -> cython.void:
    """Write what came after a place, `left` places before the last of its game."""
    finished: cython.int = 0
    k: cython.int
    goal: cython.int
    now: cython.int
    more: cython.int
    place: cython.Py_ssize_t
    for k in range(islands):
        if states[at + k] == 0:
            finished += 1
    came[0] = 0.1 * POINTS_FOR_AN_ISLAND * (told[2] - finished)
    for goal in range(GOALS):
        now = states[at + width - GOALS + goal]
        came[1 + 2 * goal] = -1 if now == PAID_FLAG else 0
        came[2 + 2 * goal] = 1 if 0 < now < PAID_FLAG else 0
        if now == PAID_FLAG or not told[3] >> goal & 1:
            continue
        place = at + width - GOALS + goal
        more = left
        while more and states[place + width] != PAID_FLAG:
            place += width
            more -= 1
        came[1 + 2 * goal] = 1 if states[place] > 0 else 2


def learn_items(
    net: cython.float[::1],
    head: cython.float[::1],
    slope: cython.float[::1],
    groups: cython.int[::1],
    cards: cython.int,
    islands: cython.int,
    hidden: cython.int,
    flags: cython.int,
    units: cython.int,
    states: cython.uchar[::1],
    told: cython.int[::1],
    until: cython.int[::1],
) -> tuple[float, int]:
    """Add the slope of the head at places between two turns; return the sum of their losses.

    Those up to the round in `until` do not count. Return how many places counted as well.
    """
    width: cython.int = len(groups)
    games: cython.int = len(told) // TOLD
    deck: cython.int = width - 1 - GOALS - cards
    game: cython.int
    place: cython.int
    k: cython.int
    turned: cython.int
    counted: cython.int = 0
    at: cython.Py_ssize_t = 0
    total: cython.double = 0
    memory: cython.float[::1] = array("f", bytes(4 * (4 * hidden + units + OUTPUTS)))
    none: cython.float[::1] = array("f", bytes(4 * len(net)))
    known: cython.float[::1] = array("f", bytes(4 * (1 + 2 * GOALS)))
    work: cython.p_float = cython.address(memory[0]) if cython.compiled else memory
    came: cython.p_float = cython.address(known[0]) if cython.compiled else known
    first: cython.p_uchar = cython.address(states[0]) if cython.compiled else states
    with cython.nogil:
        for game in range(games):
            for k in range(hidden):
                work[k] = net[flags * hidden + k]
                work[hidden + k] = 0
            for place in range(told[TOLD * game]):
                if cython.compiled:
                    first = cython.address(states[at * width])
                    change_flags(
                        cython.address(net[0]),
                        cython.address(none[0]),
                        work,
                        cython.address(groups[0]),
                        cards,
                        width,
                        hidden,
                        first,
                        place,
                        told[TOLD * game],
                    )
                else:
                    first = memoryview(states)[at * width :]
                    change_flags(
                        net,
                        none,
                        work,
                        groups,
                        cards,
                        width,
                        hidden,
                        first,
                        place,
                        told[TOLD * game],
                    )
                turned = deck
                for k in range(cards, cards + deck):
                    turned -= first[place * width + k]
                if first[place * width + cards + deck] or turned < until[game]:
                    continue
                counted += 1
                what_came(
                    first,
                    place * width,
                    width,
                    islands,
                    told[TOLD * game] - 1 - place,
                    cython.address(told[TOLD * game])
                    if cython.compiled
                    else memoryview(told)[TOLD * game :],
                    came,
                )
                if cython.compiled:
                    total += item_step(
                        cython.address(head[0]),
                        cython.address(slope[0]),
                        work,
                        hidden,
                        units,
                        came,
                    )
                else:
                    total += item_step(head, slope, work, hidden, units, came)
            at += told[TOLD * game]
    return total, counted


# --- nets that are made of shared numbers


def gather(
    plan: cython.int[::1], shared: cython.float[::1], net: cython.float[::1], hidden: cython.int
) -> None:
    """Make a net of the shared numbers by a plan."""
    k: cython.Py_ssize_t
    r: cython.Py_ssize_t
    to: cython.p_float = cython.address(net[0]) if cython.compiled else net
    source: cython.p_float = cython.address(shared[0]) if cython.compiled else shared
    with cython.nogil:
        for k in range(len(net)):
            net[k] = 0
        for k in range(0, len(plan), 4):
            for r in range(plan[k + 2]):
                add_floats(
                    to,
                    plan[k] + r * hidden,
                    source,
                    plan[k + 1] + r * plan[k + 3],
                    plan[k + 3],
                    1,
                )


def scatter(
    plan: cython.int[::1], slope: cython.float[::1], shared: cython.float[::1], hidden: cython.int
) -> None:
    """Add a net's slope to that of the shared numbers."""
    k: cython.Py_ssize_t
    r: cython.Py_ssize_t
    to: cython.p_float = cython.address(shared[0]) if cython.compiled else shared
    source: cython.p_float = cython.address(slope[0]) if cython.compiled else slope
    with cython.nogil:
        for k in range(0, len(plan), 4):
            for r in range(plan[k + 2]):
                add_floats(
                    to,
                    plan[k + 1] + r * plan[k + 3],
                    source,
                    plan[k] + r * hidden,
                    plan[k + 3],
                    1,
                )


def descend(
    net: cython.float[::1],
    slope: cython.float[::1],
    first: cython.float[::1],
    second: cython.float[::1],
    slow: cython.float[::1],
    steps: cython.int,
    rate: cython.float,
    share: cython.float,
) -> None:
    """Go one step of Adam down the slope times `share`, and clear the slope.

    `first` and `second` are the moments, `slow` is the moving average of the net.
    """
    one: cython.float = 1 - 0.9**steps
    two: cython.float = 1 - 0.999**steps
    keep: cython.float = 1 - 1 / min(SLOW, 1 + 0.1 * steps)
    count: cython.Py_ssize_t = len(net)
    if cython.compiled:
        with cython.nogil:
            adam(
                cython.address(net[0]),
                cython.address(slope[0]),
                cython.address(first[0]),
                cython.address(second[0]),
                cython.address(slow[0]),
                count,
                rate,
                share,
                one,
                two,
                keep,
            )
    else:
        adam(net, slope, first, second, slow, count, rate, share, one, two, keep)


def whole(
    numbers: cython.float[::1],
    begin: cython.Py_ssize_t,
    fineness: cython.float,
    to: cython.short[::1],
) -> None:
    """Write numbers as integers, `fineness` for 1.0, as many as there is room."""
    if cython.compiled:
        round_all(cython.address(numbers[0]), begin, fineness, cython.address(to[0]), len(to))
    else:
        round_all(numbers, begin, fineness, to, len(to))


def differences(
    rows: cython.short[::1], pairs: cython.int[::1], hidden: cython.int, to: cython.short[::1]
) -> None:
    """Write for each pair of rows the second one less the first."""
    k: cython.Py_ssize_t
    before: cython.Py_ssize_t
    after: cython.Py_ssize_t
    for k in range(len(pairs) // 2):
        before = pairs[2 * k] * hidden
        after = pairs[2 * k + 1] * hidden
        if cython.compiled:
            take_shorts(
                cython.address(rows[after]),
                cython.address(rows[before]),
                cython.address(to[k * hidden]),
                hidden,
            )
        else:
            take_shorts(rows[after:], rows[before:], memoryview(to)[k * hidden :], hidden)
