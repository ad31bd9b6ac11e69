"""The master's search over learned values, compiled like the kernel.

`find_turns` finds the best turns with a card: number first, then bridge by bridge, keeping the
best few sheets from mark to mark (a beam search). `Search.search_turn` does so with the card that
lies face up and then evaluates each of the best turns by the next card: the mean, over all unseen
cards, of the best turn with each. `Search.rollout` plays on from some turns with given piles.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from hashi.arrays import plain as cython

if not cython.compiled:  # the compiled module gets these from search.pxd
    from math import exp

    from hashi.arrays.constants import *
    from hashi.arrays.kernel import BIT, count, drawable, lowest, writable
    from hashi.bots.learned.constants import *
    from hashi.bots.learned.evaluate import (
        SearchState,
        add_row,
        copy_node,
        draw_node,
        forward_lines,
        set_offsets,
        sum_context,
        sum_contexts,
        sum_rows,
        value,
        write_node,
    )
    from hashi.bots.learned.self_play import Tape, play_game, width_of

is_compiled = cython.compiled


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def signature(
    one: cython.ulonglong, two: cython.ulonglong, written: cython.ulonglong
) -> cython.ulonglong:
    """Return a hash of a sheet within a turn: the island of the number, and all bridges."""
    mixed: cython.ulonglong = one * MIX_ONE & ALL_BITS
    mixed ^= two * MIX_TWO & ALL_BITS
    mixed ^= mixed >> 29
    return (mixed + (written & 255) * MIX_ISLAND) & ALL_BITS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def goals_in_time(state: cython.pointer(SearchState), round: cython.int) -> cython.int:
    """Return the goals that pay their higher value in this round, as bits."""
    goal: cython.int
    goals: cython.int = 0
    for goal in range(GOALS):
        if round <= state.deadlines[goal]:
            goals |= 1 << goal
    return goals


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def begin(
    state: cython.pointer(SearchState), root: cython.Py_ssize_t, node: cython.Py_ssize_t
) -> cython.void:
    """Begin a turn: copy the sheet and clear the path of marks."""
    copy_node(state, root, node)
    state.nodes[node * NODE_WORDS + PATH] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def offer(state: cython.pointer(SearchState), node: cython.Py_ssize_t) -> cython.void:
    """Keep a whole turn if it is among the best."""
    best: cython.p_float = state.best
    k: cython.int
    least: cython.int = 0
    worth: cython.float = state.nodes[node * NODE_WORDS + POINTS]
    if not state.is_last:
        worth += value(state, node, 0)
    if state.kept < state.keep:
        least = state.kept
        state.kept += 1
    else:
        for k in range(1, state.keep):
            if best[k] < best[least]:
                least = k
        if best[least] >= worth:
            return
    best[least] = worth
    if state.slots != NO_SLOT:
        copy_node(state, node, state.slots + least)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def best_choice(state: cython.pointer(SearchState)) -> cython.ulonglong:
    """Take and return the best of the marks that are not taken yet."""
    k: cython.int
    top: cython.int = 0
    for k in range(1, state.found):
        if state.choices[k] > state.choices[top]:
            top = k
    state.choices[top] = -1e9
    return state.marks[2 * top]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def try_bridges(
    state: cython.pointer(SearchState),
    parent: cython.Py_ssize_t,
    index: cython.int,
    scratch: cython.Py_ssize_t,
    hand: cython.int,
    drawn: cython.int,
) -> cython.void:
    """Try every bridge that may be drawn next, except those that lead to a known sheet.

    With bridges left in hand the results are stored as marks, otherwise offered as turns.
    """
    nodes: cython.p_ulonglong = state.nodes
    at: cython.Py_ssize_t = parent * NODE_WORDS
    may: cython.ulonglong = drawable(state.chart, nodes, at, hand + 1)
    bit: cython.ulonglong
    mine: cython.ulonglong
    line: cython.int
    k: cython.int
    while may and state.found < MOST_CHOICES:
        line = lowest(may)
        may &= may - 1
        bit = BIT << line
        mine = signature(
            nodes[at + ONE] | bit, nodes[at + TWO] | (nodes[at + ONE] & bit), nodes[at + PATH]
        )
        k = 0
        while k < state.found and state.marks[2 * k + 1] != mine:
            k += 1
        if k < state.found:
            continue
        copy_node(state, parent, scratch)
        draw_node(state, scratch, line, drawn)
        if hand:
            state.choices[k] = nodes[scratch * NODE_WORDS + POINTS] + value(state, scratch, hand)
        else:
            offer(state, scratch)
        state.marks[2 * k] = (BIT * index) << 8 | line
        state.marks[2 * k + 1] = mine
        state.found += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def try_numbers(
    state: cython.pointer(SearchState),
    root: cython.Py_ssize_t,
    scratch: cython.Py_ssize_t,
    card: cython.int,
) -> cython.void:
    """Value every way to write the card's number on a sheet, or to skip it (bit 63).

    One after which no bridges can be drawn is a whole turn; the others are choices.
    """
    nodes: cython.p_ulonglong = state.nodes
    bridges: cython.int = card & 3
    n: cython.int
    k: cython.int
    islands: cython.ulonglong
    state.found = 0
    islands = writable(state.chart, nodes, root * NODE_WORDS, card >> 2) | BIT << 63
    while islands:
        k = lowest(islands)
        islands &= islands - 1
        begin(state, root, scratch)
        if k < 63:
            write_node(state, scratch, k, card >> 2)
        if drawable(state.chart, nodes, scratch * NODE_WORDS, bridges):
            n = state.found
            state.choices[n] = nodes[scratch * NODE_WORDS + POINTS] + value(state, scratch, bridges)
            state.marks[2 * n] = k
            state.found += 1
        else:
            offer(state, scratch)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep_numbers(
    state: cython.pointer(SearchState),
    root: cython.Py_ssize_t,
    here: cython.Py_ssize_t,
    width: cython.int,
    number: cython.int,
) -> cython.int:
    """Put the best sheets with a number, or without, into the nodes from `here` on.

    Each of them is a whole turn as well, without bridges. Return how many there are.
    """
    held: cython.int = 0
    mark: cython.ulonglong
    while held < width and held < state.found:
        mark = best_choice(state)
        begin(state, root, here + held)
        if mark < 63:
            write_node(state, here + held, mark, number)
        offer(state, here + held)
        held += 1
    return held


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep_bridges(
    state: cython.pointer(SearchState),
    here: cython.Py_ssize_t,
    there: cython.Py_ssize_t,
    width: cython.int,
    drawn: cython.int,
) -> cython.int:
    """Put the best sheets with one bridge more into the nodes from `there` on; return how many."""
    held: cython.int = 0
    mark: cython.ulonglong
    while held < width and held < state.found:
        mark = best_choice(state)
        copy_node(state, here + (mark >> 8), there + held)
        draw_node(state, there + held, mark & 255, drawn)
        held += 1
    return held


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_turns(
    state: cython.pointer(SearchState),
    root: cython.Py_ssize_t,
    beam: cython.Py_ssize_t,
    width: cython.int,
    card: cython.int,
    round: cython.int,
    rounds: cython.int,
) -> cython.void:
    """Find the best whole turns with a card, from the sheet `root`.

    The nodes from `beam` on are working space: one to try marks, then two times `width` for the
    best sheets. `state.context` is the context of the card. In the last round only points count.
    """
    bridges: cython.int = card & 3
    scratch: cython.Py_ssize_t = beam
    here: cython.Py_ssize_t = beam + 1
    there: cython.Py_ssize_t = here + width
    held: cython.int
    drawn: cython.int
    hand: cython.int
    n: cython.int
    state.in_time = goals_in_time(state, round)
    state.is_last = round == rounds
    state.kept = 0
    try_numbers(state, root, scratch, card)
    held = keep_numbers(state, root, here, width, card >> 2)
    for drawn in range(bridges):
        hand = bridges - drawn - 1
        state.found = 0
        for n in range(held):
            try_bridges(state, here + n, n, scratch, hand, drawn)
        if hand == 0:
            break
        held = keep_bridges(state, here, there, width, drawn)
        here, there = there, here


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_on(
    state: cython.pointer(SearchState),
    pile: cython.p_int,
    depth: cython.int,
    turn: cython.Py_ssize_t,
    here: cython.Py_ssize_t,
    width: cython.int,
    round: cython.int,
    rounds: cython.int,
    arrivals: cython.p_int,
) -> cython.float:
    """Play the cards of a pile from a node on; return its points plus the value at the end.

    `arrivals` gets the round in which each goal is reached and is not changed for the others.
    The nodes from `here` on are working space; `sum_contexts` must have made the contexts.
    """
    hidden: cython.int = state.hidden
    block: cython.Py_ssize_t = hidden * HAND_KINDS * PAID_KINDS
    before: cython.int
    now: cython.int
    goal: cython.int
    step: cython.int
    state.keep = 1
    state.slots = here + 1
    copy_node(state, turn, here)
    for step in range(depth):
        before = state.nodes[here * NODE_WORDS + PAID]
        state.context = 2 * hidden + step * block
        find_turns(state, here, here + 2, width, pile[2 * step], round + step + 1, rounds)
        copy_node(state, here + 1, here)
        now = state.nodes[here * NODE_WORDS + PAID]
        for goal in range(GOALS):
            if (now & ~before) >> goal & 1:
                arrivals[goal] = round + step + 1
    return state.best[0]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sum_next_contexts(
    state: cython.pointer(SearchState),
    cards: cython.p_int,
    kinds: cython.int,
    round: cython.int,
    paid: cython.int,
) -> cython.void:
    """Sum the context of each card that may be turned next, one block after the other."""
    block: cython.Py_ssize_t = state.hidden * HAND_KINDS * PAID_KINDS
    kind: cython.int
    for kind in range(kinds):
        sum_context(
            state,
            state.hidden + block * (kind + 1),
            0,
            cards[3 * kind + 2],
            round,
            cards[3 * kind] & 3,
            paid,
        )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_split(
    state: cython.pointer(SearchState),
    before: cython.Py_ssize_t,
    node: cython.Py_ssize_t,
    second: cython.p_short,
    last: cython.p_float,
    units: cython.int,
    round: cython.int,
    weight: cython.float,
    outputs: cython.p_float,
    split: cython.p_float,
) -> cython.void:
    """Add the parts of a turn's worth: what its marks score, and what the weights expect after it.

    The turn leads from the sheet `before` to `node` in this round. `split` has the whole, the
    points of islands, and each goal's chances to be reached in time and late.
    """
    nodes: cython.p_ulonglong = state.nodes
    first: cython.Py_ssize_t = before * NODE_WORDS
    at: cython.Py_ssize_t = node * NODE_WORDS
    hidden: cython.int = state.hidden
    paid: cython.int = nodes[at + PAID]
    new: cython.int = paid & ~nodes[first + PAID]
    goal: cython.int
    early: cython.float
    late: cython.float
    split[0] += weight * state.best[0]
    split[1] += (
        weight * POINTS_FOR_AN_ISLAND * count(nodes[at + FINISHED] & ~nodes[first + FINISHED])
    )
    for goal in range(GOALS):
        if new >> goal & 1:
            split[2 + 2 * goal + (0 if state.in_time >> goal & 1 else 1)] += weight
    if state.is_last:
        return
    forward_lines(
        state.sums,
        node * hidden,
        state.contexts,
        state.context + hidden * paid,
        second,
        last,
        units,
        hidden,
        outputs,
    )
    split[1] += weight * 10 * outputs[0]
    for goal in range(GOALS):
        if not paid >> goal & 1:
            early = exp(outputs[1 + 2 * goal]) if state.deadlines[goal] > round else 0
            late = exp(outputs[2 + 2 * goal])
            split[2 + 2 * goal] += weight * early / (1 + early + late)
            split[3 + 2 * goal] += weight * late / (1 + early + late)


@cython.cclass
class Search:
    """The buffers and methods of one search. Each turn uses a new object."""

    state: SearchState
    buffers: object
    cards: cython.p_int
    kinds: cython.int
    total: cython.int
    round: cython.int
    rounds: cython.int

    def __init__(
        self, net: tuple, unseen: array, deadlines: array, round: int, rounds: int, nodes: int
    ) -> None:
        """Make the buffers. `net` comes from `Values`: chart, rows, second and last layer, bias.

        `unseen` has three numbers for each kind of unseen card: the card as a byte, how many
        there are, and the flag that is cleared when one of them is turned.
        """
        hidden = len(net[4])
        blocks = max(len(unseen) // 3 + 1, sum(unseen[1::3]))  # by kind of card, or card by card
        contexts = hidden * (2 + blocks * HAND_KINDS * PAID_KINDS)
        buffers = (
            *net,
            unseen,
            deadlines,
            array("Q", bytes(8 * NODE_WORDS * nodes)),
            array("h", bytes(2 * hidden * nodes)),
            array("h", bytes(2 * contexts)),
            array("f", bytes(4 * MOST_CHOICES)),
            array("Q", bytes(16 * MOST_CHOICES)),
            array("f", bytes(4 * nodes)),
        )
        if not cython.compiled:
            self.state = SearchState()
        self.buffers = buffers
        self.round = round
        self.rounds = rounds
        self.bind(*buffers)

    def bind(
        self,
        chart: cython.ulonglong[::1],
        rows: cython.short[::1],
        second: cython.short[::1],
        last: cython.float[::1],
        bias: cython.short[::1],
        unseen: cython.int[::1],
        deadlines: cython.int[::1],
        nodes: cython.ulonglong[::1],
        sums: cython.short[::1],
        contexts: cython.short[::1],
        choices: cython.float[::1],
        marks: cython.ulonglong[::1],
        best: cython.float[::1],
    ):
        """Point the state to the buffers and sum the rows of the unseen cards."""
        state: cython.pointer(SearchState)
        k: cython.int
        kind: cython.int
        j: cython.Py_ssize_t
        if cython.compiled:
            state = cython.address(self.state)
            state.chart = cython.address(chart[0])
            state.rows = cython.address(rows[0])
            state.second = cython.address(second[0])
            state.last = cython.address(last[0])
            state.deadlines = cython.address(deadlines[0])
            state.nodes = cython.address(nodes[0])
            state.sums = cython.address(sums[0])
            state.contexts = cython.address(contexts[0])
            state.choices = cython.address(choices[0])
            state.marks = cython.address(marks[0])
            state.best = cython.address(best[0])
            self.cards = cython.address(unseen[0])
        else:
            state = self.state
            state.chart, state.rows, state.second, state.last = chart, rows, second, last
            state.deadlines, state.nodes, state.sums = deadlines, nodes, sums
            state.contexts, state.choices, state.marks, state.best = contexts, choices, marks, best
            self.cards = unseen
        state.hidden = len(bias)
        state.changes = len(rows) // len(bias)
        state.changes -= state.chart[ISLANDS] * ISLAND_KINDS + state.chart[LINES] * LINE_KINDS
        set_offsets(state)
        self.kinds = len(unseen) // 3
        self.total = 0
        for j in range(state.hidden):
            state.contexts[j] = bias[j]
        for kind in range(self.kinds):
            for k in range(unseen[3 * kind + 1]):
                add_row(
                    state.contexts,
                    0,
                    state.rows,
                    state.card_rows + unseen[3 * kind + 2] - k,
                    state.hidden,
                )
                self.total += 1

    def search_turn(
        self,
        sheet: cython.ulonglong[::1],
        card: cython.int,
        width: cython.int,
        keep: cython.int,
        next_width: cython.int,
    ) -> list[tuple[float, int]]:
        """Return the best turns with a card, each with its worth and its marks as a path.

        With `next_width` the worth of the `keep` best turns is the mean over the next card,
        otherwise their value. The turns stay in the state's nodes in this order.
        """
        state: cython.pointer(SearchState) = (
            cython.address(self.state) if cython.compiled else self.state
        )
        block: cython.Py_ssize_t = state.hidden * HAND_KINDS * PAID_KINDS
        root: cython.Py_ssize_t = keep
        at: cython.Py_ssize_t = root * NODE_WORDS
        kept: cython.int
        kind: cython.int
        paid: cython.int
        k: cython.int
        mean: cython.float
        worths = array("f", bytes(4 * keep))
        worth: cython.float[::1] = worths
        self.place(sheet, root)
        with cython.nogil:
            paid = state.nodes[at + PAID]
            sum_context(state, state.hidden, 0, -1, self.round, card & 3, paid)
            state.context = state.hidden
            state.keep = keep
            state.slots = 0
            find_turns(state, root, root + 1, width, card, self.round, self.rounds)
            kept = state.kept
            for k in range(kept):
                worth[k] = state.best[k]
            if next_width and self.round < self.rounds:
                sum_next_contexts(state, self.cards, self.kinds, self.round + 1, paid)
                state.keep = 1
                state.slots = NO_SLOT
                for k in range(kept):
                    mean = 0
                    for kind in range(self.kinds):
                        state.context = state.hidden + block * (kind + 1)
                        find_turns(
                            state,
                            k,
                            root + 1,
                            next_width,
                            self.cards[3 * kind],
                            self.round + 1,
                            self.rounds,
                        )
                        mean += state.best[0] * self.cards[3 * kind + 1]
                    worth[k] = mean / self.total
        return [(worths[k], state.nodes[k * NODE_WORDS + PATH]) for k in range(kept)]

    def rollout(
        self,
        turns: cython.int[::1],
        root: cython.int,
        width: cython.int,
        depth: cython.int,
        piles: cython.int[::1],
        deadlines: cython.int[::1],
        brought: cython.float[::1],
        arrivals: cython.int[::1],
    ) -> None:
        """Play on from these nodes with each of the piles, for `depth` cards.

        `piles` has two numbers for each card: its byte and the flag that it clears; `deadlines`
        has three for each pile. `brought` gets the points and `arrivals` the rounds in which
        goals are reached, for all nodes with the first pile, then with the next. `root` is the
        value of `keep` given to `search_turn`.
        """
        state: cython.pointer(SearchState) = (
            cython.address(self.state) if cython.compiled else self.state
        )
        many: cython.int = len(turns)
        count: cython.int = len(deadlines) // GOALS
        if (
            len(piles) < 2 * depth * count
            or len(brought) < many * count
            or len(arrivals) < GOALS * many * count
        ):
            raise ValueError("every pile needs its cards, its deadlines and room for its results")
        number: cython.int
        goal: cython.int
        n: cython.int
        at: cython.Py_ssize_t
        paid: cython.int = state.nodes[root * NODE_WORDS + PAID]
        pile: cython.p_int
        reached: cython.p_int
        with cython.nogil:
            for number in range(count):
                for goal in range(GOALS):
                    state.deadlines[goal] = deadlines[GOALS * number + goal]
                if cython.compiled:
                    pile = cython.address(piles[2 * depth * number])
                else:
                    pile = memoryview(piles)[2 * depth * number :]
                sum_contexts(state, pile, depth, self.round, paid)
                for n in range(many):
                    at = number * many + n
                    if cython.compiled:
                        reached = cython.address(arrivals[GOALS * at])
                    else:
                        reached = memoryview(arrivals)[GOALS * at :]
                    brought[at] = play_on(
                        state,
                        pile,
                        depth,
                        turns[n],
                        root + 1,
                        width,
                        self.round,
                        self.rounds,
                        reached,
                    )

    def place(self, sheet: cython.ulonglong[::1], node: cython.int) -> None:
        """Store a sheet as a node of the search."""
        state: cython.pointer(SearchState) = (
            cython.address(self.state) if cython.compiled else self.state
        )
        k: cython.int
        for k in range(NODE_WORDS):
            state.nodes[node * NODE_WORDS + k] = sheet[k] if k < SHEET_WORDS else 0
        sum_rows(state, node)

    def expect(
        self,
        sheets: cython.ulonglong[::1],
        width: cython.int,
        second: cython.short[::1],
        last: cython.float[::1],
        units: cython.int,
        splits: cython.float[::1],
    ) -> None:
        """Write what each of these sheets is expected to score after this round.

        It is the mean, over all unseen cards, of the best turn with each. `second`, `last` and
        `units` are the weights that split it; `splits` gets SPLIT numbers for each sheet.
        """
        state: cython.pointer(SearchState) = (
            cython.address(self.state) if cython.compiled else self.state
        )
        many: cython.Py_ssize_t = len(sheets) // SHEET_WORDS
        block: cython.Py_ssize_t = state.hidden * HAND_KINDS * PAID_KINDS
        sheet: cython.Py_ssize_t
        kind: cython.int
        k: cython.int
        outputs: cython.float[::1] = array("f", bytes(4 * OUTPUTS))
        if len(splits) < SPLIT * many:
            raise ValueError("every sheet needs room for its results")
        for k in range(SPLIT * many):
            splits[k] = 0
        if self.round >= self.rounds:
            return
        sum_next_contexts(state, self.cards, self.kinds, self.round + 1, 0)
        for sheet in range(many):
            self.place(sheets[sheet * SHEET_WORDS : (sheet + 1) * SHEET_WORDS], 0)
            state.keep = 1
            state.slots = 1
            for kind in range(self.kinds):
                state.context = state.hidden + block * (kind + 1)
                find_turns(state, 0, 2, width, self.cards[3 * kind], self.round + 1, self.rounds)
                if cython.compiled:
                    add_split(
                        state,
                        0,
                        1,
                        cython.address(second[0]),
                        cython.address(last[0]),
                        units,
                        self.round + 1,
                        cython.cast(cython.float, self.cards[3 * kind + 1]) / self.total,
                        cython.address(outputs[0]),
                        cython.address(splits[sheet * SPLIT]),
                    )
                else:
                    add_split(
                        state,
                        0,
                        1,
                        second,
                        last,
                        units,
                        self.round + 1,
                        self.cards[3 * kind + 1] / self.total,
                        outputs,
                        memoryview(splits)[sheet * SPLIT :],
                    )

    def play_games(
        self,
        blank: cython.ulonglong[::1],
        starts: cython.int[::1],
        piles: cython.int[::1],
        deadlines: cython.int[::1],
        noises: cython.float[::1],
        until: cython.int[::1],
        trace: cython.float,
        chance: cython.ulonglong[::1],
        states: cython.uchar[::1],
        targets: cython.float[::1],
        told: cython.int[::1],
    ) -> None:
        """Play games mark by mark by the values, each with a pile, and tell what happened.

        `blank` is the sheet without marks, `starts` an island and a number for each start that is
        allowed. `piles` and `deadlines` are those of `rollout`, and tell how many games there are.
        `noises` has two numbers for each game: how much its start is disturbed (if negative, any
        start is taken) and how much its marks, up to the round in `until`. `chance` is the state
        of the generator.

        `states` gets the kinds of each place between two marks, a byte for each flag that is set
        and for each card of the deck; `targets` the points that are expected from there on, by
        TD(lambda) with `trace`. `told` gets TOLD numbers for each game: how many places it has, its
        points, how many islands are finished at its end, and the goals that are paid, as bits.
        """
        state: cython.pointer(SearchState) = (
            cython.address(self.state) if cython.compiled else self.state
        )
        games: cython.int = len(told) // TOLD
        depth: cython.int = self.rounds
        game: cython.int
        goal: cython.int
        many: cython.Py_ssize_t = 0
        room: cython.Py_ssize_t = 1 + 4 * depth
        tape: Tape
        moments: cython.float[::1] = array("f", bytes(16 * room))
        width: cython.Py_ssize_t = width_of(state, depth + 1)
        if (
            len(piles) < 2 * depth * games
            or len(deadlines) < GOALS * games
            or len(noises) < 2 * games
            or len(until) < games
            or len(states) < width * room * games
            or len(targets) < room * games
        ):
            raise ValueError("every game needs its pile, its deadlines and room for its results")
        if cython.compiled:
            tape.moments = cython.address(moments[0])
        else:
            tape = Tape()
            tape.moments = moments
        tape.cards = depth + 1
        tape.trace = trace
        tape.chance = chance[0]
        with cython.nogil:
            for game in range(games):
                for goal in range(GOALS):
                    state.deadlines[goal] = deadlines[GOALS * game + goal]
                if cython.compiled:
                    tape.states = cython.address(states[many * width])
                    tape.targets = cython.address(targets[many])
                    tape.pile = cython.address(piles[2 * depth * game])
                    tape.starts = cython.address(starts[0])
                    tape.blank = cython.address(blank[0])
                else:
                    tape.states = memoryview(states)[many * width :]
                    tape.targets = memoryview(targets)[many:]
                    tape.pile = memoryview(piles)[2 * depth * game :]
                    tape.starts, tape.blank = starts, blank
                told[TOLD * game + 1] = play_game(
                    state,
                    cython.address(tape) if cython.compiled else tape,
                    len(starts) // 2,
                    noises[2 * game],
                    noises[2 * game + 1],
                    until[game],
                )
                told[TOLD * game] = tape.steps
                told[TOLD * game + 2] = count(state.nodes[FINISHED])
                told[TOLD * game + 3] = state.nodes[PAID]
                many += tape.steps
        chance[0] = tape.chance

    def evaluate(self, sheet: cython.ulonglong[::1]) -> float:
        """Return the value of a sheet before the first card."""
        state: cython.pointer(SearchState) = (
            cython.address(self.state) if cython.compiled else self.state
        )
        self.place(sheet, 0)
        sum_context(state, state.hidden, 0, -1, self.round, 0, 0)
        state.context = state.hidden
        return value(state, 0, 0)
