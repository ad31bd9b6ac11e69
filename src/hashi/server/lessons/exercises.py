"""Exercises on a real board: what the tutorial and the tactics lessons share.

The page sends what was touched; the rules and the draft of a turn say what it means. The server
keeps nothing of it: every request carries the marks that are made already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from typing import Generic, TypeVar

from hashi.boards import board
from hashi.record import notation_for
from hashi.rules import (
    Card,
    Draft,
    Flaw,
    Goal,
    Island,
    Line,
    Malformed,
    Mark,
    Sheet,
    Turn,
    apply_turn,
)
from hashi.rules.game.scoring import POINTS_FOR_AN_ISLAND
from hashi.table.requests.taps import Tapped, tap_island, tap_line
from hashi.words import Words, listed, points

SIDE = "A"
LONGEST_MARKS = 60


class ExerciseOutcome(StrEnum):
    """How an exercise stands."""

    OPEN = "open"
    WRONG = "wrong"
    """The turn was ended, and a better one was asked for."""
    SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position with a task."""

    title: str
    task: str
    praise: str
    card: str
    """The card that lies face up; empty while the start is written (R5)."""
    before: tuple[str, ...]
    """A solo game so far: its start, then a text for each card such as `4/2 4@c4 c2=c4`. So every
    position comes from legal turns. Empty for a blank board."""
    given: str = ""
    """The marks of this turn that are made already."""
    goals: tuple[Goal, ...] = ()
    """The goals that are shown beside the card."""

    @property
    def sheet(self) -> Sheet:
        """The sheet before the turn."""
        return _position(self.before)

    @property
    def round(self) -> int:
        """Which card lies face up, from 1; 0 before the first one."""
        return len(self.before)

    def draft(self, marks: str) -> Draft:
        """Return the draft of the turn; raise Illegal for marks that the rules refuse."""
        if len(marks) > LONGEST_MARKS:
            raise Malformed(Flaw.TOO_LONG, field="marks", expected=LONGEST_MARKS)
        card = Card.parse(self.card) if self.card else None
        return Draft(self.sheet, card).with_marks(read_marks(marks))


@dataclass(frozen=True, slots=True)
class ExerciseState:
    """What a learner has done so far, and what is said about it."""

    draft: Draft
    selected: Island | None = None
    tries: int = 0
    outcome: ExerciseOutcome = ExerciseOutcome.OPEN
    answer: str = ""
    is_refused: bool = False
    may_improve: bool = False
    """Whether it is solved, and there is a still better turn."""
    is_counted: bool = True
    """Whether what is solved counts as that later: the turn is no mistake any more."""
    is_shown: bool = False
    """Whether the solution was shown."""

    @property
    def tapped(self) -> Tapped:
        return self.draft, self.selected

    def says(self, answer: str, *, refused: bool = False) -> ExerciseState:
        return replace(self, answer=answer, is_refused=refused)

    def refuses(self, answer: str) -> ExerciseState:
        """Return the state with nothing changed but what is said; no island stays selected."""
        return replace(self, selected=None, answer=answer, is_refused=True)


E = TypeVar("E", bound=Exercise)


@dataclass(frozen=True, slots=True)
class Course(Generic[E]):
    """Exercises in their order, and what belongs to their page."""

    path: str
    exercises: Sequence[E]
    react: Callable[[Words, E, ExerciseState, Mapping[str, str]], ExerciseState]
    """Return what a touch or a button leads to."""
    targets: Callable[[E, ExerciseState], tuple[Island | Line, ...]]
    """Return what is drawn boldly: the islands and lines to choose from."""
    may_end: Callable[[E, Draft], bool]
    """Return whether the turn is complete, so that Done ends it."""
    farewell: str
    """The heading over the last exercise once it is solved."""
    asks_undo: Callable[[E, Draft], bool] = lambda _exercise, _draft: False
    """Return whether the last mark has to be taken back before anything else."""
    is_puzzle: bool = False
    """Whether there are tries, hints and solutions, and parts of a turn can be skipped."""


def may_undo(course: Course[E], exercise: E, draft: Draft) -> bool:
    """Return whether the last mark can be taken back: given ones only where that is the task."""
    has_own = len(draft.marks) > len(read_marks(exercise.given))
    return has_own or course.asks_undo(exercise, draft)


def new_rings(draft: Draft) -> tuple[Island, ...]:
    """Return the islands that the turn finishes."""
    return draft.before.board.chosen(draft.sheet.finished & ~draft.before.finished)


def gain(words: Words, draft: Draft) -> str:
    """Return which islands the marks finish, and what they earn (R28); empty for none."""
    rings = new_rings(draft)
    if not rings:
        return ""
    return words.say_many(
        "Island {islands} finished: {points}",
        "Islands {islands} finished: {points}",
        len(rings),
        islands=listed(words, rings),
        points=points(words, POINTS_FOR_AN_ISLAND * len(rings)),
    )


def touched(before: Tapped, form: Mapping[str, str]) -> Tapped:
    """Return what a touch makes of a draft, or raise Illegal."""
    draft, selected = before
    own_board = draft.before.board
    if form.get("line") or form.get("from"):
        a, _, b = form.get("line", "").partition("-")
        ends = (a, b) if form.get("line") else (form["from"], form.get("to", ""))
        line = own_board.line(*(own_board.island(end) for end in ends))
        return (tap_line(draft, line), None) if line else (draft, None)
    if not form.get("island"):
        return before
    return tap_island(draft, own_board.island(form["island"]), selected)


@lru_cache(maxsize=1024)
def read_marks(text: str) -> tuple[Mark, ...]:
    """Return the marks of a text such as `4@c4 c2=c4`; none for an empty one."""
    return notation_for(board(SIDE)).turn(text).marks if text.strip() else ()


@cache
def _position(before: tuple[str, ...]) -> Sheet:
    """Return the sheet after these turns, or raise Illegal for one that the rules refuse."""
    if not before:
        return Sheet.blank(board(SIDE))
    start = notation_for(board(SIDE)).start(before[0])
    sheet = Sheet.of(board(SIDE), [start])
    for text in before[1:]:
        card, _, marks = text.partition(" ")
        sheet = apply_turn(sheet, Card.parse(card), Turn(read_marks(marks)))
    return sheet
