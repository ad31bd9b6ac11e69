"""“Find the better turn”: the costliest turns of a finished game as puzzles on a real board.

As in the lessons, the server keeps nothing of it: every request carries the marks made so far. The
coach judges a turn that is ended: one that is nearly as good as the best counts as found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.coach import FOUND, TurnReview, try_turn
from hashi.coach.sentences import figure
from hashi.drawing import live_board
from hashi.host import LoadedTable
from hashi.record import Record, notation_for
from hashi.rules import Draft, Flaw, Illegal, Malformed, Turn, view
from hashi.rules.sheet_state import NO_TARGETS, SheetState, Targets
from hashi.server.jobs.reviews import Reviewed
from hashi.server.jobs.shared_jobs import SharedJobs
from hashi.server.lessons.exercises import ExerciseOutcome, ExerciseState, touched
from hashi.server.pages.parts.reviews import find_review
from hashi.server.pages.review.wait import is_running, show_wait
from hashi.server.responses import is_part, read_form, respond
from hashi.server.services import services_of
from hashi.server.spoilers import table_for
from hashi.server.visitor import Visitor, visitor_of
from hashi.table import Objected, Objection
from hashi.whole_numbers import whole_number
from hashi.words import Words, describe_island, explain, player_name, turn_text

LONGEST_MARKS = 200
MOST_TRIES = 99


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A costly turn to be played again."""

    turn: TurnReview
    number: int
    last: int
    seat: int
    player: str
    is_own: bool
    path: str

    def draft(self, marks: str) -> Draft:
        """Return the draft of the turn; raise Malformed or Illegal for marks that do not fit."""
        if len(marks) > LONGEST_MARKS:
            raise Malformed(Flaw.TOO_LONG, field="marks", expected=LONGEST_MARKS)
        draft = Draft(self.turn.sheet, self.turn.card)
        made = notation_for(draft.before.board).turn(marks).marks if marks.strip() else ()
        return draft.with_marks(made)

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
    if is_running(loaded):
        return show_wait(request, visitor, loaded)
    found = await find_review(request, loaded)
    if not isinstance(found, Reviewed):
        return show_wait(request, visitor, loaded, found)
    form = await read_form(request) if request.method == "POST" else {}
    step = form.get("step") or request.query_params.get("step", "1")
    puzzle = _puzzle(visitor, loaded, found, request.path_params["seat"], step)
    state = _state(puzzle, form)
    if request.method == "POST":
        jobs = services_of(request).hints
        state = await _react(visitor.words, jobs, loaded, puzzle, state, form)
    name = "review/_find" if is_part(request) else "review/find"
    return respond(request, visitor, name, **_view(visitor, loaded, puzzle, state))


def _puzzle(visitor: Visitor, loaded: LoadedTable, found: Reviewed, seat: str, step: str) -> Puzzle:
    """Return the puzzle that is asked for; raise Objected where the seat has none."""
    seats = {str(player.seat): player for player in found.review.players}
    if seat not in seats or not seats[seat].costliest:
        raise Objected(Objection.NO_SEAT, given=seat[:3])
    costliest = seats[seat].costliest
    numbers = {str(number): number for number in range(1, len(costliest) + 1)}
    number = numbers.get(step, 1)
    own = loaded.table.seats_of(visitor.holder)
    return Puzzle(
        costliest[number - 1],
        number,
        len(costliest),
        seats[seat].seat,
        seats[seat].name,
        seats[seat].seat in own,
        f"/t/{loaded.id}/review/find/{seat}",
    )


def _state(puzzle: Puzzle, form: Mapping[str, str]) -> ExerciseState:
    chosen, tries = form.get("selected", ""), whole_number(form.get("tries", ""))
    board = puzzle.turn.sheet.board
    return ExerciseState(
        puzzle.draft(form.get("marks", "")),
        board.island(chosen) if chosen else None,
        min(tries or 0, MOST_TRIES),
    )


async def _react(
    words: Words,
    jobs: SharedJobs,
    loaded: LoadedTable,
    puzzle: Puzzle,
    before: ExerciseState,
    form: Mapping[str, str],
) -> ExerciseState:
    """Return what a touch or a button leads to."""
    draft, fresh = before.draft, replace(before, selected=None)
    match form.get("do"):
        case "undo":
            return replace(fresh, draft=draft.undo() if draft.marks else draft)
        case "retry":
            return replace(fresh, draft=puzzle.draft(""))
        case "show":
            best = puzzle.turn.best
            shown = replace(fresh, draft=Draft(draft.before, draft.card).with_marks(best.marks))
            text = words.say("This is the best turn: {turn}", turn=turn_text(words, best))
            return replace(shown, outcome=ExerciseOutcome.SOLVED).says(text)
        case "done" | "skip":
            against = draft.refusal_of_end()
            if against is not None:
                return before.refuses(explain(words, against))
            if form["do"] == "done" and draft.missing:
                return before.refuses(words.say("Draw the bridges first, or tap “Skip”."))
            judged = await _judged(jobs, loaded, puzzle, draft.turn)
            return _told(words, puzzle, fresh, judged)
    try:
        draft, selected = touched(before.tapped, form)
    except Illegal as illegal:
        return before.refuses(explain(words, illegal.refusal))
    return replace(before, draft=draft, selected=selected)


async def _judged(jobs: SharedJobs, loaded: LoadedTable, puzzle: Puzzle, turn: Turn) -> TurnReview:
    """Return what the coach says of a tried turn: in the bots' processes, once for all."""
    record, round = loaded.table.record, puzzle.turn.round
    key = ("try", loaded.id, loaded.table.number, puzzle.seat, round, str(turn))
    return await jobs.result(key, _tried, record, puzzle.seat, round, turn)


def _tried(record: Record, seat: int, round: int, turn: Turn) -> TurnReview:
    """Return what a turn is worth in a round of a finished game. Runs in a worker process."""
    before = replace(record.until(round - 1), cards=record.cards[:round])
    return try_turn(view(before.replay(), seat), turn)


def _told(words: Words, puzzle: Puzzle, state: ExerciseState, judged: TurnReview) -> ExerciseState:
    """Return the state with what the tried turn is worth, in points expected at the end."""
    value, best = figure(words, judged.value), figure(words, judged.best_value)
    if judged.cost <= FOUND:
        text = (
            words.say("Found it! This is the best turn: {value} points expected.", value=value)
            if value == best
            else words.say(
                "Found it! {value} points expected; the very best turn gives {best}.",
                value=value,
                best=best,
            )
        )
        return replace(state, outcome=ExerciseOutcome.SOLVED).says(text)
    if judged.cost < puzzle.turn.cost - FOUND:
        text = words.say(
            "Better than before: {value} points expected. There’s a turn that gives {best}.",
            value=value,
            best=best,
        )
    else:
        text = words.say(
            "This turn: {value} points expected. There’s one with {best}.", value=value, best=best
        )
    wrong = replace(state, outcome=ExerciseOutcome.WRONG, tries=state.tries + 1)
    return wrong.says(text, refused=True)


def _view(
    visitor: Visitor, loaded: LoadedTable, puzzle: Puzzle, state: ExerciseState
) -> dict[str, Any]:
    """Return what the template of a puzzle shows."""
    words, draft = visitor.words, state.draft
    is_open = state.outcome is ExerciseOutcome.OPEN
    targets = Targets(draft.open_islands, draft.open_lines) if is_open else NO_TARGETS
    is_solved = state.outcome is ExerciseOutcome.SOLVED
    shown = SheetState(draft.sheet, draft.turn, targets=targets)
    more = f"{puzzle.path}?step={puzzle.number + 1}" if puzzle.number < puzzle.last else ""
    own = words.say("Your board")
    others = words.say("{player}’s board", player=player_name(words, puzzle.player))
    board_name = own if puzzle.is_own else others
    seat = "" if loaded.table.played.setup.is_solo else f"&seat={puzzle.seat}"
    return {
        "puzzle": puzzle,
        "state": state,
        "ExerciseOutcome": ExerciseOutcome,
        "title": words.say("Round {round}", round=puzzle.turn.round),
        "text": state.answer or puzzle.task(words),
        "card": draft.card,
        "marks": str(draft.turn) if draft.marks else "",
        "may_end": is_open and draft.missing == 0,
        "previous": f"{puzzle.path}?step={puzzle.number - 1}" if puzzle.number > 1 else "",
        "next": more,
        "answer_link": f"/t/{loaded.id}/review?round={puzzle.turn.round}{seat}",
        "back_link": f"/t/{loaded.id}/review" + (f"?{seat[1:]}" if seat else ""),
        "is_solved": is_solved,
        "svg": live_board(shown, partial(describe_island, words, shown), board_name),
    }
