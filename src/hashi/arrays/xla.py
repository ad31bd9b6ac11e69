"""The kernel's game for JAX: pure functions on bitmasks, for `jit` and `vmap`.

The stages and action ids are those of `hashi.arrays.kernel`. The functions have no branches: all
alternatives are computed and one is chosen, so each of them has to be cheap. Lines are bits of
one or two 32-bit words, depending on the board. Every function takes one sheet or one game;
`jax.vmap` makes batches of them.
"""

from __future__ import annotations

from functools import reduce
from operator import add, or_
from typing import NamedTuple, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from hashi.arrays import constants
from hashi.rules import Board, Flag
from hashi.rules.goals import GOALS

T = TypeVar("T")
U32 = jnp.uint32


class Chart(NamedTuple):
    """The board as arrays."""

    islands: Array  # all islands, a bit each
    red: Array
    blue: Array
    lines_of: Array  # [islands, words]
    near: Array  # [islands, 4]: the island in each direction, or the island itself
    ways: Array  # [islands, 4, words]: the line that leads there, or none
    ends: Array  # [lines, 2]
    joins: Array  # [lines]: the two ends as bits
    at_ends: Array  # [lines, 2, words]: the lines of each end
    crosses: Array  # [lines, words]
    bits: Array  # [lines, words]: the line itself
    asked: Array  # [goals]: the islands that each goal asks for


class XlaSheet(NamedTuple):
    """One sheet; see `hashi.arrays.kernel` for what the words mean."""

    one: Array  # [words]
    two: Array
    lit: Array
    shut: Array
    left: Array  # [3]
    digit: Array  # [3]
    finished: Array
    paid: Array


class XlaGame(NamedTuple):
    """One game: the leaves of `sheets` and `shown` have the seats as their first axis."""

    sheets: XlaSheet
    shown: XlaSheet
    stage: Array  # [seats]
    hand: Array  # [seats]
    round: Array
    gone: Array
    cards: Array  # [deck]: the last one lies in the box
    over: Array


def chart(board: Board, *, islands: int = 0, lines: int = 0) -> Chart:
    """Return the board as arrays, padded to at least this many islands and lines."""
    rows, columns = max(islands, len(board.islands)), max(lines, len(board.lines), 1)
    words = -(-columns // 32)
    if rows > 32 or words > 2:
        raise ValueError("boards of up to 32 islands and 64 lines are taken")
    lines_of = np.zeros((rows, words), np.uint32)
    near = np.repeat(np.arange(rows, dtype=np.uint32)[:, None], 4, axis=1)
    ways = np.zeros((rows, 4, words), np.uint32)
    ends = np.zeros((columns, 2), np.uint32)
    joins = np.zeros(columns, np.uint32)
    crosses = np.zeros((columns, words), np.uint32)
    itself = np.zeros((columns, words), np.uint32)
    for line in board.lines:
        k = line.index
        ends[k], joins[k] = board.ends[k], board.joins[k]
        itself[k, k // 32] = 1 << k % 32
        for end, far in (board.ends[k], board.ends[k][::-1]):
            direction = 2 * line.is_horizontal + (end < far)
            near[end, direction], ways[end, direction] = far, itself[k]
            lines_of[end] |= itself[k]
        for other in board.crossings[k]:
            crosses[k, other.index // 32] |= np.uint32(1 << other.index % 32)
    return Chart(
        islands=jnp.uint32((1 << len(board.islands)) - 1),
        red=jnp.uint32(board.flagged[Flag.RED]),
        blue=jnp.uint32(board.flagged[Flag.BLUE]),
        lines_of=jnp.asarray(lines_of),
        near=jnp.asarray(near),
        ways=jnp.asarray(ways),
        ends=jnp.asarray(ends),
        joins=jnp.asarray(joins),
        at_ends=jnp.asarray(lines_of[ends]),
        crosses=jnp.asarray(crosses),
        bits=jnp.asarray(itself),
        asked=jnp.asarray([board.asked[goal] for goal in GOALS], U32),
    )


# --- one sheet


def blank(chart: Chart) -> XlaSheet:
    """Return a blank sheet: every island takes 6 bridges (R17)."""
    none = jnp.zeros(chart.lines_of.shape[1], U32)
    left = jnp.stack([U32(0), chart.islands, chart.islands])
    return XlaSheet(none, none, none, none, left, jnp.zeros(3, U32), U32(0), U32(0))


def writable(chart: Chart, sheet: XlaSheet, number: Array) -> Array:
    """Return the islands where this number may be written, as bits (R9-R12)."""
    low, middle, high = sheet.left
    fits = chart.islands  # at most `number` bridges lead there: at least 6 - number are left
    for most, some in (
        (5, high | middle | low),
        (4, high | middle),
        (3, high | (low & middle)),
        (2, high),
        (1, high & (low | middle)),
    ):
        fits = jnp.where(number <= most, some, fits)
    numbered = sheet.digit[0] | sheet.digit[1] | sheet.digit[2]
    bare = (chart.red | chart.blue) & high & middle
    takes: Array = chart.islands & ~numbered & fits & ~bare
    return takes


def open_lines(sheet: XlaSheet) -> Array:
    """Return the lines that take one more bridge, as words of bits (R14-R18)."""
    return sheet.lit & ~sheet.shut


def drawable(chart: Chart, sheet: XlaSheet, hand: Array) -> Array:
    """Return for each line if it takes a bridge after which the rest of the hand fits (R13)."""
    return _has(_drawable(chart, sheet, hand), chart.bits)


def _drawable(chart: Chart, sheet: XlaSheet, hand: Array) -> Array:
    """Return the lines of `drawable` as words of bits."""
    lines = open_lines(sheet)
    low, middle, high = sheet.left
    last = low & ~middle & ~high  # islands that take one more bridge
    pair = ~low & middle & ~high  # islands that take two more
    is_open = _has(lines, chart.bits)
    shut = chart.crosses | (sheet.one & chart.bits) | _or_ends(_at_ends(chart, last))
    after = lines & ~shut  # [lines, words]: what is open after a bridge on each line
    has_one = is_open & _any(after)
    has_two = is_open & _has_two(chart, after, shut, is_open, _at_ends(chart, pair))
    may = jnp.where(hand >= 3, has_two, jnp.where(hand == 2, has_one, is_open & (hand > 0)))
    return _or(jnp.where(may[:, None], chart.bits, U32(0)), axis=0)


def _has_two(chart: Chart, after: Array, shut: Array, is_open: Array, pairs: Array) -> Array:
    """Return for each line whether two more bridges can be drawn after one on it.

    `after` are the lines that are open after that bridge, `shut` the lines that a bridge on a
    line shuts. `pairs` has for each end of a line the lines of that island, if the island takes
    two more bridges now and so one after the first bridge.

    Either one open line takes two bridges, or two open lines go together. Two open lines exclude
    each other if they cross or share an island that takes one more. Lines in one direction never
    cross, and no three of them share islands with each other. So among five open lines two
    always go together, and among up to four all pairs are tried.
    """
    is_double = is_open & ~_any(shut & chart.bits)
    doubles = _or(jnp.where(is_double[:, None], chart.bits, U32(0)), axis=0)
    found = _any(after & doubles & ~chart.bits & ~_or_ends(pairs))
    found = found | (jnp.sum(jax.lax.population_count(after), axis=-1) > 4)
    rest = after
    for _ in range(3):
        line = _lowest(rest)
        rest = rest ^ line
        excluded = _row(shut, _index(line, chart.bits.shape[0]))
        shared = jnp.where(_any(pairs & line[:, None, :])[..., None], pairs, U32(0))
        found = found | _any(rest & ~excluded & ~_or_ends(shared))
    return found


def _at_ends(chart: Chart, islands: Array) -> Array:
    """Return for each line and end the lines of that end if it is one of the islands, else none."""
    is_among = islands >> chart.ends & 1 == 1  # [lines, 2]
    return jnp.where(is_among[..., None], chart.at_ends, U32(0))


def _or_ends(words: Array) -> Array:
    return words[..., 0, :] | words[..., 1, :]


def write(chart: Chart, sheet: XlaSheet, island: Array, number: Array) -> XlaSheet:
    """Return the sheet after a number is written where it fits (R9); it may finish (R18)."""
    at = island.astype(U32)
    bit = U32(1) << at
    digits = jnp.arange(3, dtype=U32)
    before = jnp.sum((sheet.left >> at & 1) << digits)
    left = (before + number.astype(U32) - 6) & 7
    is_full = left == 0
    lines = _row(chart.lines_of, at)
    return sheet._replace(
        left=(sheet.left & ~bit) | jnp.where(left >> digits & 1 == 1, bit, U32(0)),
        digit=sheet.digit | jnp.where(number.astype(U32) >> digits & 1 == 1, bit, U32(0)),
        lit=sheet.lit | lines,
        shut=sheet.shut | jnp.where(is_full, lines, U32(0)),
        finished=sheet.finished | jnp.where(is_full, bit, U32(0)),
    )


def draw(chart: Chart, sheet: XlaSheet, line: Array) -> XlaSheet:
    """Return the sheet after a bridge is drawn where it fits; it may finish its ends (R18)."""
    at = line.astype(U32)
    bit, ends = _row(chart.bits, at), _row(chart.joins, at)
    is_second = jnp.any(sheet.one & bit != 0)
    low = sheet.left[0] ^ ends
    borrow = ends & low
    middle = sheet.left[1] ^ borrow
    high = sheet.left[2] ^ (borrow & middle)
    full = ends & ~(low | middle | high)
    numbered = sheet.digit[0] | sheet.digit[1] | sheet.digit[2]
    shut = jnp.where(is_second, bit, _row(chart.crosses, at))
    is_full = full >> _row(chart.ends, at) & 1 == 1
    closed = jnp.where(is_full[:, None], _row(chart.at_ends, at), U32(0))
    return sheet._replace(
        one=sheet.one | bit,
        two=sheet.two | jnp.where(is_second, bit, U32(0)),
        shut=sheet.shut | shut | _or_ends(closed),
        left=jnp.stack([low, middle, high]),
        finished=sheet.finished | (full & numbered),
    )


def largest_group(chart: Chart, sheet: XlaSheet) -> Array:
    """Return the size of the largest group: finished islands joined by bridges (R25)."""
    islands = jnp.arange(chart.lines_of.shape[0], dtype=U32)
    joined = _has(sheet.one, chart.bits) & (chart.joins & ~sheet.finished == 0)
    spans = jnp.where(joined, chart.joins, U32(0))
    touches = (spans[None, :] >> islands[:, None]) & 1
    groups = _or(jnp.where(touches == 1, spans[None, :], U32(0)), axis=1)
    groups = groups | (sheet.finished & (U32(1) << islands))
    for _ in range(5):  # each pass doubles how far a group reaches
        member = (groups[:, None] >> islands[None, :]) & 1
        groups = groups | _or(jnp.where(member == 1, groups[None, :], U32(0)), axis=1)
    return jnp.max(jax.lax.population_count(groups)).astype(jnp.int32)


def are_joined(chart: Chart, sheet: XlaSheet, needed: int) -> Array:
    """Return whether so many finished islands are joined (R25).

    Among `needed` joined islands one reaches the others in at most half as many steps, so that many
    passes are enough.
    """
    islands = jnp.arange(chart.lines_of.shape[0], dtype=U32)
    alone = sheet.finished & (U32(1) << islands)
    is_laid = _has(sheet.one, chart.ways)  # [islands, 4]
    groups = alone
    for _ in range(needed // 2):
        others = _or(jnp.where(is_laid, _row(groups, chart.near), U32(0)), axis=1)
        groups = jnp.where(alone != 0, groups | others, U32(0))
    return jnp.any(jax.lax.population_count(groups) >= needed)


def reached(chart: Chart, sheet: XlaSheet) -> Array:
    """Return the goals that the sheet has reached and that are not paid yet, as bits (R23-R25)."""
    goals = U32(0)
    for at, needed in enumerate(constants.JOINED):
        asked = chart.asked[at]
        are_all = (asked != 0) & (asked & ~sheet.finished == 0)
        met = are_joined(chart, sheet, needed) if needed else are_all
        goals = goals | met.astype(U32) << at
    unpaid: Array = goals & ~(sheet.paid | sheet.paid >> constants.GOALS)
    return unpaid


def total(sheet: XlaSheet) -> Array:
    """Return the points of a sheet: the paid goals, and 2 for each finished island (R28)."""
    points = constants.POINTS_FOR_AN_ISLAND * jax.lax.population_count(sheet.finished)
    for at, worth in enumerate(constants.HIGH + constants.LOW):
        points = points + worth * (sheet.paid >> at & 1)
    return points.astype(jnp.int32)


# --- one game


def begin(chart: Chart, cards: Array, seats: int) -> XlaGame:
    """Return a new game with these cards in order: every seat is to write a start (R5)."""
    one = blank(chart)
    sheets = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (seats, *leaf.shape)), one)
    nothing = jnp.zeros(seats, jnp.int32)
    return XlaGame(sheets, sheets, nothing, nothing, jnp.int32(0), U32(0), cards, jnp.bool_(False))


def seat_to_act(game: XlaGame) -> Array:
    """Return the first seat that is not done."""
    return jnp.argmax(game.stage != constants.DONE)


def legal(chart: Chart, game: XlaGame, seat: Array) -> Array:
    """Return a flag for each action that says whether the seat may take it.

    A seat that is done may only skip.
    """
    writes, draws, skip, is_start = _allowed(chart, game, seat)
    indexes = jnp.arange(chart.lines_of.shape[0], dtype=U32)
    islands = (writes >> indexes & 1) == 1
    lines = _has(draws, chart.bits)
    return jnp.concatenate([islands, lines, skip[None], islands & is_start])


def any_action(chart: Chart, game: XlaGame, seat: Array, chance: Array) -> Array:
    """Return a legal action of a seat, chosen by 32 random bits, all equally likely."""
    writes, lines, skip, is_start = _allowed(chart, game, seat)
    rows, skipping = chart.lines_of.shape[0], chart.lines_of.shape[0] + chart.bits.shape[0]
    kinds = [(0, writes), *((rows + 32 * k, word) for k, word in enumerate(lines))]
    kinds += [(skipping, skip.astype(U32)), (skipping + 1, jnp.where(is_start, writes, U32(0)))]
    counts = [jax.lax.population_count(word) for _, word in kinds]
    choices = reduce(add, counts)
    # the upper half of the 64-bit product, computed with 32-bit words
    low, high = (chance & 0xFFFF) * choices, (chance >> 16) * choices
    pick = high + (low >> 16) >> 16
    actions = []
    for (first, word), among in zip(kinds, counts, strict=True):
        actions.append(jnp.where(pick < among, (first + _nth(word, pick)).astype(jnp.int32), -1))
        pick = pick - among  # wraps around to a large number once an action is chosen
    return jnp.max(jnp.stack(actions))


def _allowed(chart: Chart, game: XlaGame, seat: Array) -> tuple[Array, Array, Array, Array]:
    """Return the islands and lines that a seat may mark, as bits.

    Then whether it may skip, and whether it is to write its start.
    """
    sheet, stage, hand = _own((game.sheets, game.stage, game.hand), seat)
    card = _card(game)
    is_start = stage == constants.TO_START
    plain = chart.islands & ~(chart.red | chart.blue)
    takes = jnp.where(stage == constants.TO_WRITE, writable(chart, sheet, card >> 2), U32(0))
    is_drawing = (stage == constants.TO_DRAW) | (stage == constants.DRAWING)
    lines = _drawable(chart, sheet, jnp.where(is_drawing, hand, 0))
    skip = (stage != constants.TO_START) & (stage != constants.DRAWING)
    return jnp.where(is_start, plain, takes), lines, skip, is_start


def mark(chart: Chart, game: XlaGame, seat: Array, action: Array) -> XlaGame:
    """Return the game after a legal small mark of a seat; close the round if all are done."""
    rows, columns = chart.lines_of.shape[0], chart.bits.shape[0]
    skip, action = rows + columns, jnp.asarray(action, jnp.int32)
    before, stage, hand = _own((game.sheets, game.stage, game.hand), seat)
    card = _card(game)
    is_start, is_write = stage == constants.TO_START, stage == constants.TO_WRITE
    is_skip, is_done = action == skip, stage == constants.DONE
    number = jnp.where(is_start, jnp.where(action > skip, 4, 3), card >> 2)
    island = jnp.clip(jnp.where(action > skip, action - skip - 1, action), 0, rows - 1)
    line = jnp.clip(action - rows, 0, columns - 1)
    written = write(chart, before, island, number)
    drawn = draw(chart, before, line)
    after = _choose(is_skip | is_done, before, _choose(is_start | is_write, written, drawn))
    is_bridge = ~(is_start | is_write | is_skip | is_done)
    left = hand - is_bridge
    then = jnp.where(left > 0, constants.DRAWING, constants.DONE)
    then = jnp.where(is_write, constants.TO_DRAW, jnp.where(is_bridge, then, constants.DONE))
    is_own = jnp.arange(game.stage.shape[0]) == seat
    moved = game._replace(
        sheets=_choose(is_own, after, game.sheets),
        stage=jnp.where(is_own, then, game.stage),
        hand=jnp.where(is_own, left, game.hand),
    )
    all_done = jnp.all(moved.stage == constants.DONE) & ~game.over
    return _choose(all_done, _close(chart, moved), moved)


def _close(chart: Chart, game: XlaGame) -> XlaGame:
    """Pass the boards on (R5) and judge the goals (R26), then turn a card or end (R20)."""
    seats = game.stage.shape[0]
    played = game.round
    passed = jax.tree.map(lambda leaf: jnp.roll(leaf, 1, axis=0), game.sheets)
    sheets = _choose(played == 0, passed, game.sheets)
    goals = jax.vmap(reached, (None, 0))(chart, sheets)
    paid = sheets.paid | (goals & ~game.gone) | (goals & game.gone) << constants.GOALS
    sheets = sheets._replace(paid=paid)
    if seats == 1:
        late = [(played >= last).astype(U32) << at for at, last in enumerate(constants.DEADLINE)]
        gone = reduce(or_, late, game.gone)
    else:
        gone = game.gone | _or(goals, axis=0)
    is_over = played == game.cards.shape[0] - 1
    turned = game._replace(
        sheets=sheets,
        shown=sheets,
        gone=gone,
        round=jnp.where(is_over, played, played + 1),
        over=is_over,
    )
    stage = jnp.where(is_over, constants.DONE, constants.TO_WRITE)
    return turned._replace(
        stage=jnp.broadcast_to(stage, (seats,)),
        hand=jnp.broadcast_to(jnp.where(is_over, 0, _card(turned) & 3), (seats,)),
    )


def _card(game: XlaGame) -> Array:
    """Return the card that lies face up, as the kernel's byte; 0 before the first."""
    card = game.cards[jnp.maximum(game.round - 1, 0)].astype(jnp.int32)
    return jnp.where(game.round > 0, card, 0)


def _own(leaves: T, seat: Array) -> T:
    """Return the leaves of one seat. A select over the few seats is faster than a gather."""

    def one(leaf: Array) -> Array:
        own = leaf[0]
        for other in range(1, leaf.shape[0]):
            own = jnp.where(seat == other, leaf[other], own)
        return own

    owned: T = jax.tree.map(one, leaves)
    return owned


# --- words of bits


def _choose(condition: Array, yes: T, no: T) -> T:
    """Return `yes` or `no`; if the condition has a seat axis, chosen for each seat."""

    def one(a: Array, b: Array) -> Array:
        axes = jnp.ndim(b) - condition.ndim
        return jnp.where(jnp.expand_dims(condition, tuple(range(-axes, 0))), a, b)

    chosen: T = jax.tree.map(one, yes, no)
    return chosen


def _row(table: Array, index: Array) -> Array:
    """Return rows of a table; the indexes must be in range."""
    return table.at[index].get(mode="promise_in_bounds")


def _lowest(words: Array) -> Array:
    """Return the words with only their lowest set bit; 0 if no bit is set."""
    lowest = words & -words
    if words.shape[-1] == 1:
        return lowest
    return jnp.stack(
        [lowest[..., 0], jnp.where(words[..., 0] == 0, lowest[..., 1], U32(0))], axis=-1
    )


def _index(bit: Array, below: int) -> Array:
    """Return the index of a single bit in words of bits; without a bit, any below `below`."""
    at = jax.lax.population_count(bit - 1)  # 32 for a word without it
    index = at[..., 0] if bit.shape[-1] == 1 else at[..., 0] + at[..., 1] * (at[..., 0] == 32)
    return jnp.minimum(index, U32(below - 1))


def _nth(word: Array, n: Array) -> Array:
    """Return the index of the n-th bit that is set, counted from 0."""
    at = jnp.zeros_like(word)
    for width in (16, 8, 4, 2, 1):
        passed = jax.lax.population_count(word >> at & ((1 << width) - 1))
        is_above = n >= passed
        n = n - jnp.where(is_above, passed, U32(0))
        at = at + jnp.where(is_above, U32(width), U32(0))
    return at


def _has(words: Array, bits: Array) -> Array:
    """Return for each line whether its bit is set in the words."""
    return jnp.any(words & bits != 0, axis=-1)


def _any(words: Array) -> Array:
    return jnp.any(words != 0, axis=-1)


def _or(values: Array, axis: int) -> Array:
    joined: Array = jax.lax.reduce(values, np.uint32(0), jax.lax.bitwise_or, (axis,))
    return joined
