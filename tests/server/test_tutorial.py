"""The tutorial: every step can be done, in every language, and no step can be broken."""

from __future__ import annotations

import html
from collections import Counter

import pytest
from tests.support.lessons import data, post, said
from tests.support.server import Browser, Server

from hashi.boards import standard_deck
from hashi.rules import Bridge, Card, Goal, Mark, Number, apply_turn, is_reached
from hashi.rules.turn import Turn
from hashi.server.lessons.exercises import Exercise, read_marks
from hashi.server.lessons.tactics import LESSONS
from hashi.server.lessons.tutorial import STEPS
from hashi.words import LANGUAGES, Words


@pytest.fixture
def server(server_without_rate: Server) -> Server:
    """Return a server without a limit: these tests are faster than any learner."""
    return server_without_rate


def touch(mark: Mark) -> dict[str, str]:
    """Return what the page sends when this mark is made by a tap."""
    if isinstance(mark, Number):
        return {"island": mark.island.name}
    assert isinstance(mark, Bridge)
    return {"line": mark.line.name}


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_step_is_done_by_touching_what_it_asks_for(server: Server, language: str) -> None:
    visitor, words = Browser(server, language), Words(language)
    for number, step in enumerate(STEPS, start=1):
        status, text, _ = visitor.fetch(f"/learn?step={number}")
        assert status == 200
        assert said(html.unescape(text)) == words.say(step.task)
        form = {"step": str(number), "marks": step.given}
        made, wanted = Counter(read_marks(step.given)), Counter(read_marks(step.wanted[0]))
        for mark in (wanted - made).elements():
            assert data(text, "outcome") == "open"
            text = post(visitor, "/learn", {**form, **touch(mark)})
            form["marks"] = data(text, "marks")
        if made - wanted:
            text = post(visitor, "/learn", {**form, "do": "undo"})
        if step.has_done:
            assert said(text) == words.say("Good! Now tap “Done”: that ends your turn.")
            text = post(visitor, "/learn", {**form, "do": "done"})
        assert data(text, "outcome") == "solved"
        assert said(text) == words.say(step.praise)


@pytest.mark.parametrize("exercise", [*STEPS, *LESSONS], ids=lambda exercise: exercise.title)
def test_every_position_comes_from_a_solo_game_with_the_cards_of_the_deck(
    exercise: Exercise,
) -> None:
    texts = [text.partition(" ")[0] for text in exercise.before[1:]]
    cards = Counter(Card.parse(text) for text in [*texts, exercise.card])
    assert cards <= Counter(standard_deck())
    assert exercise.sheet.numbers  # every turn before it was allowed, or Illegal was raised
    exercise.draft(exercise.given)


def test_the_turns_of_the_steps_are_whole_and_reach_the_goals_they_speak_of() -> None:
    reached: set[Goal] = set()
    for step in STEPS:
        for wanted in step.wanted:
            draft = step.draft(wanted)
            if step.has_done:
                assert draft.missing == 0
                apply_turn(step.sheet, draft.card or Card(1, 1), Turn(draft.marks))
        if step.goals:
            after = step.draft(step.wanted[0]).sheet
            goal = step.goals[0]
            assert is_reached(after, goal)
            assert not is_reached(step.sheet, goal)
            assert step.round <= goal.deadline  # so that it pays what is said
            reached.add(goal)
    assert reached == set(Goal)


def test_the_last_step_is_the_last_card_for_blue_and_its_decoy_is_allowed() -> None:
    last = STEPS[-1]
    assert last.round == Goal.BLUE.deadline
    after = last.draft(f"{last.given} {last.decoy}").sheet
    assert after.is_finished(after.board.island("c1"))
    assert not is_reached(after, Goal.BLUE)


WRONG = "not the plan here"


@pytest.mark.parametrize(
    ("form", "part"),
    [
        ({"step": "1", "marks": "", "island": "a1"}, "has a flag"),
        ({"step": "1", "marks": "", "island": "f1"}, WRONG),
        ({"step": "1", "marks": "", "do": "done"}, "Tap the island"),
        ({"step": "1", "marks": "4@f1", "line": "c2-e2"}, WRONG),
        ({"step": "1", "marks": "4@f1", "do": "undo"}, "Tap the island"),
        ({"step": "2", "marks": "4@c4", "island": "c4"}, "where the bridge should end"),
        ({"step": "2", "marks": "4@c4", "from": "c4", "to": "c2"}, "once more"),
        ({"step": "2", "marks": "4@c4", "selected": "c4", "island": "c2"}, "once more"),
        ({"step": "2", "marks": "4@c4", "from": "c4", "to": "f6"}, "Draw bridges"),
        ({"step": "2", "marks": "4@c4", "line": "c4-f6"}, "Draw bridges"),
        ({"step": "2", "marks": "4@c4", "do": "undo"}, 'data-marks="4@c4"'),
        ({"step": "2", "marks": "4@c4 c2-c4", "do": "done"}, "twice"),
        ({"step": "9", "marks": "2@c1", "line": "c1-f1"}, "Red has until card 12"),
        ({"step": "9", "marks": "2@c1", "line": "b3-b5"}, "Now tap “Done”"),
        ({"step": "99"}, "Write a number"),
    ],
)
def test_other_touches_are_answered_with_a_sentence(
    server: Server, form: dict[str, str], part: str
) -> None:
    assert part in post(Browser(server), "/learn", form)


def test_a_wrong_mark_stays_until_it_is_undone(server: Server) -> None:
    visitor = Browser(server)
    text = post(visitor, "/learn", {"step": "1", "marks": "", "island": "f1"})
    assert data(text, "marks") == "4@f1"
    assert "asked" in text
    assert "target" not in text
    text = post(visitor, "/learn", {"step": "1", "marks": "4@f1", "line": "c2-e2"})
    assert data(text, "marks") == "4@f1"
    text = post(visitor, "/learn", {"step": "1", "marks": "4@f1", "do": "undo"})
    assert data(text, "marks") == ""
    assert "target" in text


@pytest.mark.parametrize("path", ["/learn", "/learn/tactics"])
@pytest.mark.parametrize(
    "form",
    [
        {"step": "1", "marks": "x" * 500},
        {"step": "1", "marks": "z9"},
        {"step": "1", "island": "z9"},
        {"step": "1", "selected": "z9"},
        {"step": "1", "line": "z"},
        {"step": "1", "from": "c2", "to": ""},
        {"step": "2", "marks": "1@a1"},
    ],
)
def test_invalid_requests_are_refused_and_explained(
    server: Server, path: str, form: dict[str, str]
) -> None:
    status, text, _ = Browser(server).fetch(path, form)
    assert status == 422
    assert 'role="alert"' in text
