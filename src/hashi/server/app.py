"""The ASGI app: its routes, and how refusals are answered."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute

from hashi.host import Host, Store
from hashi.host.day_results import DayBook
from hashi.host.expiry import Expiry
from hashi.host.key_links import KeyLinks
from hashi.host.steady_clock import steady_clock
from hashi.rules import Illegal, Malformed
from hashi.server.api import handlers as api
from hashi.server.compression import Compression
from hashi.server.jobs.bot_pool import BotPool
from hashi.server.jobs.day_bots import DayBots
from hashi.server.jobs.reviews import REVIEW_NICENESS, REVIEW_TIME, Reviews
from hashi.server.jobs.shared_jobs import SharedJobs
from hashi.server.limits.gates import Gates, Limits, account_behind
from hashi.server.limits.shared_usage import SharedUsage
from hashi.server.limits.work import Work, current_account
from hashi.server.live.broadcast import Broadcast
from hashi.server.live.socket import live_socket, refused
from hashi.server.metrics import Metrics
from hashi.server.monitor import Monitor
from hashi.server.pages import (
    challenge,
    home,
    import_record,
    manifest,
    move,
    new,
    offline,
    preferences,
    rules,
)
from hashi.server.pages.daily import archive, daily
from hashi.server.pages.learn import learn, lesson_answers
from hashi.server.pages.me import export, games, me, take
from hashi.server.pages.pictures import board as board_pictures
from hashi.server.pages.pictures import moving as moving_pictures
from hashi.server.pages.pictures import shared as share_pictures
from hashi.server.pages.review import best, find, review
from hashi.server.pages.table import hint, join, record, table
from hashi.server.responses import problem_text, respond, status_of
from hashi.server.security import Guard, is_own_origin
from hashi.server.site import Prefix, serve_under
from hashi.server.static_files import PLACE, StaticFiles
from hashi.server.table_pages import TablePages
from hashi.server.visitor import visitor_of
from hashi.table import Objected, Objection

RATE = 20
"""Writes that an address may send each second."""
BOT_TIME, REPLAY_TIME = 60.0, 10.0
"""Seconds after which a bot skips its turn, and after which a record is given up."""
SWEEP_PAUSE = 3600.0
"""Seconds between two looks for tables that nobody needs any more."""
COUNT_PAUSE = 2.0
"""Seconds between two counts of what is in memory."""
Handler = Callable[[Request], Awaitable[Response]]


def create_app(
    store: Store,
    *,
    now: Callable[[], float] | None = None,
    gates: Gates | None = None,
    hosts: Collection[str] = (),
    jobs: int = 0,
    expiry: Expiry | None = None,
    watchers: Sequence[str] = (),
    prefix: str = "",
    open_tables: bool = False,
) -> Starlette:
    """Return the app over a store, which is closed when the app ends.

    `gates` counts what each address uses; `hosts` are the names that it answers to, none for any;
    `jobs` is how many bots think at once, 0 for one per core but one; `watchers` are the networks
    that may read the metrics; `prefix` is the path under which the site lies; `open_tables` lets
    tables be listed that strangers may join.
    """
    serve_under(prefix)
    now = now or steady_clock()
    gates = gates or Gates(Limits(), RATE)
    work, metrics = Work(gates.limits.work), Metrics()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        work.install()
        store.watch(metrics.committed)
        with (
            BotPool(jobs, BOT_TIME) as bot_pool,
            BotPool(1, REPLAY_TIME) as replayer,
            BotPool(1, REVIEW_TIME, REVIEW_NICENESS) as reviewer,
        ):
            peers = store.peers()
            replays = SharedJobs(replayer)
            table_pages = TablePages(replays)
            broadcast = Broadcast(table_pages, peers)
            host = Host(
                store,
                now=now,
                executor=bot_pool,
                bots_at_once=bot_pool.most,
                thinking=gates.thinking,
                watch_effort=metrics.thought,
                replayer=replayer,
                announce=broadcast.publish,
                account=current_account,
                charge=lambda seconds: work.note(current_account(), seconds),
                is_heavy=lambda: work.is_heavy(current_account()),
                admit_listing=(lambda: gates.listings.take(current_account()))
                if open_tables
                else None,
                admit=lambda: gates.open_table_anywhere(current_account(), peers),
                peers=peers,
                hear=broadcast.reactions.hear,
                greet=broadcast.presence_changed,
                hear_server=lambda message: (usage if "usage" in message else reviews).hear(
                    message
                ),
            )
            usage = SharedUsage(gates, host.tell_servers)
            reviews = Reviews(reviewer, store, peers, host.tell_servers)
            await host.start()
            app.state.host, app.state.broadcast, app.state.now = host, broadcast, now
            app.state.replays, app.state.table_pages = replays, table_pages
            app.state.reviews = reviews
            app.state.hints = SharedJobs(bot_pool, bot_pool.most)
            app.state.pictures = SharedJobs(replayer, kept=256)
            app.state.moving_pictures = SharedJobs(replayer, kept=moving_pictures.KEPT)
            app.state.lessons = SharedJobs(replayer)
            app.state.key_links = KeyLinks(store, now)
            app.state.day_bots, app.state.day_book = DayBots(bot_pool), DayBook(host)
            routines = [
                asyncio.ensure_future(_sweep(host, expiry or Expiry())),
                asyncio.ensure_future(_count(host, metrics)),
            ]
            if not peers.is_alone:
                app.state.usage = usage
                routines += [asyncio.ensure_future(usage.run())]
                routines += [asyncio.ensure_future(reviews.report())]
            yield
            for routine in routines:
                routine.cancel()
            await app.state.reviews.close()
            await app.state.day_bots.close()
            await host.close()
        store.close()

    def page(path: str, handler: Handler, *methods: str) -> Route:
        return Route(path, _guarded(handler, gates), methods=methods or None)

    app = Starlette(
        routes=[
            page("/", home.home),
            page("/new", new.new, "GET", "POST"),
            page("/t/{id}.json", record.record),
            page("/t/{id}.svg", board_pictures.picture),
            page("/t/{id}.gif", moving_pictures.moving_picture),
            page("/t/{id}.png", share_pictures.table_picture),
            page("/t/{id}/join", join.join, "POST"),
            page("/t/{id}/move", move.move_link),
            page("/t/{id}/hint", hint.show_hint, "POST"),
            page("/t/{id}/review", review.show_review),
            page("/t/{id}/review/best", best.show_best),
            page("/t/{id}/review/find/{seat}", find.find_turn, "GET", "POST"),
            page("/t/{id}/play-on", review.play_on, "POST"),
            page("/t/{id}", table.table),
            page("/daily", daily.daily),
            page("/daily/archive", archive.archive),
            page("/daily/{day}.png", share_pictures.day_picture),
            page("/daily/{day}", daily.daily, "GET", "POST"),
            page("/me", me.me),
            page("/me/games", games.games),
            page("/me/games/{id}/again", games.play_again, "POST"),
            page("/me/games.json", export.export_json),
            page("/me/games.csv", export.export_csv),
            page("/me/turns.json", games.turns),
            page("/me/delete", take.delete, "POST"),
            page("/me/move", take.move, "GET", "POST"),
            page("/k/{token}", take.take, "GET", "POST"),
            page("/c/{code}.png", share_pictures.challenge_picture),
            page("/c/{code}", challenge.challenge, "GET", "POST"),
            page("/import", import_record.import_record, "GET", "POST"),
            page("/rules", rules.rules),
            page("/learn", learn.learn, "GET", "POST"),
            page("/learn/{step}.json", lesson_answers.answers),
            page("/learn/tactics", learn.learn_tactics, "GET", "POST"),
            page("/offline", offline.offline),
            page("/worker.js", offline.worker),
            page("/manifest.webmanifest", manifest.manifest),
            page("/preferences", preferences.preferences, "POST"),
            page("/m/{token}", move.move_seat, "GET", "POST"),
            *[page(path, handler, method) for method, path, handler in api.ROUTES],
            WebSocketRoute("/t/{id}/live", live_socket),
            Mount(PLACE, StaticFiles()),
        ],
        middleware=[
            Middleware(Monitor, metrics=metrics, store=store, watchers=watchers),
            Middleware(Prefix, prefix=prefix),
            Middleware(Guard, work=work, refuse=_refusal, hosts=hosts),
            Middleware(Compression),
        ],
        exception_handlers={HTTPException: _not_found},
        lifespan=lifespan,
    )
    app.state.gates, app.state.work, app.state.metrics = gates, work, metrics
    app.state.has_open_tables = open_tables
    return app


async def _count(host: Host, metrics: Metrics) -> None:
    """Note from time to time how much there is of what comes and goes."""
    while True:
        metrics.tables.set(host.tables_in_memory)
        metrics.bots_waiting.set(host.bots_waiting)
        await asyncio.sleep(COUNT_PAUSE)


async def _sweep(host: Host, expiry: Expiry) -> None:
    """Forget tables that nobody needs any more, from time to time."""
    while True:
        await asyncio.sleep(SWEEP_PAUSE)
        with contextlib.suppress(Objected):  # the store is down; next time, then
            await host.expire(expiry)


def _guarded(handler: Handler, gates: Gates) -> Handler:
    """Return a handler that checks rate and origin and answers refusals with a sentence."""

    async def handle(request: Request) -> Response:
        try:
            if request.method == "POST":
                gates.writes.take(account_behind(request))
                if not is_own_origin(request):
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
    status, headers = status_of(problem)
    if request.url.path.startswith("/api/"):
        fields = refused(visitor.words, problem)
        error = {k: v for k, v in fields.items() if k not in ("type", "id")}
        return JSONResponse({"error": error}, status, headers)
    response = respond(request, visitor, "problem", status, problem=problem_text(visitor, problem))
    response.headers.update(headers)
    return response


async def _not_found(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    visitor = visitor_of(request)
    text = visitor.words.say("There’s nothing at this address.")
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": {"code": "not_found", "text": text}}, status)
    return respond(request, visitor, "problem", status, problem=text)
