"""Messages for times when no page is open: asked for in this browser, and switched off."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request as WebRequest
from starlette.responses import JSONResponse, RedirectResponse, Response

from hashi.server.limits.gates import account_behind
from hashi.server.pages.parts.devices import kind_here
from hashi.server.pages.parts.push import is_push_id
from hashi.server.responses import host_of, read_body, read_form
from hashi.server.services import services_of
from hashi.server.visitor import visitor_of
from hashi.table import Objected, Objection

LARGEST_BODY = 4_096
HERE = "/me#messages"


async def subscribe(request: WebRequest) -> Response:
    """Keep where this browser gets messages: `endpoint`, `public_key`, `secret` and `zone`.

    With `renews` an address takes the place of one that is kept, and is no new wish. Only who has
    played or opened a table has anything to be told of.
    """
    visitor, services = visitor_of(request), services_of(request)
    services.gates.links.take(account_behind(request))
    fields = _fields(await read_body(request, LARGEST_BODY))
    push = services.push
    given = push.read(fields) if push is not None else None
    if push is None or given is None or visitor.is_new:
        raise Objected(Objection.NO_PUSH)
    before = await push.kept_at(visitor.device)
    if fields.get("renews") and before is None:
        raise Objected(Objection.NO_PUSH)
    if not await host_of(request).index.has_tables(visitor.holder):
        raise Objected(Objection.NO_PUSH)
    now = services.now()
    await push.keep(
        given._replace(
            device=visitor.device,
            person=visitor.holder,
            language=visitor.language,
            browser=kind_here(request),
            asked=before.asked if before else now,
            used=now,
        )
    )
    return JSONResponse({"is_kept": True}, headers={"cache-control": "no-store"})


async def end(request: WebRequest) -> Response:
    """Send no more messages to this browser, or to another one of this person."""
    visitor, push = visitor_of(request), services_of(request).push
    device = (await read_form(request)).get("device", "")
    if push is not None and not visitor.is_new:
        if device == "here":
            await push.end([visitor.device])
        for each in await push.kept_of(visitor.holder):
            if is_push_id(each, device):
                await push.end([each.device])
    return RedirectResponse(HERE, 303)


def _fields(body: bytes) -> dict[str, Any]:
    """Return the object that was posted, empty where it is none."""
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}
