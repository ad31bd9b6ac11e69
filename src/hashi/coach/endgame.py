"""The exact value of a sheet in the last two rounds, compiled like the kernel.

With one round left, each unseen card may be the last: the value is the mean of the most points
that any turn reaches with each. With two rounds left, the same once more over all turns.

In the last round only finished islands count, so bridges that finish nothing are not tried one by
one: it is enough that the card's other bridges still fit somewhere (R13). In the round before,
every turn is tried, unless a bound shows that it cannot be the best.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from hashi.arrays import plain as cython

if not cython.compiled:  # the compiled module gets these from endgame.pxd
    from types import SimpleNamespace as EndgameState

    from hashi.arrays.constants import *
    from hashi.arrays.kernel import BIT, count, draw, drawable, lowest, reached, total, writable
    from hashi.arrays.kernel import write as write_number
    from hashi.bots.learned.constants import SPLIT

SLOTS = 12
"""Sheets of working space: the sheet asked about, then a writing and three bridges twice."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def copy_sheet(
    sheets: cython.p_ulonglong, source: cython.Py_ssize_t, to: cython.Py_ssize_t
) -> cython.void:
    word: cython.int
    for word in range(SHEET_WORDS):
        sheets[to * SHEET_WORDS + word] = sheets[source * SHEET_WORDS + word]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pay(
    state: cython.pointer(EndgameState), slot: cython.Py_ssize_t, round: cython.int
) -> cython.ulonglong:
    """Pay the goals that a sheet has reached in this round (R23-R26); return what was paid."""
    at: cython.Py_ssize_t = slot * SHEET_WORDS
    before: cython.ulonglong = state.sheets[at + PAID]
    goals: cython.int = reached(state.chart, state.sheets, at)
    goal: cython.int
    for goal in range(GOALS):
        if goals >> goal & 1:
            state.sheets[at + PAID] |= BIT << (
                goal if round <= state.deadlines[goal] else goal + GOALS
            )
    return before


# --- the last round


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep_last(state: cython.pointer(EndgameState), slot: cython.Py_ssize_t) -> cython.void:
    """Keep a sheet after the last turn if it has the most points."""
    at: cython.Py_ssize_t = slot * SHEET_WORDS
    before: cython.ulonglong = pay(state, slot, state.rounds)
    points: cython.int = total(state.sheets, at)
    if points > state.most:
        state.most = points
        state.most_finished = state.sheets[at + FINISHED]
        state.most_paid = state.sheets[at + PAID]
    state.sheets[at + PAID] = before


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def nearly_finished(
    sheets: cython.p_ulonglong, at: cython.Py_ssize_t, bridges: cython.int
) -> cython.ulonglong:
    """Return the islands that have a number and take 1 to `bridges` more bridges."""
    low: cython.ulonglong = sheets[at + LEFT]
    middle: cython.ulonglong = sheets[at + LEFT + 1]
    near: cython.ulonglong = low | middle
    if bridges == 1:
        near = low & ~middle
    elif bridges == 2:
        near = low ^ middle
    near &= ~sheets[at + LEFT + 2]
    return near & (sheets[at + DIGIT] | sheets[at + DIGIT + 1] | sheets[at + DIGIT + 2])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_last(
    state: cython.pointer(EndgameState),
    slot: cython.Py_ssize_t,
    first: cython.int,
    hand: cython.int,
) -> cython.void:
    """Try bridges that may finish an island, along lines from `first` on, in the last round."""
    sheets: cython.p_ulonglong = state.sheets
    at: cython.Py_ssize_t = slot * SHEET_WORDS
    near: cython.ulonglong = nearly_finished(sheets, at, hand)
    lines: cython.ulonglong = 0
    line: cython.int
    while near:
        lines |= state.chart[LINES_OF + lowest(near)]
        near &= near - 1
    lines &= sheets[at + LIT] & ~sheets[at + SHUT]
    if not lines:
        return
    lines &= drawable(state.chart, sheets, at, hand) & (ALL_BITS << first & ALL_BITS)
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        copy_sheet(sheets, slot, slot + 1)
        draw(state.chart, sheets, at + SHEET_WORDS, line)
        keep_last(state, slot + 1)  # `drawable` says that the other bridges fit too
        if hand > 1:
            draw_last(state, slot + 1, line, hand - 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def best_last(
    state: cython.pointer(EndgameState), slot: cython.Py_ssize_t, card: cython.int
) -> cython.int:
    """Return the most points with the last card; the slots after `slot` are working space."""
    sheets: cython.p_ulonglong = state.sheets
    at: cython.Py_ssize_t = slot * SHEET_WORDS
    islands: cython.ulonglong = writable(state.chart, sheets, at, card >> 2)
    island: cython.int
    state.most = -1
    copy_sheet(sheets, slot, slot + 1)
    keep_last(state, slot + 1)
    draw_last(state, slot + 1, 0, card & 3)
    while islands:
        island = lowest(islands)
        islands &= islands - 1
        copy_sheet(sheets, slot, slot + 1)
        write_number(state.chart, sheets, at + SHEET_WORDS, island, card >> 2)
        keep_last(state, slot + 1)
        draw_last(state, slot + 1, 0, card & 3)
    return state.most


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def bound_last(
    state: cython.pointer(EndgameState), slot: cython.Py_ssize_t, card: cython.int
) -> cython.int:
    """Return a number of points that no turn with the last card exceeds."""
    chart: cython.p_ulonglong = state.chart
    sheets: cython.p_ulonglong = state.sheets
    at: cython.Py_ssize_t = slot * SHEET_WORDS
    bridges: cython.int = card & 3
    finished: cython.ulonglong = sheets[at + FINISHED]
    fresh: cython.ulonglong = writable(chart, sheets, at, card >> 2)
    near: cython.ulonglong = nearly_finished(sheets, at, bridges)
    islands: cython.int = min(count(near) + (1 if fresh else 0), 2 * bridges + 1)
    points: cython.int = total(sheets, at) + POINTS_FOR_AN_ISLAND * islands
    paid: cython.int = (sheets[at + PAID] | sheets[at + PAID] >> GOALS) & ALL_GOALS
    missing: cython.ulonglong
    goal: cython.int
    for goal in range(GOALS):
        if paid >> goal & 1:
            continue
        if JOINED[goal]:
            if count(finished) + islands < JOINED[goal]:
                continue
        else:
            missing = chart[ASKED + goal] & ~finished
            if (
                not chart[ASKED + goal]
                or count(missing) > islands
                or count(missing & ~near) > 1
                or missing & ~near & ~fresh
            ):
                continue
        points += HIGH[goal] if state.rounds <= state.deadlines[goal] else LOW[goal]
    return points


# --- both rounds


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def expect_last(
    state: cython.pointer(EndgameState), slot: cython.Py_ssize_t, split: cython.p_double
) -> cython.double:
    """Return the mean over the unseen cards of the most points in the last round.

    `split` gets the mean, then the parts.
    """
    kind: cython.int
    goal: cython.int
    k: cython.int
    cards: cython.int = 0
    weight: cython.double
    for kind in range(state.kinds):
        cards += state.counts[kind]
    for k in range(SPLIT):
        split[k] = 0
    for kind in range(state.kinds):
        if not state.counts[kind]:
            continue
        weight = state.counts[kind]
        weight /= cards
        split[0] += weight * best_last(state, slot, state.cards[kind])
        split[1] += weight * POINTS_FOR_AN_ISLAND * count(state.most_finished)
        for goal in range(GOALS):
            split[2 + 2 * goal] += weight * (state.most_paid >> goal & 1)
            split[3 + 2 * goal] += weight * (state.most_paid >> (goal + GOALS) & 1)
    return split[0]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep_turn(
    state: cython.pointer(EndgameState),
    slot: cython.Py_ssize_t,
    path: cython.ulonglong,
    round: cython.int,
) -> cython.void:
    """Keep a whole turn if its sheet is worth the most."""
    before: cython.ulonglong = pay(state, slot, round)
    at: cython.Py_ssize_t = slot * SHEET_WORDS
    worth: cython.double
    bound: cython.int = 0
    kind: cython.int
    k: cython.int
    goal: cython.int
    if round == state.rounds:
        worth = total(state.sheets, at)
        if worth > state.best:
            state.best = worth
            state.path = path
            state.found[0] = worth
            state.found[1] = POINTS_FOR_AN_ISLAND * count(state.sheets[at + FINISHED])
            for goal in range(GOALS):
                state.found[2 + 2 * goal] = state.sheets[at + PAID] >> goal & 1
                state.found[3 + 2 * goal] = state.sheets[at + PAID] >> (goal + GOALS) & 1
    else:
        for kind in range(state.kinds):
            if state.counts[kind]:
                bound += state.counts[kind] * bound_last(state, slot, state.cards[kind])
        if bound > state.best * state.unseen + 1e-9:
            worth = expect_last(state, slot, state.tried)
            if worth > state.best:
                state.best = worth
                state.path = path
                for k in range(SPLIT):
                    state.found[k] = state.tried[k]
    state.sheets[at + PAID] = before


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_all(
    state: cython.pointer(EndgameState),
    slot: cython.Py_ssize_t,
    first: cython.int,
    hand: cython.int,
    path: cython.ulonglong,
    shift: cython.int,
    round: cython.int,
) -> cython.void:
    """Try every way to draw this many bridges along lines from `first` on."""
    sheets: cython.p_ulonglong = state.sheets
    at: cython.Py_ssize_t = slot * SHEET_WORDS
    lines: cython.ulonglong = drawable(state.chart, sheets, at, hand) & (
        ALL_BITS << first & ALL_BITS
    )
    line: cython.int
    while lines:
        line = lowest(lines)
        lines &= lines - 1
        copy_sheet(sheets, slot, slot + 1)
        draw(state.chart, sheets, at + SHEET_WORDS, line)
        if hand == 1:
            keep_turn(state, slot + 1, path | (line + BIT) << shift, round)
        else:
            draw_all(
                state, slot + 1, line, hand - 1, path | (line + BIT) << shift, shift + 8, round
            )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def best_of_all(
    state: cython.pointer(EndgameState), card: cython.int, round: cython.int
) -> cython.void:
    """Find the best of all turns with a card, from the sheet in the first slot."""
    sheets: cython.p_ulonglong = state.sheets
    islands: cython.ulonglong = writable(state.chart, sheets, 0, card >> 2)
    island: cython.int
    kind: cython.int
    state.best = -1
    state.unseen = 0
    for kind in range(state.kinds):
        state.unseen += state.counts[kind]
    while islands:
        island = lowest(islands)
        islands &= islands - 1
        copy_sheet(sheets, 0, 1)
        write_number(state.chart, sheets, SHEET_WORDS, island, card >> 2)
        draw_all(state, 1, 0, card & 3, island + BIT, 8, round)
        keep_turn(state, 1, island + BIT, round)
    copy_sheet(sheets, 0, 1)
    draw_all(state, 1, 0, card & 3, 0, 8, round)
    keep_turn(state, 1, 0, round)


@cython.cclass
class Endgame:
    """The buffers and methods of exact values on one board."""

    state: EndgameState
    buffers: object

    def __init__(self, chart: array) -> None:
        buffers = (
            chart,
            array("Q", bytes(8 * SHEET_WORDS * SLOTS)),
            array("i", bytes(4 * CARD_KINDS)),
            array("i", bytes(4 * CARD_KINDS)),
            array("i", bytes(4 * GOALS)),
            array("d", bytes(8 * SPLIT)),
            array("d", bytes(8 * SPLIT)),
        )
        if not cython.compiled:
            self.state = EndgameState()
        self.buffers = buffers
        self.bind(*buffers)

    def bind(
        self,
        chart: cython.ulonglong[::1],
        sheets: cython.ulonglong[::1],
        cards: cython.int[::1],
        counts: cython.int[::1],
        deadlines: cython.int[::1],
        found: cython.double[::1],
        tried: cython.double[::1],
    ):
        """Point the state to the buffers."""
        if cython.compiled:
            self.state.chart = cython.address(chart[0])
            self.state.sheets = cython.address(sheets[0])
            self.state.cards = cython.address(cards[0])
            self.state.counts = cython.address(counts[0])
            self.state.deadlines = cython.address(deadlines[0])
            self.state.found = cython.address(found[0])
            self.state.tried = cython.address(tried[0])
        else:
            state = self.state
            state.chart, state.sheets, state.cards, state.counts = chart, sheets, cards, counts
            state.deadlines, state.found, state.tried = deadlines, found, tried

    def prepare(
        self,
        sheet: cython.ulonglong[::1],
        unseen: cython.int[::1],
        deadlines: cython.int[::1],
        rounds: cython.int,
    ):
        """Store a sheet, the kinds of unseen cards (a byte and how many) and the deadlines."""
        k: cython.int
        if len(unseen) > 2 * CARD_KINDS:
            raise ValueError("more kinds of cards than there are")
        for k in range(SHEET_WORDS):
            self.state.sheets[k] = sheet[k]
        self.state.kinds = len(unseen) // 2
        for k in range(self.state.kinds):
            self.state.cards[k] = unseen[2 * k]
            self.state.counts[k] = unseen[2 * k + 1]
        for k in range(GOALS):
            self.state.deadlines[k] = deadlines[k]
        self.state.rounds = rounds

    def expect(
        self, sheet: array, unseen: array, deadlines: array, round: cython.int, rounds: cython.int
    ) -> list[float]:
        """Return the points that a sheet will have in the end, by best play, and their parts.

        `round` rounds are played of `rounds`, and at most two are left. The parts are the points
        of islands, and each goal's chances to be reached in time and late.
        """
        state: cython.pointer(EndgameState) = (
            cython.address(self.state) if cython.compiled else self.state
        )
        kind: cython.int
        k: cython.int
        cards: cython.int = 0
        mean = [0.0] * SPLIT
        self.prepare(sheet, unseen, deadlines, rounds)
        if rounds - round == 1:
            expect_last(state, 0, state.found)
            return [state.found[k] for k in range(SPLIT)]
        for kind in range(state.kinds):
            cards += state.counts[kind]
        for kind in range(state.kinds):
            state.counts[kind] -= 1
            best_of_all(state, state.cards[kind], round + 1)
            state.counts[kind] += 1
            for k in range(SPLIT):
                mean[k] += state.found[k] * state.counts[kind] / cards
        return mean

    def best_turn(
        self,
        sheet: array,
        card: cython.int,
        unseen: array,
        deadlines: array,
        round: cython.int,
        rounds: cython.int,
    ) -> tuple[float, int]:
        """Return the worth of the best of all turns with a card in one of the last two rounds.

        The second number is its marks as a path. `unseen` are the cards after this one.
        """
        state: cython.pointer(EndgameState) = (
            cython.address(self.state) if cython.compiled else self.state
        )
        self.prepare(sheet, unseen, deadlines, rounds)
        best_of_all(state, card, round)
        return state.best, state.path
