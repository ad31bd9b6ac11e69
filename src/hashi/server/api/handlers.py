"""The JSON API for scripts and bots: open, see and ask tables, follow one as a stream."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from functools import partial
from typing import Any

from starlette.requests import Request as WebRequest
from starlette.responses import StreamingResponse

from hashi.coach import STEP_KEYS
from hashi.host import LoadedTable
from hashi.record import to_fields
from hashi.rules import Finding, Flaw, Goal, GoalBox, Malformed, goal_boxes, view
from hashi.server.api.answers import (
    NOT_STORED,
    AdviceAnswer,
    AskedTable,
    Created,
    DeadGoalAnswer,
    FindingAnswer,
    GameAnswer,
    InvitationAnswer,
    JsonAnswer,
    KeyedTable,
    NewKey,
    OpenTables,
    ProposalAnswer,
    ShuffleAnswer,
    TableAnswer,
    Told,
)
from hashi.server.jobs.hints import is_told_whole, revealed_hint
from hashi.server.limits.gates import account_behind
from hashi.server.live.reactions import Heard
from hashi.server.responses import host_of, read_body
from hashi.server.services import services_of
from hashi.server.spoilers import table_for
from hashi.server.visitor import Visitor, visitor_of
from hashi.table import Objected, Objection, Options, Phase, Request, Result, Table
from hashi.table.requests.company import still_asked
from hashi.table.requests.lobby import may_start
from hashi.table.requests.seat import may_be_covered
from hashi.table.shuffle import VERSION
from hashi.table.table import drafted_sheet

LARGEST_BODY = 65_536


async def _body(request: WebRequest) -> dict[str, Any]:
    """Return the JSON object that a request carries; raise Malformed where it is none."""
    body = await read_body(request, LARGEST_BODY)
    try:
        fields = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        raise Malformed(Flaw.JSON, line=1, column=1) from None
    if not isinstance(fields, dict):
        raise Malformed(Flaw.KIND, field="", expected="object", given="")
    return fields


def _key(visitor: Visitor) -> NewKey:
    """Return the key of one who sent none; a key that was sent is not sent back."""
    return {"key": visitor.key} if visitor.is_new else {}


async def create(request: WebRequest) -> Created[KeyedTable]:
    """Open a table with these options."""
    visitor = visitor_of(request)
    options = Options.from_json(await _body(request))
    id = await host_of(request).openings.open(options, visitor.holder)
    loaded = await host_of(request).tables.live(id)
    return Created({**seen(loaded, visitor.holder), **_key(visitor)}, location=f"/api/tables/{id}")


async def open_tables(request: WebRequest) -> JsonAnswer[OpenTables]:
    """Return the tables that anyone may join."""
    if not services_of(request).may_list:
        raise Objected(Objection.NO_LISTING)
    holder = visitor_of(request).holder
    found = await host_of(request).index.listed()
    return JsonAnswer(
        {"tables": [{**seen(table, holder), "opened": table.table.since} for table in found]}
    )


async def show(request: WebRequest) -> JsonAnswer[TableAnswer]:
    """Return the table as the holder of the key sees it."""
    loaded = await table_for(request, request.path_params["id"])
    return JsonAnswer(seen(loaded, visitor_of(request).holder))


async def invite(request: WebRequest) -> JsonAnswer[InvitationAnswer]:
    """Return the addresses by which others come to the table."""
    loaded = await table_for(request, request.path_params["id"])
    invitation = services_of(request).reach.invitation(request, f"/t/{loaded.id}")
    return JsonAnswer(
        {
            "addresses": [address.whole for address in invitation.addresses],
            "obstacle": invitation.obstacle,
        }
    )


async def ask(request: WebRequest) -> JsonAnswer[AskedTable]:
    """Ask something of the table: sit, begin, mark, done, ..."""
    visitor = visitor_of(request)
    fields = await _body(request)
    if not isinstance(fields.get("do"), str):
        raise Objected(Objection.UNKNOWN_REQUEST, given=str(fields.get("do", "")))
    host, id = host_of(request), request.path_params["id"]
    loaded = await table_for(request, id)
    if fields["do"] == "hint" and await _is_told_whole(request, loaded, fields):
        number = loaded.table.number
    elif fields["do"] == "react":
        broadcast = services_of(request).broadcast
        broadcast.reactions.react_without_page(loaded, visitor.holder, fields)
        number = loaded.table.number_for(visitor.holder)
    else:
        answer = await host.requests.ask(id, Request(visitor.holder, fields["do"], fields))
        number = answer.number
    loaded = await host.tables.live(id)
    told: Told = {"answered": number}
    if fields["do"] == "hint":
        told["hint"] = await _hint(request, loaded, fields["seat"])
    return JsonAnswer({**seen(loaded, visitor.holder), **_key(visitor), **told})


async def _hint(request: WebRequest, loaded: LoadedTable, seat: int) -> AdviceAnswer:
    """Return the hint for a seat as far as it was asked for, in the language of the request."""
    words = visitor_of(request).words
    shown = await revealed_hint(services_of(request).hints, words, loaded, seat)
    return {
        "seat": seat,
        "step": shown.step,
        "steps": [STEP_KEYS[step] for step in shown.steps],
        "texts": list(shown.texts),
        "islands": None if shown.islands is None else list(map(str, shown.islands)),
        **shown.fields,
    }


async def _is_told_whole(
    request: WebRequest, loaded: LoadedTable, fields: Mapping[str, Any]
) -> bool:
    """Return whether one asks on for one's own hint, of which all is told."""
    seat, table = fields.get("seat"), loaded.table
    if not isinstance(seat, int) or seat not in table.seats_of(visitor_of(request).holder):
        return False
    if not table.seats[seat].hint:
        return False
    return await is_told_whole(services_of(request).hints, loaded, seat)


async def events(request: WebRequest) -> StreamingResponse:
    """Send the table as a stream: its view after every change, as server-sent events.

    Whoever follows the stream is present, like someone whose page is open. While nothing
    changes, an empty comment is sent from time to time to show that the connection is alive.
    """
    host = host_of(request)
    visitor = visitor_of(request)
    loaded = await table_for(request, request.path_params["id"])
    broadcast = services_of(request).broadcast
    gates = services_of(request).gates
    gates.pressure.admit_to(loaded.table, visitor.holder)
    counted = partial(gates.socket, account_behind(request), loaded.id)
    with counted():  # refused here, while it can still be said
        pass

    async def stream() -> AsyncIterator[str]:
        with counted():
            async for text in views():
                yield text

    async def views() -> AsyncIterator[str]:
        if await host.devices.speaks_for(visitor.device, visitor.holder):
            with host.devices.page(visitor.device, visitor.holder) as page:
                async for text in views_until(page):
                    yield text

    async def views_until(closed: asyncio.Future[None]) -> AsyncIterator[str]:
        with broadcast.reactions.heard(loaded) as heard:
            async for text in views_and(closed, heard):
                yield text

    async def views_and(closed: asyncio.Future[None], heard: Heard) -> AsyncIterator[str]:
        sent, wants = -1, "reactions" in request.query_params
        host.people.come(loaded, visitor.holder)
        broadcast.presence_changed(loaded, visitor.holder)
        closed.add_done_callback(lambda _: broadcast.waiters.wake(loaded))
        try:
            while not (
                closed.done() or broadcast.waiters.is_closed or await request.is_disconnected()
            ):
                number = loaded.table.number_for(visitor.holder)
                news = "" if number == sent else _view_event(loaded, visitor.holder)
                sent = number
                yield (_reaction_events(heard, wanted=wants) + news) or ":\n\n"
                if loaded.table.phase in (Phase.OVER, Phase.CLOSED):
                    return
                await broadcast.waiters.changed(
                    loaded, visitor.holder, sent, closed=closed, heard=heard
                )
        finally:
            host.people.go(loaded, visitor.holder)
            broadcast.presence_changed(loaded, visitor.holder)

    headers = {**NOT_STORED, "x-accel-buffering": "no"}
    return StreamingResponse(stream(), media_type="text/event-stream", headers=headers)


def _view_event(loaded: LoadedTable, holder: str) -> str:
    """Return the table as an event of the stream."""
    number, fields = loaded.table.number_for(holder), json.dumps(seen(loaded, holder))
    return f"id: {number}\ndata: {fields}\n\n"


def _reaction_events(heard: Heard, *, wanted: bool) -> str:
    """Return what players have said as events of the stream, where these are wanted."""
    told = [f"event: reaction\ndata: {json.dumps(each)}\n\n" for each in heard]
    heard.clear()
    return "".join(told) if wanted else ""


def seen(loaded: LoadedTable, holder: str) -> TableAnswer:
    """Return a table as a program sees it; the view of the rules leaves out what is secret."""
    table = loaded.table
    own, here, absent = table.seats_of(holder), loaded.here, loaded.absent
    fields: TableAnswer = {
        "id": loaded.id,
        "number": table.number_for(holder),
        "phase": table.phase,
        "options": table.options.to_json(),
        "seats": [
            {
                "name": seat.name,
                "kind": "empty" if seat.is_empty else "bot" if seat.is_bot else "person",
                "bot": seat.bot or None,
                "done": number not in table.waiting_for and table.phase is not Phase.LOBBY,
                "away": may_be_covered(table, number, absent),
                "resigned": seat.resigned,
                "ready": seat.is_ready and table.phase is Phase.LOBBY,
                "here": bool(seat.holder) and seat.holder in here,
                "yours": number in own,
            }
            for number, seat in enumerate(table.seats)
        ],
        "listed": table.is_listed,
        "starts": table.phase is Phase.LOBBY and may_start(table, holder, loaded.gone),
        "freed": table.why_freed(holder) or None,
        "seal": table.seal or None,
        "shuffle": _shuffle(table),
        "same_cards": bool(table.again),
        "daily": table.daily or None,
        "series": [list(totals) for totals in table.series],
        "time_left": loaded.time_left,
        "proposal": _proposal(loaded),
        "next": table.next_table or None,
    }
    return fields if table.game is None else {**fields, **_game(table, own)}


def _proposal(loaded: LoadedTable) -> ProposalAnswer | None:
    """Return what the people are asked, and who is still to answer."""
    asked = loaded.table.proposal
    if asked is None:
        return None
    return {
        "number": asked.number,
        "seat": asked.seat,
        "round": asked.round,
        "agreed": sorted(asked.agreed),
        "waiting_for": list(still_asked(loaded.table, asked, loaded.absent)),
    }


def _shuffle(table: Table) -> ShuffleAnswer | None:
    """Return what of the shuffle is open to all, and whether shares may still be sealed."""
    shuffle = table.shuffle
    if shuffle is None:
        return None
    return {
        "version": VERSION,
        "secret_hash": shuffle.secret_hash,
        "share_hashes": list(shuffle.share_hashes),
        "open": table.takes_shares,
    }


def _game(table: Table, own: tuple[int, ...]) -> GameAnswer:
    game = table.played
    open_view = view(game, None)
    fields: GameAnswer = {
        "round": len(game.cards),
        "card": str(game.card) if game.card else None,
        "unseen": [str(card) for card in open_view.unseen],
        "sheets": [" ".join(str(mark) for mark in sheet.marks) for sheet in open_view.sheets],
        "drafts": {str(seat): str(table.seats[seat].marks) for seat in own},
        "totals": list(game.totals),
        "dead_goals": [_dead_goals(table, boxes) for boxes in open_view.boxes],
        "draft_dead_goals": _draft_dead_goals(table, own),
        "record": to_fields(table.record) if game.is_started else None,
    }
    if game.is_over:
        fields |= {"winners": list(game.winners), "rank": game.rank}
        fields["verdict"] = [_finding(finding) for finding in game.verdict]
    if table.phase is Phase.OVER:
        result = Result.of("", table)
        fields["aids"] = [result.aid(seat) for seat in range(len(table.seats))]
    return fields


def _finding(finding: Finding) -> FindingAnswer:
    return {
        "seat": finding.seat,
        "round": finding.round,
        "marks": [str(mark) for mark in finding.marks],
        "against": [
            {"reason": refusal.reason.value[0], "rule": refusal.rule} for refusal in finding.against
        ],
        "struck": [island.name for island in finding.struck],
        "goals": [item.source for item in finding.lost if isinstance(item.source, Goal)],
        "points": finding.points,
    }


def _draft_dead_goals(table: Table, own: tuple[int, ...]) -> dict[str, list[DeadGoalAnswer]]:
    """Return what one's own turns put out of reach; nothing while no card lies face up."""
    if table.phase is not Phase.ROUND or not table.options.tells_dead:
        return {}
    boxes = {seat: goal_boxes(table.played, seat, drafted_sheet(table, seat)) for seat in own}
    return {str(seat): _dead_goals(table, each) for seat, each in boxes.items()}


def _dead_goals(table: Table, boxes: Iterable[GoalBox]) -> list[DeadGoalAnswer]:
    """Return the goals that a seat can certainly not reach any more, and why; none where the table
    gives no such help."""
    if not table.options.tells_dead:
        return []
    return [
        {
            "goal": dead.goal,
            "cause": dead.cause,
            "islands": [island.name for island in dead.islands],
        }
        for dead in (box.dead for box in boxes)
        if dead is not None
    ]
