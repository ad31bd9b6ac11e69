"""Conversion of boards, sheets and cards to the kernel's words, and back."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from operator import gt

from hashi.arrays import constants
from hashi.rules import (
    Board,
    Bridge,
    Card,
    Flag,
    Goal,
    Ledger,
    Mark,
    Number,
    Sheet,
    Turn,
)
from hashi.rules.board import MOST_ON_A_LINE
from hashi.rules.card import HIGHEST_NUMBER
from hashi.rules.goals import GOALS

MOST_ISLANDS = 32
MOST_LINES = 64


class Unrepresentable(ValueError):
    """A board or a sheet that the kernel's words cannot hold exactly; the message says why."""


def fits(board: Board) -> bool:
    """Return whether the kernel takes the board: at most 32 islands and 64 lines."""
    return len(board.islands) <= MOST_ISLANDS and len(board.lines) <= MOST_LINES


def chart(board: Board) -> array[int]:
    """Return the board in words: the lines of each island, and the lines that cross.

    Raise Unrepresentable if the board is too large.
    """
    if not fits(board):
        raise Unrepresentable(_too_large(board))
    words = array("Q", bytes(8 * constants.CHART_WORDS))
    words[constants.ISLANDS], words[constants.LINES] = len(board.islands), len(board.lines)
    words[constants.RED], words[constants.BLUE] = board.flagged[Flag.RED], board.flagged[Flag.BLUE]
    for at, goal in enumerate(GOALS):
        words[constants.ASKED + at] = board.asked[goal]
    for island in board.islands:
        words[constants.LINES_OF + island.index] = bits(
            line.index for line in board.lines_of[island.index]
        )
    for line in board.lines:
        words[constants.JOINS + line.index] = board.joins[line.index]
        words[constants.CROSSES + line.index] = bits(
            other.index for other in board.crossings[line.index]
        )
    return words


def bits(indexes: Iterable[int]) -> int:
    """Return a word with these bits set."""
    return sum(1 << index for index in indexes)


def _too_large(board: Board) -> str:
    return (
        f"the kernel takes boards of up to {MOST_ISLANDS} islands and {MOST_LINES} lines, "
        f"not {len(board.islands)} and {len(board.lines)}"
    )


def obstacle(sheet: Sheet) -> str | None:
    """Return why the kernel's words cannot hold the sheet, or None if they hold it exactly.

    They hold every sheet of guided pens, on every board that fits. With free pens (R33, R34) a
    sheet may have marks for which there are no bits. Crossing bridges (R16) and bridges between
    islands without numbers (R14) can be held: the kernel knows exactly what may follow them.
    """
    board, counts = sheet.board, sheet.counts
    limits = [digit or HIGHEST_NUMBER for digit in sheet.digits]
    full = bits(at for at, digit in enumerate(sheet.digits) if digit and counts[at] == digit)
    obstacles = (
        (not fits(board), _too_large(board)),
        (max(limits) > HIGHEST_NUMBER, f"a number above {HIGHEST_NUMBER} (R3)"),
        (bool(sheet.scribbles), "a second number on an island (R9)"),
        (max(sheet.planks, default=0) > MOST_ON_A_LINE, "a third bridge along a line (R15)"),
        (any(map(gt, counts, limits)), "more bridges at an island than it takes (R17)"),
        (sheet.struck != 0, "an island that is struck through (R34)"),
        (sheet.finished != full, "a circle around an island that is not finished (R18)"),
    )
    return next((what for is_there, what in obstacles if is_there), None)


def sheet_words(sheet: Sheet, ledger: Ledger = ()) -> array[int]:
    """Return a sheet in words, with the goals that are paid in its ledger.

    Raise Unrepresentable if the words cannot hold the sheet exactly.
    """
    against = obstacle(sheet)
    if against is not None:
        raise Unrepresentable(f"the kernel's words cannot hold this sheet: {against}")
    return nearest_words(sheet, ledger)


def nearest_words(sheet: Sheet, ledger: Ledger = ()) -> array[int]:
    """Return a sheet in words from which the kernel plays on as the rules do.

    The words have no bits for some mistakes of free pens. There, islands that can never be
    finished any more get a number and lines that are shut: for the kernel they are dead.
    """
    board = sheet.board
    words = array("Q", bytes(8 * constants.SHEET_WORDS))
    words[constants.ONE] = bits(k for k, planks in enumerate(sheet.planks) if planks)
    words[constants.TWO] = bits(k for k, planks in enumerate(sheet.planks) if planks > 1)
    for island in board.islands:
        at = island.index
        lines = bits(line.index for line in board.lines_of[at])
        number, left = sheet.digits[at], sheet.limit(island) - sheet.counts[at]
        if _is_lost(sheet, at):
            number, left = HIGHEST_NUMBER, 1
            words[constants.SHUT] |= lines
        else:
            words[constants.FINISHED] |= sheet.finished & 1 << at
        for digit in range(3):
            words[constants.LEFT + digit] |= (left >> digit & 1) << at
            words[constants.DIGIT + digit] |= (number >> digit & 1) << at
        if number:
            words[constants.LIT] |= lines
        if left == 0:
            words[constants.SHUT] |= lines
    words[constants.SHUT] |= words[constants.TWO]
    words[constants.SHUT] |= bits(line.index for line in board.lines if sheet.is_blocked(line))
    words[constants.PAID] = paid_bits(ledger)
    return words


def _is_lost(sheet: Sheet, at: int) -> bool:
    """Return whether an island can never be finished any more because of a mistake (R34)."""
    limit = sheet.digits[at] or HIGHEST_NUMBER
    is_full = sheet.digits[at] > 0 and sheet.counts[at] == limit
    return (
        bool(sheet.struck >> at & 1)
        or sheet.counts[at] > limit
        or limit > HIGHEST_NUMBER
        or is_full != bool(sheet.finished >> at & 1)
    )


def paid_bits(ledger: Ledger) -> int:
    """Return the goals that are paid, see `constants.PAID`."""
    paid = 0
    for item in ledger:
        if isinstance(item.source, Goal):
            late = item.points != item.source.high
            paid |= 1 << GOALS.index(item.source) + len(GOALS) * late
    return paid


def sheet_of(board: Board, words: Sequence[int], at: int = 0) -> Sheet:
    """Return the sheet that these words hold."""
    one, two = words[at + constants.ONE], words[at + constants.TWO]
    planks = bytes((one >> k & 1) + (two >> k & 1) for k in range(len(board.lines)))
    counts = bytearray(len(board.islands))
    for (a, b), laid in zip(board.ends, planks, strict=True):
        counts[a] += laid
        counts[b] += laid
    digits = bytes(
        sum((words[at + constants.DIGIT + digit] >> i & 1) << digit for digit in range(3))
        for i in range(len(board.islands))
    )
    return Sheet(board, digits, planks, bytes(counts), words[at + constants.FINISHED])


def card_byte(card: Card) -> int:
    """Return a card as a byte: its number, then two bits for the bridges."""
    return card.number << 2 | card.bridges


def turn_of(board: Board, path: int, number: int) -> Turn:
    """Return the turn that a path encodes.

    The lowest byte is the island of the number, the next bytes are the lines of the bridges,
    each counted from 1; 0 means none.
    """
    island, *lines = path.to_bytes(4, "little")
    marks: list[Mark] = [Number(board.islands[island - 1], number)] if island else []
    marks += [Bridge(board.lines[line - 1]) for line in lines if line]
    return Turn(tuple(marks))
