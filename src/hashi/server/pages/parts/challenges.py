"""Challenges, by the code of their address."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest

from hashi.server.responses import host_of
from hashi.table import Objected, Objection, Options, Phase, Result
from hashi.table.labels import CODE_LENGTH
from hashi.words import Words, listed, player_name


@dataclass(frozen=True, slots=True)
class Giver:
    """The game that is to be beaten."""

    id: str
    """Its table; empty where the game is gone, and names and holders with it."""
    options: Options
    result: Result


def names_in(words: Words, result: Result, seats: Sequence[int] | None = None) -> str:
    """Return the names of the players, or of those on these seats; someone, where they are not
    known any more."""
    if not any(result.players):
        return words.say("Somebody")
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
    if kept is None:
        raise Objected(Objection.NO_TABLE)
    return Giver("", kept.options, kept.result)


@contextmanager
def suppress_missing() -> Iterator[None]:
    """Go on where there is no such table."""
    try:
        yield
    except Objected as objected:
        if objected.objection is not Objection.NO_TABLE:
            raise
