"""The introduction: every step can be done, in every language, and no step can be broken."""

from __future__ import annotations

import html
import re

import pytest
from tests.support.server import Browser, Server

from hashi.boards import board
from hashi.record import notation_for
from hashi.rules import Bridge, Card, Goal, Number, Sheet, apply_turn, is_reached
from hashi.server.pages.tutorial import LESSONS
from hashi.words import LANGUAGES, Words


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_step_is_done_by_touching_what_it_asks_for(server: Server, language: str) -> None:
    visitor, words = Browser(server, language), Words(language)
    read = notation_for(board("A"))
    for number, lesson in enumerate(LESSONS, start=1):
        status, text, _ = visitor.fetch(f"/learn?step={number}")
        assert status == 200
        assert words.say(lesson.task) in html.unescape(text)
        marks = lesson.given
        done = read.turn(lesson.given).marks if lesson.given else ()
        for mark in read.turn(lesson.wanted).marks[len(done) :]:
            touched = {"island": mark.island.name} if isinstance(mark, Number) else {}
            if isinstance(mark, Bridge):
                touched = {"line": mark.line.name}
            form = {"step": str(number), "marks": marks, **touched}
            status, text, _ = visitor.fetch("/learn?part=1", form)
            assert status == 200
            found = re.search(r'data-marks="([^"]*)"', text)
            assert found
            marks = found[1]
        assert words.say(lesson.praise) in html.unescape(text)


def test_the_steps_follow_the_rules_and_end_with_a_goal() -> None:
    read = notation_for(board("A"))
    for lesson in LESSONS:
        sheet = Sheet.of(board("A"), read.turn(lesson.before).marks)
        after = apply_turn(sheet, Card.parse(lesson.card), read.turn(lesson.wanted))
    assert is_reached(after, Goal.RED)


@pytest.mark.parametrize(
    ("form", "part"),
    [
        ({"step": "1", "marks": "", "island": "a1"}, "has a flag"),
        ({"step": "1", "marks": "", "island": "f1"}, "follow what’s shown in blue"),
        ({"step": "2", "marks": "4@c4", "island": "c4"}, "where the bridge should end"),
        ({"step": "2", "marks": "4@c4", "from": "c4", "to": "c2"}, "once more"),
        ({"step": "2", "marks": "4@c4", "selected": "c4", "island": "c2"}, "once more"),
        ({"step": "2", "marks": "4@c4", "from": "c4", "to": "f6"}, "Draw bridges"),
        ({"step": "2", "marks": "4@c4", "line": "c4-f6"}, "Draw bridges"),
        ({"step": "99"}, "Write a number"),
    ],
)
def test_other_touches_are_answered_with_a_hint(
    server: Server, form: dict[str, str], part: str
) -> None:
    status, text, _ = Browser(server).fetch("/learn?part=1", form)
    assert status == 200
    assert part in html.unescape(text)


@pytest.mark.parametrize(
    "form",
    [
        {"step": "1", "marks": "x" * 500},
        {"step": "1", "marks": "z9"},
        {"step": "1", "island": "z9"},
        {"step": "1", "line": "z"},
        {"step": "2", "marks": "1@a1"},
    ],
)
def test_invalid_requests_are_refused_and_explained(server: Server, form: dict[str, str]) -> None:
    status, text, _ = Browser(server).fetch("/learn", form)
    assert status == 422
    assert 'role="alert"' in text
