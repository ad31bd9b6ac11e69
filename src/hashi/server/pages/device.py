"""What a browser keeps that alone has its games: a copy of them out and in, and all deleted."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.host.store.games_file import LARGEST, BadFile, Brought, FileFlaw
from hashi.rules import Malformed
from hashi.rules.game.name import check_name
from hashi.server.pages.me.own_results import own_results
from hashi.server.pages.parts.copies import LastCopy, note_copy
from hashi.server.pages.parts.devices import games_of
from hashi.server.pages.parts.solved_puzzles import (
    found_turns,
    note_found,
    note_solved,
    solved_of,
)
from hashi.server.responses import host_of, read_body, respond
from hashi.server.services import services_of
from hashi.server.visitor import Visitor, keep_name, visitor_of
from hashi.words import N_, Words, day_text, player_name

REFUSED = {
    FileFlaw.OTHER: N_("This file isn’t a copy of games. Nothing has changed here."),
    FileFlaw.TORN: N_("Part of this copy is missing. Nothing has changed here."),
    FileFlaw.NEWER: N_("A newer version of HASHI saved this copy. Nothing has changed here."),
}


async def device(request: WebRequest) -> Response:
    """Answer with what this browser keeps."""
    return await _page(request, visitor_of(request))


async def save(request: WebRequest) -> Response:
    """Answer with a copy of all games of this browser, to be saved as a file."""
    visitor = visitor_of(request)
    about = {
        "name": visitor.name,
        "solved": ".".join(sorted(solved_of(request))),
        "found": ".".join(found_turns(request)),
    }
    text = await host_of(request).games_files.text_of(visitor.holder, about)
    day = datetime.fromtimestamp(services_of(request).now(), UTC).date().isoformat()
    headers = {
        "content-disposition": f'attachment; filename="hashi-{day}.txt"',
        "cache-control": "no-store",
    }
    response = Response(text, media_type="text/plain; charset=utf-8", headers=headers)
    note_copy(response, request)
    return response


async def bring_in(request: WebRequest) -> Response:
    """Add the games of a copy that are missing here, and say what came of it."""
    visitor = visitor_of(request)
    body = await read_body(request, LARGEST)
    text = body.decode("utf-8", "replace")
    try:
        outcomes, about = await host_of(request).games_files.bring_in(text, visitor.holder)
    except BadFile as bad:
        problem = visitor.words.say(REFUSED[bad.flaw])
        return await _page(request, visitor, problem=problem, status=422)
    told = [_from_whom(visitor.words, about.get("name", "")), *_told(visitor.words, outcomes)]
    response = await _page(request, visitor, told=" ".join(part for part in told if part))
    _take(response, request, visitor, about)
    return response


async def _page(
    request: WebRequest, visitor: Visitor, *, told: str = "", problem: str = "", status: int = 200
) -> Response:
    results = await own_results(request, visitor)
    last = LastCopy.of(request, results)
    kept = None if visitor.is_new else await games_of(request, visitor.words, visitor.holder)
    return respond(
        request,
        visitor,
        "device",
        status,
        count=kept.games if kept else 0,
        last=last,
        last_day=day_text(visitor.words, last.at) if last.at else "",
        told=told,
        problem=problem,
    )


def _take(
    response: Response, request: WebRequest, visitor: Visitor, about: Mapping[str, str]
) -> None:
    """Take on what a copy holds beside the games, where there is nothing of it here."""
    name = about.get("name", "")
    if name and not visitor.name:
        with contextlib.suppress(Malformed):
            check_name(name)
            keep_name(response, request, name)
    note_solved(response, request, *about.get("solved", "").split("."))
    note_found(response, request, *about.get("found", "").split("."))


def _from_whom(words: Words, name: str) -> str:
    try:
        check_name(name)
    except Malformed:
        return ""
    return words.say("From {name}’s copy:", name=player_name(words, name))


def _told(words: Words, outcomes: Counter[Brought]) -> list[str]:
    """Return what came of the games of a copy, in sentences with their numbers."""
    if not outcomes:
        return [words.say("There are no games in it.")]
    sentences = {
        Brought.NEW: words.say_many(
            "{count} game was added.", "{count} games were added.", outcomes[Brought.NEW]
        ),
        Brought.GROWN: words.say_many(
            "{count} game is as far as in the copy now.",
            "{count} games are as far as in the copy now.",
            outcomes[Brought.GROWN],
        ),
        Brought.SAME: words.say_many(
            "{count} game was here already.",
            "{count} games were here already.",
            outcomes[Brought.SAME],
        ),
        Brought.DIFFERENT: words.say_many(
            "{count} game went on differently here and stays as it is.",
            "{count} games went on differently here and stay as they are.",
            outcomes[Brought.DIFFERENT],
        ),
        Brought.BROKEN: words.say_many(
            "{count} game can’t be read and was left out.",
            "{count} games can’t be read and were left out.",
            outcomes[Brought.BROKEN],
        ),
    }
    return [sentence for brought, sentence in sentences.items() if outcomes[brought]]
