"""What a terminal tells of the others at a server's table: who goes, who comes back, who asks."""

from __future__ import annotations

from typing import Any

import pytest

from hashi.terminal.company_news import tell_change
from hashi.terminal.console import Console
from hashi.words import LANGUAGES, Words

GONE = {"away": True}
COVERED = {"away": True, "bot": "planner"}


def table(*others: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return a table of Tim, who looks, and of others, as the API describes it."""
    usual = {"kind": "person", "bot": "", "away": False, "done": False, "resigned": None}
    names = ("Tim", "Sarah", "Ada")
    seats = [
        {**usual, "name": name, "yours": name == "Tim", **other}
        for name, other in zip(names, ({}, *others), strict=False)
    ]
    return {"phase": "round", "round": 3, "proposal": None, "seats": seats, **fields}


@pytest.mark.parametrize(
    ("before", "now", "told"),
    [
        ({}, GONE, "Sarah is away.\nType “bot Sarah” to let a bot play.\n"),
        (GONE, COVERED, "Sarah is away. A bot is playing in the meantime.\n"),
        (COVERED, {}, "Sarah is back and playing again.\n"),
        (GONE, {}, "Sarah is back.\n"),
        ({}, {"resigned": 3, "done": True}, "Sarah gave up.\n"),
        ({"done": True}, {}, "Sarah is thinking again.\n"),
    ],
)
def test_who_goes_and_comes_back_is_told_at_once(
    before: dict[str, Any], now: dict[str, Any], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tell_change(Console(Words("en")), table(before), table(now))
    assert capsys.readouterr().out == told


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_question_is_told_with_the_words_that_answer_it(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = Words(language)
    asked = table({}, proposal={"number": 1, "seat": 1, "round": 2})
    tell_change(Console(words), table({}), asked)
    told = capsys.readouterr().out
    assert words.say("{player} asks to go back to round {round}.", player="Sarah", round=2) in told
    assert words.say("agree") in told
    assert words.say("stay") in told
    tell_change(Console(words), asked, table({}))
    assert words.say("Nobody is asking to go back any more.") in capsys.readouterr().out
