"""A puzzle on a real board, answered by the coach."""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.coach.hints.puzzles import Puzzle, PuzzleTheme
from hashi.rules import Island, Line
from hashi.server.lessons.exercises import ExerciseOutcome, ExerciseState
from hashi.server.lessons.puzzles import PATH, THEMES, answered, puzzles_of, solution, task
from hashi.server.pages.parts.puzzle_turns import OpenTurn, judge_once, react, view_of_turn
from hashi.server.pages.parts.solved_puzzles import note_solved, solved_of
from hashi.server.responses import is_part, read_form, respond
from hashi.server.services import services_of
from hashi.server.visitor import Visitor, visitor_of
from hashi.whole_numbers import whole_number


async def show_puzzle(request: WebRequest) -> Response:
    """Answer with a puzzle; posted, with what came of a touch or a button."""
    visitor, words = visitor_of(request), visitor_of(request).words
    if request.path_params["theme"] not in list(PuzzleTheme):
        raise HTTPException(404)
    theme = PuzzleTheme(request.path_params["theme"])
    form = await read_form(request) if request.method == "POST" else {}
    own = puzzles_of(theme)
    number = whole_number(form.get("step") or request.query_params.get("step", "1")) or 1
    number = number if number <= len(own) else 1
    puzzle = own[number - 1]
    turn = OpenTurn(puzzle.record, 0, puzzle.sheet)
    state = turn.state(form)
    if request.method == "POST":
        judge = partial(judge_once, services_of(request).hints, ("puzzle", puzzle.id), turn)
        answer = partial(answered, words, puzzle)
        shown = puzzle.best, solution(words, puzzle)
        state = await react(words, state, form, judge, answer, shown)
    name = "learn/_puzzle" if is_part(request) else "learn/puzzle"
    known = solved_of(request)
    solved = [one.id in known for one in own]
    view = _view(visitor, puzzle, number, turn, state)
    response = respond(request, visitor, name, solved=solved, last=len(own), **view)
    if state.outcome is ExerciseOutcome.SOLVED and not state.is_shown:
        note_solved(response, request, puzzle.id)
    return response


def _view(
    visitor: Visitor, puzzle: Puzzle, number: int, turn: OpenTurn, state: ExerciseState
) -> dict[str, Any]:
    """Return what the template of a puzzle shows."""
    words, theme, trait = visitor.words, puzzle.theme, puzzle.idea.trait
    path, last = f"{PATH}/{theme}", len(puzzles_of(theme))
    marked: list[Island | Line] = list(trait.islands)
    if trait.line is not None:
        marked.append(trait.line)
    themes = list(PuzzleTheme)
    after = themes[themes.index(theme) + 1 :]
    return {
        **view_of_turn(visitor, turn, state, marked),
        "theme_path": path,
        "number": number,
        "title": words.say(THEMES[theme].name),
        "text": state.answer or task(words, puzzle),
        "previous": f"{path}?step={number - 1}" if number > 1 else "",
        "next": f"{path}?step={number + 1}" if number < last else "",
        "next_theme": f"{PATH}/{after[0]}" if after else "",
        "back_link": f"{PATH}#{theme}",
    }
