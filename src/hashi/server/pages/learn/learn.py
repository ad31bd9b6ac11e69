"""The tutorial and the lessons on tactics."""

from __future__ import annotations

from typing import TypeVar

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.boards import board
from hashi.server.lessons import tactics, tutorial
from hashi.server.lessons.exercises import SIDE, Course, Exercise, ExerciseState
from hashi.server.pages.learn.lesson import view_of
from hashi.server.responses import is_part, read_form, respond
from hashi.server.visitor import visitor_of
from hashi.whole_numbers import whole_number

E = TypeVar("E", bound=Exercise)
MOST_TRIES = 99


async def learn(request: WebRequest) -> Response:
    """Answer with a step of the tutorial; posted, with what came of a touch or a button."""
    return await _answer(request, tutorial.COURSE)


async def learn_tactics(request: WebRequest) -> Response:
    """Answer with a lesson; posted, with what came of a touch or a button."""
    return await _answer(request, tactics.COURSE)


async def _answer(request: WebRequest, course: Course[E]) -> Response:
    """Answer with an exercise of a course; posted, with what came of a touch or a button."""
    visitor = visitor_of(request)
    form = await read_form(request) if request.method == "POST" else {}
    number = _number(course, form.get("step") or request.query_params.get("step", "1"))
    exercise = course.exercises[number - 1]
    chosen = form.get("selected", "")
    state = ExerciseState(
        exercise.draft(form.get("marks", exercise.given)),
        board(SIDE).island(chosen) if chosen else None,
        _tries(form.get("tries", "")),
    )
    if request.method == "POST":
        state = course.react(visitor.words, exercise, state, form)
    name = "learn/_lesson" if is_part(request) else "learn/learn"
    return respond(request, visitor, name, **view_of(visitor, course, number, state))


def _number(course: Course[E], given: str) -> int:
    number = whole_number(given)
    return number if number and number <= len(course.exercises) else 1


def _tries(given: str) -> int:
    return min(whole_number(given) or 0, MOST_TRIES)
