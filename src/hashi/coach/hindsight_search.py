"""The search for the best possible result with known cards, compiled like the kernel.

It decides one scenario: can so many islands be finished and these goals be reached by these
rounds? The final picture of bridges is guessed first: depth first over the lines with 0, 1 or 2
planks, where an island's number is the degree that it ends with. Each whole picture is a task, or
one task for each set of six islands that it joins, and each task is scheduled: round by round a
number is written and planks are drawn, the one that is due first before the others.

A plank is one bridge on one line. A token is what can number an island: a card, or the start.
docs/coach.md says why every cut is sound.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from hashi.arrays import plain as cython

if not cython.compiled:  # the compiled module gets these from hindsight_search.pxd
    from hashi.arrays.kernel import BIT, count, lowest
    from hashi.coach.constants import *
    from hashi.coach.plain_state import State

is_compiled = cython.compiled


# --- pictures: which numbers of islands the cards still allow


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def match(
    s: cython.pointer(State), tokens: cython.p_int, at: cython.int, joker: cython.int
) -> cython.int:
    """Return how many of the islands in `spans` can get a token of their own.

    An island takes any number from its least to its highest, so those whose highest is the lowest
    are served first. `joker` is the number of the start (R5), or 0. Of the word for a least
    number, byte n counts the islands whose highest is n.
    """
    waiting: cython.ulonglong = 0
    matched: cython.int = 0
    number: cython.int
    left: cython.int
    high: cython.int
    served: cython.int
    for number in range(1, NUMBERS):
        waiting += s.spans[number]
        left = tokens[at + number]
        if number == joker:
            left += 1
        while left and waiting:
            high = lowest(waiting) & 56
            served = waiting >> high & 255
            if served > left:
                served = left
            waiting -= (BIT * served) << high
            left -= served
            matched += served
        waiting &= ~(255 * BIT << 8 * number)  # the next number is too high for these
    return matched


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add_span(s: cython.pointer(State), low: cython.int, high: cython.int) -> cython.void:
    """Count an island for `match` by its least and its highest number."""
    s.spans[low or 1] += BIT << 8 * high


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def are_dues_possible(s: cython.pointer(State), level: cython.int, k: cython.int) -> cython.bint:
    """Return whether the cards up to a deadline may number all islands that are due by it."""
    base: cython.int = level * MOST_ISLANDS
    island: cython.int
    number: cython.int
    wanted: cython.int = 0
    left: cython.ulonglong = s.due_islands[k]
    for number in range(NUMBERS):
        s.spans[number] = 0
    while left:
        island = lowest(left)
        left &= left - 1
        if s.written[island]:
            if s.most[base + island] < s.written[island]:
                return False
        elif s.most[base + island]:
            wanted += 1
            add_span(s, s.degree[base + island], s.most[base + island])
        else:
            return False
    return match(s, s.flag_tokens, k * NUMBERS, 0) == wanted


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_possible(
    s: cython.pointer(State), level: cython.int, changed: cython.ulonglong
) -> cython.bint:
    """Return whether the picture so far may still become one that the cards allow.

    `changed` are the islands whose planks, now or at most, are others than one level before.
    """
    base: cython.int = level * MOST_ISLANDS
    island: cython.int
    number: cython.int
    wanted: cython.int
    matched: cython.int
    k: cython.int
    for k in range(s.dues):
        if s.planks_due[level * MOST_DUES + k] > s.bridges_by[s.due_round[k]]:
            return False
    for k in range(s.dues):
        if s.due_islands[k] & changed and not are_dues_possible(s, level, k):
            return False
    wanted = s.needed
    for number in range(NUMBERS):
        s.spans[number] = 0
    for island in range(s.islands):
        if s.written[island]:
            if s.most[base + island] == s.written[island]:
                wanted -= 1
        elif s.most[base + island]:
            add_span(s, s.degree[base + island], s.most[base + island])
    k = (s.dues - 1) * NUMBERS
    matched = match(s, s.tokens, k, 0)
    if matched >= wanted or not s.has_start or matched + 1 < wanted:
        return matched >= wanted
    return match(s, s.tokens, k, 3) >= wanted or match(s, s.tokens, k, 4) >= wanted


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_most(
    s: cython.pointer(State), level: cython.int, island: cython.int, open_: cython.ulonglong
) -> cython.void:
    """Count the most planks that an island can end with, along the open lines."""
    base: cython.int = level * MOST_ISLANDS
    most: cython.int = s.degree[base + island]
    lines: cython.ulonglong = open_ & s.lines_of[island]
    line: cython.int
    other: cython.int
    more: cython.int
    room: cython.int
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        other = s.end_a[line] + s.end_b[line] - island
        more = 2 - s.stood[line]
        room = s.limit[other] - s.degree[base + other]
        most += min(more, room)
    s.most[base + island] = min(most, s.limit[island])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lay(
    s: cython.pointer(State),
    level: cython.int,
    open_: cython.ulonglong,
    line: cython.int,
    more: cython.int,
) -> cython.ulonglong:
    """Decide that a line gets so many planks more; return the lines that are still open.

    The next level gets what follows from it; this one stays as it is.
    """
    base: cython.int = level * MOST_ISLANDS
    next_: cython.int = base + MOST_ISLANDS
    a: cython.int = s.end_a[line]
    b: cython.int = s.end_b[line]
    k: cython.int
    closed: cython.ulonglong
    touched: cython.ulonglong = BIT << a | BIT << b
    for k in range(s.islands):
        s.degree[next_ + k] = s.degree[base + k]
        s.most[next_ + k] = s.most[base + k]
    open_ &= ~(BIT << line)
    s.picture[line] = s.stood[line] + more
    for k in range(s.dues):
        s.planks_due[(level + 1) * MOST_DUES + k] = s.planks_due[level * MOST_DUES + k]
        if s.due_lines[k] >> line & 1:
            s.planks_due[(level + 1) * MOST_DUES + k] += more
    if more:
        s.degree[next_ + a] += more
        s.degree[next_ + b] += more
        touched |= s.beside[a] | s.beside[b]
        closed = open_ & s.crossed_by[line]
        open_ &= ~closed
        while closed:
            k = lowest(closed)
            closed &= closed - 1
            s.picture[k] = s.stood[k]
            touched |= BIT << s.end_a[k] | BIT << s.end_b[k]
        closed = 0
        if s.degree[next_ + a] == s.limit[a]:
            closed |= open_ & s.lines_of[a]
        if s.degree[next_ + b] == s.limit[b]:
            closed |= open_ & s.lines_of[b]
        open_ &= ~closed
        while closed:
            k = lowest(closed)
            closed &= closed - 1
            s.picture[k] = s.stood[k]
    s.changed = touched
    while touched:
        k = lowest(touched)
        touched &= touched - 1
        count_most(s, level + 1, k, open_)
    return open_


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def choose_island(s: cython.pointer(State), open_: cython.ulonglong) -> cython.int:
    """Return the island to decide next: the fewest open lines, those with deadlines first."""
    best: cython.int = -1
    best_rank: cython.int = NEVER * NEVER
    rank: cython.int
    island: cython.int
    for island in range(s.islands):
        rank = count(s.lines_of[island] & open_)
        if rank:
            rank = rank * 256 + (s.required[island] or 255)
            if rank < best_rank:
                best_rank = rank
                best = island
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_set_possible(
    s: cython.pointer(State), level: cython.int, at: cython.int, laid: cython.ulonglong
) -> cython.bint:
    """Return whether tokens and bridges up to the deadline of six may be enough for a set too."""
    base: cython.int = level * MOST_ISLANDS
    island: cython.int
    number: cython.int
    wanted: cython.int = 0
    matched: cython.int
    k: cython.int = 0
    islands: cython.ulonglong
    while s.due_round[k] < s.set_due:
        k += 1
    if planks_at(s, laid & (s.set_lines[at] | s.early_lines)) > s.bridges_by[s.set_due]:
        return False
    islands = s.set_islands[at] | s.early_islands
    for number in range(NUMBERS):
        s.spans[number] = 0
    while islands:
        island = lowest(islands)
        islands &= islands - 1
        if not s.written[island]:
            wanted += 1
            add_span(s, s.degree[base + island], s.most[base + island])
    k *= NUMBERS
    matched = match(s, s.tokens, k, 0)
    if matched == wanted or not s.has_start or matched + 1 < wanted:
        return matched == wanted
    return match(s, s.tokens, k, 3) == wanted or match(s, s.tokens, k, 4) == wanted


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_set_joined(
    s: cython.pointer(State), level: cython.int, lines: cython.ulonglong, at: cython.int
) -> cython.bint:
    """Return whether the islands of a set can be finished, and these lines may join them."""
    base: cython.int = level * MOST_ISLANDS
    islands: cython.ulonglong = s.set_islands[at]
    island: cython.int
    k: cython.int
    while islands:
        island = lowest(islands)
        islands &= islands - 1
        if s.most[base + island] < (s.written[island] or 1):
            return False
    k = s.trees_at[at]
    while k < s.trees_at[at + 1] and s.trees[k] & ~lines:
        k += 1
    return k < s.trees_at[at + 1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def choose_sets(s: cython.pointer(State), open_: cython.ulonglong) -> cython.void:
    """List the sets of six that are possible before anything is decided."""
    at: cython.int
    s.choices = 0
    for at in range(s.sets if s.set_due else 0):
        if is_set_joined(s, 0, open_ | s.standing, at) and is_set_possible(s, 0, at, 0):
            s.choice[s.choices] = at
            s.choices += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_set(
    s: cython.pointer(State),
    level: cython.int,
    open_: cython.ulonglong,
    laid: cython.ulonglong,
    first: cython.int,
) -> cython.int:
    """Return which choice of a set of six may still be joined in time, -1 if there is none.

    The search begins with the choice `first`, which was possible one level before.
    """
    k: cython.int = first
    at: cython.int
    lines: cython.ulonglong = open_ | laid | s.standing
    while True:
        at = s.choice[k]
        if is_set_joined(s, level, lines, at) and is_set_possible(s, level, at, laid):
            return k
        k += 1
        if k == s.choices:
            k = 0
        if k == first:
            return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_pictures(
    s: cython.pointer(State),
    level: cython.int,
    open_: cython.ulonglong,
    laid: cython.ulonglong,
    island: cython.int,
    witness: cython.int,
) -> cython.void:
    """Try every picture that completes this one along the open lines.

    `laid` are the lines that are decided and have planks, `witness` is the choice of a set of six
    that was possible so far.
    """
    base: cython.int = level * MOST_ISLANDS
    line: cython.int
    most: cython.int
    more: cython.int
    room: cython.int
    set_: cython.int
    after: cython.ulonglong
    now: cython.ulonglong
    s.steps += 1
    if s.steps > s.step_limit:
        s.is_stopped = 1
        return
    if not open_:
        s.pictures += 1
        try_picture(s, level)
        return
    if not open_ & s.lines_of[island]:
        island = choose_island(s, open_)
    line = lowest(open_ & s.lines_of[island])
    most = 2 - s.stood[line]
    room = s.limit[s.end_a[line]] - s.degree[base + s.end_a[line]]
    if room < most:
        most = room
    room = s.limit[s.end_b[line]] - s.degree[base + s.end_b[line]]
    if room < most:
        most = room
    for more in range(most, -1, -1):
        after = lay(s, level, open_, line, more)
        if not is_possible(s, level + 1, s.changed):
            continue
        now = laid
        if s.picture[line]:
            now |= BIT << line
        set_ = witness
        if s.set_due and s.pictures > s.many_pictures and s.tasks <= s.pictures >> 3:
            set_ = find_set(s, level + 1, after, now, witness)
            if set_ < 0:
                continue
        draw_pictures(s, level + 1, after, now, island, set_)
        if s.is_found or s.is_stopped:
            return


# --- tasks: a picture, with a set of six islands where one is needed


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def planks_at(s: cython.pointer(State), lines: cython.ulonglong) -> cython.int:
    """Return how many planks are to be drawn along these lines."""
    planks: cython.int = 0
    line: cython.int
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        planks += s.picture[line] - s.stood[line]
    return planks


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_task_possible(s: cython.pointer(State), extra: cython.ulonglong) -> cython.bint:
    """Return whether tokens and bridges are enough by the deadline of six, with these islands."""
    k: cython.int
    number: cython.int
    lines: cython.ulonglong
    islands: cython.ulonglong
    left: cython.ulonglong
    missing: cython.int
    joker: cython.int
    for k in range(s.dues):
        if s.due_round[k] < s.set_due:
            continue
        islands = extra | s.due_islands[k]
        joker = s.has_start
        for number in range(1, NUMBERS):
            left = islands & s.of_degree[number]
            missing = count(left) - s.tokens[k * NUMBERS + number]
            if missing > 0:
                if missing > joker or number < 3 or number > 4 or not left & ~s.flagged:
                    return False
                joker -= 1
        lines = s.due_lines[k]
        left = extra
        while left:
            lines |= s.lines_of[lowest(left)]
            left &= left - 1
        if planks_at(s, lines) > s.bridges_by[s.due_round[k]]:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def try_picture(s: cython.pointer(State), level: cython.int) -> cython.void:
    """Schedule the picture: with each smallest set of six that it joins, where one is needed."""
    base: cython.int = level * MOST_ISLANDS
    island: cython.int
    line: cython.int
    k: cython.int
    j: cython.int
    at: cython.int
    size: cython.int
    found: cython.int = 0
    kept: cython.int = 0
    fit: cython.ulonglong = 0
    drawn: cython.ulonglong = 0
    extra: cython.ulonglong
    is_new: cython.bint
    for k in range(NUMBERS):
        s.of_degree[k] = 0
    for island in range(s.islands):
        s.final[island] = s.degree[base + island]
        if not s.written[island]:
            s.of_degree[s.final[island]] |= BIT << island
            if s.final[island]:
                fit |= BIT << island
        elif s.final[island] == s.written[island]:
            fit |= BIT << island
    if not s.set_due:
        try_task(s, 0)
        return
    for line in range(s.lines):
        if s.picture[line]:
            drawn |= BIT << line
    for k in range(s.choices):
        at = s.choice[k]
        if s.set_islands[at] & ~fit:
            continue
        for j in range(s.trees_at[at], s.trees_at[at + 1]):
            if not s.trees[j] & ~drawn:
                s.unions[found] = s.set_islands[at] & ~s.early_islands
                found += 1
                break
    for size in range(NUMBERS):  # smallest first: a set that contains another adds nothing
        for k in range(kept, found):
            extra = s.unions[k]
            if count(extra) != size:
                continue
            is_new = True
            for j in range(kept):
                if not s.unions[j] & ~extra:
                    is_new = False
                    break
            if is_new and is_task_possible(s, extra):
                s.unions[k] = s.unions[kept]
                s.unions[kept] = extra
                kept += 1
    for k in range(kept):
        try_task(s, s.unions[k])
        if s.is_found or s.is_stopped:
            return


# --- schedules


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_planks(s: cython.pointer(State), line: cython.int) -> cython.void:
    """Add the planks that are to be drawn along a line, with their deadline."""
    last: cython.int = s.planks + s.picture[line] - s.stood[line]
    a: cython.int = s.end_a[line]
    b: cython.int = s.end_b[line]
    due: cython.int = s.rounds
    if s.due[a] and s.due[a] < due:
        due = s.due[a]
    if s.due[b] and s.due[b] < due:
        due = s.due[b]
    while s.planks < last:
        s.plank_line[s.planks] = line
        s.plank_due[s.planks] = due
        s.planks_of[a] |= BIT << s.planks
        s.planks_of[b] |= BIT << s.planks
        s.planks_on[line] |= BIT << s.planks
        s.due_on[due] |= BIT << s.planks
        s.due_rounds |= BIT << due
        s.planks += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def try_task(s: cython.pointer(State), extra: cython.ulonglong) -> cython.void:
    """Look for a schedule of the picture in which these islands are finished by `set_due` too."""
    island: cython.int
    line: cython.int
    k: cython.int
    s.tasks += 1
    s.planks = 0
    s.due_rounds = 0
    s.flags_written = 0
    s.sure = 0
    for k in range(s.rounds + 1):
        s.due_on[k] = 0
        s.draws[k] = 0
    for k in range(s.dues * NUMBERS):
        s.wanted[k] = 0
    for k in range(NUMBERS):
        s.rest[k] = 0
    for island in range(s.islands):
        s.planks_of[island] = 0
        s.due[island] = s.required[island]
        if extra >> island & 1:
            s.due[island] = s.set_due
        s.number[island] = s.written[island]
        s.time[island] = -1
        if not s.written[island]:
            s.time[island] = NEVER
            s.rest[s.final[island]] += 1
            for k in range(s.dues):
                if s.due[island] and s.due[island] <= s.due_round[k]:
                    s.wanted[k * NUMBERS + s.final[island]] += 1
        elif s.written[island] == s.final[island]:
            s.sure += 1
    for line in range(s.lines):  # planks at flags get the lowest bits: they are drawn first
        s.planks_on[line] = 0
        if (BIT << s.end_a[line] | BIT << s.end_b[line]) & s.flagged:
            add_planks(s, line)
    for line in range(s.lines):
        if not (BIT << s.end_a[line] | BIT << s.end_b[line]) & s.flagged:
            add_planks(s, line)
    s.released[0] = 0
    s.drawn[0] = 0
    for island in range(s.islands):
        if s.written[island]:
            s.released[0] |= s.planks_of[island]
    s.task_steps = 0
    if not is_schedule_possible(s):
        return
    if s.has_start:
        write_start(s)
    else:
        play_round(s, 1)
    if s.task_steps > s.task_limit and not s.is_found:
        s.undecided += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def first_round(s: cython.pointer(State), island: cython.int, after: cython.int) -> cython.int:
    """Return the first round after one whose card may number an island, finished or not."""
    round: cython.int
    for round in range(after + 1, s.rounds + 1):
        if s.card_number[round] == s.final[island]:
            return round
        if s.card_number[round] > s.final[island] and not s.due[island]:
            return round
    return NEVER


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_earliest(s: cython.pointer(State)) -> cython.void:
    """Find the first round in which each island can have its number, whatever else is done.

    A flag needs a bridge one round before, and so a neighbour with a number by then (R11, R14).
    """
    island: cython.int
    other: cython.int
    round: cython.int
    after: cython.int
    lines: cython.ulonglong
    is_changed: cython.bint = True
    for island in range(s.islands):
        s.earliest[island] = s.time[island]
        if s.written[island] or not s.final[island]:
            continue
        if not (s.flagged & ~s.touched) >> island & 1:
            s.earliest[island] = first_round(s, island, 0)
        if not s.has_start or s.flagged >> island & 1:
            continue
        if 3 <= s.final[island] <= 4 or (s.final[island] < 3 and not s.due[island]):
            s.earliest[island] = 0
    while is_changed:
        is_changed = False
        for island in range(s.islands):
            if s.written[island] or not (s.flagged & ~s.touched) >> island & 1:
                continue
            after = NEVER
            lines = s.lines_of[island]
            while lines:
                other = lowest(lines)
                lines &= lines - 1
                if s.planks_on[other]:
                    other = s.end_a[other] + s.end_b[other] - island
                    after = min(after, s.earliest[other])
            if after == NEVER:
                continue
            round = first_round(s, island, max(after, 1))
            if round < s.earliest[island]:
                s.earliest[island] = round
                is_changed = True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_schedule_possible(s: cython.pointer(State)) -> cython.bint:
    """Return whether what is due fits into its rounds, with each number as early as it can be."""
    island: cython.int
    best: cython.int
    round: cython.int
    left: cython.int
    islands: cython.ulonglong
    waiting: cython.ulonglong = 0
    released: cython.ulonglong = 0
    drawn: cython.ulonglong = 0
    days: cython.ulonglong
    some: cython.ulonglong
    find_earliest(s)
    for island in range(s.islands):
        if s.due[island] and not s.written[island]:
            if s.earliest[island] > s.due[island]:
                return False
            waiting |= BIT << island
        if s.earliest[island] < 1:
            released |= s.planks_of[island]
    for round in range(1, s.rounds + 1):
        best = -1
        islands = waiting & s.of_degree[s.card_number[round]]
        while islands:
            island = lowest(islands)
            islands &= islands - 1
            if not s.earliest[island] <= round <= s.due[island]:
                continue
            if best < 0 or s.due[island] < s.due[best]:
                best = island
        if best >= 0:
            waiting &= ~(BIT << best)
        for island in range(s.islands):
            if s.earliest[island] == round:
                released |= s.planks_of[island]
        left = s.card_bridges[round]
        days = s.due_rounds
        while left and days:
            some = released & ~drawn & s.due_on[lowest(days)]
            days &= days - 1
            while left and some:
                drawn |= some & (0 - some)
                some &= some - 1
                left -= 1
        if s.due_on[round] & ~drawn:
            return False
    if not waiting:
        return True
    if not s.has_start or waiting & (waiting - 1):
        return False
    # one is left, which may be exchanged for one that the start can number (R5)
    islands = s.of_degree[s.final[lowest(waiting)]] & ~s.flagged
    while islands:
        island = lowest(islands)
        islands &= islands - 1
        if s.due[island] and s.earliest[island] == 0:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_left(s: cython.pointer(State), round: cython.int) -> cython.int:
    """Return how many islands can still be finished with the cards after this round."""
    finished: cython.int = s.sure
    number: cython.int
    left: cython.int
    at: cython.int = (s.dues - 1) * NUMBERS
    for number in range(1, NUMBERS):
        left = s.left[round * MOST_DUES * NUMBERS + at + number]
        finished += min(left, s.rest[number])
    return finished


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_number_left(s: cython.pointer(State), round: cython.int, number: cython.int) -> cython.bint:
    """Return whether the cards after this round number the islands that are due with it."""
    k: cython.int
    for k in range(s.dues):
        if s.wanted[k * NUMBERS + number] > s.left[(round * MOST_DUES + k) * NUMBERS + number]:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def are_bridges_left(s: cython.pointer(State), round: cython.int) -> cython.bint:
    """Return whether the cards after this round may draw all planks in time, and no more."""
    undrawn: cython.ulonglong = ~s.drawn[round]
    days: cython.ulonglong
    due: cython.int
    planks: cython.int = s.planks - count(s.drawn[round])
    spare: cython.int = s.bridges_by[s.rounds] - s.bridges_by[round] - planks
    if spare < 0 or (spare < 64 and not s.sums[round] >> spare & 1):
        return False
    planks = 0
    days = s.due_rounds & ~((BIT << (round + 1)) - 1)
    while days:
        due = lowest(days)
        days &= days - 1
        planks += count(s.due_on[due] & undrawn)
        if planks > s.bridges_by[due] - s.bridges_by[round]:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_planks(s: cython.pointer(State), round: cython.int) -> cython.bint:
    """Draw the planks of a round, the first due first; return whether none is missing or late."""
    drawn: cython.ulonglong = s.drawn[round - 1]
    available: cython.ulonglong = s.released[round] & ~drawn
    days: cython.ulonglong = s.due_rounds
    some: cython.ulonglong
    wanted: cython.int = s.card_bridges[round] if s.draws[round] else 0
    while wanted and days:
        some = available & s.due_on[lowest(days)]
        days &= days - 1
        while wanted and some:
            drawn |= some & (0 - some)
            some &= some - 1
            wanted -= 1
    s.drawn[round] = drawn
    return not wanted and not s.due_on[round] & ~drawn


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def simulate(s: cython.pointer(State), last: cython.int) -> cython.bint:
    """Draw all rounds up to this one again; return whether no plank is missing or late."""
    round: cython.int = 1
    while round <= last and draw_planks(s, round):
        round += 1
    return round > last


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_round(s: cython.pointer(State), round: cython.int) -> cython.void:
    """Try every way to use the card of this round, and play on."""
    number: cython.int
    part: cython.int
    island: cython.int
    islands: cython.ulonglong
    soon: cython.ulonglong
    s.steps += 1
    s.schedule_steps += 1
    s.task_steps += 1
    if s.steps > s.step_limit:
        s.is_stopped = 1
        return
    if s.task_steps > s.task_limit:
        return
    if round > s.rounds:
        s.is_found = 1
        for number in range(1, NUMBERS):
            if s.wanted[(s.dues - 1) * NUMBERS + number]:
                s.is_found = 0
        return
    number = s.card_number[round]
    soon = 0
    islands = s.of_degree[number]
    while islands:
        island = lowest(islands)
        islands &= islands - 1
        if s.due[island] and s.due[island] < s.rounds:
            soon |= BIT << island
    for part in range(2):  # islands with a deadline before the end come first
        islands = s.of_degree[number] & (soon if part == 0 else ~soon)
        while islands:
            island = lowest(islands)
            islands &= islands - 1
            if not s.number[island]:
                write(s, round, island, number)
                if s.is_found:
                    return
    if not is_number_left(s, round, number) or count_left(s, round) < s.needed:
        return
    s.released[round] = s.released[round - 1]
    go_on(s, round)
    if s.is_found:
        return
    for island in range(s.islands):  # a number that is never finished lets bridges begin there
        if s.final[island] >= number or s.number[island] or s.due[island]:
            continue
        if s.planks_of[island] & ~s.released[round - 1]:
            write(s, round, island, number)
            if s.is_found:
                return


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_start(s: cython.pointer(State)) -> cython.void:
    """Try every start (R5), and play on."""
    number: cython.int
    island: cython.int
    for number in range(3, 5):
        for island in range(s.islands):
            if s.final[island] == number:
                write(s, 0, island, number)
                if s.is_found:
                    return
    for island in range(s.islands):  # a start that is never finished
        if s.final[island] < 4:
            write(s, 0, island, 4)
            if s.is_found:
                return


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write(
    s: cython.pointer(State), round: cython.int, island: cython.int, number: cython.int
) -> cython.void:
    """Write a number, where the island may take it, and play on."""
    k: cython.int
    final: cython.int = s.final[island]
    flag: cython.ulonglong = s.flagged & (BIT << island)
    due: cython.int = s.due[island]
    if due and (final != number or round > due):
        return
    if flag and s.touched >> island & 1:
        flag = 0
    if flag and round < 2:
        return
    if flag and not s.planks_of[island] & s.released[round - 1]:
        return  # no bridge can have come from a number (R11, R14)
    if round == 0 and s.flagged >> island & 1:
        return
    s.number[island] = number
    s.time[island] = round
    s.rest[final] -= 1
    if final == number:
        s.sure += 1
    if due:
        for k in range(s.dues):
            if due <= s.due_round[k]:
                s.wanted[k * NUMBERS + final] -= 1
    s.flags_written |= flag
    if is_number_left(s, round, number) and count_left(s, round) >= s.needed:
        if round:
            s.released[round] = s.released[round - 1] | s.planks_of[island]
            go_on(s, round)
        else:
            s.released[0] |= s.planks_of[island]
            play_round(s, 1)
            if not s.is_found:
                s.released[0] &= ~s.planks_of[island]
    if s.is_found:
        return
    s.flags_written &= ~flag
    if due:
        for k in range(s.dues):
            if due <= s.due_round[k]:
                s.wanted[k * NUMBERS + final] += 1
    if final == number:
        s.sure -= 1
    s.rest[final] += 1
    s.number[island] = 0
    s.time[island] = NEVER


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def go_on(s: cython.pointer(State), round: cython.int) -> cython.void:
    """Make sure that flags got a bridge before their number (R11), then draw and play on.

    Where one has none, one of its planks must be due in the round before its number: try each.
    """
    island: cython.int
    line: cython.int
    other: cython.int
    plank: cython.int
    before: cython.int
    new: cython.int
    lines: cython.ulonglong
    flags: cython.ulonglong = s.flags_written
    while flags:
        island = lowest(flags)
        if not s.drawn[s.time[island] - 1] & s.planks_of[island]:
            break
        flags &= flags - 1
    if not flags:
        draw(s, round)
        return
    new = s.time[island] - 1
    lines = s.lines_of[island]
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        other = s.end_a[line] + s.end_b[line] - island
        if not s.planks_on[line] or s.time[other] > new:
            continue
        plank = lowest(s.planks_on[line])
        before = s.plank_due[plank]
        s.plank_due[plank] = new
        s.due_on[before] &= ~(BIT << plank)
        s.due_on[new] |= BIT << plank
        s.due_rounds |= BIT << new
        s.steps += 1
        s.schedule_steps += 1
        s.task_steps += 1
        if simulate(s, round - 1):
            go_on(s, round)
            if s.is_found:
                return
        s.plank_due[plank] = before
        s.due_on[new] &= ~(BIT << plank)
        s.due_on[before] |= BIT << plank
        if s.is_stopped or s.task_steps > s.task_limit:
            break
    simulate(s, round - 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw(s: cython.pointer(State), round: cython.int) -> cython.void:
    """Draw the bridges of this round or skip them (R8, R13), and play on."""
    draws: cython.int
    for draws in range(1, -1, -1):
        if s.is_stopped or s.task_steps > s.task_limit:
            break
        s.draws[round] = draws
        if draw_planks(s, round) and are_bridges_left(s, round):
            play_round(s, round + 1)
            if s.is_found:
                return
    s.draws[round] = 0


# --- for Python


@cython.cclass
class HindsightSearch:
    """One problem: the fields of `State` that describe it are loaded, then it is searched."""

    state: State

    def __init__(self):
        if not cython.compiled:
            self.state = State()

    def load(self, fields: dict) -> None:
        """Set fields of the problem; those that are not named stay as they are."""
        s: cython.pointer(State)
        s = cython.address(self.state) if cython.compiled else self.state
        for name, value in fields.items():
            if name == "islands":
                s.islands = value
            elif name == "lines":
                s.lines = value
            elif name == "end_a":
                for k, n in enumerate(value):
                    s.end_a[k] = n
            elif name == "end_b":
                for k, n in enumerate(value):
                    s.end_b[k] = n
            elif name == "lines_of":
                for k, n in enumerate(value):
                    s.lines_of[k] = n
            elif name == "beside":
                for k, n in enumerate(value):
                    s.beside[k] = n
            elif name == "crossed_by":
                for k, n in enumerate(value):
                    s.crossed_by[k] = n
            elif name == "flagged":
                s.flagged = value
            elif name == "sets":
                s.sets = value
            elif name == "set_islands":
                for k, n in enumerate(value):
                    s.set_islands[k] = n
            elif name == "set_lines":
                for k, n in enumerate(value):
                    s.set_lines[k] = n
            elif name == "trees_at":
                for k, n in enumerate(value):
                    s.trees_at[k] = n
            elif name == "trees":
                for k, n in enumerate(value):
                    s.trees[k] = n
            elif name == "written":
                for k, n in enumerate(value):
                    s.written[k] = n
            elif name == "stood":
                for k, n in enumerate(value):
                    s.stood[k] = n
            elif name == "rounds":
                s.rounds = value
            elif name == "has_start":
                s.has_start = value
            elif name == "card_number":
                for k, n in enumerate(value):
                    s.card_number[k] = n
            elif name == "card_bridges":
                for k, n in enumerate(value):
                    s.card_bridges[k] = n
            elif name == "needed":
                s.needed = value
            elif name == "set_due":
                s.set_due = value
            elif name == "required":
                for k, n in enumerate(value):
                    s.required[k] = n
            elif name == "dues":
                s.dues = len(value)
                for k, n in enumerate(value):
                    s.due_round[k] = n
            elif name == "many_pictures":
                s.many_pictures = value
            elif name == "step_limit":
                s.step_limit = value
            elif name == "task_limit":
                s.task_limit = value
            else:
                raise KeyError(name)

    def search(self) -> dict:
        """Search one scenario. Return whether it can be played, how, and what it took."""
        s: cython.pointer(State)
        open_: cython.ulonglong
        s = cython.address(self.state) if cython.compiled else self.state
        open_ = prepare(s)
        with cython.nogil:
            choose_sets(s, open_)
            if is_possible(s, 0, ~(BIT * 0)) and (s.choices or not s.set_due):
                draw_pictures(s, 0, open_, 0, 0, 0)
        found = {
            "is_found": bool(s.is_found),
            "is_decided": bool(s.is_found or not (s.is_stopped or s.undecided)),
            "is_stopped": bool(s.is_stopped),
            "steps": s.steps,
            "schedule_steps": s.schedule_steps,
            "pictures": s.pictures,
            "tasks": s.tasks,
        }
        if s.is_found:
            found["numbers"] = [(s.number[k], s.time[k]) for k in range(s.islands)]
            found["planks"] = [
                (s.plank_line[k], next(r for r in range(1, s.rounds + 1) if s.drawn[r] >> k & 1))
                for k in range(s.planks)
            ]
        return found


@cython.cfunc
def prepare(s: cython.pointer(State)) -> cython.ulonglong:
    """Derive what the search needs of the problem; return the lines that are open."""
    k: cython.int
    j: cython.int
    round: cython.int
    number: cython.int
    island: cython.int
    line: cython.int
    earliest: cython.int
    open_: cython.ulonglong = 0
    s.steps = s.schedule_steps = s.pictures = s.tasks = 0
    s.is_found = s.is_stopped = s.undecided = 0
    s.touched = s.standing = 0
    for island in range(s.islands):
        s.degree[island] = 0
        s.limit[island] = s.written[island] or 6
    for line in range(s.lines):
        s.picture[line] = s.stood[line]
        s.degree[s.end_a[line]] += s.stood[line]
        s.degree[s.end_b[line]] += s.stood[line]
        if s.stood[line]:
            s.standing |= BIT << line
            s.touched |= BIT << s.end_a[line] | BIT << s.end_b[line]
    for line in range(s.lines):
        if s.stood[line] == 2:
            continue
        if s.degree[s.end_a[line]] >= s.limit[s.end_a[line]]:
            continue
        if s.degree[s.end_b[line]] >= s.limit[s.end_b[line]]:
            continue
        for k in range(s.lines):
            if s.stood[k] and s.crossed_by[line] >> k & 1:
                break
        else:
            open_ |= BIT << line
    for island in range(s.islands):
        count_most(s, 0, island, open_)
    s.bridges_by[0] = 0
    for round in range(1, s.rounds + 1):
        s.bridges_by[round] = s.bridges_by[round - 1] + s.card_bridges[round]
    s.sums[s.rounds] = 1
    for round in range(s.rounds - 1, -1, -1):
        s.sums[round] = s.sums[round + 1] | s.sums[round + 1] << s.card_bridges[round + 1]
    s.early_islands = s.early_lines = 0
    for k in range(s.dues):
        s.planks_due[k] = 0
        s.due_islands[k] = 0
        s.due_lines[k] = 0
        for island in range(s.islands):
            if s.required[island] and s.required[island] <= s.due_round[k]:
                s.due_islands[k] |= BIT << island
                s.due_lines[k] |= s.lines_of[island]
        if s.due_round[k] <= s.set_due:
            s.early_islands = s.due_islands[k]
            s.early_lines = s.due_lines[k]
        if k == s.dues - 1:
            for line in range(s.lines):
                s.due_lines[k] |= BIT << line
        earliest = 1 if s.due_islands[k] & s.touched else 2
        for number in range(NUMBERS):
            s.tokens[k * NUMBERS + number] = 0
            s.flag_tokens[k * NUMBERS + number] = 0
            for j in range(s.rounds + 1):
                s.left[(j * MOST_DUES + k) * NUMBERS + number] = 0
        for round in range(1, s.due_round[k] + 1):
            number = s.card_number[round]
            s.tokens[k * NUMBERS + number] += 1
            if round >= earliest:
                s.flag_tokens[k * NUMBERS + number] += 1
            for j in range(round):
                s.left[(j * MOST_DUES + k) * NUMBERS + number] += 1
    return open_
