"""What the signs of a table say, derived again from the cards themselves."""

from __future__ import annotations

import re

import pytest

from hashi import standard_deck
from hashi.words import LANGUAGES, Words
from hashi.words.game.signs import card_sign, cards_sign, number_sign, small_card_sign


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_told_by_its_number_and_its_bridges(language: str) -> None:
    words = Words(language)
    for card in standard_deck():
        figures = [str(card.number), str(card.bridges)]
        assert re.findall(r"\d+", card_sign(words, card)) == figures
        said = {look: small_card_sign(words, card, look) for look in ("left", "now", "turned")}
        assert len(set(said.values())) == 3
        assert all(re.findall(r"\d+", each) == figures for each in said.values())
    assert re.findall(r"\d+", card_sign(words, None)) == ["3", "4"]  # R5


def test_what_is_said_of_the_cards_of_a_number_and_of_all_is_counted() -> None:
    words = Words("en")
    assert number_sign(words, 4, 2) == "2 cards with a 4 haven’t been turned over yet."
    assert number_sign(words, 4, 1) == "1 card with a 4 hasn’t been turned over yet."
    assert number_sign(words, 4, 0) == "All cards with a 4 have been turned over."
    assert cards_sign(words, 1).startswith("1 more card will be turned over.")
    assert cards_sign(words, 0).startswith("No more cards")
