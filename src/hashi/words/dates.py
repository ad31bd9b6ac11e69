"""Days as people write them in each language."""

from __future__ import annotations

from datetime import UTC, datetime

from hashi.words.catalogue import N_, Words

MONTHS = (
    N_("Jan"),
    N_("Feb"),
    N_("Mar"),
    N_("Apr"),
    N_("May"),
    N_("Jun"),
    N_("Jul"),
    N_("Aug"),
    N_("Sep"),
    N_("Oct"),
    N_("Nov"),
    N_("Dec"),
)


def day_text(words: Words, at: float) -> str:
    """Return the day of a time in seconds since 1970, in UTC: 16 Nov 2026."""
    day = datetime.fromtimestamp(at, UTC)
    month = words.say(MONTHS[day.month - 1])
    return words.say("{day} {month} {year}", day=day.day, month=month, year=day.year)
