"""Calls and the referee: what becomes of mistakes made with free pens (R33–R35).

A call in time and without consequences takes the mark back; any other call strikes the islands
that the mark makes irregular. After the last round the referee strikes what nobody called.
"""

from __future__ import annotations

from hashi.rules.game.mistakes import Page, irregular_mask
from hashi.rules.game.scoring import Ledger
from hashi.rules.mark import Mark
from hashi.rules.sheet import Sheet

MOST_CALLS = 99
"""Calls after one round; more are refused."""


def resolve_call(
    page: Page, sheet: Sheet, ledger: Ledger, round: int, mark: Mark
) -> tuple[Page, Sheet] | None:
    """Return page and sheet after a call on a mark, or None where the call is wrong (R33, R34)."""
    called = page.wrong(round, mark)
    if not called:
        return None
    in_time = round == len(page.rounds)
    if in_time and not page.has_consequences(called, ledger, sheet.struck):
        page = page.without(called)
        return page, page.sheet(sheet.struck)
    return page.settling(called), sheet.with_struck(irregular_mask(called))


def referee(page: Page, sheet: Sheet) -> tuple[Page, Sheet]:
    """Return page and sheet with everything struck that nobody called (R34)."""
    mistakes = page.mistakes
    return page.settling(mistakes), sheet.with_struck(irregular_mask(mistakes))
