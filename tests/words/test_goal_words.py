"""What is said of each goal."""

from __future__ import annotations

import pytest

from hashi.rules import Goal
from hashi.words import GOAL_WORDS, GOALS, LANGUAGES, Words


def test_every_goal_has_its_sentences_in_the_order_of_the_goals() -> None:
    assert list(GOAL_WORDS) == list(GOALS) == list(Goal)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_names_are_distinct_and_short_names_are_one_word(language: str) -> None:
    words = Words(language)
    names = [words.say(told.name) for told in GOAL_WORDS.values()]
    short = [words.say(told.short) for told in GOAL_WORDS.values()]
    assert len(set(names)) == len(set(short)) == len(Goal)
    assert all(" " not in name for name in short)


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("goal", Goal)
def test_sentences_say_the_points_and_who(language: str, goal: Goal) -> None:
    words, told = Words(language), GOAL_WORDS[goal]
    assert str(goal.low) in words.say_many(*told.lowered, goal.low)
    assert str(goal.high) in words.say_many(*told.reached_by_you, goal.high)
    for sentence in (told.reached, told.lost):
        said = words.say_many(*sentence, goal.high, player="Zoë")
        assert "Zoë" in said
        assert str(goal.high) in said
