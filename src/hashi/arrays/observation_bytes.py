"""Writes what each seat may know as bytes; `hashi.arrays.observation` documents their meaning.

Compiled like the kernel.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from hashi.arrays import plain as cython

if not cython.compiled:  # the compiled module gets these from observation_bytes.pxd
    from hashi.arrays.constants import *
    from hashi.arrays.kernel import bytes_in, words_for, words_in


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def show_sheet(
    chart: cython.p_ulonglong,
    sheet: cython.p_ulonglong,
    at: cython.Py_ssize_t,
    out: cython.p_uchar,
    to: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Write the bytes of a sheet and return the index after them.

    For each island its number, then how many bridges each still takes, then which are
    finished; for each line its bridges, then which take one more (R14-R18); for each goal
    0, or 1 if its lower value was paid, 2 if its higher.
    """
    islands: cython.int = chart[ISLANDS]
    lines: cython.int = chart[LINES]
    is_open: cython.ulonglong = sheet[at + LIT] & ~sheet[at + SHUT]
    paid: cython.ulonglong = sheet[at + PAID]
    k: cython.int
    for k in range(islands):
        out[to + k] = (
            (sheet[at + DIGIT] >> k & 1)
            | (sheet[at + DIGIT + 1] >> k & 1) << 1
            | (sheet[at + DIGIT + 2] >> k & 1) << 2
        )
        out[to + islands + k] = (
            (sheet[at + LEFT] >> k & 1)
            | (sheet[at + LEFT + 1] >> k & 1) << 1
            | (sheet[at + LEFT + 2] >> k & 1) << 2
        )
        out[to + 2 * islands + k] = sheet[at + FINISHED] >> k & 1
    to += 3 * islands
    for k in range(lines):
        out[to + k] = (sheet[at + ONE] >> k & 1) + (sheet[at + TWO] >> k & 1)
        out[to + lines + k] = is_open >> k & 1
    to += 2 * lines
    for k in range(GOALS):
        out[to + k] = (paid >> k & 1) << 1 | (paid >> (k + GOALS) & 1)
    return to + GOALS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def show_game(
    chart: cython.p_ulonglong,
    game: cython.p_ulonglong,
    at: cython.Py_ssize_t,
    seats: cython.int,
    seat: cython.int,
    cards: cython.p_uchar,
    first: cython.Py_ssize_t,
    deck: cython.int,
    out: cython.p_uchar,
    to: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Write what a seat sees beside the sheets and return the index after it.

    The flags of the islands (1 red, 2 blue); the stage, the bridges in hand, the card's number
    and bridges, the round; the number of unseen cards of each kind, including the one in the
    box; the goals whose higher value is gone.
    """
    own: cython.Py_ssize_t = at + HEAD_WORDS + seat * SEAT_WORDS
    islands: cython.int = chart[ISLANDS]
    round: cython.int = game[at + ROUND]
    card: cython.int = cards[first + round - 1] if round else 0
    k: cython.int
    for k in range(islands):
        out[to + k] = (chart[RED] >> k & 1) | (chart[BLUE] >> k & 1) << 1
    to += islands
    out[to] = game[own + STAGE]
    out[to + 1] = game[own + HAND] if game[own + STAGE] != DONE else 0
    out[to + 2] = card >> 2
    out[to + 3] = card & 3
    out[to + 4] = round
    to += 5
    for k in range(CARD_KINDS):
        out[to + k] = 0
    for k in range(round, deck):
        card = cards[first + k]
        out[to + 3 * (card >> 2) - 4 + (card & 3)] += 1
    to += CARD_KINDS
    for k in range(GOALS):
        out[to + k] = game[at + GONE] >> k & 1
    return to + GOALS


def observation_size(islands: cython.int, lines: cython.int, seats: cython.int) -> cython.int:
    """Return the number of bytes in the observation of one seat."""
    sheet: cython.int = 3 * islands + 2 * lines + GOALS
    return sheet + islands + 5 + CARD_KINDS + GOALS + (seats - 1) * sheet


def write_observations(
    chart: cython.ulonglong[::1],
    games: cython.ulonglong[::1],
    cards: cython.uchar[::1],
    deck: cython.int,
    seats: cython.int,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    observations: cython.uchar[::1],
) -> None:
    """Write what every seat of the games first .. last-1 may know, as bytes.

    The own sheet, what the seat sees beside the sheets, then the others' sheets of the last
    closed round, beginning with the left neighbour. The others' marks of the open round, the
    order of the cards and the card in the box are not included.
    """
    words: cython.Py_ssize_t = words_for(seats)
    game: cython.Py_ssize_t
    at: cython.Py_ssize_t
    shown: cython.Py_ssize_t
    to: cython.Py_ssize_t
    seat: cython.int
    other: cython.int
    charts: cython.p_ulonglong = words_in(chart)
    state: cython.p_ulonglong = words_in(games)
    pile: cython.p_uchar = bytes_in(cards)
    out: cython.p_uchar = bytes_in(observations)
    to = first * seats * observation_size(chart[ISLANDS], chart[LINES], seats)
    with cython.nogil:
        for game in range(first, last):
            at = game * words
            shown = at + HEAD_WORDS + seats * SEAT_WORDS
            for seat in range(seats):
                to = show_sheet(charts, state, at + HEAD_WORDS + seat * SEAT_WORDS, out, to)
                to = show_game(charts, state, at, seats, seat, pile, game * deck, deck, out, to)
                for other in range(seat + 1, seat + seats):
                    to = show_sheet(charts, state, shown + other % seats * SHEET_WORDS, out, to)
