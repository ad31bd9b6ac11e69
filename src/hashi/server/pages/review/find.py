"""“Find the better turn”: the costliest turns of a finished game as puzzles on a real board.

The coach judges a turn that is ended: one that is better than what was played is a success, and one
that is nearly as good as the best counts as found. One that is no mistake any more is remembered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.coach import FOUND, TurnReview
from hashi.coach.hints.puzzles import is_solution
from hashi.coach.reviews.sentences import figure
from hashi.host import LoadedTable
from hashi.rules import Turn
from hashi.server.jobs.reviews import Reviewed, is_reviewable
from hashi.server.lessons.exercises import ExerciseOutcome, ExerciseState
from hashi.server.pages.parts.puzzle_turns import (
    OpenTurn,
    judge_once,
    react,
    reasons,
    view_of_turn,
)
from hashi.server.pages.parts.reviews import find_review
from hashi.server.pages.parts.solved_puzzles import found_turns, note_found, turn_id
from hashi.server.pages.review.wait import show_wait
from hashi.server.responses import is_part, read_form, respond
from hashi.server.services import services_of
from hashi.server.spoilers import table_for
from hashi.server.visitor import Visitor, visitor_of
from hashi.table import Objected, Objection
from hashi.words import Words, player_name, turn_text


@dataclass(frozen=True, slots=True)
class CostlyTurn:
    """A costly turn to be played again."""

    turn: TurnReview
    open: OpenTurn
    number: int
    rounds: tuple[int, ...]
    """Those of all costly turns of the seat."""
    seat: int
    player: str
    is_own: bool
    path: str

    @property
    def last(self) -> int:
        return len(self.rounds)

    def task(self, words: Words) -> str:
        lost = figure(words, self.turn.cost)
        if self.is_own:
            return words.say(
                "Your turn here cost {points} points. Can you find a better one?", points=lost
            )
        return words.say(
            "The turn that was played here cost {points} points. Can you find a better one?",
            points=lost,
        )


async def find_turn(request: WebRequest) -> Response:
    """Answer with a puzzle; posted, with what came of a touch or a button."""
    visitor = visitor_of(request)
    loaded = await table_for(request, request.path_params["id"])
    if not is_reviewable(loaded.table):
        return show_wait(request, visitor, loaded)
    found = await find_review(request, loaded)
    if not isinstance(found, Reviewed):
        return show_wait(request, visitor, loaded, found)
    form = await read_form(request) if request.method == "POST" else {}
    step = form.get("step") or request.query_params.get("step", "1")
    puzzle = _puzzle(visitor, loaded, found, request.path_params["seat"], step)
    state = puzzle.open.state(form)
    if request.method == "POST":
        key = (loaded.id, loaded.table.number, puzzle.seat, puzzle.turn.round)
        judge = partial(judge_once, services_of(request).hints, key, puzzle.open)
        answer = partial(told_of, visitor.words, puzzle)
        solution = _solution(visitor.words, puzzle.turn)
        state = await react(visitor.words, state, form, judge, answer, solution)
    name = "review/_find" if is_part(request) else "review/find"
    known = found_turns(request)
    done = [turn_id(loaded.id, puzzle.seat, round) in known for round in puzzle.rounds]
    view = _view(visitor, loaded, puzzle, state)
    response = respond(request, visitor, name, done=done, **view)
    if state.outcome is ExerciseOutcome.SOLVED and state.is_counted and not state.is_shown:
        note_found(response, request, turn_id(loaded.id, puzzle.seat, puzzle.turn.round))
    return response


def _puzzle(
    visitor: Visitor, loaded: LoadedTable, found: Reviewed, seat: str, step: str
) -> CostlyTurn:
    """Return the puzzle that is asked for; raise Objected where the seat has none."""
    seats = {str(player.seat): player for player in found.review.players}
    if seat not in seats or not seats[seat].costliest:
        raise Objected(Objection.NO_SEAT, given=seat[:3])
    costliest = seats[seat].costliest
    numbers = {str(number): number for number in range(1, len(costliest) + 1)}
    number = numbers.get(step, 1)
    own = loaded.table.seats_of(visitor.holder)
    turn = costliest[number - 1]
    return CostlyTurn(
        turn,
        OpenTurn.of_reviewed(loaded.table.record, seats[seat].seat, turn),
        number,
        tuple(one.round for one in costliest),
        seats[seat].seat,
        seats[seat].name,
        seats[seat].seat in own,
        f"/t/{loaded.id}/review/find/{seat}",
    )


def _solution(words: Words, turn: TurnReview) -> tuple[Turn, str]:
    """Return the best turn, and what the played one lacks beside it."""
    told = (
        words.say("This is the best turn: {turn}.", turn=turn_text(words, turn.best)),
        words.say(
            "The turn in the game was {points} points worse.", points=figure(words, turn.cost)
        ),
        reasons(words, turn),
    )
    return turn.best, " ".join(filter(None, told))


def told_of(
    words: Words, puzzle: CostlyTurn, state: ExerciseState, judged: TurnReview
) -> ExerciseState:
    """Return the state with what the tried turn is worth beside the played and the best one."""
    gain = puzzle.turn.cost - judged.cost
    better = figure(words, gain)
    rest = figure(words, judged.cost)
    if judged.cost <= FOUND:
        text = words.say("Found! {points} points better than before.", points=better)
        return replace(state, outcome=ExerciseOutcome.SOLVED).says(text)
    if gain > FOUND:
        text = words.say(
            "Well done: {points} points better than before. The best turn has {rest} more.",
            points=better,
            rest=rest,
        )
        better_turn = replace(state, outcome=ExerciseOutcome.SOLVED, may_improve=True)
        return replace(better_turn, is_counted=is_solution(judged.cost)).says(text)
    text = words.say("Not yet: the best turn brings {points} points more.", points=rest)
    wrong = replace(state, outcome=ExerciseOutcome.WRONG, tries=state.tries + 1)
    return wrong.says(f"{text} {reasons(words, judged)}".strip())


def _view(
    visitor: Visitor, loaded: LoadedTable, puzzle: CostlyTurn, state: ExerciseState
) -> dict[str, Any]:
    """Return what the template of a puzzle shows."""
    words = visitor.words
    more = f"{puzzle.path}?step={puzzle.number + 1}" if puzzle.number < puzzle.last else ""
    player = "" if puzzle.is_own else player_name(words, puzzle.player)
    seat = "" if loaded.table.played.setup.is_solo else f"&seat={puzzle.seat}"
    return {
        **view_of_turn(visitor, puzzle.open, state, player=player),
        "puzzle": puzzle,
        "title": words.say("Round {round}", round=puzzle.turn.round),
        "text": state.answer or puzzle.task(words),
        "previous": f"{puzzle.path}?step={puzzle.number - 1}" if puzzle.number > 1 else "",
        "next": more,
        "answer_link": f"/t/{loaded.id}/review?round={puzzle.turn.round}{seat}#round",
        "back_link": f"/t/{loaded.id}/review" + (f"?{seat[1:]}" if seat else ""),
    }
