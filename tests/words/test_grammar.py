"""Every sentence with its places filled, for one, two and five and with names of both genders,
leaves nothing behind that a reader would stumble over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from string import Formatter

import pytest
from tools import catalogues

from hashi.words import LANGUAGES, Words, listed

COUNTS = (1, 2, 5)
NAMES = ("Anna", "Tim")

SPACES = re.compile(r"  | [,.;!?](?![\w/])|(?<!^) $|^ ", re.MULTILINE)
PLACE = re.compile(r"\{\w*\}|%\(\w+\)s")
CODE = re.compile(r"\bR\d+\b|\b\d@[a-z]\d|\b[a-z]\d[-=][a-z]\d\b")
PUNCTUATION = re.compile(r"[^.]\.\.(?!\.)|\.\.\.|,,|[!?]\.| :(?!//)|\(\)|“”|„“")

SHOWS_NOTATION = {
    "Marks: 5@c1 writes 5 on c1; c1-c2 draws one bridge, c1=c2 draws two.",
    "Marks such as 5@c1 c1-c2, or a word such as board or call:",
    "calls out a mistake: player, mark and, if you like, round, such as Tim c1-c2 r3",
    "“{given}” isn’t a call that fits here. Write who calls, whose mistake it is, the round and "
    "the mark, such as 2>1 r3 c1-c2.",
    "“{given}” isn’t a mark. Write a number such as 5@c1, a bridge such as c1-c2, two bridges "
    "such as c1=c2, or “pass” to skip everything.",
}
"""Sentences that teach what is typed."""

END_OF_A_LIST = "{first} and {last}"
"""The sentence that has another form where "and" changes: see `hashi.words.lists`."""

BEFORE_A_NUMBER = {
    "cs": r"\b(s|z|ze|k|ke|v) \{(count|number|points|round|rounds|total|best)\}",
    "it": r"\b\w*(l’|gl’|dell’|all’|nell’|dall’)\{",
    "es": r"\b[yo] \{(name|player|players|other|last)\}",
}
"""Words that change with the sound of the number or name after them, by language."""


def details(names: tuple[str, ...], words: Words, player: str) -> dict[str, object]:
    """Something for every place of a sentence."""
    known = {
        "player": player,
        "players": listed(words, [player, "Ota"]),
        "island": "c1",
        "islands": listed(words, ["c1", "e6"]),
        "goal": words.say("All the red flags"),
        "line": "c1–c2",
        "lines": listed(words, ["c1–c2", "d3–d5"]),
    }
    return {place: known.get(place, f"<{place}>") for place in names if place != "count"}


def places(text: str) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in Formatter().parse(text) if name)


extracted = lru_cache(catalogues.extracted)


def rendered(language: str) -> Iterator[tuple[str, str]]:
    """Every sentence of a language as people read it, each with its English source."""
    words = Words(language)
    for message in extracted():
        one, *many = [message.id] if isinstance(message.id, str) else message.id
        if not one or "%" in one:  # argparse fills these in
            continue
        for player in NAMES:
            named = details(places(many[0] if many else one), words, player)
            for count in COUNTS:
                if many:
                    yield one, words.say_many(one, many[0], count, **named)
                else:
                    yield one, words.say(one, **named, count=count)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_leaves_no_place_no_code_and_no_stray_space(language: str) -> None:
    for source, said in rendered(language):
        if source.strip() == source:
            assert not SPACES.search(said), said
            assert not PUNCTUATION.search(said), said
            assert not PLACE.search(said), said
        assert source in SHOWS_NOTATION or not CODE.search(said), said


@pytest.mark.parametrize("language", sorted(BEFORE_A_NUMBER))
def test_no_word_that_changes_with_its_neighbour_stands_before_a_place(language: str) -> None:
    for message in catalogues.read(language):
        if message.id not in ("", END_OF_A_LIST):
            forms = [message.string] if isinstance(message.string, str) else message.string or ()
            for text in forms:
                assert not re.search(BEFORE_A_NUMBER[language], text), text
