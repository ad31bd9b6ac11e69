"""Finds the good turns with a card and plays games to their end by the heuristic evaluation.

Compiled like the kernel; hashi.bots.heuristic.evaluate evaluates the sheets.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from hashi.arrays import plain as cython

if not cython.compiled:  # the compiled module gets these from rollout.pxd
    from hashi.arrays.constants import *
    from hashi.arrays.kernel import (
        BIT,
        draw,
        drawable,
        lowest,
        reached,
        total,
        writable,
        write,
    )
    from hashi.bots.heuristic.constants import *
    from hashi.bots.heuristic.evaluate import RolloutState, copy, play_card, worth

is_compiled = cython.compiled


# --- playing a game to its end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pay(state: cython.pointer(RolloutState)) -> cython.int:
    """Pay the goals that the first sheet has reached (R26) and return them as bits."""
    goals: cython.int = reached(state.chart, state.sheets, 0)
    goal: cython.int
    for goal in range(GOALS):
        if goals >> goal & 1:
            state.sheets[PAID] |= BIT << (goal if state.deadline[goal] >= 0 else goal + GOALS)
    return goals


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_deck(
    state: cython.pointer(RolloutState),
    cards: cython.p_uchar,
    card: cython.int,
    deck: cython.int,
    deadlines: cython.p_int,
    arrivals: cython.p_int,
) -> cython.int:
    """Play on the first sheet with the cards of a deck from `card` on, except the last (R6).

    Return its points in the end; `arrivals` gets the card with which each goal is reached.
    """
    played: cython.int = card - 1  # the turn of this card is made, its goals are not paid yet
    goal: cython.int
    goals: cython.int
    other: cython.int
    for goal in range(GOALS):
        arrivals[goal] = NEVER
    while True:
        for goal in range(GOALS):
            state.deadline[goal] = deadlines[goal] - played
        goals = pay(state)
        for goal in range(GOALS):
            if goals >> goal & 1:
                arrivals[goal] = played
            state.deadline[goal] -= 1
        played += 1
        if played >= deck - 1:
            return total(state.sheets, 0)
        state.rounds = deck - 2 - played
        state.numbers = 0
        for other in range(played + 1, deck):
            state.numbers |= 1 << (cards[other] >> 2)
        play_card(state, cards[played])


# --- finding good turns


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep(
    state: cython.pointer(RolloutState),
    hand: cython.Py_ssize_t,
    held: cython.int,
    beam: cython.int,
    worths: cython.p_int,
) -> cython.int:
    """Keep the trial in a list of drawings if it is new and among the best `beam`.

    The list begins at the slot `hand` and holds `held` drawings. Return how many it holds now.
    """
    sheets: cython.p_ulonglong = state.sheets
    value: cython.int = worth(state, TRIAL)
    at: cython.Py_ssize_t
    k: cython.int
    for k in range(held):
        at = hand + k * SLOT
        if sheets[at + ONE] == sheets[TRIAL + ONE] and sheets[at + TWO] == sheets[TRIAL + TWO]:
            return held
    if held < beam:
        held += 1
    elif value <= worths[held - 1]:
        return held
    k = held - 1
    while k > 0 and worths[k - 1] < value:
        worths[k] = worths[k - 1]
        copy(sheets, hand + (k - 1) * SLOT, hand + k * SLOT)
        k -= 1
    worths[k] = value
    copy(sheets, TRIAL, hand + k * SLOT)
    return held


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw_all(
    state: cython.pointer(RolloutState),
    first: cython.Py_ssize_t,
    bridges: cython.int,
    beam: cython.int,
    worths: cython.p_int,
) -> cython.int:
    """Put the best drawings on the written sheet into the slots from `first` on.

    Return how many there are; `worths` gets their worth.
    """
    sheets: cython.p_ulonglong = state.sheets
    held: cython.int = 1
    grown: cython.int
    drawn: cython.int
    line: cython.int
    k: cython.int
    at: cython.Py_ssize_t
    lines: cython.ulonglong
    copy(sheets, WRITTEN, HANDS)
    for drawn in range(bridges):
        grown = 0
        for k in range(held):
            at = HANDS + k * SLOT
            lines = drawable(state.chart, sheets, at, bridges - drawn)
            while lines:
                line = lowest(lines)
                lines &= lines - 1
                copy(sheets, at, TRIAL)
                draw(state.chart, sheets, TRIAL, line)
                sheets[TRIAL + TURN] |= (line + BIT) << (8 * (drawn + 1))
                grown = keep(state, first, grown, beam, worths)
        held = grown
        if drawn < bridges - 1:
            for k in range(held):
                copy(sheets, first + k * SLOT, HANDS + k * SLOT)
    return held


@cython.cclass
class Rollout:
    """The buffers and methods of rollouts on one board. Each turn or start uses a new object."""

    state: RolloutState
    buffers: object
    beam: cython.int
    found: cython.Py_ssize_t

    def __init__(self, chart: array, odds: array, beam: int, turns: int) -> None:
        """Make buffers for this number of turns, with `beam` drawings for each way to write."""
        if not cython.compiled:
            self.state = RolloutState(
                deadline=[0] * GOALS, island=[0] * BREADTH, value=[0] * BREADTH
            )
        sheets = array("Q", bytes(8 * (HANDS + SLOT * (beam + turns))))
        worths = array("i", bytes(4 * turns))
        self.beam = beam
        self.found = HANDS + SLOT * beam
        self.buffers = (chart, odds, sheets, worths)
        self.bind(*self.buffers)

    def bind(
        self,
        chart: cython.ulonglong[::1],
        odds: cython.int[::1],
        sheets: cython.ulonglong[::1],
        worths: cython.int[::1],
    ) -> None:
        """Point the state to the buffers."""
        if cython.compiled:
            self.state.chart = cython.address(chart[0])
            self.state.odds = cython.address(odds[0])
            self.state.sheets = cython.address(sheets[0])
            self.state.worths = cython.address(worths[0])
        else:
            self.state.chart, self.state.odds = memoryview(chart), memoryview(odds)
            self.state.sheets, self.state.worths = memoryview(sheets), memoryview(worths)

    def place(self, sheet: cython.ulonglong[::1], turn: cython.int) -> None:
        """Store a sheet as the result of this turn."""
        word: cython.int
        for word in range(SHEET_WORDS):
            self.state.sheets[self.found + turn * SLOT + word] = sheet[word]

    def find_turns(
        self,
        sheet: cython.ulonglong[::1],
        card: cython.int,
        rounds: cython.int,
        numbers: cython.int,
        deadlines: cython.int[::1],
    ) -> list[tuple[int, int]]:
        """Return the good turns, each with its worth and its marks as a path.

        For every way to write the number or skip it (R8) these are the turn without bridges
        and the best few drawings. The sheets after the turns are kept for `play_on`.

        `rounds` are left after this one; `numbers` has a bit for each number on their cards.
        `deadlines` says for how many more rounds each goal pays its higher value, 0 for only
        this one.
        """
        state: cython.pointer(RolloutState) = (
            cython.address(self.state) if cython.compiled else self.state
        )
        beam: cython.int = self.beam
        found: cython.Py_ssize_t = self.found
        worths: cython.p_int
        turns: cython.int = 0
        island: cython.int
        k: cython.int
        rest: cython.ulonglong
        state.rounds = rounds
        state.numbers = numbers
        for k in range(GOALS):
            state.deadline[k] = deadlines[k]
        for k in range(SHEET_WORDS):
            state.sheets[k] = sheet[k]
        state.sheets[TURN] = 0
        with cython.nogil:
            rest = writable(state.chart, state.sheets, 0, card >> 2) << 1 | 1
            while rest:
                island = lowest(rest)  # counted from 1; 0 skips the number
                rest &= rest - 1
                copy(state.sheets, 0, WRITTEN)
                if island:
                    write(state.chart, state.sheets, WRITTEN, island - 1, card >> 2)
                state.sheets[WRITTEN + TURN] = island
                copy(state.sheets, WRITTEN, found + turns * SLOT)
                state.worths[turns] = worth(state, WRITTEN)
                turns += 1
                if cython.compiled:
                    worths = cython.address(state.worths[turns])
                else:
                    worths = state.worths[turns:]
                turns += draw_all(state, found + turns * SLOT, card & 3, beam, worths)
        return [(state.worths[k], state.sheets[found + k * SLOT + TURN]) for k in range(turns)]

    def play_on(
        self,
        turns: cython.int[::1],
        card: cython.int,
        deck: cython.int,
        decks: cython.uchar[::1],
        deadlines: cython.int[::1],
        totals: cython.int[::1],
        arrivals: cython.int[::1],
    ) -> None:
        """Play from these turns to the end, with every deck.

        A deck has `deck` cards; those before `card` are played and the last lies in the box.
        `deadlines` has for each deck and goal the last card with which it pays its higher value.
        `totals` gets the points in the end, `arrivals` the card with which each goal is
        reached: for the first turn deck by deck, then for the next turn.
        """
        state: cython.pointer(RolloutState) = (
            cython.address(self.state) if cython.compiled else self.state
        )
        found: cython.Py_ssize_t = self.found
        many: cython.int = len(turns)
        count: cython.int = len(decks) // deck
        if (
            len(deadlines) < GOALS * count
            or len(totals) < many * count
            or len(arrivals) < GOALS * many * count
        ):
            raise ValueError("every deck needs its deadlines and room for its results")
        at: cython.Py_ssize_t = 0
        n: cython.int
        k: cython.int
        cards: cython.p_uchar
        deadline: cython.p_int
        reached: cython.p_int
        with cython.nogil:
            for n in range(many):
                for k in range(count):
                    if cython.compiled:
                        cards = cython.address(decks[deck * k])
                        deadline = cython.address(deadlines[GOALS * k])
                        reached = cython.address(arrivals[GOALS * at])
                    else:
                        cards = memoryview(decks)[deck * k :]
                        deadline = memoryview(deadlines)[GOALS * k :]
                        reached = memoryview(arrivals)[GOALS * at :]
                    copy(state.sheets, found + turns[n] * SLOT, 0)
                    totals[at] = play_deck(state, cards, card, deck, deadline, reached)
                    at += 1


def shuffle(
    decks: cython.uchar[::1], deck: cython.int, card: cython.int, seed: cython.ulonglong
) -> None:
    """Shuffle every deck from a card on, all orders equally likely (xorshift; seed not 0)."""
    x: cython.ulonglong = seed
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    other: cython.Py_ssize_t
    kept: cython.uchar
    for first in range(card, len(decks), deck):
        for last in range(deck - card - 1, 0, -1):
            x ^= x << 13 & ALL_BITS
            x ^= x >> 7
            x ^= x << 17 & ALL_BITS
            other = (x >> 32) * (last + 1) >> 32
            kept = decks[first + last]
            decks[first + last] = decks[first + other]
            decks[first + other] = kept
