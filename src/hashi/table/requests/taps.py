"""What taps and drags on a board mean.

The browser holds no rules: it says which island or line was touched, and these functions say what
comes of it.
"""

from __future__ import annotations

from hashi.rules import Bridge, Draft, Island, Line, Number
from hashi.rules.game.setup import START_NUMBERS

Tapped = tuple[Draft, Island | None]
"""The draft after a tap, and the island from which the next bridge starts."""


def tap_island(draft: Draft, island: Island, origin: Island | None) -> Tapped:
    """Return what a tap on an island makes; `origin` is the island selected before, if any."""
    if draft.card is None:
        return _tap_start(draft, island), None
    if origin is not None and origin != island:
        line = draft.before.board.line(origin, island)
        if line is not None:
            return tap_line(draft, line), None
    is_own = draft.number is not None and draft.number.island == island
    if origin == island:
        return (draft.without(draft.number) if is_own and draft.number else draft), None
    if is_own or draft.before.number(island) is not None:
        return draft, island
    number = Number(island, draft.card.number)
    if draft.marks and draft.refusal(number) is not None and _may_start(draft, island):
        return draft, island
    return draft.with_number(number), None


def tap_line(draft: Draft, line: Line) -> Draft:
    """Draw one more bridge along a line, or take this turn's bridges there away."""
    bridge = Bridge(line)
    is_full = draft.is_free and draft.sheet.bridges(line) > 1
    if bridge in draft.marks and (is_full or draft.refusal(bridge) is not None):
        return draft.without(bridge)
    return draft.with_mark(bridge)


def _may_start(draft: Draft, island: Island) -> bool:
    """Return whether a bridge may be drawn from here now."""
    return any(island in line.ends for line in draft.lines)


def _tap_start(draft: Draft, island: Island) -> Draft:
    """Write a 3, then a 4, then nothing again (R5)."""
    low, high = START_NUMBERS
    written = draft.number
    if written is None or written.island != island:
        return draft.with_mark(Number(island, low))
    return draft.with_mark(Number(island, high)) if written.number == low else draft.clear()
