"""All answers of a step of the tutorial, given in advance, so that it works without a network.

What can be touched is finite, and so are the drafts that a step leads to: its own plan and a decoy.
Another mark that the rules allow is not made then, but told to be off the plan. The worker of the
page (static/js/worker.js) looks the answers up; it knows no rule.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from markupsafe import escape
from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest
from starlette.responses import JSONResponse, Response

from hashi.boards import board
from hashi.server.lessons.exercises import SIDE, ExerciseOutcome, ExerciseState, read_marks
from hashi.server.lessons.tutorial import COURSE, STEPS, TutorialStep, asks_undo, react
from hashi.server.page_templates import render_page
from hashi.server.pages.learn.lesson import view_of
from hashi.server.services import services_of
from hashi.server.site import prefix, serve_under
from hashi.server.visitor import Visitor, visitor_of
from hashi.whole_numbers import whole_number
from hashi.words import N_

KEPT_FOR = "public, max-age=3600"
OFF_THE_PLAN = N_("That’s allowed too, but not the plan here.")


async def answers(request: WebRequest) -> Response:
    """Answer with all answers of a step, in the language of the address."""
    step, visitor = whole_number(request.path_params["step"]), visitor_of(request)
    if not step or step > len(STEPS):
        raise HTTPException(404)
    jobs = services_of(request).lessons
    language = visitor.language
    found = await jobs.result((step, language), answers_of, step, language, prefix())
    return JSONResponse(found, headers={"cache-control": KEPT_FOR})


def answers_of(number: int, language: str, site: str = "") -> dict[str, Any]:
    """Return the answers of a step. Runs in a worker process, which learns where the site lies.

    `answers` has, by the marks made so far and by what is touched, which of `lessons` is shown,
    which island is selected in it, which of the sentences `told` it says, and how.
    """
    serve_under(site)
    visitor = Visitor("", language, "auto", is_new=False)
    step = STEPS[number - 1]
    start = ExerciseState(step.draft(step.given))
    lessons: dict[str, str] = {_lesson(start): _html(visitor, number, start)}
    told: dict[str, int] = {visitor.words.say(step.task): 0}
    found: dict[str, dict[str, tuple[str, str, int, str]]] = {}
    waiting, known = deque([start]), {_key(start)}
    while waiting:
        before = waiting.popleft()
        row = found.setdefault(_marks(before), {})
        for touch, form in _touches(before):
            after = react(visitor.words, step, replace(before, answer="", is_refused=False), form)
            if not _is_kept(step, after):
                after = before.refuses(visitor.words.say(OFF_THE_PLAN))
            sentence = after.answer or visitor.words.say(step.task)
            selected = after.selected.name if after.selected else ""
            kind = " refused" if after.is_refused else _praise(after)
            at = told.setdefault(sentence, len(told))
            row[touch] = (_lesson(after), selected, at, kind)
            if _lesson(after) not in lessons:
                lessons[_lesson(after)] = _html(visitor, number, after)
            if after.outcome is ExerciseOutcome.OPEN and _key(after) not in known:
                known.add(_key(after))
                waiting.append(after)
    return {"lessons": lessons, "told": [str(escape(text)) for text in told], "answers": found}


def _touches(state: ExerciseState) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield everything that can be touched or pressed: its name, and what a page sends of it.

    Lines and buttons do the same whichever island is selected.
    """
    chosen = state.selected.name if state.selected else ""
    for island in board(SIDE).islands:
        form = {"island": island.name, "selected": chosen}
        yield f"{chosen}>{island.name}", form
    if not chosen:
        for line in board(SIDE).lines:
            yield str(line), {"line": str(line)}
        yield "undo", {"do": "undo"}
        yield "done", {"do": "done"}


def _is_kept(step: TutorialStep, state: ExerciseState) -> bool:
    """Return whether the marks are the step's own: part of its plan, given, or the decoy."""
    if not asks_undo(step, state.draft):
        return True
    marks = set(state.draft.marks)
    return marks <= {*read_marks(step.given), *read_marks(step.decoy)}


def _marks(state: ExerciseState) -> str:
    return str(state.draft.turn) if state.draft.marks else ""


def _key(state: ExerciseState) -> tuple[str, str]:
    return _marks(state), state.selected.name if state.selected else ""


def _lesson(state: ExerciseState) -> str:
    return f"{state.outcome.value} {_marks(state)}"


def _praise(state: ExerciseState) -> str:
    return " praise" if state.outcome is ExerciseOutcome.SOLVED else ""


def _html(visitor: Visitor, number: int, state: ExerciseState) -> str:
    """Return a lesson as a page shows it, with gaps for the sentence and the selected island."""
    plain = replace(state, selected=None, answer="{told}", is_refused=False)
    shown = view_of(visitor, COURSE, number, plain)
    html = render_page("learn/_lesson", visitor, **shown)
    html = html.replace('data-selected=""', 'data-selected="{selected}"', 1)
    return html.replace(f'class="told{_praise(state)}"', 'class="told{kind}"', 1)
