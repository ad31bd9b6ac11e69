"""The ASGI app: its routes, and how refusals are answered."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute

from hashi.rules import Illegal, Malformed
from hashi.server.api import handlers as api
from hashi.server.bot_pool import BotPool
from hashi.server.compression import Compression
from hashi.server.live.broadcast import Broadcast
from hashi.server.live.socket import live_socket, refused
from hashi.server.pages import handlers as pages
from hashi.server.pages import replays, rulebook, tactics, tutorial
from hashi.server.responses import problem_text, respond
from hashi.server.security import Guard, Limits, is_own_origin
from hashi.server.static_files import PLACE, StaticFiles
from hashi.server.visitor import visitor_of
from hashi.table import Host, Objected, Objection, SqliteStore, Store

RATE = 20
STATUS = {
    Objection.NO_TABLE: 404,
    Objection.BROKEN_TABLE: 410,
    Objection.LINK_USED: 410,
    Objection.NOT_YOUR_SEAT: 403,
    Objection.TOO_FAST: 429,
    Objection.TOO_LARGE: 413,
    Objection.STORE_DOWN: 503,
}
Handler = Callable[[Request], Awaitable[Response]]


def create_app(
    store: Store, *, now: Callable[[], float] = time.time, rate: int = RATE
) -> Starlette:
    """Return the app over a store. A SQLite store is closed when the app ends.

    `rate` is how many writes a second one address may send, 0 for no limit.
    """
    limits = Limits(burst=6 * rate, rate=rate) if rate else None

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        with BotPool() as bot_pool:
            broadcast = Broadcast()
            host = Host(store, now=now, executor=bot_pool, announce=broadcast.publish)
            app.state.host, app.state.broadcast, app.state.now = host, broadcast, now
            yield
            await host.close()
        if isinstance(store, SqliteStore):
            store.close()

    def page(path: str, handler: Handler, *methods: str) -> Route:
        return Route(path, _guarded(handler, limits), methods=methods or None)

    return Starlette(
        routes=[
            page("/", pages.home),
            page("/new", pages.new, "GET", "POST"),
            page("/t/{id}.json", replays.record),
            page("/t/{id}.svg", replays.picture),
            page("/t/{id}/move", pages.move_link),
            page("/t/{id}", pages.table),
            page("/import", replays.import_record, "GET", "POST"),
            page("/rules", rulebook.rules),
            page("/learn", tutorial.learn, "GET", "POST"),
            page("/learn/tactics", tactics.learn_tactics, "GET", "POST"),
            page("/preferences", pages.preferences, "POST"),
            page("/m/{token}", pages.move_seat, "GET", "POST"),
            *[page(path, handler, method) for method, path, handler in api.ROUTES],
            WebSocketRoute("/t/{id}/live", live_socket),
            Mount(PLACE, StaticFiles()),
        ],
        middleware=[Middleware(Guard), Middleware(Compression)],
        exception_handlers={HTTPException: _not_found},
        lifespan=lifespan,
    )


def _guarded(handler: Handler, limits: Limits | None) -> Handler:
    """Return a handler that checks rate and origin and answers refusals with a sentence."""

    async def handle(request: Request) -> Response:
        try:
            client = request.client.host if request.client else ""
            if limits is not None and request.method == "POST" and not limits.takes(client):
                raise Objected(Objection.TOO_FAST)
            if request.method == "POST" and not is_own_origin(request):
                raise Objected(Objection.NOT_YOUR_SEAT)
            return await handler(request)
        except (Objected, Illegal, Malformed) as problem:
            return _refusal(request, problem)
        except ClientDisconnect:  # in the middle of what it sent, or it sends for too long
            return Response(status_code=408)

    return handle


def _refusal(request: Request, problem: Objected | Illegal | Malformed) -> Response:
    """Return a refusal as JSON for scripts, as a page for people."""
    visitor = visitor_of(request)
    status = STATUS.get(problem.objection, 409) if isinstance(problem, Objected) else 422
    if request.url.path.startswith("/api/"):
        fields = refused(visitor.words, problem)
        return JSONResponse(
            {"error": {k: v for k, v in fields.items() if k not in ("type", "id")}}, status
        )
    text = problem_text(visitor, problem)
    return respond(request, visitor, "problem", status, problem=text)


async def _not_found(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    visitor = visitor_of(request)
    text = visitor.words.say("There’s nothing at this address.")
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": {"code": "not_found", "text": text}}, status)
    return respond(request, visitor, "problem", status, problem=text)
