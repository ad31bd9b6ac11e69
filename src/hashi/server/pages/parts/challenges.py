"""Challenges, by the code of their address."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest

from hashi.server.responses import host_of
from hashi.server.services import services_of
from hashi.table import Objected, Objection, Options, Phase, Result
from hashi.table.kept_challenge import KeptChallenge
from hashi.table.labels import CODE_LENGTH
from hashi.table.sent_challenge import code_of_text, from_text, to_text
from hashi.words import Words, listed, player_name

SENT = "game"
"""The parameter of a link that holds the game itself."""


@dataclass(frozen=True, slots=True)
class Giver:
    """The game that is to be beaten."""

    id: str
    """Its table; empty where the game is gone, and names and holders with it."""
    options: Options
    result: Result
    sent: KeptChallenge | None = None
    """What the link itself holds, where nothing else is known of the game."""


def names_in(words: Words, result: Result, seats: Sequence[int] | None = None) -> str:
    """Return the names of the players, or of those on these seats; someone, where they are not
    known any more."""
    if not any(result.players):
        return words.say("Someone")
    players = result.players if seats is None else [result.players[seat] for seat in seats]
    names = [player_name(words, name) for name in players]
    return ", ".join(names) if seats is None else listed(words, names)


async def giver_of(request: WebRequest) -> Giver:
    """Return the game that the code of the address stands for; answer 404 where there is none."""
    code = request.path_params["code"]
    if not re.fullmatch(rf"[0-9a-f]{{{CODE_LENGTH}}}", code):
        raise HTTPException(404)
    index = host_of(request).index
    with suppress_missing():
        giver = await index.challenged_table(code)
        if giver.table.daily:
            raise HTTPException(404)
        if giver.table.phase is Phase.OVER:
            return Giver(giver.id, giver.table.options, Result.of(giver.id, giver.table))
    kept = await index.kept_challenge(code)  # the game is gone, or a round is played again
    if kept is not None:
        return Giver("", kept.options, kept.result)
    text = request.query_params.get(SENT, "")
    if code != code_of_text(text):
        raise Objected(Objection.NO_TABLE)
    sent = from_text(text)
    return Giver("", sent.options, sent.result, sent)


async def link_of(request: WebRequest, giver: Giver) -> str:
    """Return the address by which others take a challenge up: where nobody reaches what is kept
    here, it holds the game itself."""
    path = request.url.path
    if text := request.query_params.get(SENT, ""):
        return f"{path}?{SENT}={text}"
    if services_of(request).platform.offers.has_links or not giver.id:
        return path
    dealt = await host_of(request).openings.deal_of(giver.id)
    text = to_text(giver.options, dealt, giver.result)
    return f"/c/{code_of_text(text)}?{SENT}={text}"


@contextmanager
def suppress_missing() -> Iterator[None]:
    """Go on where there is no such table."""
    try:
        yield
    except Objected as objected:
        if objected.objection is not Objection.NO_TABLE:
            raise
