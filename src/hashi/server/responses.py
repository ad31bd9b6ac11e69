"""How every page is answered: with its language, its address and the visitor's key."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import parse_qsl, urlencode

import segno
from starlette.requests import Request as WebRequest
from starlette.responses import HTMLResponse, Response

from hashi.rules import Illegal, Malformed
from hashi.server.pages import rendering
from hashi.server.visitor import Visitor, remember
from hashi.table import Host, Objected, Objection
from hashi.words import describe, explain_illegal
from hashi.words.objections import object_to

LARGEST_FORM = 1 << 20
NOT_KEPT = ("lang", "part")
"""Parts of an address that are not come back to: the choice just made, and fragments."""


def respond(
    request: WebRequest, visitor: Visitor, name: str, status: int = 200, **context: Any
) -> Response:
    """A page, with the visitor's key if it is new."""
    text = rendering.page(
        name,
        visitor,
        here=here(request),
        path=request.url.path,
        home_address=f"{request.url.scheme}://{request.url.netloc}",
        **context,
    )
    response = HTMLResponse(text, status)
    response.headers["cache-control"] = "no-store"
    remember(response, visitor, request)
    return response


def here(request: WebRequest) -> str:
    """The address to come back to after choosing a language or colours."""
    query = [(k, v) for k, v in parse_qsl(request.url.query) if k not in NOT_KEPT]
    return request.url.path + (f"?{urlencode(query)}" if query else "")


def is_part(request: WebRequest) -> bool:
    """Whether a script asks for the changing part of a page alone."""
    return "part" in request.query_params


def host_of(request: WebRequest) -> Host:
    host: Host = request.app.state.host
    return host


async def read_body(request: WebRequest, most: int) -> bytes:
    """What a request carries, if it is not too large."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Objected(Objection.TOO_LARGE)
    return body


async def read_form(request: WebRequest, most: int = LARGEST_FORM) -> dict[str, str]:
    """The fields of a posted form; of a field that comes twice the last counts."""
    body = await read_body(request, most)
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))


def problem_text(visitor: Visitor, problem: Objected | Malformed | Illegal) -> str:
    """What went wrong, in a sentence."""
    words = visitor.words
    if isinstance(problem, Objected):
        return object_to(words, problem.objection.value, problem.details)
    if isinstance(problem, Illegal):
        return explain_illegal(words, problem)
    return describe(words, problem)


def qr(address: str) -> str:
    """The address as a code for the camera of a phone."""
    out = io.BytesIO()
    segno.make(address, error="m").save(
        out, kind="svg", xmldecl=False, svgclass="qr", border=2, omitsize=True
    )
    return out.getvalue().decode()
