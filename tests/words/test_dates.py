"""Deadlines in words."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from hashi.words import LANGUAGES, Words, time_left_text, until_text, until_texts

BERLIN = ZoneInfo("Europe/Berlin")
THURSDAY = datetime(2026, 11, 19, 20, 0, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("cs", "do pátku 18:05"),
        ("de", "bis Freitag 18:05\N{NO-BREAK SPACE}Uhr"),
        ("en", "until Friday 18:05"),
        ("es", "hasta el viernes a las 18:05"),
        ("it", "fino a venerdì alle 18:05"),
        ("pt", "até sexta-feira às 18:05"),
    ],
)
def test_a_deadline_is_named_by_the_readers_weekday_and_clock(language: str, text: str) -> None:
    due = datetime.fromisoformat("2026-11-20T17:05:00+00:00").astimezone(BERLIN)
    assert until_text(Words(language), due, THURSDAY) == text


def test_a_deadline_that_is_a_week_away_is_named_by_its_date() -> None:
    words = Words("en")
    assert until_text(words, THURSDAY.replace(day=25), THURSDAY) == "until Wednesday 20:00"
    assert until_text(words, THURSDAY.replace(day=26), THURSDAY) == "until 26 Nov"


def test_the_time_that_is_left_never_says_more_than_there_is() -> None:
    words = Words("en")
    texts = [time_left_text(words, seconds) for seconds in (0, 119, 7_199, 172_799, 172_800)]
    assert texts == [
        "1 minute left",
        "1 minute left",
        "1 hour left",
        "47 hours left",
        "2 days left",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_sentence_for_each_day(language: str) -> None:
    texts = until_texts(Words(language))
    assert len({*texts["weekdays"], texts["today"], texts["tomorrow"]}) == 9
    assert all("{time}" in text for text in texts["weekdays"])
