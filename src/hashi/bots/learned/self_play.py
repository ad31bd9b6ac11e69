"""Games that the values play against nobody, mark by mark, to learn from what happens in them.

Compiled like the search. Every mark is the one with the most points and the highest value after
it, in some games disturbed by chance. A `Tape` takes down the kinds of every place between two
marks, and what each of them is expected to bring by the places that followed: temporal
differences, TD(lambda).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from hashi.arrays import plain as cython

if not cython.compiled:  # the compiled module gets these from self_play.pxd
    from math import log
    from types import SimpleNamespace as Tape

    from hashi.arrays.constants import *
    from hashi.arrays.kernel import BIT, drawable, lowest, writable
    from hashi.bots.learned.constants import *
    from hashi.bots.learned.evaluate import (
        SearchState,
        copy_node,
        draw_node,
        island_kind,
        sum_context,
        sum_contexts,
        sum_rows,
        value,
        write_node,
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def width_of(state: cython.pointer(SearchState), cards: cython.int) -> cython.Py_ssize_t:
    """Return how many bytes the tape needs for a place."""
    return 2 * state.chart[ISLANDS] + state.chart[LINES] + 2 + GOALS + cards


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def by_chance(tape: cython.pointer(Tape)) -> cython.ulonglong:
    """Return the next number by chance, below 2^22 (xorshift64*)."""
    word: cython.ulonglong = tape.chance
    word ^= word >> 12
    word ^= word << 25 & ALL_BITS
    word ^= word >> 27
    tape.chance = word
    word = word * MIX_TWO & ALL_BITS
    return word >> 42


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def shake(tape: cython.pointer(Tape), noise: cython.float) -> cython.float:
    """Return a number by chance: the largest of many such sums is drawn as by softmax."""
    if noise <= 0:
        return 0
    return -noise * log(-log((by_chance(tape) + 0.5) / 4194304))


# --- marks


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def compare(
    state: cython.pointer(SearchState), tape: cython.pointer(Tape), hand: cython.int
) -> cython.void:
    """Compare the place of node 1 with those before it; node 2 keeps the chosen one."""
    worth: cython.float = state.nodes[NODE_WORDS + POINTS]
    shaken: cython.float
    if hand or not state.is_last:
        worth += value(state, 1, hand)
    shaken = worth + shake(tape, tape.noise)
    tape.top = max(tape.top, worth)
    if shaken > tape.shaken:
        tape.shaken = shaken
        tape.chosen = worth
        copy_node(state, 1, 2)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def take_down(
    state: cython.pointer(SearchState),
    tape: cython.pointer(Tape),
    hand: cython.int,
    round: cython.int,
) -> cython.void:
    """Write the kinds of the place of node 0."""
    nodes: cython.p_ulonglong = state.nodes
    islands: cython.int = state.chart[ISLANDS]
    lines: cython.int = state.chart[LINES]
    at: cython.Py_ssize_t = tape.steps * width_of(state, tape.cards)
    k: cython.int
    left: cython.int
    for k in range(islands):
        tape.states[at + k] = island_kind(nodes, 0, k)
    at += islands
    for k in range(lines):
        left = (nodes[ONE] >> k & 1) + 2 * (nodes[SHUT] >> k & 1)
        tape.states[at + k] = 4 if nodes[TWO] >> k & 1 else left
    at += lines
    for k in range(islands):
        tape.states[at + k] = nodes[ROOMS + (k >> 4)] >> 4 * (k & 15) & 15
    at += islands
    tape.states[at] = nodes[GROUP]
    for k in range(tape.cards):
        tape.states[at + 1 + k] = 1
    for k in range(tape.turned):
        tape.states[at + 1 + tape.pile[2 * k + 1]] = 0
    at += 1 + tape.cards
    tape.states[at] = hand
    for k in range(GOALS):
        left = state.deadlines[k] - round + (1 if hand else 0)
        left = min(LARGEST_LEFT, max(0, left))
        tape.states[at + 1 + k] = PAID_FLAG if nodes[PAID] >> k & 1 else left


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def make_mark(
    state: cython.pointer(SearchState),
    tape: cython.pointer(Tape),
    hand: cython.int,
    round: cython.int,
) -> cython.void:
    """Go on with the chosen place, and take it down unless the game is over."""
    before: cython.int = state.nodes[POINTS]
    now: cython.int = state.nodes[2 * NODE_WORDS + POINTS]
    at: cython.Py_ssize_t = 4 * (tape.steps - 1)
    is_over: cython.bint = hand == 0 and state.is_last
    copy_node(state, 2, 0)
    tape.moments[at] = 0 if is_over else tape.chosen - now
    tape.moments[at + 1] = now - before
    tape.moments[at + 2] = tape.top - before
    tape.moments[at + 3] = 1 if tape.chosen >= tape.top - 1e-4 else 0
    if not is_over:
        take_down(state, tape, hand, round)
    tape.steps += 1
    tape.top = -1e9
    tape.shaken = -1e9


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def make_start(
    state: cython.pointer(SearchState),
    tape: cython.pointer(Tape),
    starts: cython.int,
    noise: cython.float,
) -> cython.void:
    """Write a start on the blank sheet: a good one, or any one if the noise is negative."""
    k: cython.int
    any_one: cython.int = -1
    for k in range(NODE_WORDS):
        state.nodes[k] = tape.blank[k] if k < SHEET_WORDS else 0
    sum_rows(state, 0)
    if noise < 0:
        any_one = by_chance(tape) % starts
    tape.noise = noise
    tape.steps = 0
    tape.turned = 0
    tape.top = -1e9
    tape.shaken = -1e9
    state.in_time = 0
    state.is_last = False
    sum_context(state, state.hidden, 0, -1, 0, 0, 0)
    state.context = state.hidden
    for k in range(starts):
        if any_one < 0 or k == any_one:
            copy_node(state, 0, 1)
            write_node(state, 1, tape.starts[2 * k], tape.starts[2 * k + 1])
            compare(state, tape, 0)
    copy_node(state, 2, 0)
    take_down(state, tape, 0, 0)
    tape.steps = 1
    tape.top = -1e9
    tape.shaken = -1e9


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def make_turn(
    state: cython.pointer(SearchState),
    tape: cython.pointer(Tape),
    card: cython.int,
    round: cython.int,
) -> cython.void:
    """Make the marks of one turn."""
    nodes: cython.p_ulonglong = state.nodes
    bridges: cython.int = card & 3
    may: cython.ulonglong = writable(state.chart, nodes, 0, card >> 2) | BIT << 63
    k: cython.int
    hand: cython.int
    drawn: cython.int
    while may:
        k = lowest(may)
        may &= may - 1
        copy_node(state, 0, 1)
        if k < 63:
            write_node(state, 1, k, card >> 2)
        hand = bridges if drawable(state.chart, nodes, NODE_WORDS, bridges) else 0
        compare(state, tape, hand)
    hand = bridges if drawable(state.chart, nodes, 2 * NODE_WORDS, bridges) else 0
    make_mark(state, tape, hand, round)
    if hand == 0:
        return
    for drawn in range(bridges):
        hand = bridges - drawn - 1
        if drawn == 0:  # nothing drawn is allowed; after the first bridge the others must follow
            copy_node(state, 0, 1)
            nodes[NODE_WORDS + PATH] = BIT << 63
            compare(state, tape, 0)
        may = drawable(state.chart, nodes, 0, hand + 1)
        while may:
            k = lowest(may)
            may &= may - 1
            copy_node(state, 0, 1)
            nodes[NODE_WORDS + PATH] = 0
            draw_node(state, 1, k, 0)
            compare(state, tape, hand)
        if nodes[2 * NODE_WORDS + PATH] >> 63:
            nodes[2 * NODE_WORDS + PATH] = 0
            make_mark(state, tape, 0, round)
            return
        make_mark(state, tape, hand, round)


# --- whole games


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def look_back(tape: cython.pointer(Tape)) -> cython.void:
    """Write what each place was expected to bring, by the places that followed."""
    at: cython.Py_ssize_t
    k: cython.int
    later: cython.float = 0
    for k in range(tape.steps - 1):
        at = 4 * (tape.steps - 2 - k)
        if k == 0:
            later = tape.moments[at + 1]
        else:
            later = tape.moments[at + 1] + (
                (1 - tape.trace) * tape.moments[at] + tape.trace * later
            )
        if tape.moments[at + 3] == 0:
            later = tape.moments[at + 2]
        tape.targets[tape.steps - 2 - k] = later
    tape.steps -= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_game(
    state: cython.pointer(SearchState),
    tape: cython.pointer(Tape),
    starts: cython.int,
    start_noise: cython.float,
    noise: cython.float,
    until: cython.int,
) -> cython.int:
    """Play a game with the tape's pile, take it down, and return its points.

    Marks are disturbed up to the round `until`.
    """
    block: cython.Py_ssize_t = state.hidden * HAND_KINDS * PAID_KINDS
    rounds: cython.int = tape.cards - 1
    round: cython.int
    goal: cython.int
    make_start(state, tape, starts, start_noise)
    state.nodes[POINTS] = 0
    sum_contexts(state, tape.pile, rounds, 0, 0)
    for round in range(1, rounds + 1):
        state.in_time = 0
        for goal in range(GOALS):
            if round <= state.deadlines[goal]:
                state.in_time |= 1 << goal
        state.is_last = round == rounds
        state.context = 2 * state.hidden + (round - 1) * block
        tape.turned = round
        tape.noise = noise if round <= until else 0
        make_turn(state, tape, tape.pile[2 * round - 2], round)
    look_back(tape)
    return state.nodes[POINTS]
