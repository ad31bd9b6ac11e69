"""A turn as a puzzle: a game with its card face up, the marks so far, and what is said of them.

The server keeps nothing of it: every request carries the marks. The coach judges a turn that is
ended, in the bots' processes, once for all who ask.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from hashi.coach import TurnReview, explain_turn, try_turn
from hashi.drawing import live_board
from hashi.record import Record, notation_for
from hashi.rules import (
    Card,
    Draft,
    Flaw,
    Game,
    GoalBox,
    Illegal,
    Island,
    Line,
    Malformed,
    Sheet,
    Turn,
    goal_boxes,
    progress,
    total,
    view,
)
from hashi.rules.sheet_state import SheetState, Targets
from hashi.server.jobs.shared_jobs import SharedJobs
from hashi.server.lessons.exercises import ExerciseOutcome, ExerciseState, touched
from hashi.server.visitor import Visitor
from hashi.whole_numbers import whole_number
from hashi.words import Words, describe_island, explain

LONGEST_MARKS = 200
MOST_TRIES = 99


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn that is played as a puzzle."""

    record: Record
    """The rounds before it; the newest card lies face up."""
    seat: int
    sheet: Sheet
    """The seat's sheet before the turn."""

    @classmethod
    def of_reviewed(cls, record: Record, seat: int, turn: TurnReview) -> OpenTurn:
        """Return a turn of a game that went on and was reviewed."""
        before, cards = record.until(turn.round - 1), record.cards[: turn.round]
        return cls(replace(before, cards=cards, box=None), seat, turn.sheet)

    @property
    def game(self) -> Game:
        """The game with the card of this turn."""
        return self.record.replay()

    @property
    def card(self) -> Card:
        return self.record.cards[-1]

    def draft(self, marks: str) -> Draft:
        """Return the draft of the turn; raise Malformed or Illegal for marks that do not fit."""
        if len(marks) > LONGEST_MARKS:
            raise Malformed(Flaw.TOO_LONG, field="marks", expected=LONGEST_MARKS)
        draft = Draft(self.sheet, self.card)
        made = notation_for(draft.before.board).turn(marks).marks if marks.strip() else ()
        return draft.with_marks(made)

    def state(self, form: Mapping[str, str]) -> ExerciseState:
        """Return what was done so far, as a request carries it."""
        chosen, tries = form.get("selected", ""), whole_number(form.get("tries", ""))
        board = self.record.setup.board
        return ExerciseState(
            self.draft(form.get("marks", "")),
            board.island(chosen) if chosen else None,
            min(tries or 0, MOST_TRIES),
        )


def judged(turn: OpenTurn, tried: Turn) -> TurnReview:
    """Return what a tried turn is worth beside the best one. Runs in a worker process."""
    return try_turn(view(turn.game, turn.seat), tried)


Answer = Callable[[ExerciseState, TurnReview], ExerciseState]
"""Returns what is said of a turn that was ended."""


async def react(
    words: Words,
    before: ExerciseState,
    form: Mapping[str, str],
    judge: Callable[[Turn], Awaitable[TurnReview]],
    answer: Answer,
    shown: tuple[Turn, str],
) -> ExerciseState:
    """Return what a touch or a button leads to; `shown` is the solution with its sentence."""
    draft, fresh = before.draft, replace(before, selected=None)
    match form.get("do"):
        case "undo":
            return replace(fresh, draft=draft.undo() if draft.marks else draft)
        case "retry":
            return replace(fresh, draft=Draft(draft.before, draft.card))
        case "show":
            solved = Draft(draft.before, draft.card).with_marks(shown[0].marks)
            over = replace(fresh, draft=solved, outcome=ExerciseOutcome.SOLVED, is_shown=True)
            return over.says(shown[1])
        case "done" | "skip":
            against = draft.refusal_of_end()
            if against is not None:
                return before.refuses(explain(words, against))
            if form["do"] == "done" and draft.missing:
                return before.refuses(words.say("Draw the bridges first, or tap “Skip”."))
            return answer(fresh, await judge(draft.turn))
    try:
        draft, selected = touched(before.tapped, form)
    except Illegal as illegal:
        return before.refuses(explain(words, illegal.refusal))
    return replace(before, draft=draft, selected=selected)


async def judge_once(
    jobs: SharedJobs, key: tuple[Hashable, ...], turn: OpenTurn, tried: Turn
) -> TurnReview:
    """Return what the coach says of a tried turn; `key` stands for the open turn."""
    return await jobs.result(("try", *key, str(tried)), judged, turn, tried)


def reasons(words: Words, judged: TurnReview) -> str:
    """Return what is said of a turn beside the best one: what it lacks."""
    return " ".join(explain_turn(words, judged))


@dataclass(frozen=True, slots=True)
class UnseenCards:
    """The unseen cards with one number."""

    number: int
    count: int


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """What lies beside the board: goals, cards and points."""

    game: Game
    boxes: tuple[GoalBox, ...]
    points: int

    @classmethod
    def of(cls, turn: OpenTurn, draft: Draft) -> PuzzleStanding:
        """Return it with the islands of the open turn; points come when the turn is ended."""
        game = turn.game
        boxes = []
        for box in goal_boxes(game, turn.seat, draft.sheet):
            have, need = progress(draft.sheet, box.goal)
            boxes.append(replace(box, have=have, need=need))
        return cls(game, tuple(boxes), total(game.ledgers[turn.seat]))

    def left(self, box: GoalBox) -> int | None:
        """Return with how many cards, the open one included, a goal still pays its higher value;
        None among several players, and where it is reached or out of reach (R31)."""
        if not self.game.setup.is_solo or box.won is not None or box.dead is not None:
            return None
        return box.goal.deadline - self.game.rounds

    @property
    def round(self) -> int:
        """How many cards are turned."""
        return len(self.game.cards)

    @property
    def rounds(self) -> int:
        return self.game.setup.rounds

    @property
    def unseen(self) -> tuple[Card, ...]:
        return self.game.unseen

    @property
    def by_number(self) -> list[UnseenCards]:
        """The unseen cards by number, those that are gone included."""
        counts = Counter(card.number for card in self.unseen)
        numbers = sorted({card.number for card in self.game.setup.deck})
        return [UnseenCards(number, counts[number]) for number in numbers]


def view_of_turn(
    visitor: Visitor,
    turn: OpenTurn,
    state: ExerciseState,
    marked: Sequence[Island | Line] = (),
    player: str = "",
) -> dict[str, Any]:
    """Return what the templates of puzzles share; `marked` is drawn boldly once it is solved.

    `player` is whose board it is, where it is not one's own.
    """
    words, draft = visitor.words, state.draft
    is_open = state.outcome is ExerciseOutcome.OPEN
    is_solved = state.outcome is ExerciseOutcome.SOLVED
    targets = Targets.of(marked) if is_solved else Targets()
    if is_open:
        targets = Targets(draft.open_islands, draft.open_lines)
    standing = PuzzleStanding.of(turn, draft)
    game = standing.game
    numbers = game.numbers_to_come
    shown = SheetState(draft.sheet, draft.turn, targets=targets, numbers=numbers)
    own, others = words.say("Your board"), words.say("{player}’s board", player=player)
    return {
        "state": state,
        "ExerciseOutcome": ExerciseOutcome,
        "is_solved": is_solved,
        "is_shown": state.is_shown,
        "standing": standing,
        "card": draft.card,
        "marks": str(draft.turn) if draft.marks else "",
        "may_end": is_open and draft.missing == 0,
        "svg": live_board(shown, partial(describe_island, words, shown), others if player else own),
    }
