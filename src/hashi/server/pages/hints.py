"""Hints during a game, in four steps: that there is something, where, why, and the turn itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.coach import Fact, FactKind, Hint, hint, hint_sentence
from hashi.drawing import Theme, marks_overlay, place_overlay, scene
from hashi.rules import Flag, view
from hashi.server.responses import host_of, read_form, respond
from hashi.server.shared_jobs import SharedJobs
from hashi.server.spoilers import table_for
from hashi.server.visitor import Visitor, visitor_of
from hashi.table import Objected, Objection, OpenTable, Request, draft_of
from hashi.table.turn_requests import HINT_STEPS
from hashi.words import GOALS, N_, Words, turn_text

NAMES = (N_("Aim"), N_("Place"), N_("Reason"), N_("Marks"))
"""The four steps, each in the shortest noun."""
NEXT = (N_("Next: the place"), N_("Next: the reason"), N_("Next: the marks"))
"""What each step offers as the next one."""
PLACE, REASON, MARKS = 2, 3, 4
REASONS = {
    FactKind.GOAL_MISSED: N_("The best turn reaches a goal: {goal}."),
    FactKind.CHAIN_CUT: N_("The best turn keeps a chain of six possible."),
    FactKind.DEAD_FLAG: N_("The best turn keeps {islands} open, and with it a goal: {goal}."),
    FactKind.DEAD_ISLAND: N_("The best turn makes sure that {islands} can still be finished."),
    FactKind.STRANDED: N_("The best turn doesn’t lead too many bridges to {islands}."),
    FactKind.BARE_FLAG: N_("The best turn leads a bridge to a flag: {islands}."),
    FactKind.SKIPPED_BRIDGES: N_("There’s a good place for the bridges."),
    FactKind.SKIPPED_NUMBER: N_("There’s a good place for the {number}."),
    FactKind.UNFINISHED: N_("The best turn finishes {islands}."),
    FactKind.CHAIN_SHORT: N_("The best turn connects {count} finished islands."),
    FactKind.LITTLE_ROOM: N_("The best turn leaves room for a {number} that may still come."),
    FactKind.CROSSED_LINE: N_("The best turn leaves the line {line} open."),
    FactKind.TIGHT_ISLAND: N_("The best turn leaves {islands} more than one way to be finished."),
    FactKind.NEEDLESS_NUMBER: N_("The number is best skipped this time."),
}
"""What the best turn has that the next best one has not."""


@dataclass(frozen=True, slots=True)
class HintView:
    """A hint as far as it was asked for, ready for its template."""

    step: int
    text: str
    overlay: str
    """What is laid over the board."""
    marks: str
    """The turn that one tap takes over, in notation; empty before the last step and for none."""

    @property
    def is_last(self) -> bool:
        return self.step == HINT_STEPS


async def show_hint(request: WebRequest) -> Response:
    """Answer with the hint for one's own turn; with `more`, and at first, one step is added."""
    visitor = visitor_of(request)
    form = await read_form(request)
    open_table = await table_for(request, request.path_params["id"])
    seat = _own_seat(open_table, visitor, form)
    if "more" in form or not open_table.table.seats[seat].hint:
        fields = {"seat": seat, "id": form.get("id", "")[:32]}
        if form.get("round", "").isdecimal():
            fields["round"] = int(form["round"][:4])
        await host_of(request).ask(open_table.id, Request(visitor.holder, "hint", fields))
    jobs: SharedJobs = request.app.state.hints
    found = await _found(jobs, open_table, seat)
    shown = _view(visitor, open_table, seat, found)
    return respond(request, visitor, "_hint", h=shown, names=NAMES, next=NEXT)


def _own_seat(open_table: OpenTable, visitor: Visitor, form: Mapping[str, str]) -> int:
    """Return the seat that asks; raise Objected where it is somebody else's or may not ask."""
    own = {str(seat): seat for seat in open_table.table.seats_of(visitor.holder)}
    if form.get("seat", "") not in own:
        raise Objected(Objection.NOT_YOUR_SEAT)
    seat = own[form["seat"]]
    if not open_table.table.may_hint:
        raise Objected(Objection.NO_HINTS)
    draft_of(open_table.table, seat)  # refuses where the seat has nothing to do
    return seat


async def _found(jobs: SharedJobs, open_table: OpenTable, seat: int) -> Hint:
    """Return the hint for a seat: computed once for each card, in the bots' processes."""
    game = open_table.table.played
    seen = view(game, seat)
    key = ("hint", open_table.id, seat, game.cards, game.sheets[seat])
    return await jobs.result(key, hint, seen)


def _view(visitor: Visitor, open_table: OpenTable, seat: int, found: Hint) -> HintView:
    words, theme = visitor.words, Theme(visitor.theme)
    step = open_table.table.seats[seat].hint
    draft = draft_of(open_table.table, seat)
    overlay = ""
    if step in (PLACE, REASON):
        overlay = place_overlay(scene(draft.before), found.region, theme)
    elif step == MARKS:
        shown = scene(draft.sheet, fresh=draft.turn, ghosts=found.turn)
        overlay = marks_overlay(shown, theme)
    marks = str(found.turn) if step == MARKS and found.turn.marks else ""
    return HintView(step, _text(words, step, found), overlay, marks)


def _text(words: Words, step: int, found: Hint) -> str:
    if step < PLACE:
        return hint_sentence(words, found)
    if not found.turn.marks:
        return words.say("This card is best skipped.")
    if step == PLACE:
        return _place(words, found)
    if step == MARKS:
        return turn_text(words, found.turn)
    reasons = " ".join(_reason(words, fact) for fact in found.why if fact.kind in REASONS)
    return reasons or words.say("The coach has no more to say than the turn itself.")


def _reason(words: Words, fact: Fact) -> str:
    return words.say(
        REASONS[fact.kind],
        islands=", ".join(map(str, fact.islands)),
        goal=words.say(GOALS[fact.goal]) if fact.goal else "",
        number=fact.number,
        count=fact.count,
        line=str(fact.lines[-1]).replace("-", "–") if fact.lines else "",
    )


def _place(words: Words, found: Hint) -> str:
    """Return where to look: a flag in the region says more."""
    flags = {island.flag for island in found.region} - {None}
    if flags == {Flag.RED}:
        return words.say("Look here. One of these islands flies a red flag.")
    if flags == {Flag.BLUE}:
        return words.say("Look here. One of these islands flies a blue flag.")
    return words.say("Look here.")
