"""The rules of guided pens on machine words: sheets, marks, exact masks, games in batches.

Cython compiles this file; without a C compiler it runs as plain Python. All data is in flat
buffers of 64-bit words, so the loops create no Python objects and run without the GIL.
`hashi.arrays.constants` documents the layout of the words.

A sheet is twelve words. Islands and lines are bits, by their index on the board. The number of
bridges that an island still takes (its number less its bridges, or 6 less its bridges while it
has no number) is spread over three words, one for each binary digit. So one subtraction updates
both ends of a bridge, and one comparison tests all islands. The word `LIT` holds the lines at an
island with a number, `SHUT` the lines that take no more bridges; bridges may be drawn along the
lines `LIT & ~SHUT`.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from hashi.arrays import plain as cython

is_compiled = cython.compiled

if not cython.compiled:  # the compiled module gets these from kernel.pxd
    from hashi.arrays.constants import *

    BIT = 1

    def lowest(bits: int) -> int:
        """Return the index of the lowest bit that is set."""
        return (bits & -bits).bit_length() - 1

    def count(bits: int) -> int:
        return bits.bit_count()


# --- one sheet


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def writable(
    chart: cython.p_ulonglong, sheet: cython.p_ulonglong, at: cython.Py_ssize_t, number: cython.int
) -> cython.ulonglong:
    """Return the islands where this number may be written (R9-R12)."""
    low: cython.ulonglong = sheet[at + LEFT]
    middle: cython.ulonglong = sheet[at + LEFT + 1]
    high: cython.ulonglong = sheet[at + LEFT + 2]
    numbered: cython.ulonglong = sheet[at + DIGIT] | sheet[at + DIGIT + 1] | sheet[at + DIGIT + 2]
    fits: cython.ulonglong  # at most `number` bridges lead there: at least 6 - number are left
    if number == 1:
        fits = high & (low | middle)
    elif number == 2:
        fits = high
    elif number == 3:
        fits = high | (low & middle)
    elif number == 4:
        fits = high | middle
    elif number == 5:
        fits = high | middle | low
    else:
        fits = ALL_BITS
    bare: cython.ulonglong = (chart[RED] | chart[BLUE]) & high & middle  # a flag and no bridge
    islands: cython.ulonglong = ALL_BITS >> (64 - chart[ISLANDS])
    return islands & ~numbered & fits & ~bare


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def shut_by(
    chart: cython.p_ulonglong,
    one: cython.ulonglong,
    last: cython.ulonglong,
    line: cython.int,
) -> cython.ulonglong:
    """Return the lines that a bridge on this line would shut.

    `last` are the islands that take only one more bridge.
    """
    shut: cython.ulonglong = chart[CROSSES + line] | (one & (BIT << line))
    ends: cython.ulonglong = chart[JOINS + line] & last
    while ends:
        shut |= chart[LINES_OF + lowest(ends)]
        ends &= ends - 1
    return shut


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def has_two(
    chart: cython.p_ulonglong,
    lines: cython.ulonglong,
    one: cython.ulonglong,
    last: cython.ulonglong,
) -> cython.bint:
    """Return whether two more bridges can be drawn along these lines."""
    rest: cython.ulonglong = lines
    line: cython.int
    while rest:
        line = lowest(rest)
        rest &= rest - 1
        if lines & ~shut_by(chart, one, last, line):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def drawable(
    chart: cython.p_ulonglong, sheet: cython.p_ulonglong, at: cython.Py_ssize_t, hand: cython.int
) -> cython.ulonglong:
    """Return the lines that take a bridge after which the rest of the hand fits too (R13)."""
    lines: cython.ulonglong = sheet[at + LIT] & ~sheet[at + SHUT]
    if hand == 1 or lines == 0:
        return lines
    one: cython.ulonglong = sheet[at + ONE]
    low: cython.ulonglong = sheet[at + LEFT]
    middle: cython.ulonglong = sheet[at + LEFT + 1]
    high: cython.ulonglong = sheet[at + LEFT + 2]
    last: cython.ulonglong = low & ~middle & ~high
    found: cython.ulonglong = 0
    rest: cython.ulonglong = lines
    after: cython.ulonglong
    ends: cython.ulonglong
    line: cython.int
    while rest:
        line = lowest(rest)
        rest &= rest - 1
        after = lines & ~shut_by(chart, one, last, line)
        if after and hand == 3:
            ends = chart[JOINS + line]
            low ^= ends  # both ends take one bridge less; undone below
            middle ^= ends & low
            high ^= ends & low & middle
            if not has_two(chart, after, one | (BIT << line), low & ~middle & ~high):
                after = 0
            high ^= ends & low & middle
            middle ^= ends & low
            low ^= ends
        if after:
            found |= BIT << line
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write(
    chart: cython.p_ulonglong,
    sheet: cython.p_ulonglong,
    at: cython.Py_ssize_t,
    island: cython.int,
    number: cython.int,
) -> cython.void:
    """Write a number into an island that takes it (R9). This may finish the island (R18)."""
    bit: cython.ulonglong = BIT << island
    left: cython.int = number - HIGHEST_NUMBER
    digit: cython.int
    for digit in range(3):
        left += (sheet[at + LEFT + digit] >> island & 1) << digit
    for digit in range(3):
        sheet[at + LEFT + digit] &= ~bit & ALL_BITS
        if left >> digit & 1:
            sheet[at + LEFT + digit] |= bit
        if number >> digit & 1:
            sheet[at + DIGIT + digit] |= bit
    sheet[at + LIT] |= chart[LINES_OF + island]
    if left == 0:
        sheet[at + FINISHED] |= bit
        sheet[at + SHUT] |= chart[LINES_OF + island]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw(
    chart: cython.p_ulonglong, sheet: cython.p_ulonglong, at: cython.Py_ssize_t, line: cython.int
) -> cython.void:
    """Draw a bridge along a line that takes it. This may finish the islands at its ends (R18)."""
    bit: cython.ulonglong = BIT << line
    ends: cython.ulonglong = chart[JOINS + line]
    if sheet[at + ONE] & bit:
        sheet[at + TWO] |= bit
        sheet[at + SHUT] |= bit
    else:
        sheet[at + ONE] |= bit
        sheet[at + SHUT] |= chart[CROSSES + line]
    sheet[at + LEFT] ^= ends
    borrow: cython.ulonglong = ends & sheet[at + LEFT]
    sheet[at + LEFT + 1] ^= borrow
    borrow &= sheet[at + LEFT + 1]
    sheet[at + LEFT + 2] ^= borrow
    full: cython.ulonglong = ends & ~(
        sheet[at + LEFT] | sheet[at + LEFT + 1] | sheet[at + LEFT + 2]
    )
    if full:
        sheet[at + FINISHED] |= full & (
            sheet[at + DIGIT] | sheet[at + DIGIT + 1] | sheet[at + DIGIT + 2]
        )
        while full:
            sheet[at + SHUT] |= chart[LINES_OF + lowest(full)]
            full &= full - 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def largest_group(
    chart: cython.p_ulonglong, sheet: cython.p_ulonglong, at: cython.Py_ssize_t
) -> cython.int:
    """Return the size of the largest group: finished islands joined by bridges (R25)."""
    rest: cython.ulonglong = sheet[at + FINISHED]
    finished: cython.ulonglong = rest
    one: cython.ulonglong = sheet[at + ONE]
    largest: cython.int = 0
    while count(rest) > largest:
        group: cython.ulonglong = BIT << lowest(rest)
        front: cython.ulonglong = group
        while front:
            lines: cython.ulonglong = chart[LINES_OF + lowest(front)] & one
            front &= front - 1
            while lines:
                new: cython.ulonglong = chart[JOINS + lowest(lines)] & finished & ~group
                lines &= lines - 1
                group |= new
                front |= new
        largest = max(largest, count(group))
        rest &= ~group
    return largest


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def reached(
    chart: cython.p_ulonglong, sheet: cython.p_ulonglong, at: cython.Py_ssize_t
) -> cython.int:
    """Return the goals that the sheet has reached and that are not paid yet, as bits (R23-R25)."""
    finished: cython.ulonglong = sheet[at + FINISHED]
    paid: cython.int = (sheet[at + PAID] | sheet[at + PAID] >> GOALS) & ALL_GOALS
    asked: cython.ulonglong
    goal: cython.int
    goals: cython.int = 0
    for goal in range(GOALS):
        if paid >> goal & 1:
            continue
        if JOINED[goal]:
            if count(finished) >= JOINED[goal] and largest_group(chart, sheet, at) >= JOINED[goal]:
                goals |= 1 << goal
        else:
            asked = chart[ASKED + goal]
            if asked and not asked & ~finished:
                goals |= 1 << goal
    return goals


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def total(sheet: cython.p_ulonglong, at: cython.Py_ssize_t) -> cython.int:
    """Return the points of a sheet: the paid goals, and 2 for each finished island (R28)."""
    paid: cython.int = sheet[at + PAID]
    goal: cython.int
    points: cython.int = POINTS_FOR_AN_ISLAND * count(sheet[at + FINISHED])
    for goal in range(GOALS):
        points += HIGH[goal] * (paid >> goal & 1) + LOW[goal] * (paid >> (goal + GOALS) & 1)
    return points


# --- one game


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def chance(game: cython.p_ulonglong, at: cython.Py_ssize_t, below: cython.int) -> cython.int:
    """Return a random number from 0 to below-1, from the game's own generator (xorshift)."""
    x: cython.ulonglong = game[at + CHANCE]
    x ^= x << 13 & ALL_BITS
    x ^= x >> 7
    x ^= x << 17 & ALL_BITS
    game[at + CHANCE] = x
    return (x >> 32) * below >> 32


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def blank(
    chart: cython.p_ulonglong, sheet: cython.p_ulonglong, at: cython.Py_ssize_t
) -> cython.void:
    """Make a sheet blank: every island takes 6 bridges (R17)."""
    word: cython.int
    for word in range(SHEET_WORDS):
        sheet[at + word] = 0
    sheet[at + LEFT + 1] = sheet[at + LEFT + 2] = ALL_BITS >> (64 - chart[ISLANDS])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def begin(
    chart: cython.p_ulonglong, game: cython.p_ulonglong, at: cython.Py_ssize_t, seats: cython.int
) -> cython.void:
    """Begin a game: blank sheets, and every seat is to write a start (R5).

    The state of the game's random generator is kept.
    """
    seat: cython.int
    own: cython.Py_ssize_t
    islands: cython.ulonglong = ALL_BITS >> (64 - chart[ISLANDS])
    game[at + ROUND] = 0
    game[at + GONE] = 0
    game[at + OPEN] = seats
    for seat in range(seats):
        own = at + HEAD_WORDS + seat * SEAT_WORDS
        blank(chart, game, own)
        blank(chart, game, at + HEAD_WORDS + seats * SEAT_WORDS + seat * SHEET_WORDS)
        game[own + STAGE] = TO_START
        game[own + HAND] = 0
        game[own + MAY_WRITE] = islands & ~(chart[RED] | chart[BLUE])
        game[own + MAY_DRAW] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def shuffle(
    game: cython.p_ulonglong,
    at: cython.Py_ssize_t,
    cards: cython.p_uchar,
    first: cython.Py_ssize_t,
    deck: cython.int,
) -> cython.void:
    """Shuffle the deck, all orders equally likely; its last card lies in the box (R6)."""
    last: cython.int
    other: cython.int
    card: cython.uchar
    for last in range(deck - 1, 0, -1):
        other = chance(game, at, last + 1)
        card = cards[first + last]
        cards[first + last] = cards[first + other]
        cards[first + other] = card


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def turn_card(
    chart: cython.p_ulonglong,
    game: cython.p_ulonglong,
    at: cython.Py_ssize_t,
    seats: cython.int,
    card: cython.int,
) -> cython.void:
    """Turn the next card: every seat is to write its number (R7)."""
    seat: cython.int
    own: cython.Py_ssize_t
    game[at + ROUND] += 1
    game[at + OPEN] = seats
    for seat in range(seats):
        own = at + HEAD_WORDS + seat * SEAT_WORDS
        game[own + STAGE] = TO_WRITE
        game[own + HAND] = card & 3
        game[own + MAY_WRITE] = writable(chart, game, own, card >> 2)
        game[own + MAY_DRAW] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mark_start(
    chart: cython.p_ulonglong,
    game: cython.p_ulonglong,
    at: cython.Py_ssize_t,
    own: cython.Py_ssize_t,
    action: cython.int,
) -> cython.bint:
    """Write the start: a 3 where the action names an island, a 4 beyond the skip."""
    islands: cython.int = chart[ISLANDS]
    skip: cython.int = islands + chart[LINES]
    number: cython.int = 3
    if action > skip:
        number = 4
        action -= skip + 1
    if action >= islands or not game[own + MAY_WRITE] >> action & 1:
        return False
    write(chart, game, own, action, number)
    game[own + STAGE] = DONE
    game[own + MAY_WRITE] = 0
    game[at + OPEN] -= 1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mark_number(
    chart: cython.p_ulonglong,
    game: cython.p_ulonglong,
    own: cython.Py_ssize_t,
    action: cython.int,
    number: cython.int,
) -> cython.bint:
    """Write the card's number, or skip it."""
    islands: cython.int = chart[ISLANDS]
    skip: cython.int = islands + chart[LINES]
    if action < islands and game[own + MAY_WRITE] >> action & 1:
        write(chart, game, own, action, number)
    elif action != skip:
        return False
    game[own + STAGE] = TO_DRAW
    game[own + MAY_WRITE] = 0
    game[own + MAY_DRAW] = drawable(chart, game, own, game[own + HAND])
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mark_bridge(
    chart: cython.p_ulonglong,
    game: cython.p_ulonglong,
    at: cython.Py_ssize_t,
    own: cython.Py_ssize_t,
    action: cython.int,
) -> cython.bint:
    """Draw one of the card's bridges, or skip them while none is drawn."""
    islands: cython.int = chart[ISLANDS]
    skip: cython.int = islands + chart[LINES]
    if action == skip:
        if game[own + STAGE] != TO_DRAW:
            return False
    else:
        if not islands <= action < skip or not game[own + MAY_DRAW] >> (action - islands) & 1:
            return False
        draw(chart, game, own, action - islands)
        game[own + HAND] -= 1
        if game[own + HAND]:
            game[own + STAGE] = DRAWING
            game[own + MAY_DRAW] = drawable(chart, game, own, game[own + HAND])
            return True
    game[own + STAGE] = DONE
    game[own + MAY_DRAW] = 0
    game[at + OPEN] -= 1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mark(
    chart: cython.p_ulonglong,
    game: cython.p_ulonglong,
    at: cython.Py_ssize_t,
    seats: cython.int,
    seat: cython.int,
    action: cython.int,
    card: cython.int,
) -> cython.bint:
    """Make one small mark for a seat. Change nothing and return False if it is not allowed."""
    own: cython.Py_ssize_t = at + HEAD_WORDS + seat * SEAT_WORDS
    stage: cython.int = game[own + STAGE]
    skip: cython.int = chart[ISLANDS] + chart[LINES]
    if action < 0 or action > skip + chart[ISLANDS]:
        return False
    if stage == TO_START:
        return mark_start(chart, game, at, own, action)
    if stage == TO_WRITE:
        return mark_number(chart, game, own, action, card >> 2)
    if stage == DONE:
        return action == skip
    return mark_bridge(chart, game, at, own, action)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def allows(
    chart: cython.p_ulonglong, game: cython.p_ulonglong, own: cython.Py_ssize_t, action: cython.int
) -> cython.bint:
    """Return whether `mark` would accept this action of the seat whose words begin at `own`."""
    stage: cython.int = game[own + STAGE]
    islands: cython.int = chart[ISLANDS]
    skip: cython.int = islands + chart[LINES]
    if action > skip and stage == TO_START:
        action -= skip + 1
        return action < islands and game[own + MAY_WRITE] >> action & 1
    if action < 0 or action > skip:
        return False
    if action == skip:
        return stage != TO_START and stage != DRAWING
    if action < islands:
        return game[own + MAY_WRITE] >> action & 1
    return game[own + MAY_DRAW] >> (action - islands) & 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pass_on(game: cython.p_ulonglong, at: cython.Py_ssize_t, seats: cython.int) -> cython.void:
    """Pass every board to the left neighbour (R5)."""
    word: cython.int
    seat: cython.int
    first: cython.Py_ssize_t = at + HEAD_WORDS
    last: cython.Py_ssize_t = first + (seats - 1) * SEAT_WORDS
    kept: cython.ulonglong
    for word in range(SHEET_WORDS):
        kept = game[last + word]
        for seat in range(seats - 1, 0, -1):
            game[first + seat * SEAT_WORDS + word] = game[first + (seat - 1) * SEAT_WORDS + word]
        game[first + word] = kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def close(
    chart: cython.p_ulonglong, game: cython.p_ulonglong, at: cython.Py_ssize_t, seats: cython.int
) -> cython.void:
    """Close the round for all seats at once: judge and pay the goals (R26, R27, R31)."""
    seat: cython.int
    word: cython.int
    goal: cython.int
    goals: cython.int
    all_goals: cython.int = 0
    own: cython.Py_ssize_t
    seen: cython.Py_ssize_t
    gone: cython.int = game[at + GONE]
    for seat in range(seats):
        own = at + HEAD_WORDS + seat * SEAT_WORDS
        goals = reached(chart, game, own)
        if goals:
            all_goals |= goals
            game[own + PAID] |= (goals & ~gone) | (goals & gone) << GOALS
    if seats == 1:
        for goal in range(GOALS):
            if game[at + ROUND] >= DEADLINE[goal]:
                gone |= 1 << goal
        game[at + GONE] = gone
        return
    game[at + GONE] = gone | all_goals
    for seat in range(seats):
        own = at + HEAD_WORDS + seat * SEAT_WORDS
        seen = at + HEAD_WORDS + seats * SEAT_WORDS + seat * SHEET_WORDS
        for word in range(SHEET_WORDS):
            game[seen + word] = game[own + word]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def follow_up(
    chart: cython.p_ulonglong,
    game: cython.p_ulonglong,
    at: cython.Py_ssize_t,
    seats: cython.int,
    cards: cython.p_uchar,
    first: cython.Py_ssize_t,
    rounds: cython.int,
) -> cython.bint:
    """If all seats are done, pass the boards on or close the round, then turn the next card.

    Return whether the game is over (R20).
    """
    played: cython.int
    if game[at + OPEN]:
        return False
    played = game[at + ROUND]
    if played == 0:
        pass_on(game, at, seats)
    close(chart, game, at, seats)
    if played == rounds:
        return True
    turn_card(chart, game, at, seats, cards[first + played])
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def nth(bits: cython.ulonglong, n: cython.int) -> cython.int:
    """Return the index of the n-th bit that is set, counted from 0."""
    while n:
        bits &= bits - 1
        n -= 1
    return lowest(bits)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def any_action(
    chart: cython.p_ulonglong, game: cython.p_ulonglong, at: cython.Py_ssize_t, seat: cython.int
) -> cython.int:
    """Return a random legal action of a seat, all equally likely."""
    own: cython.Py_ssize_t = at + HEAD_WORDS + seat * SEAT_WORDS
    islands: cython.int = chart[ISLANDS]
    skip: cython.int = islands + chart[LINES]
    stage: cython.int = game[own + STAGE]
    choices: cython.int
    chosen: cython.int
    if stage == TO_START:
        choices = count(game[own + MAY_WRITE])
        chosen = chance(game, at, 2 * choices)
        if chosen < choices:
            return nth(game[own + MAY_WRITE], chosen)
        return skip + 1 + nth(game[own + MAY_WRITE], chosen - choices)
    if stage == TO_WRITE:
        choices = count(game[own + MAY_WRITE])
        chosen = chance(game, at, choices + 1)
        return skip if chosen == choices else nth(game[own + MAY_WRITE], chosen)
    if stage == DONE:
        return skip
    choices = count(game[own + MAY_DRAW])
    chosen = chance(game, at, choices + (1 if stage == TO_DRAW else 0))
    return skip if chosen == choices else islands + nth(game[own + MAY_DRAW], chosen)


# --- many games at once: the functions that Python calls
#
# These loops are in this module because calls of `mark` and the like from another compiled module
# took 5 % longer. In compiled code a buffer becomes a pointer to its first element, in plain
# Python a memoryview.


@cython.cfunc
@cython.inline
def words_in(buffer: cython.ulonglong[::1]) -> cython.p_ulonglong:
    return cython.address(buffer[0]) if cython.compiled else memoryview(buffer)


@cython.cfunc
@cython.inline
def bytes_in(buffer: cython.uchar[::1]) -> cython.p_uchar:
    return cython.address(buffer[0]) if cython.compiled else memoryview(buffer)


@cython.cfunc
@cython.inline
def ints_in(buffer: cython.int[::1]) -> cython.p_int:
    return cython.address(buffer[0]) if cython.compiled else memoryview(buffer)


@cython.cfunc
@cython.inline
def floats_in(buffer: cython.float[::1]) -> cython.p_float:
    return cython.address(buffer[0]) if cython.compiled else memoryview(buffer)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def words_for(seats: cython.int) -> cython.Py_ssize_t:
    return HEAD_WORDS + seats * (SEAT_WORDS + SHEET_WORDS)


def game_words(seats: cython.int) -> cython.Py_ssize_t:
    """Return the number of words in one game."""
    return words_for(seats)


def begin_games(
    chart: cython.ulonglong[::1],
    games: cython.ulonglong[::1],
    cards: cython.uchar[::1],
    deck: cython.int,
    seats: cython.int,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    shuffled: cython.bint,
) -> None:
    """Begin the games first .. last-1, with their cards shuffled or in the order given."""
    words: cython.Py_ssize_t = words_for(seats)
    game: cython.Py_ssize_t
    charts: cython.p_ulonglong = words_in(chart)
    state: cython.p_ulonglong = words_in(games)
    pile: cython.p_uchar = bytes_in(cards)
    with cython.nogil:
        for game in range(first, last):
            begin(charts, state, game * words, seats)
            if shuffled:
                shuffle(state, game * words, pile, game * deck, deck)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mark_seats(
    chart: cython.p_ulonglong,
    game: cython.p_ulonglong,
    at: cython.Py_ssize_t,
    seats: cython.int,
    card: cython.int,
    actions: cython.p_int,
    first: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Make one small mark for every seat; return the index of the first illegal one, or -1."""
    seat: cython.int
    for seat in range(seats):
        if not mark(chart, game, at, seats, seat, actions[first + seat], card):
            return first + seat
    return WRONG_ACTION


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_totals(
    game: cython.p_ulonglong,
    at: cython.Py_ssize_t,
    seats: cython.int,
    sign: cython.int,
    gained: cython.p_float,
    first: cython.Py_ssize_t,
) -> cython.void:
    """Add the points of every seat to what it gained, or take them from it."""
    seat: cython.int
    for seat in range(seats):
        gained[first + seat] += sign * total(game, at + HEAD_WORDS + seat * SEAT_WORDS)


def step_games(
    chart: cython.ulonglong[::1],
    games: cython.ulonglong[::1],
    cards: cython.uchar[::1],
    deck: cython.int,
    seats: cython.int,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    actions: cython.int[::1],
    rewards: cython.float[::1],
    over: cython.uchar[::1],
    again: cython.bint,
) -> cython.Py_ssize_t:
    """Make one small mark for every seat of the games first .. last-1.

    `rewards` gets the points that each seat scored in this step, `over` whether a game has
    ended. Actions of a game that is over are ignored: it begins again (`again`) or stays as it
    is. Return the index of the first illegal action, counted over all seats, or -1. The game of
    an illegal action stops before that mark, and later games are not changed.
    """
    words: cython.Py_ssize_t = words_for(seats)
    game: cython.Py_ssize_t
    at: cython.Py_ssize_t
    mine: cython.Py_ssize_t
    seat: cython.int
    card: cython.int
    played: cython.int
    wrong: cython.Py_ssize_t = WRONG_ACTION
    charts: cython.p_ulonglong = words_in(chart)
    state: cython.p_ulonglong = words_in(games)
    pile: cython.p_uchar = bytes_in(cards)
    chosen: cython.p_int = ints_in(actions)
    gained: cython.p_float = floats_in(rewards)
    ended: cython.p_uchar = bytes_in(over)
    with cython.nogil:
        for game in range(first, last):
            at = game * words
            mine = game * seats
            for seat in range(seats):
                gained[mine + seat] = 0
            if ended[game]:
                if again:
                    ended[game] = 0
                    begin(charts, state, at, seats)
                    shuffle(state, at, pile, game * deck, deck)
                continue
            played = state[at + ROUND]
            card = pile[game * deck + played - 1] if played else 0
            if played:
                add_totals(state, at, seats, -1, gained, mine)
            wrong = mark_seats(charts, state, at, seats, card, chosen, mine)
            if wrong >= 0:
                break
            ended[game] = follow_up(charts, state, at, seats, pile, game * deck, deck - 1)
            if played:
                add_totals(state, at, seats, 1, gained, mine)
    return wrong


def write_masks(
    chart: cython.ulonglong[::1],
    games: cython.ulonglong[::1],
    seats: cython.int,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    masks: cython.uchar[::1],
) -> None:
    """Write the legal actions of every seat of the games first .. last-1, a byte for each."""
    words: cython.Py_ssize_t = words_for(seats)
    game: cython.Py_ssize_t
    own: cython.Py_ssize_t
    to: cython.Py_ssize_t
    seat: cython.int
    k: cython.int
    islands: cython.int = chart[ISLANDS]
    lines: cython.int = chart[LINES]
    width: cython.int = 2 * islands + lines + 1
    may: cython.ulonglong
    stage: cython.ulonglong
    state: cython.p_ulonglong = words_in(games)
    out: cython.p_uchar = bytes_in(masks)
    with cython.nogil:
        for game in range(first, last):
            for seat in range(seats):
                own = game * words + HEAD_WORDS + seat * SEAT_WORDS
                to = (game * seats + seat) * width
                stage = state[own + STAGE]
                may = state[own + MAY_WRITE]
                for k in range(islands):
                    out[to + k] = may >> k & 1
                may = state[own + MAY_DRAW]
                for k in range(lines):
                    out[to + islands + k] = may >> k & 1
                out[to + islands + lines] = stage != TO_START and stage != DRAWING
                may = state[own + MAY_WRITE] if stage == TO_START else 0
                for k in range(islands):
                    out[to + islands + lines + 1 + k] = may >> k & 1


def any_actions(
    chart: cython.ulonglong[::1],
    games: cython.ulonglong[::1],
    seats: cython.int,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    actions: cython.int[::1],
) -> None:
    """Choose a random legal action for every seat of the games first .. last-1."""
    words: cython.Py_ssize_t = words_for(seats)
    game: cython.Py_ssize_t
    seat: cython.int
    charts: cython.p_ulonglong = words_in(chart)
    state: cython.p_ulonglong = words_in(games)
    out: cython.p_int = ints_in(actions)
    with cython.nogil:
        for game in range(first, last):
            for seat in range(seats):
                out[game * seats + seat] = any_action(charts, state, game * words, seat)


def find_wrong_actions(
    chart: cython.ulonglong[::1],
    games: cython.ulonglong[::1],
    seats: cython.int,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    actions: cython.int[::1],
    over: cython.uchar[::1],
    wrong: cython.uchar[::1],
) -> cython.Py_ssize_t:
    """Mark the illegal actions of the games first .. last-1, a byte for each seat.

    Return how many there are. A game that is over takes any action. No game is changed.
    """
    words: cython.Py_ssize_t = words_for(seats)
    game: cython.Py_ssize_t
    at: cython.Py_ssize_t
    found: cython.Py_ssize_t = 0
    seat: cython.int
    refused: cython.bint
    charts: cython.p_ulonglong = words_in(chart)
    state: cython.p_ulonglong = words_in(games)
    chosen: cython.p_int = ints_in(actions)
    ended: cython.p_uchar = bytes_in(over)
    out: cython.p_uchar = bytes_in(wrong)
    with cython.nogil:
        for game in range(first, last):
            for seat in range(seats):
                at = game * words + HEAD_WORDS + seat * SEAT_WORDS
                refused = not ended[game] and not allows(
                    charts, state, at, chosen[game * seats + seat]
                )
                out[game * seats + seat] = refused
                found += refused
    return found


def write_totals(
    games: cython.ulonglong[::1],
    seats: cython.int,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    totals: cython.int[::1],
) -> None:
    """Write the points of every seat of the games first .. last-1 (R28)."""
    words: cython.Py_ssize_t = words_for(seats)
    game: cython.Py_ssize_t
    seat: cython.int
    state: cython.p_ulonglong = words_in(games)
    out: cython.p_int = ints_in(totals)
    with cython.nogil:
        for game in range(first, last):
            for seat in range(seats):
                out[game * seats + seat] = total(
                    state, game * words + HEAD_WORDS + seat * SEAT_WORDS
                )


def play_by_chance(
    chart: cython.ulonglong[::1],
    games: cython.ulonglong[::1],
    cards: cython.uchar[::1],
    deck: cython.int,
    seats: cython.int,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.longlong:
    """Play the games first .. last-1 to their end at random; return the number of marks."""
    words: cython.Py_ssize_t = words_for(seats)
    game: cython.Py_ssize_t
    at: cython.Py_ssize_t
    seat: cython.int
    card: cython.int
    action: cython.int
    played: cython.int
    over: cython.bint
    marks: cython.longlong = 0
    charts: cython.p_ulonglong = words_in(chart)
    state: cython.p_ulonglong = words_in(games)
    pile: cython.p_uchar = bytes_in(cards)
    with cython.nogil:
        for game in range(first, last):
            at = game * words
            begin(charts, state, at, seats)
            shuffle(state, at, pile, game * deck, deck)
            over = False
            while not over:
                played = state[at + ROUND]
                card = pile[game * deck + played - 1] if played else 0
                for seat in range(seats):
                    while state[at + HEAD_WORDS + seat * SEAT_WORDS + STAGE] != DONE:
                        action = any_action(charts, state, at, seat)
                        mark(charts, state, at, seats, seat, action, card)
                        marks += 1
                over = follow_up(charts, state, at, seats, pile, game * deck, deck - 1)
    return marks
