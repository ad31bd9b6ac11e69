"""The search for the best possible result with known cards, compiled like the kernel.

It decides one scenario: can so many islands be finished and these goals be reached by these
rounds? The final picture of bridges is guessed first: depth first over the lines with 0, 1 or 2
planks, where an island's number is the degree that it ends with. Each whole picture is a task, or
one task for each set of six islands that it joins, and each task is scheduled: round by round a
number is written and planks are drawn, the one that is due first before the others.

A plank is one bridge on one line. A token is what can number an island: a card, or the start, which
is a 3 or a 4 on an island without a flag. From a later position the same search runs with standing
planks as the least of each line, written numbers as given, and paid goals left out.

In a partly decided picture an island ends with at least the planks that are decided and at most
what its open lines can add; a line adds nothing where a plank crosses it (R16) or an end is full
(R17), and no more than its other end still takes. The number of a finished island lies in this
span. Every cut is sound:

- Finished islands are at most those that can be matched with tokens in their span: each has a token
  of its own. Spans are intervals, so serving the lowest upper end first finds the largest matching
  (Hall's condition for all numbers at once).
- All flags of a goal can be matched with cards 2 to the deadline: they are finished by then. A flag
  takes no start (R5), and in round 1 no bridge leads to it (R11), unless one stands there already.
- Planks at islands with a deadline are at most the bridges of the cards up to it, and all planks at
  most all bridges: an island is finished when its last plank is drawn (R18).
- Some set of six can still be joined, matched and paid for, since the goal needs one. This is tried
  only after many pictures without a task, because it takes time.
- Sets that contain another set with the same deadline are left out: what is due in the larger task
  is due in the smaller one too.
- What is due fits between the first round in which each island can have its number and its
  deadline. First rounds assume that nothing else is in the way: a card with that number (or a
  higher one for an island that is never finished), for a flag after a round in which a neighbour
  has a number (R11, R14). Unit jobs with releases and deadlines fit if they fit earliest deadline
  first.
- Planks are drawn earliest deadline first. A plank can be drawn once one end has its number (R14),
  and from then on; each card draws exactly what it shows or nothing (R13). How many can be drawn
  does not depend on which were, so an exchange argument applies.
- A flag numbered in round t has a plank by round t - 1 (R11). While the order above happens to give
  one, nothing is decided; otherwise each line that can bring it is tried with the deadline t - 1,
  and all rounds are drawn again.
- Bridges are skipped only if the rest can add up to the planks that are left, since all planks of
  the picture are drawn in the end.
- After each card, the cards left number all islands that are due, and enough islands can still be
  finished. This is counted per number, since the picture fixes the numbers.
- A number on an island that is never finished is tried only if it lets new planks begin: otherwise
  it changes nothing that skipping the number would not.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from hashi.arrays import plain as cython

if not cython.compiled:  # the compiled module gets these from hindsight_search.pxd
    from pathlib import Path

    from hashi.arrays.kernel import BIT, count, lowest
    from hashi.arrays.plain import Struct
    from hashi.coach.constants import *

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
def clear_spans(s: cython.pointer(State)) -> cython.void:
    """Forget the islands that were counted for `match`."""
    number: cython.int
    for number in range(NUMBERS):
        s.spans[number] = 0


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
def may_number(s: cython.pointer(State), k: cython.int, wanted: cython.int) -> cython.bint:
    """Return whether the start and the cards up to a deadline number so many in `spans`."""
    matched: cython.int = match(s, s.tokens, k * NUMBERS, 0)
    if matched >= wanted or not s.has_start or matched + 1 < wanted:
        return matched >= wanted
    if match(s, s.tokens, k * NUMBERS, 3) >= wanted:
        return True
    return match(s, s.tokens, k * NUMBERS, 4) >= wanted


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def are_dues_possible(s: cython.pointer(State), level: cython.int, k: cython.int) -> cython.bint:
    """Return whether the cards up to a deadline may number all islands that are due by it."""
    base: cython.int = level * MOST_ISLANDS
    island: cython.int
    wanted: cython.int = 0
    left: cython.ulonglong = s.due_islands[k]
    clear_spans(s)
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
    wanted: cython.int
    k: cython.int
    for k in range(s.dues):
        if s.planks_due[level * MOST_DUES + k] > s.bridges_by[s.due_round[k]]:
            return False
    for k in range(s.dues):
        if s.due_islands[k] & changed and not are_dues_possible(s, level, k):
            return False
    wanted = s.needed
    clear_spans(s)
    for island in range(s.islands):
        if s.written[island]:
            if s.most[base + island] == s.written[island]:
                wanted -= 1
        elif s.most[base + island]:
            add_span(s, s.degree[base + island], s.most[base + island])
    return may_number(s, s.dues - 1, wanted)


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
def close_lines(s: cython.pointer(State), lines: cython.ulonglong) -> cython.ulonglong:
    """Decide that these lines get no more planks; return the islands at their ends."""
    ends: cython.ulonglong = 0
    line: cython.int
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        s.picture[line] = s.stood[line]
        ends |= BIT << s.end_a[line] | BIT << s.end_b[line]
    return ends


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
        closed = s.crossed_by[line]
        if s.degree[next_ + a] == s.limit[a]:
            closed |= s.lines_of[a]
        if s.degree[next_ + b] == s.limit[b]:
            closed |= s.lines_of[b]
        touched |= s.beside[a] | s.beside[b] | close_lines(s, open_ & closed)
        open_ &= ~closed
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
    wanted: cython.int = 0
    k: cython.int = 0
    islands: cython.ulonglong
    while s.due_round[k] < s.set_due:
        k += 1
    if planks_at(s, laid & (s.set_lines[at] | s.early_lines)) > s.bridges_by[s.set_due]:
        return False
    islands = s.set_islands[at] | s.early_islands
    clear_spans(s)
    while islands:
        island = lowest(islands)
        islands &= islands - 1
        if not s.written[island]:
            wanted += 1
            add_span(s, s.degree[base + island], s.most[base + island])
    return may_number(s, k, wanted)


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
def most_planks(s: cython.pointer(State), level: cython.int, line: cython.int) -> cython.int:
    """Return how many planks more a line may get, as far as its ends have room."""
    base: cython.int = level * MOST_ISLANDS
    a: cython.int = s.end_a[line]
    b: cython.int = s.end_b[line]
    room: cython.int = min(s.limit[a] - s.degree[base + a], s.limit[b] - s.degree[base + b])
    return min(2 - s.stood[line], room)


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
    line: cython.int
    more: cython.int
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
    for more in range(most_planks(s, level, line), -1, -1):
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
def read_degrees(s: cython.pointer(State), level: cython.int) -> cython.ulonglong:
    """Note each island's degree in the whole picture; return the islands that it finishes."""
    base: cython.int = level * MOST_ISLANDS
    island: cython.int
    number: cython.int
    finished: cython.ulonglong = 0
    for number in range(NUMBERS):
        s.of_degree[number] = 0
    for island in range(s.islands):
        number = s.degree[base + island]
        s.final[island] = number
        if not s.written[island]:
            s.of_degree[number] |= BIT << island
        if number and (number == s.written[island] or not s.written[island]):
            finished |= BIT << island
    return finished


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_unions(s: cython.pointer(State), finished: cython.ulonglong) -> cython.int:
    """List what each set of six that the picture joins finishes beyond what is due by then.

    Return how many there are in `unions`.
    """
    line: cython.int
    k: cython.int
    j: cython.int
    at: cython.int
    found: cython.int = 0
    drawn: cython.ulonglong = 0
    for line in range(s.lines):
        if s.picture[line]:
            drawn |= BIT << line
    for k in range(s.choices):
        at = s.choice[k]
        if s.set_islands[at] & ~finished:
            continue
        for j in range(s.trees_at[at], s.trees_at[at + 1]):
            if not s.trees[j] & ~drawn:
                s.unions[found] = s.set_islands[at] & ~s.early_islands
                found += 1
                break
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def contains_union(
    s: cython.pointer(State), kept: cython.int, islands: cython.ulonglong
) -> cython.bint:
    """Return whether one of the first unions lies within these islands."""
    k: cython.int = 0
    while k < kept and s.unions[k] & ~islands:
        k += 1
    return k < kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep_smallest(s: cython.pointer(State), found: cython.int) -> cython.int:
    """Move the smallest unions that are possible to the front; return how many these are.

    One that contains another adds nothing.
    """
    size: cython.int
    k: cython.int
    kept: cython.int = 0
    extra: cython.ulonglong
    for size in range(NUMBERS):
        for k in range(kept, found):
            extra = s.unions[k]
            if count(extra) != size or contains_union(s, kept, extra):
                continue
            if is_task_possible(s, extra):
                s.unions[k] = s.unions[kept]
                s.unions[kept] = extra
                kept += 1
    return kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def try_picture(s: cython.pointer(State), level: cython.int) -> cython.void:
    """Schedule the picture: with each smallest set of six that it joins, where one is needed."""
    k: cython.int
    kept: cython.int
    finished: cython.ulonglong = read_degrees(s, level)
    if not s.set_due:
        try_task(s, 0)
        return
    kept = keep_smallest(s, list_unions(s, finished))
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
def count_wanted(s: cython.pointer(State), island: cython.int, by: cython.int) -> cython.void:
    """Change by so many what the cards must number in time, where this island is due."""
    k: cython.int
    if not s.due[island]:
        return
    for k in range(s.dues):
        if s.due[island] <= s.due_round[k]:
            s.wanted[k * NUMBERS + s.final[island]] += by


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def clear_schedule(s: cython.pointer(State)) -> cython.void:
    """Forget the schedule of the task before."""
    k: cython.int
    s.task_steps = 0
    s.planks = 0
    s.due_rounds = 0
    s.soon = 0
    s.flags_written = 0
    s.sure = 0
    s.released[0] = 0
    s.drawn[0] = 0
    for k in range(s.rounds + 1):
        s.due_on[k] = 0
        s.draws[k] = 0
    for k in range(s.dues * NUMBERS):
        s.wanted[k] = 0
    for k in range(NUMBERS):
        s.rest[k] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def place_islands(s: cython.pointer(State), extra: cython.ulonglong) -> cython.void:
    """Begin with the islands as they stand, and say by when each must be finished."""
    island: cython.int
    for island in range(s.islands):
        s.planks_of[island] = 0
        s.due[island] = s.set_due if extra >> island & 1 else s.required[island]
        if s.due[island] and s.due[island] < s.rounds:
            s.soon |= BIT << island
        s.number[island] = s.written[island]
        s.time[island] = -1
        if not s.written[island]:
            s.time[island] = NEVER
            s.rest[s.final[island]] += 1
            count_wanted(s, island, 1)
        elif s.written[island] == s.final[island]:
            s.sure += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def place_planks(s: cython.pointer(State)) -> cython.void:
    """Add all planks; those at flags get the lowest bits, so that they are drawn first."""
    line: cython.int
    island: cython.int
    for line in range(s.lines):
        s.planks_on[line] = 0
        if (BIT << s.end_a[line] | BIT << s.end_b[line]) & s.flagged:
            add_planks(s, line)
    for line in range(s.lines):
        if not (BIT << s.end_a[line] | BIT << s.end_b[line]) & s.flagged:
            add_planks(s, line)
    for island in range(s.islands):
        if s.written[island]:
            s.released[0] |= s.planks_of[island]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def try_task(s: cython.pointer(State), extra: cython.ulonglong) -> cython.void:
    """Look for a schedule of the picture in which these islands are finished by `set_due` too."""
    s.tasks += 1
    clear_schedule(s)
    place_islands(s, extra)
    place_planks(s)
    find_earliest(s)
    if not are_planks_in_time(s) or not are_numbers_in_time(s):
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
def first_neighbour(s: cython.pointer(State), island: cython.int) -> cython.int:
    """Return the first round in which an island that bridges join to this one has a number."""
    first: cython.int = NEVER
    lines: cython.ulonglong = s.lines_of[island]
    line: cython.int
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        if s.planks_on[line]:
            first = min(first, s.earliest[s.end_a[line] + s.end_b[line] - island])
    return first


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def earliest_alone(s: cython.pointer(State), island: cython.int) -> cython.int:
    """Return the first round in which an island may get its number, whatever its neighbours do."""
    final: cython.int = s.final[island]
    if s.written[island] or not final:
        return s.time[island]
    may_start: cython.bint = s.has_start and not s.flagged >> island & 1
    if may_start and (3 <= final <= 4 or (final < 3 and not s.due[island])):
        return 0
    if (s.flagged & ~s.touched) >> island & 1:
        return s.time[island]
    return first_round(s, island, 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_earliest(s: cython.pointer(State)) -> cython.void:
    """Find the first round in which each island can have its number, whatever else is done.

    A flag needs a bridge one round before, and so a neighbour with a number by then (R11, R14).
    """
    island: cython.int
    round: cython.int
    after: cython.int
    is_changed: cython.bint = True
    for island in range(s.islands):
        s.earliest[island] = earliest_alone(s, island)
    while is_changed:
        is_changed = False
        for island in range(s.islands):
            if s.written[island] or not (s.flagged & ~s.touched) >> island & 1:
                continue
            after = first_neighbour(s, island)
            if after == NEVER:
                continue
            round = first_round(s, island, max(after, 1))
            if round < s.earliest[island]:
                s.earliest[island] = round
                is_changed = True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def are_planks_in_time(s: cython.pointer(State)) -> cython.bint:
    """Return whether all planks may be drawn when they are due, with numbers at their earliest."""
    island: cython.int
    round: cython.int
    released: cython.ulonglong = 0
    drawn: cython.ulonglong = 0
    for island in range(s.islands):
        if s.earliest[island] < 1:
            released |= s.planks_of[island]
    for round in range(1, s.rounds + 1):
        for island in range(s.islands):
            if s.earliest[island] == round:
                released |= s.planks_of[island]
        drawn |= first_due(s, released & ~drawn, s.card_bridges[round])
        if s.due_on[round] & ~drawn:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def choose_number(
    s: cython.pointer(State), round: cython.int, waiting: cython.ulonglong
) -> cython.int:
    """Return the island that is due first of those that this card may finish, -1 without one."""
    best: cython.int = -1
    island: cython.int
    islands: cython.ulonglong = waiting & s.of_degree[s.card_number[round]]
    while islands:
        island = lowest(islands)
        islands &= islands - 1
        if not s.earliest[island] <= round <= s.due[island]:
            continue
        if best < 0 or s.due[island] < s.due[best]:
            best = island
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def may_start_number(s: cython.pointer(State), number: cython.int) -> cython.bint:
    """Return whether the start may finish an island that is due with this number (R5)."""
    island: cython.int
    islands: cython.ulonglong = s.of_degree[number] & ~s.flagged
    while islands:
        island = lowest(islands)
        islands &= islands - 1
        if s.due[island] and s.earliest[island] == 0:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def are_numbers_in_time(s: cython.pointer(State)) -> cython.bint:
    """Return whether cards and the start may number every island that is due, each alone."""
    island: cython.int
    round: cython.int
    waiting: cython.ulonglong = 0
    for island in range(s.islands):
        if s.due[island] and not s.written[island]:
            if s.earliest[island] > s.due[island]:
                return False
            waiting |= BIT << island
    for round in range(1, s.rounds + 1):
        island = choose_number(s, round, waiting)
        if island >= 0:
            waiting &= ~(BIT << island)
    if not waiting:
        return True
    # one is left, which may be exchanged for one that the start can number
    if not s.has_start or waiting & (waiting - 1):
        return False
    return may_start_number(s, s.final[lowest(waiting)])


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
def first_due(
    s: cython.pointer(State), planks: cython.ulonglong, wanted: cython.int
) -> cython.ulonglong:
    """Return so many of these planks, or all where they are fewer: those that are due first."""
    taken: cython.ulonglong = 0
    days: cython.ulonglong = s.due_rounds
    some: cython.ulonglong
    while wanted and days:
        some = planks & s.due_on[lowest(days)]
        days &= days - 1
        while wanted and some:
            taken |= some & (0 - some)
            some &= some - 1
            wanted -= 1
    return taken


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_planks(s: cython.pointer(State), round: cython.int) -> cython.bint:
    """Draw the planks of a round, the first due first; return whether none is missing or late."""
    drawn: cython.ulonglong = s.drawn[round - 1]
    wanted: cython.int = s.card_bridges[round] if s.draws[round] else 0
    taken: cython.ulonglong = first_due(s, s.released[round] & ~drawn, wanted)
    s.drawn[round] = drawn | taken
    return count(taken) == wanted and not s.due_on[round] & ~s.drawn[round]


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
def may_go_on(s: cython.pointer(State)) -> cython.bint:
    """Count a step of this schedule; return whether the budgets allow it."""
    s.steps += 1
    s.schedule_steps += 1
    s.task_steps += 1
    if s.steps > s.step_limit:
        s.is_stopped = 1
    return not s.is_stopped and s.task_steps <= s.task_limit


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_number_missing(s: cython.pointer(State)) -> cython.bint:
    """Return whether an island that is due has not got its number by the end."""
    number: cython.int = 1
    while number < NUMBERS and not s.wanted[(s.dues - 1) * NUMBERS + number]:
        number += 1
    return number < NUMBERS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_one(
    s: cython.pointer(State), round: cython.int, islands: cython.ulonglong
) -> cython.void:
    """Try the card's number in each of these islands without one, until a way is found."""
    island: cython.int
    while islands and not s.is_found:
        island = lowest(islands)
        islands &= islands - 1
        if not s.number[island]:
            write(s, round, island, s.card_number[round])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_wasted(s: cython.pointer(State), round: cython.int) -> cython.void:
    """Try the card's number in islands that are never finished, so that bridges begin there."""
    island: cython.int
    number: cython.int = s.card_number[round]
    for island in range(s.islands):
        if s.final[island] >= number or s.number[island] or s.due[island]:
            continue
        if s.planks_of[island] & ~s.released[round - 1]:
            write(s, round, island, number)
            if s.is_found:
                return


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_round(s: cython.pointer(State), round: cython.int) -> cython.void:
    """Try every way to use the card of this round, and play on."""
    number: cython.int
    if not may_go_on(s):
        return
    if round > s.rounds:
        s.is_found = not is_number_missing(s)
        return
    number = s.card_number[round]
    write_one(s, round, s.of_degree[number] & s.soon)
    if not s.is_found:
        write_one(s, round, s.of_degree[number] & ~s.soon)
    if s.is_found or not is_number_left(s, round, number) or count_left(s, round) < s.needed:
        return
    s.released[round] = s.released[round - 1]
    go_on(s, round)
    if not s.is_found:
        write_wasted(s, round)


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
def may_write(
    s: cython.pointer(State), round: cython.int, island: cython.int, number: cython.int
) -> cython.bint:
    """Return whether an island may take this number in this round."""
    if s.due[island] and (s.final[island] != number or round > s.due[island]):
        return False
    if not s.flagged >> island & 1:
        return True
    if round == 0:
        return False
    if s.touched >> island & 1:
        return True
    # a bridge must have come from a number (R11, R14)
    return round > 1 and s.planks_of[island] & s.released[round - 1] != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_on(s: cython.pointer(State), round: cython.int, island: cython.int) -> cython.void:
    """Play on with a number that was just written, from which bridges may begin."""
    if round:
        s.released[round] = s.released[round - 1] | s.planks_of[island]
        go_on(s, round)
        return
    s.released[0] |= s.planks_of[island]
    play_round(s, 1)
    if not s.is_found:
        s.released[0] &= ~s.planks_of[island]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write(
    s: cython.pointer(State), round: cython.int, island: cython.int, number: cython.int
) -> cython.void:
    """Write a number, where the island may take it, and play on."""
    final: cython.int = s.final[island]
    flag: cython.ulonglong = s.flagged & ~s.touched & BIT << island
    is_final: cython.bint = final == number
    if not may_write(s, round, island, number):
        return
    s.number[island] = number
    s.time[island] = round
    s.rest[final] -= 1
    s.sure += is_final
    count_wanted(s, island, -1)
    s.flags_written |= flag
    if is_number_left(s, round, number) and count_left(s, round) >= s.needed:
        play_on(s, round, island)
    if s.is_found:
        return
    s.flags_written &= ~flag
    count_wanted(s, island, 1)
    s.sure -= is_final
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


# --- what follows from the problem


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def read_sheet(s: cython.pointer(State)) -> cython.void:
    """Say what the planks that stand leave and touch."""
    island: cython.int
    line: cython.int
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_open(s: cython.pointer(State)) -> cython.ulonglong:
    """Return the lines that may get planks: with room at both ends, and not crossed (R15-R17)."""
    line: cython.int
    open_: cython.ulonglong = 0
    for line in range(s.lines):
        if most_planks(s, 0, line) > 0 and not s.crossed_by[line] & s.standing:
            open_ |= BIT << line
    return open_


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_up_bridges(s: cython.pointer(State)) -> cython.void:
    """Count the bridges up to each round, and the sums that the cards after it can make."""
    round: cython.int
    s.bridges_by[0] = 0
    for round in range(1, s.rounds + 1):
        s.bridges_by[round] = s.bridges_by[round - 1] + s.card_bridges[round]
    s.sums[s.rounds] = 1
    for round in range(s.rounds - 1, -1, -1):
        s.sums[round] = s.sums[round + 1] | s.sums[round + 1] << s.card_bridges[round + 1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def gather_due(s: cython.pointer(State), k: cython.int) -> cython.void:
    """List the islands that are due by a deadline, and the lines whose planks are due with them."""
    island: cython.int
    line: cython.int
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_tokens(s: cython.pointer(State), k: cython.int) -> cython.void:
    """Count the cards up to a deadline by number: all, those for flags, those after each round."""
    j: cython.int
    number: cython.int
    round: cython.int
    first: cython.int = 1 if s.due_islands[k] & s.touched else 2
    for number in range(NUMBERS):
        s.tokens[k * NUMBERS + number] = 0
        s.flag_tokens[k * NUMBERS + number] = 0
        for j in range(s.rounds + 1):
            s.left[(j * MOST_DUES + k) * NUMBERS + number] = 0
    for round in range(1, s.due_round[k] + 1):
        number = s.card_number[round]
        s.tokens[k * NUMBERS + number] += 1
        if round >= first:
            s.flag_tokens[k * NUMBERS + number] += 1
        for j in range(round):
            s.left[(j * MOST_DUES + k) * NUMBERS + number] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def prepare(s: cython.pointer(State)) -> cython.ulonglong:
    """Derive what the search needs of the problem; return the lines that are open."""
    k: cython.int
    island: cython.int
    open_: cython.ulonglong
    s.steps = s.schedule_steps = s.pictures = s.tasks = 0
    s.is_found = s.is_stopped = s.undecided = 0
    read_sheet(s)
    open_ = find_open(s)
    for island in range(s.islands):
        count_most(s, 0, island, open_)
    add_up_bridges(s)
    s.early_islands = s.early_lines = 0
    for k in range(s.dues):
        gather_due(s, k)
        count_tokens(s, k)
    return open_


# --- for Python


@cython.cfunc
def fill(array: cython.p_int, numbers: object) -> cython.void:
    """Copy integers into an array of the state."""
    for k, n in enumerate(numbers):
        array[k] = n


@cython.cfunc
def fill_masks(array: cython.p_ulonglong, masks: object) -> cython.void:
    """Copy masks into an array of the state."""
    for k, mask in enumerate(masks):
        array[k] = mask


@cython.cclass
class HindsightSearch:
    """One problem: a board and a position are set, then scenarios are set and searched."""

    state: State

    def __init__(self):
        if not cython.compiled:
            self.state = Struct(Path(__file__).with_suffix(".pxd"))

    @cython.cfunc
    def _pointer(self) -> cython.pointer(State):
        return cython.address(self.state) if cython.compiled else self.state

    def set_board(self, tables: object) -> None:
        """Set the board, as `board_tables` describes it."""
        s: cython.pointer(State) = self._pointer()
        s.islands = tables.islands
        s.lines = tables.lines
        fill(s.end_a, tables.end_a)
        fill(s.end_b, tables.end_b)
        fill_masks(s.lines_of, tables.lines_of)
        fill_masks(s.beside, tables.beside)
        fill_masks(s.crossed_by, tables.crossed_by)
        s.flagged = tables.flagged
        s.sets = len(tables.set_islands)
        fill_masks(s.set_islands, tables.set_islands)
        fill_masks(s.set_lines, tables.set_lines)
        fill(s.trees_at, tables.trees_at)
        fill_masks(s.trees, tables.trees)

    def set_position(self, written: object, stood: object, cards: object, has_start: bool) -> None:
        """Set the sheet, the cards to come, and whether a start is still to be written (R5)."""
        s: cython.pointer(State) = self._pointer()
        fill(s.written, written)
        fill(s.stood, stood)
        s.rounds = len(cards)
        fill(s.card_number, [0, *(card.number for card in cards)])
        fill(s.card_bridges, [0, *(card.bridges for card in cards)])
        s.has_start = has_start

    def set_scenario(self, needed: int, required: object, set_due: int, dues: object) -> None:
        """Set how many islands are to be finished, and what by which rounds.

        `required` has the round of each island or 0, `set_due` that of six joined islands or 0.
        """
        s: cython.pointer(State) = self._pointer()
        s.needed = needed
        fill(s.required, required)
        s.set_due = set_due
        s.dues = len(dues)
        fill(s.due_round, dues)

    def search(self, step_limit: int, task_limit: int, many_pictures: int) -> dict:
        """Search one scenario. Return whether it can be played, how, and what it took.

        The limits are steps in all and steps for one task; after `many_pictures` those without
        a set of six are cut early.
        """
        s: cython.pointer(State) = self._pointer()
        open_: cython.ulonglong
        s.step_limit = step_limit
        s.task_limit = task_limit
        s.many_pictures = many_pictures
        with cython.nogil:
            open_ = prepare(s)
            choose_sets(s, open_)
            if is_possible(s, 0, ~(BIT * 0)) and (s.choices or not s.set_due):
                draw_pictures(s, 0, open_, 0, 0, 0)
        return self._told()

    def _told(self) -> dict:
        s: cython.pointer(State) = self._pointer()
        told = {
            "is_found": bool(s.is_found),
            "is_decided": bool(s.is_found or not (s.is_stopped or s.undecided)),
            "is_stopped": bool(s.is_stopped),
            "steps": s.steps,
            "schedule_steps": s.schedule_steps,
            "pictures": s.pictures,
            "tasks": s.tasks,
        }
        if s.is_found:
            told["numbers"] = [(s.number[k], s.time[k]) for k in range(s.islands)]
            told["planks"] = [
                (s.plank_line[k], next(r for r in range(1, s.rounds + 1) if s.drawn[r] >> k & 1))
                for k in range(s.planks)
            ]
        return told
