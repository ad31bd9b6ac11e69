"""Every address of the site, and how refusals are answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from hashi.rules import Illegal, Malformed
from hashi.server.api import openapi as api
from hashi.server.limits.gates import Gates, account_behind
from hashi.server.live.socket import live_socket
from hashi.server.operation.counts import ROUTE
from hashi.server.pages import (
    challenge,
    device,
    home,
    import_record,
    manifest,
    move,
    network,
    new,
    offline,
    preferences,
    rules,
    short_code,
)
from hashi.server.pages.daily import archive, daily
from hashi.server.pages.learn import learn, lesson_answers, mistakes, puzzle, puzzles
from hashi.server.pages.me import devices, export, games, me, name, push, take
from hashi.server.pages.me import move as move_along
from hashi.server.pages.pictures import board as board_pictures
from hashi.server.pages.pictures import moving as moving_pictures
from hashi.server.pages.pictures import shared as share_pictures
from hashi.server.pages.review import best, find, review
from hashi.server.pages.table import guide, hint, join, record, table
from hashi.server.pages.workshop import board_files, draw, measured, wished
from hashi.server.platform import KeptAt, Offers
from hashi.server.responses import (
    Problem,
    problem_details,
    problem_text,
    respond,
    status_of,
)
from hashi.server.services import services_of
from hashi.server.static_files import PREFIX, StaticFiles
from hashi.server.visitor import recognise, visitor_of
from hashi.table import Objected, Objection

Handler = Callable[[Request], Awaitable[Response]]


def routes(gates: Gates, offers: Offers) -> list[BaseRoute]:
    """Return the routes of the app; `gates` counts what each address sends."""

    def page(path: str, handler: Handler, *methods: str) -> Route:
        return Route(path, _guarded(path, handler, gates), methods=methods or None)

    return [
        page("/", home.home),
        page("/new", new.new, "GET", "POST"),
        page("/t/{id}.json", record.record),
        page("/t/{id}.svg", board_pictures.picture),
        page("/t/{id}.gif", moving_pictures.moving_picture),
        page("/t/{id}.png", share_pictures.table_picture),
        page("/j/{code}", short_code.short_code),
        page("/t/{id}/join", join.join, "POST"),
        page("/t/{id}/move", move.move_link, "GET", "POST"),
        page("/t/{id}/hint", hint.show_hint, "POST"),
        page("/t/{id}/guide", guide.guide, "POST"),
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
        page("/me/name", name.name, "POST"),
        page("/me/games", games.games),
        page("/me/games/{id}/again", games.play_again, "POST"),
        page("/me/games.json", export.export_json),
        page("/me/games.csv", export.export_csv),
        page("/me/turns.json", games.turns),
        page("/me/push", push.subscribe, "POST"),
        page("/me/push/end", push.end, "POST"),
        page("/me/delete", take.delete, "POST"),
        page("/me/devices/end", devices.end, "POST"),
        page("/me/devices/leave", devices.leave, "POST"),
        page("/me/devices/unite", devices.unite, "POST"),
        page("/me/move", move_along.move, "GET", "POST"),
        page("/k/{token}", take.take, "GET", "POST"),
        page("/c/{code}.png", share_pictures.challenge_picture),
        page("/c/{code}", challenge.challenge, "GET", "POST"),
        page("/import", import_record.import_record, "GET", "POST"),
        page("/rules", rules.rules),
        page("/workshop", draw.draw, "GET", "POST"),
        page("/workshop/measure", measured.measured),
        page("/workshop/wish", wished.wished),
        page("/workshop/board.txt", board_files.board_text),
        page("/workshop/deck.txt", board_files.deck_text),
        page("/workshop/board.svg", board_files.board_picture),
        page("/learn", learn.learn, "GET", "POST"),
        page("/learn/{step}.json", lesson_answers.answers),
        page("/learn/tactics", learn.learn_tactics, "GET", "POST"),
        page("/learn/puzzles", puzzles.list_puzzles),
        page("/learn/puzzles/{theme}", puzzle.show_puzzle, "GET", "POST"),
        page("/learn/mistakes", mistakes.show_mistakes),
        page("/offline", offline.offline),
        page("/worker.js", offline.worker),
        page("/manifest.webmanifest", manifest.manifest),
        page("/network", network.network, "POST"),
        *(
            []
            if offers.kept is KeptAt.SERVER
            else [
                page("/device", device.device),
                page("/device/copy", device.save),
                page("/device/games", device.bring_in, "POST"),
            ]
        ),
        page("/preferences", preferences.preferences, "POST"),
        page("/m/{token}", move.move_seat, "GET", "POST"),
        *[
            page(path, handler, method)
            for method, path, handler in api.ROUTES
            if offers.has_links or not path.endswith("/events")  # nobody listens there
        ],
        WebSocketRoute("/t/{id}/live", live_socket),
        Mount(PREFIX, StaticFiles()),
    ]


def _guarded(path: str, handler: Handler, gates: Gates) -> Handler:
    """Return a handler that checks rate and origin and answers refusals with a sentence."""

    async def handle(request: Request) -> Response:
        request.scope[ROUTE] = path
        try:
            devices = services_of(request).host.devices
            await recognise(request, devices)
            if request.method == "POST":
                gates.writes.take(account_behind(request))
                if not services_of(request).platform.is_own(request):
                    raise Objected(Objection.NOT_YOUR_SEAT)
                devices.note(visitor_of(request).device)
            return await handler(request)
        except (Objected, Illegal, Malformed) as problem:
            return refusal(request, problem)
        except ClientDisconnect:  # in the middle of what it sent, or it sends for too long
            return Response(status_code=408)

    return handle


def refusal(request: Request, problem: Objected | Illegal | Malformed) -> Response:
    """Return a refusal as JSON for scripts, as a page for people."""
    visitor = visitor_of(request)
    status, headers = status_of(problem)
    if request.url.path.startswith("/api/"):
        answer: Problem = {"error": problem_details(visitor.words, problem)}
        return JSONResponse(answer, status, headers)
    response = respond(request, visitor, "problem", status, problem=problem_text(visitor, problem))
    response.headers.update(headers)
    return response


async def not_found(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    visitor = visitor_of(request)
    text = visitor.words.say("There’s nothing at this address.")
    if request.url.path.startswith("/api/"):
        answer: Problem = {"error": {"code": "not_found", "text": text}}
        return JSONResponse(answer, status)
    return respond(request, visitor, "problem", status, problem=text)
