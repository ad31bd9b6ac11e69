"""Whether a single mark is allowed on a sheet (R2, R9–R12, R14–R18).

`refusal` returns why a mark is refused; a mark is allowed if and only if it is not refused. What
must be fast repeats these rules without reasons, and a test compares it with them:

- `masks`, all islands and lines at once, and `state_bytes`, how they stand, which asks `masks`:
  tests/rules/test_masks.py, tests/rules/test_sheet_state.py
- `hashi.arrays.kernel` and `hashi.arrays.xla`, sheets of guided pens in words of bits:
  tests/arrays/test_differential.py
- `hashi.coach.hindsight_search`, the best possible result: tests/coach/test_best_possible.py
"""

from __future__ import annotations

from hashi.rules import masks
from hashi.rules.board import MOST_ON_A_LINE, Line
from hashi.rules.card import HIGHEST_NUMBER
from hashi.rules.island import Island
from hashi.rules.mark import Bridge, Mark, Number
from hashi.rules.reason import Reason, Refusal
from hashi.rules.sheet import Sheet


def refusal(sheet: Sheet, mark: Mark) -> Refusal | None:
    """Why this mark may not be made on this sheet, or None (R2, R9–R12, R14–R18).

    >>> board = hashi.board("A")
    >>> sheet = hashi.Sheet.blank(board)
    >>> hashi.refusal(sheet, hashi.Number(board.island("c2"), 4)) is None
    True
    >>> hashi.refusal(sheet, hashi.Bridge(board.line("c1", "c2"))).reason
    Reason.NO_NUMBER_AT_ENDS
    """
    found = refusals(sheet, mark)
    return found[0] if found else None


def refusals(sheet: Sheet, mark: Mark) -> list[Refusal]:
    """Every reason against the mark, whatever the card."""
    if isinstance(mark, Bridge):
        return _against_bridge(sheet, mark)
    if isinstance(mark, Number):
        return _against_number(sheet, mark)
    return [Refusal(Reason.NO_LINE, mark)]


def allowed_islands(sheet: Sheet, number: int) -> tuple[Island, ...]:
    """The islands that take this number (R9–R12).

    >>> hashi.allowed_islands(hashi.Sheet.blank(hashi.board("A")), 5)[:2]
    (<Island f1>, <Island a2>)
    """
    return sheet.board.chosen(open_islands(sheet, number))


def open_islands(sheet: Sheet, number: int) -> int:
    """The islands that take this number (R9–R12), a bit for each index."""
    if not 1 <= number <= HIGHEST_NUMBER:
        return 0
    return masks.open_islands(sheet.digits, sheet.counts, number, sheet.board.with_flags)


def allowed_lines(sheet: Sheet) -> tuple[Line, ...]:
    """The lines that take one more bridge (R14–R18).

    >>> board = hashi.board("A")
    >>> sheet = hashi.Sheet.of(board, [hashi.Number(board.island("c2"), 4)])
    >>> hashi.allowed_lines(sheet)
    (<Line c1-c2>, <Line a2-c2>, <Line c2-e2>, <Line c2-c4>)
    """
    lines = sheet.board.lines
    return tuple([lines[at] for at in masks.indexes(open_lines(sheet))])


def open_lines(sheet: Sheet) -> int:
    """The lines that take one more bridge (R14–R18), a bit for each index."""
    return masks.open_lines(sheet.board.plan, sheet.digits, sheet.counts, sheet.planks)


def _against_number(sheet: Sheet, mark: Number) -> list[Refusal]:
    found = []
    island = mark.island
    if not 1 <= mark.number <= HIGHEST_NUMBER:  # R3
        found.append(Refusal(Reason.NO_SUCH_NUMBER, mark, island))
    if sheet.digits[island.index]:  # R9
        found.append(Refusal(Reason.HAS_NUMBER, mark, island))
    count = sheet.counts[island.index]
    if count == 0 and island.flag is not None:  # R10, R11
        found.append(Refusal(Reason.FLAG_WITHOUT_BRIDGE, mark, island))
    if count > mark.number:  # R12
        found.append(Refusal(Reason.NUMBER_TOO_LOW, mark, island, count=count))
    return found


def _against_bridge(sheet: Sheet, mark: Bridge) -> list[Refusal]:
    found = []
    line = mark.line
    at = line.index
    digits, counts, planks = sheet.digits, sheet.counts, sheet.planks
    a, b = sheet.board.ends[at]
    if not digits[a] and not digits[b]:  # R14
        found.append(Refusal(Reason.NO_NUMBER_AT_ENDS, mark, line=line))
    if planks[at] >= MOST_ON_A_LINE:  # R15
        found.append(Refusal(Reason.LINE_FULL, mark, line=line))
    for other in sheet.board.crossings[at]:  # R16
        if planks[other.index]:
            found.append(Refusal(Reason.CROSSING, mark, line=other))  # noqa: PERF401, hot path
    for end in (a, b):
        if counts[end] >= (digits[end] or HIGHEST_NUMBER):  # R17, R18
            is_finished = sheet.finished >> end & 1
            reason = Reason.ISLAND_FINISHED if is_finished else Reason.ISLAND_FULL
            island = sheet.board.islands[end]
            found.append(Refusal(reason, mark, island, count=counts[end]))
    return found
