"""Every sentence in every language: nothing missing, nothing left over, nothing broken."""

from __future__ import annotations

import io
import re
from collections import Counter
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from tools import catalogues as tool

from hashi.terminal.commands import Command, command_of
from hashi.terminal.lobby import LobbyCommand
from hashi.terminal.replay_browser import ReplayStep
from hashi.words import LANGUAGES, Words
from hashi.words.typography import typeset

TRANSLATED = sorted(set(LANGUAGES) - {"en"})


def texts(message: Message) -> list[str]:
    """The translation, in all its plural forms."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def source(message: Message) -> str:
    """The English, the plural where there is one."""
    return message.id if isinstance(message.id, str) else message.id[-1]


def placeholders(text: str) -> Counter[str]:
    """The places to be filled in: `{island}`, and argparse's `%(prog)s`, `%s`, `%r`."""
    if re.search(r"%(\(\w+\))?[sr]", text):
        return Counter(re.findall(r"%(?:\(\w+\))?[sr]", text))
    return Counter(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def test_there_is_a_catalogue_for_every_language() -> None:
    assert sorted(tool.sources()) == TRANSLATED


def test_no_entry_is_missing_or_left_over() -> None:
    wanted = {message.id for message in tool.extracted() if message.id}
    for language in TRANSLATED:
        assert {message.id for message in tool.read(language) if message.id} == wanted, language


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_entry_is_translated_in_all_its_plural_forms(language: str) -> None:
    catalogue = tool.read(language)
    for message in catalogue:
        assert not message.fuzzy
        assert all(texts(message)), message.id
        if message.pluralizable:
            assert len(texts(message)) == catalogue.num_plurals, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_are_those_of_the_source(language: str) -> None:
    for message in tool.read(language):
        if not message.id:
            continue
        for form, text in enumerate(texts(message)):
            allowed = [placeholders(source(message))]
            if form == 0 and not isinstance(message.id, str):
                allowed.append(placeholders(message.id[0]))  # “one more bridge” has no number
            assert placeholders(text) in allowed, text
            assert text.endswith("\n") == source(message).endswith("\n")


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_the_current_one(language: str) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, tool.read(language))
    path = tool.sources()[language].with_suffix(".mo")
    assert path.read_bytes() == compiled.getvalue(), "run `make words`"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_found_in_the_compiled_catalogue(language: str) -> None:
    words = Words(language)
    for message in tool.read(language):
        if message.id:
            one = message.id if isinstance(message.id, str) else message.id[0]
            assert words.say(one) == typeset(language, texts(message)[0])
    assert words.say("No sentence of the game.") == "No sentence of the game."
    assert words.say_many("No {count} thing.", "No {count} things.", 5) == "No 5 things."


def test_plural_forms_of_czech_are_three() -> None:
    words = Words("cs")
    said = {
        count: words.say_many("{count} point", "{count} points", count).replace(str(count), "")
        for count in (1, 2, 4, 5, 11, 21)
    }
    assert len({said[1], said[2], said[5]}) == 3
    assert said[2] == said[4]
    assert said[5] == said[11] == said[21]


@pytest.mark.parametrize("language", TRANSLATED)
def test_plural_forms_tell_one_from_many(language: str) -> None:
    words = Words(language)
    one, two = (words.say_many("{count} point", "{count} points", n) for n in (1, 2))
    assert one.removeprefix("1") != two.removeprefix("2")


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("vocabulary", [Command, LobbyCommand, ReplayStep])
def test_typed_words_are_distinct_and_look_like_no_mark(
    language: str, vocabulary: type[Command | LobbyCommand | ReplayStep]
) -> None:
    words = Words(language)
    local = [words.say(entry.value) for entry in vocabulary]
    assert len(set(local)) == len(local)
    for entry, word in zip(vocabulary, local, strict=True):
        assert word == word.lower()
        assert re.fullmatch(r"\?|[^\W\d_]{2,}", word)
        english = {other.value for other in vocabulary if other is not entry}
        assert word not in english


@pytest.mark.parametrize("language", TRANSLATED)
def test_long_sentences_are_not_left_in_english(language: str) -> None:
    for message in tool.read(language):
        if len(source(message).split()) > 3:
            assert source(message) not in texts(message)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_turn_is_skipped_by_its_word_in_english_and_as_a_record_writes_it(language: str) -> None:
    words = Words(language)
    for typed in (Command.SKIP.word(words), "skip", "pass", "PASS"):
        assert command_of(words, typed) == (Command.SKIP, "")
