"""The tutorial: every step can be done, in every language, and no step can be broken."""

from __future__ import annotations

import html
from collections import Counter

import pytest
from tests.support.lessons import data, post, said
from tests.support.server import Browser, Server

from hashi.boards import board, standard_deck
from hashi.rules import Bridge, Card, Goal, Mark, Number, apply_turn, dead_islands, is_reached
from hashi.rules.game.setup import start_refusal
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
            sentence = "Good! Now tap “Done”: that ends your turn."
            if not step.card:
                sentence = "Tap the island again to change the number. Then tap “Done”."
            assert said(text) == words.say(sentence)
            text = post(visitor, "/learn", {**form, "do": "done"})
        assert data(text, "outcome") == "solved"
        assert said(text) == words.say(step.praise)


@pytest.mark.parametrize("exercise", [*STEPS, *LESSONS], ids=lambda exercise: exercise.title)
def test_every_position_comes_from_a_solo_game_with_the_cards_of_the_deck(
    exercise: Exercise,
) -> None:
    texts = [text.partition(" ")[0] for text in exercise.before[1:]]
    cards = Counter(Card.parse(text) for text in [*texts, exercise.card] if text)
    assert cards <= Counter(standard_deck())
    # every turn before it was allowed, or Illegal was raised
    assert exercise.sheet.numbers or not exercise.before
    exercise.draft(exercise.given)


def test_the_turns_of_the_steps_are_whole_and_reach_the_goals_they_speak_of() -> None:
    reached: set[Goal] = set()
    for step in STEPS:
        for wanted in step.wanted:
            draft = step.draft(wanted)
            assert dead_islands(draft.sheet) == dead_islands(step.sheet)  # no dead end
            if step.has_done and draft.card is not None:
                assert draft.missing == 0
                apply_turn(step.sheet, draft.card, Turn(draft.marks))
            elif draft.card is None:
                assert draft.number is not None
                assert start_refusal(draft.number) is None
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


def test_the_game_begins_with_any_start_that_the_rules_allow() -> None:
    own = board("A")
    allowed = {
        f"{number}@{island}"
        for number in range(1, 7)
        for island in own.islands
        if start_refusal(Number(island, number)) is None
    }
    assert set(STEPS[0].wanted) == allowed


def test_the_closed_line_of_the_step_on_crossings_is_refused_and_explained(server: Server) -> None:
    [number] = [n for n, s in enumerate(STEPS, 1) if s.title == "Bridges never cross"]
    form = {"step": str(number), "marks": STEPS[number - 1].given, "line": "b3-d3"}
    text = post(Browser(server), "/learn", form)
    assert said(text) == "The bridge b3-d3 would cross the bridge c2-c4. Bridges never cross."
    assert data(text, "marks") == STEPS[number - 1].given


@pytest.mark.parametrize(
    ("path", "form", "told"),
    [
        ("/learn", {"step": "6", "marks": "2@e4 c1-c2"}, "c2 finished: 2 points"),
        ("/learn", {"step": "10", "marks": "1@f1 c1-f1"}, "c1 and f1 finished: 4 points"),
        ("/learn/tactics", {"step": "5", "marks": "e2-e4 e4-e6"}, "e4 finished: 2 points"),
    ],
)
def test_what_a_turn_finishes_is_said_before_and_after_done(
    server: Server, path: str, form: dict[str, str], told: str
) -> None:
    visitor = Browser(server)
    assert told not in post(visitor, path, {"step": form["step"]})
    without = {**form, "marks": form["marks"].rpartition(" ")[0]}
    last = form["marks"].rpartition(" ")[2]
    assert told in post(visitor, path, {**without, "line": last})
    assert told in post(visitor, path, {**form, "do": "done"})


@pytest.mark.parametrize(
    ("path", "step", "marks", "heading"),
    [
        ("/learn", len(STEPS), STEPS[-1].wanted[0], "Now you can play!"),
        ("/learn/tactics", len(LESSONS), LESSONS[-1].solution, "That was the last lesson!"),
    ],
)
def test_the_end_of_a_course_is_celebrated_and_leads_to_a_game(
    server: Server, path: str, step: int, marks: str, heading: str
) -> None:
    visitor = Browser(server)
    assert heading not in visitor.fetch(f"{path}?step={step}")[1]
    text = post(visitor, path, {"step": str(step), "marks": marks, "do": "done"})
    assert f"<h1>{heading}</h1>" in text
    assert 'class="farewell"' in text
    assert 'action="/new"' in text


WRONG = "not the plan here"


@pytest.mark.parametrize(
    ("form", "part"),
    [
        ({"step": "2", "marks": "", "island": "a1"}, "has a flag"),
        ({"step": "2", "marks": "", "island": "f1"}, WRONG),
        ({"step": "2", "marks": "", "do": "done"}, "Tap the island"),
        ({"step": "2", "marks": "4@f1", "line": "c2-e2"}, WRONG),
        ({"step": "2", "marks": "4@f1", "do": "undo"}, "Tap the island"),
        ({"step": "3", "marks": "4@c4", "island": "c4"}, "where the bridge should end"),
        ({"step": "3", "marks": "4@c4", "from": "c4", "to": "c2"}, "once more"),
        ({"step": "3", "marks": "4@c4", "selected": "c4", "island": "c2"}, "once more"),
        ({"step": "3", "marks": "4@c4", "from": "c4", "to": "f6"}, "Draw bridges"),
        ({"step": "3", "marks": "4@c4", "line": "c4-f6"}, "Draw bridges"),
        ({"step": "3", "marks": "4@c4", "do": "undo"}, 'data-marks="4@c4"'),
        ({"step": "3", "marks": "4@c4 c2-c4", "do": "done"}, "twice"),
        ({"step": "11", "marks": "2@c1", "line": "c1-f1"}, "Red has time up to card 12"),
        ({"step": "11", "marks": "2@c1", "line": "b3-b5"}, "Now tap “Done”"),
        ({"step": "99"}, "The first number"),
        ({"step": "1", "marks": "", "island": "a1"}, "without"),
        ({"step": "1", "marks": "3@d3", "island": "d3"}, 'data-marks="4@d3"'),
        ({"step": "1", "marks": "", "line": "c2-e2"}, "No card has been turned over yet"),
    ],
)
def test_other_touches_are_answered_with_a_sentence(
    server: Server, form: dict[str, str], part: str
) -> None:
    assert part in post(Browser(server), "/learn", form)


def test_a_wrong_mark_stays_until_it_is_undone(server: Server) -> None:
    visitor = Browser(server)
    text = post(visitor, "/learn", {"step": "2", "marks": "", "island": "f1"})
    assert data(text, "marks") == "4@f1"
    assert "asked" in text
    assert "target" not in text
    text = post(visitor, "/learn", {"step": "2", "marks": "4@f1", "line": "c2-e2"})
    assert data(text, "marks") == "4@f1"
    text = post(visitor, "/learn", {"step": "2", "marks": "4@f1", "do": "undo"})
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
        {"step": "3", "marks": "1@a1"},
    ],
)
def test_invalid_requests_are_refused_and_explained(
    server: Server, path: str, form: dict[str, str]
) -> None:
    status, text, _ = Browser(server).fetch(path, form)
    assert status == 422
    assert 'role="alert"' in text
