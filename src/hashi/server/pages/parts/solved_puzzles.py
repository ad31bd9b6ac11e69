"""Which puzzles a browser has solved: noted in a cookie of its own, at most all that there are."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from hashi.coach.puzzles import shipped_puzzles
from hashi.server.site import link
from hashi.server.visitor import set_cookie

SOLVED = "hashi_solved"


def solved_of(connection: HTTPConnection) -> frozenset[str]:
    """Return the ids of the puzzles that this browser has solved."""
    known = {puzzle.id for puzzle in shipped_puzzles()}
    return frozenset(connection.cookies.get(SOLVED, "").split(".")) & known


def note_solved(response: Response, connection: HTTPConnection, id: str) -> None:
    """Remember that a puzzle is solved."""
    solved = solved_of(connection)
    if id not in solved:
        set_cookie(response, connection, SOLVED, ".".join(sorted((*solved, id))))


def forget_solved(response: Response, connection: HTTPConnection) -> None:
    """Forget what this browser has solved."""
    if SOLVED in connection.cookies:
        response.delete_cookie(SOLVED, path=link("/"))
