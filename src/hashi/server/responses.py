"""What all pages share: reading forms, rendering answers, sentences of refusals."""

from __future__ import annotations

import asyncio
import io
from typing import Annotated, Any, NotRequired, TypedDict
from urllib.parse import parse_qsl, urlencode

from starlette.requests import ClientDisconnect
from starlette.requests import Request as WebRequest
from starlette.responses import HTMLResponse, Response

from hashi.host import Host
from hashi.rules import Illegal, Malformed, Reason, Refusal, Stray
from hashi.server.page_templates import render_page
from hashi.server.services import services_of
from hashi.server.site import full_address
from hashi.server.static_files import digest
from hashi.server.visitor import Visitor, remember
from hashi.table import Objected, Objection
from hashi.words import Words, describe, explain, explain_illegal, shown
from hashi.words.objections import object_to

LARGEST_FORM = 1 << 20
BODY_TIME = 10.0
"""Seconds in which a request must have arrived."""
SECRET = {"move", "me/move", "me/take"}
"""Pages that hold a secret, the link that moves a seat or all games: they are neither stored nor
compressed."""
SHOWN_ANYWHERE = {"cross-origin-resource-policy": "cross-origin"}
"""For pictures, which pages of other sites may show."""
NOT_KEPT = ("lang", "theme", "part", "kept")
"""Parameters that are left out of the address to return to: the choice just made, fragments, and
that a browser keeps the page."""
RETRY_AFTER = 5
"""Seconds after which a client may ask again what could not be saved or read."""
STATUS = {
    Objection.NO_TABLE: 404,
    Objection.BROKEN_TABLE: 410,
    Objection.LINK_USED: 410,
    Objection.KEY_ENDED: 401,
    Objection.NOT_YOUR_SEAT: 403,
    Objection.SPOILER: 403,
    Objection.NO_LISTING: 403,
    Objection.NO_PUSH: 403,
    Objection.NOT_FROM_HERE: 403,
    Objection.TOO_FAST: 429,
    Objection.TOO_MANY_TABLES: 429,
    Objection.TOO_MANY_PAGES: 429,
    Objection.TOO_LARGE: 413,
    Objection.STORE_DOWN: 503,
    Objection.TABLE_DOWN: 503,
    Objection.FULL: 503,
}


def respond(
    request: WebRequest, visitor: Visitor, name: str, status: int = 200, **context: Any
) -> Response:
    """Return a page, with a cookie for a visitor who is new."""
    reach = services_of(request).reach
    context.setdefault("invitation", reach.invitation(request, request.url.path))
    text = render_page(
        name,
        visitor,
        here=here(request),
        path=request.url.path,
        home_address=full_address(request, "/")[:-1],
        is_kept="kept" in request.query_params,
        worker=_worker(request, visitor),
        offers=services_of(request).platform.offers,
        **context,
    )
    response = HTMLResponse(text, status)
    response.headers["cache-control"] = "no-store" if name in SECRET else "private, no-cache"
    remember(response, visitor, request)
    return response


def _worker(request: WebRequest, visitor: Visitor) -> str:
    """Return the address of the worker that a page asks the browser to keep.

    None where the app has none, and where only this page is in a language or a theme: the kept
    pages are in the usual ones.
    """
    is_kept = services_of(request).platform.has_worker
    if not is_kept or any(name in request.query_params for name in NOT_KEPT):
        return ""
    query = {"version": digest(), "lang": visitor.language, "theme": visitor.theme}
    return f"/worker.js?{urlencode(query)}"


def here(request: WebRequest) -> str:
    """Return the address to return to after choosing a language or a theme."""
    query = [(k, v) for k, v in parse_qsl(request.url.query) if k not in NOT_KEPT]
    return request.url.path + (f"?{urlencode(query)}" if query else "")


def local_path(given: str) -> str:
    """Return an address of this site as it was given; empty for any other.

    Browsers read a backslash as a slash and leave out control characters, so that an address with
    one of them may lead to another site.
    """
    is_plain = given.isprintable() and "\\" not in given
    return given if is_plain and given.startswith("/") and not given.startswith("//") else ""


def is_part(request: WebRequest) -> bool:
    """Return whether a script asks for the changing part of a page only."""
    return "part" in request.query_params


def host_of(request: WebRequest) -> Host:
    return services_of(request).host


async def read_body(request: WebRequest, most: int) -> bytes:
    """Return what a request carries.

    Raise Objected where it is too large, ClientDisconnect where it does not come to its end: a
    request that is sent forever would also keep the server from ending.
    """
    body = b""
    try:
        async with asyncio.timeout(BODY_TIME):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise Objected(Objection.TOO_LARGE)
    except TimeoutError:
        raise ClientDisconnect from None
    return body


async def read_form(request: WebRequest, most: int = LARGEST_FORM) -> dict[str, str]:
    """Return the fields of a posted form; of a field that comes twice, the last counts."""
    body = await read_body(request, most)
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))


def status_of(problem: Objected | Malformed | Illegal) -> tuple[int, dict[str, str]]:
    """Return the status of a refusal, and the header that says when to try again."""
    if not isinstance(problem, Objected):
        return 422, {}
    status = STATUS.get(problem.objection, 409)
    if status == 401:
        return status, {"www-authenticate": "Bearer"}
    seconds = int(problem.details.get("seconds", 0)) or (RETRY_AFTER if status == 503 else 0)
    return status, {"retry-after": str(seconds)} if seconds else {}


class ProblemDetails(TypedDict):
    """Why nothing came of a request."""

    code: str
    text: Annotated[str, "A sentence in the language of the request"]
    rule: NotRequired[Annotated[str, "The rule that refuses it"]]
    mark: NotRequired[Annotated[str, "The mark that a rule refuses"]]
    in_the_way: NotRequired[Annotated[list[str], "The islands and lines because of which"]]


class Problem(TypedDict):
    """What is answered instead where nothing came of a request."""

    error: ProblemDetails


def problem_details(words: Words, problem: Objected | Illegal | Malformed) -> ProblemDetails:
    """Return why nothing came of a request, in a sentence, and what stands in the way."""
    if isinstance(problem, Objected):
        code = problem.objection.value
        return {"code": code, "text": object_to(words, code, problem.details)}
    if isinstance(problem, Malformed):
        return {"code": problem.flaw.value, "text": describe(words, problem)}
    refusal = problem.refusal
    return {
        "code": refusal.reason.name.lower(),
        "rule": refusal.rule,
        "text": explain(words, refusal),
        "mark": shown(refusal.mark or ""),
        "in_the_way": _in_the_way(refusal),
    }


def _in_the_way(refusal: Refusal) -> list[str]:
    if refusal.reason is Reason.NO_NUMBER_AT_ENDS and refusal.line is not None:
        return [end.name for end in refusal.line.ends]
    ways = [thing.name for thing in (refusal.island, refusal.line) if thing is not None]
    if isinstance(refusal.mark, Stray):  # no line to show, but the islands that it should join
        ways += [end.name for end in refusal.mark.ends]
    return ways


def problem_text(visitor: Visitor, problem: Objected | Malformed | Illegal) -> str:
    """Return what went wrong, in a sentence."""
    words = visitor.words
    if isinstance(problem, Objected):
        return object_to(words, problem.objection.value, problem.details)
    if isinstance(problem, Illegal):
        return explain_illegal(words, problem)
    return describe(words, problem)


def qr(address: str) -> str:
    """Return an address as a QR code in SVG."""
    import segno  # late: it takes as long to load as all templates, and few pages have a code

    out = io.BytesIO()
    segno.make(address, error="m").save(
        out, kind="svg", xmldecl=False, svgclass="qr", border=2, omitsize=True
    )
    return out.getvalue().decode()
