"""The master's search over learned values, compiled like the kernel.

`spread` finds the best turns with a card: number first, then bridge by bridge, keeping the best
few sheets from mark to mark. `think` does so with the card that lies face up, and asks of each
of its best turns what the next card will bring: for every card that may come its best turn,
weighed by how often it comes. `ponder` plays on from some of them with given piles of cards.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from hashi.arrays import plain as cython

if not cython.compiled:  # compiled, these are C: see search.pxd
    from hashi.arrays.constants import *
    from hashi.arrays.kernel import BIT, drawable, lowest, writable
    from hashi.bots.learned.constants import *
    from hashi.bots.learned.evaluate import (
        Desk,
        add_row,
        copy_node,
        draw_node,
        lay_out,
        sum_context,
        sum_rows,
        take_row,
        value,
        write_node,
    )

is_compiled = cython.compiled


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def sign(
    one: cython.ulonglong, two: cython.ulonglong, written: cython.ulonglong
) -> cython.ulonglong:
    """One word for a sheet within a turn: where the number was written, and all bridges."""
    mixed: cython.ulonglong = one * MIX_ONE & ALL_BITS
    mixed ^= two * MIX_TWO & ALL_BITS
    mixed ^= mixed >> 29
    return (mixed + (written & 255) * MIX_ISLAND) & ALL_BITS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def goals_in_time(desk: cython.pointer(Desk), round: cython.int) -> cython.int:
    """The goals that pay their higher value in this round, as bits."""
    goal: cython.int
    goals: cython.int = 0
    for goal in range(GOALS):
        if round <= desk.deadlines[goal]:
            goals |= 1 << goal
    return goals


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def begin(
    desk: cython.pointer(Desk), root: cython.Py_ssize_t, node: cython.Py_ssize_t
) -> cython.void:
    """A turn begins: the sheet as it was, and no marks yet."""
    copy_node(desk, root, node)
    desk.nodes[node * NODE_WORDS + PATH] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def offer(desk: cython.pointer(Desk), node: cython.Py_ssize_t) -> cython.void:
    """A whole turn: it is kept if it is among the best."""
    best: cython.p_float = desk.best
    k: cython.int
    least: cython.int = 0
    worth: cython.float = desk.nodes[node * NODE_WORDS + POINTS]
    if not desk.is_last:
        worth += value(desk, node, 0)
    if desk.kept < desk.keep:
        least = desk.kept
        desk.kept += 1
    else:
        for k in range(1, desk.keep):
            if best[k] < best[least]:
                least = k
        if best[least] >= worth:
            return
    best[least] = worth
    if desk.slots != NO_SLOT:
        copy_node(desk, node, desk.slots + least)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def best_choice(desk: cython.pointer(Desk)) -> cython.ulonglong:
    """The best of the marks found that is not taken yet; it is taken."""
    k: cython.int
    top: cython.int = 0
    for k in range(1, desk.found):
        if desk.choices[k] > desk.choices[top]:
            top = k
    desk.choices[top] = -1e9
    return desk.marks[2 * top]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def try_bridges(
    desk: cython.pointer(Desk),
    parent: cython.Py_ssize_t,
    index: cython.int,
    scratch: cython.Py_ssize_t,
    hand: cython.int,
    drawn: cython.int,
) -> cython.void:
    """Every bridge that may be drawn next; sheets that were found before are passed over.

    With a hand left they are found marks, else whole turns.
    """
    nodes: cython.p_ulonglong = desk.nodes
    at: cython.Py_ssize_t = parent * NODE_WORDS
    may: cython.ulonglong = drawable(desk.chart, nodes, at, hand + 1)
    bit: cython.ulonglong
    mine: cython.ulonglong
    line: cython.int
    k: cython.int
    while may and desk.found < MOST_CHOICES:
        line = lowest(may)
        may &= may - 1
        bit = BIT << line
        mine = sign(
            nodes[at + ONE] | bit, nodes[at + TWO] | (nodes[at + ONE] & bit), nodes[at + PATH]
        )
        k = 0
        while k < desk.found and desk.marks[2 * k + 1] != mine:
            k += 1
        if k < desk.found:
            continue
        copy_node(desk, parent, scratch)
        draw_node(desk, scratch, line, drawn)
        if hand:
            desk.choices[k] = nodes[scratch * NODE_WORDS + POINTS] + value(desk, scratch, hand)
        else:
            offer(desk, scratch)
        desk.marks[2 * k] = (BIT * index) << 8 | line
        desk.marks[2 * k + 1] = mine
        desk.found += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def spread(
    desk: cython.pointer(Desk),
    root: cython.Py_ssize_t,
    beam: cython.Py_ssize_t,
    width: cython.int,
    card: cython.int,
    round: cython.int,
    rounds: cython.int,
) -> cython.void:
    """The best whole turns with a card, from the sheet `root`.

    Nodes from `beam` on are for the way: one to try marks on, then twice `width` for the best.
    The context of the card is `desk.context`; after the last round nothing is to come.
    """
    nodes: cython.p_ulonglong = desk.nodes
    bridges: cython.int = card & 3
    scratch: cython.Py_ssize_t = beam
    here: cython.Py_ssize_t = beam + 1
    there: cython.Py_ssize_t = here + width
    held: cython.int = 0
    drawn: cython.int
    hand: cython.int
    n: cython.int
    k: cython.int
    islands: cython.ulonglong
    mark: cython.ulonglong
    desk.in_time = goals_in_time(desk, round)
    desk.is_last = round == rounds
    desk.kept = 0
    desk.found = 0
    # the number: waived (bit 63), or on any island that takes it
    islands = writable(desk.chart, nodes, root * NODE_WORDS, card >> 2) | BIT << 63
    while islands:
        k = lowest(islands)
        islands &= islands - 1
        begin(desk, root, scratch)
        if k < 63:
            write_node(desk, scratch, k, card >> 2)
        if drawable(desk.chart, nodes, scratch * NODE_WORDS, bridges):
            n = desk.found
            desk.choices[n] = nodes[scratch * NODE_WORDS + POINTS] + value(desk, scratch, bridges)
            desk.marks[2 * n] = k
            desk.found += 1
        else:
            offer(desk, scratch)
    while held < width and held < desk.found:
        mark = best_choice(desk)
        begin(desk, root, here + held)
        if mark < 63:
            write_node(desk, here + held, mark, card >> 2)
        offer(desk, here + held)
        held += 1
    # the bridges, one by one
    for drawn in range(bridges):
        hand = bridges - drawn - 1
        desk.found = 0
        for n in range(held):
            try_bridges(desk, here + n, n, scratch, hand, drawn)
        if hand == 0:
            break
        held = 0
        while held < width and held < desk.found:
            mark = best_choice(desk)
            copy_node(desk, here + (mark >> 8), there + held)
            draw_node(desk, there + held, mark & 255, drawn)
            held += 1
        here, there = there, here


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_on(
    desk: cython.pointer(Desk),
    pile: cython.p_int,
    depth: cython.int,
    turn: cython.Py_ssize_t,
    here: cython.Py_ssize_t,
    width: cython.int,
    round: cython.int,
    rounds: cython.int,
    arrivals: cython.p_int,
) -> cython.float:
    """Play the cards of a pile from a node on: what it brings, with the value at its end.

    `arrivals` gets the round in which each goal is reached, and stays as it is for others.
    Nodes from `here` on are for the way; the contexts are those that `sum_contexts` made.
    """
    hidden: cython.int = desk.hidden
    block: cython.Py_ssize_t = hidden * HAND_KINDS * PAID_KINDS
    before: cython.int
    now: cython.int
    goal: cython.int
    step: cython.int
    desk.keep = 1
    desk.slots = here + 1
    copy_node(desk, turn, here)
    for step in range(depth):
        before = desk.nodes[here * NODE_WORDS + PAID]
        desk.context = 2 * hidden + step * block
        spread(desk, here, here + 2, width, pile[2 * step], round + step + 1, rounds)
        copy_node(desk, here + 1, here)
        now = desk.nodes[here * NODE_WORDS + PAID]
        for goal in range(GOALS):
            if (now & ~before) >> goal & 1:
                arrivals[goal] = round + step + 1
    return desk.best[0]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sum_contexts(
    desk: cython.pointer(Desk),
    pile: cython.p_int,
    depth: cython.int,
    round: cython.int,
    paid: cython.int,
) -> cython.void:
    """The contexts of a pile's cards, one after the other: each goes out of the unseen ones."""
    hidden: cython.int = desk.hidden
    block: cython.Py_ssize_t = hidden * HAND_KINDS * PAID_KINDS
    j: cython.Py_ssize_t
    step: cython.int
    for j in range(hidden):
        desk.contexts[hidden + j] = desk.contexts[j]
    for step in range(depth):
        take_row(desk.contexts, hidden, desk.rows, desk.card_rows + pile[2 * step + 1], hidden)
        sum_context(
            desk,
            2 * hidden + step * block,
            hidden,
            -1,
            round + step + 1,
            pile[2 * step] & 3,
            paid,
        )


@cython.cclass
class Search:
    """Room for one search with a net: made for a turn, used once."""

    desk: Desk
    buffers: object
    cards: cython.p_int
    kinds: cython.int
    total: cython.int
    round: cython.int
    rounds: cython.int

    def __init__(
        self, net: tuple, unseen: array, deadlines: array, round: int, rounds: int, nodes: int
    ) -> None:
        """`net` is what `Values` keeps: chart, rows, second and last layer, bias.

        `unseen` has three numbers for each kind of card that nobody has seen: the card as a
        byte, how many of it there are, and the flag that goes out when one is turned.
        """
        hidden = len(net[4])
        contexts = hidden * (2 + (len(unseen) // 3 + 1) * HAND_KINDS * PAID_KINDS)
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
            self.desk = Desk()
        self.buffers = buffers
        self.round = round
        self.rounds = rounds
        self.lay(*buffers)

    def lay(
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
        """Lay the buffers on the desk, and sum the rows of the unseen cards."""
        desk: cython.pointer(Desk)
        k: cython.int
        kind: cython.int
        j: cython.Py_ssize_t
        if cython.compiled:
            desk = cython.address(self.desk)
            desk.chart = cython.address(chart[0])
            desk.rows = cython.address(rows[0])
            desk.second = cython.address(second[0])
            desk.last = cython.address(last[0])
            desk.deadlines = cython.address(deadlines[0])
            desk.nodes = cython.address(nodes[0])
            desk.sums = cython.address(sums[0])
            desk.contexts = cython.address(contexts[0])
            desk.choices = cython.address(choices[0])
            desk.marks = cython.address(marks[0])
            desk.best = cython.address(best[0])
            self.cards = cython.address(unseen[0])
        else:
            desk = self.desk
            desk.chart, desk.rows, desk.second, desk.last = chart, rows, second, last
            desk.deadlines, desk.nodes, desk.sums = deadlines, nodes, sums
            desk.contexts, desk.choices, desk.marks, desk.best = contexts, choices, marks, best
            self.cards = unseen
        desk.hidden = len(bias)
        lay_out(desk)
        self.kinds = len(unseen) // 3
        self.total = 0
        for j in range(desk.hidden):
            desk.contexts[j] = bias[j]
        for kind in range(self.kinds):
            for k in range(unseen[3 * kind + 1]):
                add_row(
                    desk.contexts,
                    0,
                    desk.rows,
                    desk.card_rows + unseen[3 * kind + 2] - k,
                    desk.hidden,
                )
                self.total += 1

    def think(
        self,
        sheet: cython.ulonglong[::1],
        card: cython.int,
        width: cython.int,
        keep: cython.int,
        next_width: cython.int,
    ) -> list[tuple[float, int]]:
        """The best turns with a card, each with its worth and its marks as a path.

        With `next_width` each of the `keep` best turns is weighed by what the next card brings,
        else by its value. The turns stay on the desk in this order.
        """
        desk: cython.pointer(Desk) = cython.address(self.desk) if cython.compiled else self.desk
        block: cython.Py_ssize_t = desk.hidden * HAND_KINDS * PAID_KINDS
        root: cython.Py_ssize_t = keep
        at: cython.Py_ssize_t = root * NODE_WORDS
        kept: cython.int
        kind: cython.int
        paid: cython.int
        k: cython.int
        mean: cython.float
        worths = array("f", bytes(4 * keep))
        worth: cython.float[::1] = worths
        self.set_down(sheet, root)
        with cython.nogil:
            paid = desk.nodes[at + PAID]
            sum_context(desk, desk.hidden, 0, -1, self.round, card & 3, paid)
            desk.context = desk.hidden
            desk.keep = keep
            desk.slots = 0
            spread(desk, root, root + 1, width, card, self.round, self.rounds)
            kept = desk.kept
            for k in range(kept):
                worth[k] = desk.best[k]
            if next_width and self.round < self.rounds:
                for kind in range(self.kinds):
                    sum_context(
                        desk,
                        desk.hidden + block * (kind + 1),
                        0,
                        self.cards[3 * kind + 2],
                        self.round + 1,
                        self.cards[3 * kind] & 3,
                        paid,
                    )
                desk.keep = 1
                desk.slots = NO_SLOT
                for k in range(kept):
                    mean = 0
                    for kind in range(self.kinds):
                        desk.context = desk.hidden + block * (kind + 1)
                        spread(
                            desk,
                            k,
                            root + 1,
                            next_width,
                            self.cards[3 * kind],
                            self.round + 1,
                            self.rounds,
                        )
                        mean += desk.best[0] * self.cards[3 * kind + 1]
                    worth[k] = mean / self.total
        return [(worths[k], desk.nodes[k * NODE_WORDS + PATH]) for k in range(kept)]

    def ponder(
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

        `piles` has two numbers for each card: its byte and the flag that goes out with it;
        `deadlines` three for each pile. `brought` and `arrivals` get what each node came to
        with each pile, pile by pile. `root` is what `think` was told to keep.
        """
        desk: cython.pointer(Desk) = cython.address(self.desk) if cython.compiled else self.desk
        many: cython.int = len(turns)
        count: cython.int = len(deadlines) // GOALS
        number: cython.int
        goal: cython.int
        n: cython.int
        at: cython.Py_ssize_t
        paid: cython.int = desk.nodes[root * NODE_WORDS + PAID]
        pile: cython.p_int
        reached: cython.p_int
        with cython.nogil:
            for number in range(count):
                for goal in range(GOALS):
                    desk.deadlines[goal] = deadlines[GOALS * number + goal]
                if cython.compiled:
                    pile = cython.address(piles[2 * depth * number])
                else:
                    pile = memoryview(piles)[2 * depth * number :]
                sum_contexts(desk, pile, depth, self.round, paid)
                for n in range(many):
                    at = number * many + n
                    if cython.compiled:
                        reached = cython.address(arrivals[GOALS * at])
                    else:
                        reached = memoryview(arrivals)[GOALS * at :]
                    brought[at] = play_on(
                        desk,
                        pile,
                        depth,
                        turns[n],
                        root + 1,
                        width,
                        self.round,
                        self.rounds,
                        reached,
                    )

    def set_down(self, sheet: cython.ulonglong[::1], node: cython.int) -> None:
        """Put a sheet on the desk as a node."""
        desk: cython.pointer(Desk) = cython.address(self.desk) if cython.compiled else self.desk
        k: cython.int
        for k in range(NODE_WORDS):
            desk.nodes[node * NODE_WORDS + k] = sheet[k] if k < SHEET_WORDS else 0
        sum_rows(desk, node)

    def worth(self, sheet: cython.ulonglong[::1]) -> float:
        """The value of a sheet before the first card."""
        desk: cython.pointer(Desk) = cython.address(self.desk) if cython.compiled else self.desk
        self.set_down(sheet, 0)
        sum_context(desk, desk.hidden, 0, -1, self.round, 0, 0)
        desk.context = desk.hidden
        return value(desk, 0, 0)
