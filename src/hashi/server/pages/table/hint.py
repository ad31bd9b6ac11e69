"""Hints during a game: what the turn is about, where to look, why, and the turn itself."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.coach import STEP_NAMES, Revealed
from hashi.drawing import islands_overlay, marks_overlay, scene
from hashi.host import LoadedTable
from hashi.rules import Draft
from hashi.server.jobs.hints import is_told_whole, revealed_hint
from hashi.server.responses import host_of, read_form, respond
from hashi.server.services import services_of
from hashi.server.spoilers import table_for
from hashi.server.visitor import Visitor, visitor_of
from hashi.table import Objected, Objection, Request, draft_of
from hashi.whole_numbers import whole_number


async def show_hint(request: WebRequest) -> Response:
    """Answer with the hint for one's own turn; with `more`, and at first, one step is added."""
    visitor = visitor_of(request)
    form = await read_form(request)
    loaded = await table_for(request, request.path_params["id"])
    seat = _own_seat(loaded, visitor, form)
    jobs = services_of(request).hints
    is_more = "more" in form or not loaded.table.seats[seat].hint
    if is_more and not await is_told_whole(jobs, loaded, seat):
        fields = {"seat": seat, "id": form.get("id", "")[:32]}
        round = whole_number(form.get("round", ""))
        if round is not None:
            fields["round"] = round
        await host_of(request).requests.ask(loaded.id, Request(visitor.holder, "hint", fields))
    shown = await revealed_hint(jobs, visitor.words, loaded, seat)
    overlay = _overlay(shown, draft_of(loaded.table, seat))
    return respond(
        request,
        visitor,
        "table/hint",
        h=shown,
        overlay=overlay,
        names=STEP_NAMES,
    )


def _own_seat(loaded: LoadedTable, visitor: Visitor, form: Mapping[str, str]) -> int:
    """Return the seat that asks; raise Objected where it is someone else's or may not ask."""
    seat = whole_number(form.get("seat", ""))
    if seat is None or seat not in loaded.table.seats_of(visitor.holder):
        raise Objected(Objection.NOT_YOUR_SEAT)
    if not loaded.table.may_hint:
        raise Objected(Objection.NO_HINTS)
    draft_of(loaded.table, seat)  # refuses where the seat has nothing to do
    return seat


def _overlay(shown: Revealed, draft: Draft) -> str:
    """Return what is laid over the board: the turn, or where to look for it."""
    if shown.turn is not None:
        drawn = scene(draft.sheet, fresh=draft.turn, ghosts=shown.turn)
        return marks_overlay(drawn)
    if shown.islands is not None:
        return islands_overlay(scene(draft.before), shown.islands)
    return ""
