"""The tactics lessons: each can be solved, and a legal turn that is worse is explained."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest
from tests.support.lessons import data, post, said
from tests.support.server import Browser, Server

from hashi.rules import Card, Draft, Goal, Turn, dead_islands, is_reached, turns
from hashi.rules.dead import room
from hashi.server.lessons.exercises import read_marks
from hashi.server.lessons.tactics import LESSONS, Lesson, is_right, shut_flags, warning
from hashi.words import LANGUAGES, Words

NAMES = [lesson.title for lesson in LESSONS]


@pytest.fixture
def server(server_without_rate: Server) -> Server:
    """Return a server without a limit: these tests are faster than any learner."""
    return server_without_rate


def number_of(lesson: Lesson) -> str:
    return str(LESSONS.index(lesson) + 1)


@cache
def all_turns(lesson: Lesson) -> tuple[list[Draft], list[Draft]]:
    """Return every legal turn that holds the given marks: the right ones, then the others."""
    card, given = Card.parse(lesson.card), Counter(read_marks(lesson.given))
    found: tuple[list[Draft], list[Draft]] = ([], [])
    for turn in turns(lesson.sheet, card):
        if given <= Counter(turn.marks):
            draft = Draft(lesson.sheet, card).with_marks(turn.marks)
            found[not is_right(lesson, turn)].append(draft)
    return found


@pytest.mark.parametrize("lesson", LESSONS, ids=NAMES)
def test_each_lesson_can_be_solved_and_failed(lesson: Lesson) -> None:
    right, wrong = all_turns(lesson)
    assert is_right(lesson, Turn(read_marks(lesson.solution)))
    assert right
    assert len(wrong) > len(right)
    assert lesson.solution.startswith(lesson.given)


@pytest.mark.parametrize("lesson", LESSONS, ids=NAMES)
def test_a_right_turn_loses_nothing(lesson: Lesson) -> None:
    for draft in all_turns(lesson)[0]:
        assert set(dead_islands(draft.sheet)) <= set(dead_islands(lesson.sheet))
        assert set(shut_flags(draft.sheet)) <= set(shut_flags(lesson.sheet))


def test_the_right_turns_are_those_that_the_aims_name() -> None:
    room, crossings, flags, chain, skip = (all_turns(lesson)[0] for lesson in LESSONS)
    assert {str(d.number) for d in room} == {"6@a2", "6@c4", "6@c6", "6@f3"}
    assert {str(d.turn) for d in crossings} == {"2@a2 a2-a4", "2@a6 a4-a6"}
    assert all(d.sheet.is_finished(d.sheet.board.island("c4")) for d in flags)
    assert all(is_reached(d.sheet, Goal.SIX) for d in chain)
    assert all(d.number is None for d in skip)
    assert any(not d.marks for d in skip)  # who skips everything is right
    praised = [d for d in skip if not LESSONS[4].improve(Words("en"), d)]
    assert praised
    assert all(d.missing == 0 and d.sheet.finished != LESSONS[4].sheet.finished for d in praised)


@pytest.mark.parametrize(
    ("number", "turn", "sentence"),
    [
        (1, "6@f1 c1-f1", "Island f1 only has room for 4 bridges. A 6 there can’t be finished."),
        (1, "6@e4 e4-e6", "Island e4 only has room for 4 bridges. A 6 there can’t be finished."),
        (
            1,
            "6@c4 d3-d5",
            "The bridge d3-d5 blocks the line to e4. The 6 on c4 can’t be finished any more.",
        ),
        (1, "c2-e2", "Skipping the number is safe, but there’s still a good place for it."),
        (
            2,
            "a4-c4",
            "The bridge a4-c4 blocks the line to b5. The 3 on b3 can’t be finished any more.",
        ),
        (2, "2@e4 c4-e4", "No bridge leads to a4 yet."),
        (3, "3@a2 c4=c6", "The bridge c4-c6 blocks the last way to the flag on b5."),
        (3, "3@a2 a4-c4 c4-c6", "The bridge c4-c6 blocks the last way to the flag on b5."),
        (3, "3@a2 a2-c2 c2-e2", "The 4 on c4 isn’t finished yet."),
        (4, "f1-f3", "Island f1 is finished, but it isn’t joined to the chain."),
        (4, "2@d3 b3-d3", "The chain has 4 of 6 islands."),
        (5, "6@d3 d3=d5", "Island d3 only has room for 4 bridges. A 6 there can’t be finished."),
        (5, "e4=e6", "No bridge can reach the flag on e2 now."),
    ],
)
def test_a_wrong_but_legal_turn_gets_its_explanation(
    server: Server, number: int, turn: str, sentence: str
) -> None:
    form = {"step": str(number), "marks": turn, "do": "done"}
    text = post(Browser(server), "/learn/tactics", form)
    assert data(text, "outcome") == "wrong"
    assert said(text) == sentence


def test_skipping_where_it_is_right_is_praised_and_the_better_turn_may_be_tried(
    server: Server,
) -> None:
    form = {"step": "5", "marks": "", "do": "skip"}
    text = post(Browser(server), "/learn/tactics", form)
    assert (data(text, "outcome"), data(text, "tries")) == ("solved", "0")
    assert said(text).startswith("Right, nothing is lost.")
    assert 'data-do="retry"' in text
    assert "data-next" in text


@pytest.mark.parametrize("lesson", LESSONS, ids=NAMES)
def test_what_the_marks_cost_is_said_at_once_and_nothing_else_is(lesson: Lesson) -> None:
    """For every part of every legal turn: words if and only if an island or a flag is lost."""
    words, seen = Words("en"), set()
    dead, shut = set(dead_islands(lesson.sheet)), set(shut_flags(lesson.sheet))
    for whole in (*all_turns(lesson)[0], *all_turns(lesson)[1]):
        for count in range(1, len(whole.marks) + 1):
            marks = whole.marks[:count]
            if marks in seen:
                continue
            seen.add(marks)
            draft = Draft(lesson.sheet, Card.parse(lesson.card)).with_marks(marks)
            lost = (set(dead_islands(draft.sheet)) & set(draft.sheet.numbers)) - dead
            closed = set(shut_flags(draft.sheet)) - shut
            sentence = warning(words, draft)
            assert bool(sentence) == bool(lost or closed), draft.turn
            if sentence:
                assert any(island.name in sentence for island in lost or closed)
            if sentence and (fits := re.search(r"only has room for (\d)", sentence)):
                island = draft.sheet.board.island(sentence.split()[1])
                written = draft.before.with_mark(draft.number) if draft.number else draft.before
                sheets = (written, draft.sheet)
                assert int(fits[1]) in {s.count(island) + room(s, island) for s in sheets}
                assert int(fits[1]) < (draft.sheet.number(island) or 0)


def test_a_number_without_room_is_explained_before_done(server: Server) -> None:
    form = {"step": "5", "marks": "", "island": "d3"}
    text = post(Browser(server), "/learn/tactics", form)
    assert (data(text, "outcome"), data(text, "marks")) == ("open", "6@d3")
    assert said(text) == "Island d3 only has room for 4 bridges. A 6 there can’t be finished."


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_hint_comes_after_two_tries_and_the_solution_is_shown(
    server: Server, language: str
) -> None:
    visitor, words = Browser(server, language), Words(language)
    for lesson in LESSONS:
        wrong = next(d for d in all_turns(lesson)[1] if d.marks and d.missing == 0)
        why = lesson.judge(words, wrong)
        assert why
        form = {"step": number_of(lesson), "marks": str(wrong.turn), "do": "done"}
        text = post(visitor, "/learn/tactics", {**form, "tries": "0"})
        assert said(text) == why
        assert 'data-do="show"' not in text
        text = post(visitor, "/learn/tactics", {**form, "tries": data(text, "tries")})
        assert said(text) == f"{why} {words.say(lesson.hint)}"
        assert 'data-do="show"' in text
        text = post(visitor, "/learn/tactics", {**form, "do": "retry", "tries": "2"})
        assert (data(text, "outcome"), data(text, "marks")) == ("open", lesson.given)
        text = post(visitor, "/learn/tactics", {**form, "do": "show", "tries": "2"})
        assert data(text, "outcome") == "solved"
        assert data(text, "marks") == lesson.solution
        assert said(text) == words.say(lesson.praise)


def test_a_count_of_tries_that_python_does_not_read_is_none(server: Server) -> None:
    form = {"step": "1", "marks": "", "do": "skip", "tries": "9" * 5_000}
    assert data(post(Browser(server), "/learn/tactics", form), "tries") == "1"


def test_a_turn_is_not_ended_by_done_while_bridges_are_missing(server: Server) -> None:
    visitor = Browser(server)
    form = {"step": "5", "marks": "e2-e4", "do": "done"}
    assert "Draw all of them or none" in post(visitor, "/learn/tactics", form)
    form = {"step": "1", "marks": "6@c4", "do": "done"}
    assert "or tap “Skip”" in post(visitor, "/learn/tactics", form)
    form = {"step": "1", "marks": "6@c4", "do": "skip"}
    assert data(post(visitor, "/learn/tactics", form), "outcome") == "solved"


def test_given_marks_are_not_undone(server: Server) -> None:
    form = {"step": "3", "marks": "3@a2 c4-e4", "do": "undo"}
    text = post(Browser(server), "/learn/tactics", form)
    assert data(text, "marks") == "3@a2"
    text = post(Browser(server), "/learn/tactics", {**form, "marks": "3@a2"})
    assert data(text, "marks") == "3@a2"
