"""A turn in words: what was written and drawn, for people who do not read the notation."""

from __future__ import annotations

from collections import Counter

from hashi.rules import Mark, Number, Turn
from hashi.words.catalogue import Words
from hashi.words.typography import NO_BREAK_SPACE

TIMES = f"{NO_BREAK_SPACE}×{NO_BREAK_SPACE}"


def turn_text(words: Words, turn: Turn) -> str:
    """Return a turn in words, such as “5 on f3, bridges f3–f5, f3–c3”."""
    numbers = [
        words.say("{number} on {island}", number=mark.number, island=mark.island)
        for mark in turn.marks
        if isinstance(mark, Number)
    ]
    lines = Counter(bridge_line(mark) for mark in turn.marks if not isinstance(mark, Number))
    bridges = ", ".join(
        line if count == 1 else f"{count}{TIMES}{line}" for line, count in lines.items()
    )
    if bridges:
        count = lines.total()
        numbers.append(words.say_many("bridge {lines}", "bridges {lines}", count, lines=bridges))
    return ", ".join(numbers) or words.say("skipped")


def bridge_line(mark: Mark) -> str:
    """Return the line of a bridge as people read it, such as “f3–f5”."""
    return str(mark).replace("-", "–")
