"""A sentence that quotes a button, a page or a badge quotes it as it is written there."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Catalog
from tools import catalogues

from hashi.words import LANGUAGES

QUOTED = re.compile(r"“([^“”{}]+)”")
JOINING = "No open tables right now. Open one under “With friends” and tick “Anyone may join”."
TYPED = {"free", "review"}
"""English words of the command line and of records, which no language translates."""

MARKS = {"cs": "„{}“", "de": "„{}“", "es": "«{}»", "it": "«{}»", "pt": "«{}»"}


def quotations(catalogue: Catalog, english: str) -> list[str]:
    """The sentences of the game that a sentence quotes."""
    return [name for name in QUOTED.findall(english) if name not in TYPED and catalogue.get(name)]


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_a_quoted_name_is_the_one_people_see(language: str) -> None:
    catalogue = catalogues.read(language)
    quoted = [
        (name, str(message.string))
        for message in catalogue
        if message.id and isinstance(message.id, str)
        for name in quotations(catalogue, message.id)
    ]
    assert ("Anyone may join", str(catalogue[JOINING].string)) in quoted
    assert not [
        (name, said)
        for name, said in quoted
        if MARKS[language].format(catalogue[name].string) not in said
    ]
