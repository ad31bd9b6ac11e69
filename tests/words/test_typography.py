"""No line of Czech ends with a conjunction or preposition of one letter."""

from __future__ import annotations

import re
from operator import attrgetter
from string import Formatter

from hypothesis import given
from hypothesis import strategies as st
from tools import catalogues

from hashi.words import LANGUAGES, Words, shown
from hashi.words.typography import NO_BREAK_SPACE, WORD_JOINER, typeset, unbroken

LETTERS = "aikosuvz"
LOOSE = re.compile(rf"(^|\W)[{LETTERS}{LETTERS.upper()}] \S")
parts = st.sampled_from(
    [*LETTERS, *LETTERS.upper(), "ostrovu", "Tim", "{island}", "(", "–", "5@c1"]
)
sentences = st.lists(parts).map(" ".join) | st.text().filter(
    lambda text: NO_BREAK_SPACE not in text
)


@given(sentences)
def test_a_letter_alone_stays_with_the_word_after_it(sentence: str) -> None:
    said = typeset("cs", sentence)
    assert not LOOSE.search(said)
    assert said.replace(NO_BREAK_SPACE, " ") == sentence
    assert typeset("cs", said) == said


@given(sentences, st.sampled_from(sorted(set(LANGUAGES) - {"cs"})))
def test_other_languages_are_left_alone(sentence: str, language: str) -> None:
    assert typeset(language, sentence) == sentence


@given(sentences)
def test_details_are_shown_as_they_were_given(name: str) -> None:
    assert name in Words("cs").say("Waiting for {players}.", players=name)


def test_the_name_of_a_line_is_not_broken() -> None:
    told = "Bridges 2 × a1–c1, d10–d12: 47 – 50 points, 2–3 players"
    assert unbroken(told) == told.replace("–c", f"–{WORD_JOINER}c").replace(
        "–d", f"–{WORD_JOINER}d"
    )
    assert unbroken(unbroken(told)) == unbroken(told)
    assert unbroken("75% → 31%") == f"75%{NO_BREAK_SPACE}→{NO_BREAK_SPACE}31%"


def test_no_sentence_of_the_catalogue_has_a_loose_letter() -> None:
    words = Words("cs")
    for message in filter(attrgetter("id"), catalogues.read("cs")):
        if isinstance(message.id, str):
            said = [words.say(message.id)]
        else:
            one, many = message.id
            named = {name for _, name, _, _ in Formatter().parse(many) if name}
            details = dict.fromkeys(named - {"count"}, "c1")
            said = [words.say_many(one, many, count, **details) for count in (1, 2, 5)]
        for sentence in said:
            assert not LOOSE.search(sentence)
            assert shown(sentence.strip(), len(sentence)) == sentence.strip()
