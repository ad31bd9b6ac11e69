"""Lists in sentences, as each language writes them."""

from __future__ import annotations

import pytest

from hashi.words import LANGUAGES, Words, listed

PAIRS = {
    "cs": "a1 a\N{NO-BREAK SPACE}c2",
    "de": "a1 und c2",
    "en": "a1 and c2",
    "es": "a1 y c2",
    "it": "a1 e c2",
    "pt": "a1 e c2",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_two_items_are_joined_by_a_word(language: str) -> None:
    words = Words(language)
    assert listed(words, []) == ""
    assert listed(words, ["a1"]) == "a1"
    assert listed(words, ["a1", "c2"]) == PAIRS[language]
    assert listed(words, ["f3", "a1", "c2"]) == f"f3, {PAIRS[language]}"


def test_and_has_another_form_before_its_own_sound() -> None:
    assert listed(Words("es"), ["a1", "i3"]) == "a1 e i3"
    assert listed(Words("it"), ["a1", "e3"]) == "a1 ed e3"
    assert listed(Words("pt"), ["a1", "e3"]) == "a1 e e3"
