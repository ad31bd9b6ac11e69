"""Hints during a game, in four steps: that there is something, where, why, and the turn itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.coach import STEP_NAMES, Hint, HintStep, step_text
from hashi.drawing import marks_overlay, place_overlay, scene
from hashi.host import OpenTable
from hashi.server.jobs.hints import hint_for
from hashi.server.responses import host_of, read_form, respond
from hashi.server.services import services_of
from hashi.server.spoilers import table_for
from hashi.server.visitor import Visitor, visitor_of
from hashi.table import Objected, Objection, Request, draft_of
from hashi.words import N_

NEXT = (N_("Next: the place"), N_("Next: the reason"), N_("Next: the marks"))
"""What each step offers as the next one."""


@dataclass(frozen=True, slots=True)
class HintView:
    """A hint as far as it was asked for, ready for its template."""

    step: HintStep
    text: str
    overlay: str
    """What is laid over the board."""
    marks: str
    """The turn that one tap takes over, in notation; empty before the last step and for none."""

    @property
    def is_last(self) -> bool:
        return self.step is HintStep.MARKS


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
        await host_of(request).requests.ask(open_table.id, Request(visitor.holder, "hint", fields))
    found = await hint_for(services_of(request).hints, open_table, seat)
    shown = _view(visitor, open_table, seat, found)
    return respond(request, visitor, "_hint", h=shown, names=STEP_NAMES.values(), next=NEXT)


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


def _view(visitor: Visitor, open_table: OpenTable, seat: int, found: Hint) -> HintView:
    step = HintStep(open_table.table.seats[seat].hint or HintStep.AIM)
    draft = draft_of(open_table.table, seat)
    overlay = ""
    if step in (HintStep.PLACE, HintStep.REASON):
        overlay = place_overlay(scene(draft.before), found.region)
    elif step is HintStep.MARKS:
        shown = scene(draft.sheet, fresh=draft.turn, ghosts=found.turn)
        overlay = marks_overlay(shown)
    marks = str(found.turn) if step is HintStep.MARKS and found.turn.marks else ""
    return HintView(step, step_text(visitor.words, found, step), overlay, marks)
