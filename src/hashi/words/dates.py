"""Days as people write them in each language."""

from __future__ import annotations

from datetime import UTC, date, datetime

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

MONTHS_OF_A_YEAR = (
    N_("January {year}"),
    N_("February {year}"),
    N_("March {year}"),
    N_("April {year}"),
    N_("May {year}"),
    N_("June {year}"),
    N_("July {year}"),
    N_("August {year}"),
    N_("September {year}"),
    N_("October {year}"),
    N_("November {year}"),
    N_("December {year}"),
)

WEEKDAYS = (
    N_("Monday"),
    N_("Tuesday"),
    N_("Wednesday"),
    N_("Thursday"),
    N_("Friday"),
    N_("Saturday"),
    N_("Sunday"),
)


def weekday_text(words: Words, day: date) -> str:
    """Return a date of this year with its weekday: Monday, 16 Nov."""
    return words.say(
        "{weekday}, {date}",
        weekday=words.say(WEEKDAYS[day.weekday()]),
        date=short_day_text(words, day),
    )


def short_day_text(words: Words, day: date) -> str:
    """Return a date without its year: 16 Nov."""
    return words.say("{day} {month}", day=day.day, month=words.say(MONTHS[day.month - 1]))


def month_text(words: Words, day: date) -> str:
    """Return the month of a date: November 2026."""
    return words.say(MONTHS_OF_A_YEAR[day.month - 1], year=day.year)


def weekday_letters(words: Words) -> list[str]:
    """Return the first letters of the days of a week, from Monday on."""
    return [words.say(name)[0].upper() for name in WEEKDAYS]


def day_text(words: Words, at: float) -> str:
    """Return the day of a time in seconds since 1970, in UTC: 16 Nov 2026."""
    day = datetime.fromtimestamp(at, UTC)
    month = words.say(MONTHS[day.month - 1])
    return words.say("{day} {month} {year}", day=day.day, month=month, year=day.year)


UNTIL = {
    "today": N_("until {time}"),
    "tomorrow": N_("until tomorrow {time}"),
    "weekdays": (
        N_("until Monday {time}"),
        N_("until Tuesday {time}"),
        N_("until Wednesday {time}"),
        N_("until Thursday {time}"),
        N_("until Friday {time}"),
        N_("until Saturday {time}"),
        N_("until Sunday {time}"),
    ),
    "later": N_("until {date}"),
}
"""How long there is time, by the day of the deadline. Where a reader's clock stands, only their
browser knows: it gets all of them, and chooses (`static/js/deadlines.js`)."""
WEEK = 7
MINUTE = 60
HOUR, DAY = 3_600, 86_400


def until_texts(words: Words) -> dict[str, str | list[str]]:
    """Return the sentences of a deadline with their gaps, for a script to choose from."""
    return {
        day: words.say(text) if isinstance(text, str) else [words.say(each) for each in text]
        for day, text in UNTIL.items()
    }


def until_text(words: Words, deadline: datetime, now: datetime) -> str:
    """Return until when there is time, in the time zone of `deadline`, in words that stay true on
    the days after: until Friday 18:00."""
    local = now.astimezone(deadline.tzinfo)
    if (deadline.date() - local.date()).days >= WEEK:
        return words.say("until {date}", date=short_day_text(words, deadline))
    weekdays = UNTIL["weekdays"]
    return words.say(weekdays[deadline.weekday()], time=f"{deadline:%H:%M}")


def clock_text(words: Words, seconds: float) -> str:
    """Return how much time is left for this turn, in a sentence: 25 seconds left."""
    if seconds >= 2 * MINUTE:
        return time_left_text(words, seconds)
    return words.say_many("{count} second left.", "{count} seconds left.", round(seconds))


def time_left_text(words: Words, seconds: float) -> str:
    """Return how much time is left, for those whose clock nobody knows: 17 hours left."""
    if seconds >= 2 * DAY:
        return words.say_many("{count} day left", "{count} days left", int(seconds // DAY))
    if seconds >= HOUR:
        return words.say_many("{count} hour left", "{count} hours left", int(seconds // HOUR))
    minutes = max(1, int(seconds // 60))
    return words.say_many("{count} minute left", "{count} minutes left", minutes)
