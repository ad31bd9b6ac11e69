"""Every thing has one name in each language, and no sentence uses a second one."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest
from tools import catalogues

import hashi.words
from hashi.words import LANGUAGES

PLACEHOLDER = r"\{\w+\}|%\(\w+\)s"
FOLDER = Path(hashi.words.__file__).parent / "glossary"


@dataclass(frozen=True)
class Term:
    """The word for one thing, its refused second names, and where those mean something else."""

    thing: str
    word: str
    refused: tuple[str, ...]
    exceptions: dict[str, str]

    def second_names(self, text: str) -> list[str]:
        text = re.sub(PLACEHOLDER, "…", text)
        for phrase in self.exceptions:
            text = re.sub(phrase, "", text)
        return [
            found[0]
            for name in self.refused
            for found in re.finditer(rf"\b(?:{name})\b", text, re.IGNORECASE)
        ]


def glossary(language: str) -> list[Term]:
    with (FOLDER / f"{language}.toml").open("rb") as file:
        return [
            Term(thing, said["word"], tuple(said.get("refused", ())), said.get("except", {}))
            for thing, said in tomllib.load(file).items()
        ]


def sentences(language: str) -> list[str]:
    """All sentences of a language in all plural forms, with plain spaces."""
    found = catalogues.extracted() if language == "en" else catalogues.read(language)
    said = [(m.id if language == "en" else m.string or "") for m in found if m.id]
    forms = [text for entry in said for text in ([entry] if isinstance(entry, str) else entry)]
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in forms]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_calls_a_thing_by_a_second_name(language: str) -> None:
    said = sentences(language)
    wrong = {
        (term.thing, text): names
        for term in glossary(language)
        for text in said
        if (names := term.second_names(text))
    }
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_glossary_is_in_use_and_every_exception_is_needed(language: str) -> None:
    text = "\n".join(sentences(language))
    for term in glossary(language):
        assert term.word.lower() in text.lower(), term
        for phrase, reason in term.exceptions.items():
            assert reason
            assert re.search(phrase, text), phrase


def test_all_glossaries_name_the_same_things() -> None:
    things = {language: {term.thing for term in glossary(language)} for language in LANGUAGES}
    english = things.pop("en") - {"somebody"}
    assert all(named == english for named in things.values()), things
