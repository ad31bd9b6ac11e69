"""Which puzzles a browser has solved: those that ship, and costly turns of games.

They are noted in cookies of their own: of the first kind at most all that there are, of the second
the last ones.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from starlette.requests import HTTPConnection
from starlette.responses import Response

from hashi.coach.hints.puzzles import shipped_puzzles
from hashi.server.site import link
from hashi.server.visitor import set_cookie

SOLVED = "hashi_solved"
FOUND = "hashi_found"
MOST_FOUND = 60
"""So many turns of games are remembered."""
_TURN = re.compile(r"[0-9a-f]{8}")


def solved_of(connection: HTTPConnection) -> frozenset[str]:
    """Return the ids of the puzzles that this browser has solved."""
    return _known(connection.cookies.get(SOLVED, "").split("."))


def note_solved(response: Response, connection: HTTPConnection, *ids: str) -> None:
    """Remember that puzzles are solved."""
    solved = solved_of(connection)
    if new := _known(ids) - solved:
        set_cookie(response, connection, SOLVED, ".".join(sorted(solved | new)))


def _known(ids: Iterable[str]) -> frozenset[str]:
    return frozenset(ids) & {puzzle.id for puzzle in shipped_puzzles()}


def turn_id(table_id: str, seat: int, round: int) -> str:
    """Return a short name of a turn of a game."""
    return hashlib.sha256(f"{table_id} {seat} {round}".encode()).hexdigest()[:8]


def found_turns(connection: HTTPConnection) -> tuple[str, ...]:
    """Return the ids of the turns for which this browser has found a better one, the last ones."""
    given = connection.cookies.get(FOUND, "").split(".")
    return tuple(id for id in given if _TURN.fullmatch(id))[-MOST_FOUND:]


def note_found(response: Response, connection: HTTPConnection, *ids: str) -> None:
    """Remember that better turns were found."""
    found = found_turns(connection)
    if new := [id for id in ids if _TURN.fullmatch(id) and id not in found]:
        set_cookie(response, connection, FOUND, ".".join((*found, *new)[-MOST_FOUND:]))


def forget_solved(response: Response, connection: HTTPConnection) -> None:
    """Forget what this browser has solved."""
    for name in (SOLVED, FOUND):
        if name in connection.cookies:
            response.delete_cookie(name, path=link("/"))
