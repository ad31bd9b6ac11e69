"""An exercise as its template shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from hashi.drawing import live_board
from hashi.rules import Goal, Sheet, progress
from hashi.rules.sheet_state import SheetState, Targets
from hashi.server.lessons.exercises import (
    Course,
    Exercise,
    ExerciseOutcome,
    ExerciseState,
    gain,
    may_undo,
)
from hashi.server.visitor import Visitor
from hashi.words import GOALS, Words, describe_island, points

E = TypeVar("E", bound=Exercise)


@dataclass(frozen=True, slots=True)
class GoalChip:
    """A goal beside the card."""

    goal: Goal
    name: str
    points: int
    have: int
    need: int
    deadline: int
    """The last card with which it pays these points in a solo game (R31)."""

    @property
    def is_reached(self) -> bool:
        return self.have == self.need


def view_of(
    visitor: Visitor, course: Course[E], number: int, state: ExerciseState
) -> dict[str, Any]:
    """Return what the template of an exercise shows."""
    words, exercise, draft = visitor.words, course.exercises[number - 1], state.draft
    is_open = state.outcome is ExerciseOutcome.OPEN
    targets = Targets.of(course.targets(exercise, state) if is_open else ())
    shown = SheetState(draft.sheet, draft.turn, targets=targets)
    has_more = number < len(course.exercises)
    is_end = state.outcome is ExerciseOutcome.SOLVED and not has_more and not state.may_improve
    return {
        "course": course,
        "number": number,
        "last": len(course.exercises),
        "previous": f"{course.path}?step={number - 1}" if number > 1 else "",
        "next": f"{course.path}?step={number + 1}" if has_more else "",
        "title": words.say(course.farewell if is_end else exercise.title),
        "is_end": is_end,
        "text": state.answer or words.say(exercise.task),
        "gain": gain(words, draft),
        "state": state,
        "ExerciseOutcome": ExerciseOutcome,
        "card": draft.card,
        "marks": str(draft.turn) if draft.marks else "",
        "may_end": is_open and course.may_end(exercise, draft),
        "asks_undo": is_open and course.asks_undo(exercise, draft),
        "may_undo": may_undo(course, exercise, draft),
        "chips": [_chip(words, goal, draft.sheet) for goal in exercise.goals],
        "svg": live_board(shown, partial(describe_island, words, shown), words.say("Your board")),
    }


def _chip(words: Words, goal: Goal, sheet: Sheet) -> GoalChip:
    have, need = progress(sheet, goal)
    return GoalChip(
        goal,
        words.say("{what}: {points}", what=words.say(GOALS[goal]), points=points(words, goal.high)),
        goal.high,
        have,
        need,
        goal.deadline,
    )
