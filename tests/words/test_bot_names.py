"""The ladder of bots in words."""

from __future__ import annotations

import pytest

from hashi.bots import BOTS
from hashi.words import LANGUAGES, RANKS, Words, bot_name, bot_way
from hashi.words.bots import BOT_WORDS

LADDER = list(BOTS)


def test_every_bot_of_the_house_has_a_name_and_a_sentence() -> None:
    assert list(BOT_WORDS) == LADDER


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_names_are_short_distinct_and_nobodys_rank(language: str) -> None:
    words = Words(language)
    names = [bot_name(words, bot) for bot in LADDER]
    assert len(set(names)) == len(names)
    assert not set(names) & {words.say(rank) for rank in RANKS}
    assert all(len(name) <= 20 for name in names)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_sentences_are_distinct_and_have_no_more_than_a_child_reads(language: str) -> None:
    words = Words(language)
    ways = [bot_way(words, bot) for bot in LADDER]
    assert len(set(ways)) == len(ways)
    assert all(way.endswith(".") and len(way) <= 120 for way in ways)


def test_a_bot_that_is_not_on_the_ladder_goes_by_its_id() -> None:
    words = Words("de")
    assert bot_name(words, "mine") == "mine"
    assert bot_way(words, "mine") == ""
