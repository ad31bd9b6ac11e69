"""Where there is no review yet, or none at all: while the game runs, or where it was ended too
early, and while the coach looks at its turns."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.host import LoadedTable
from hashi.server.jobs.reviews import Pending, is_reviewable
from hashi.server.responses import is_part, respond
from hashi.server.view.rounds.still_game import levels_of, still_of
from hashi.server.visitor import Visitor
from hashi.table import Phase

RUNNING = 409
"""The status of a review that cannot be there yet."""


@dataclass(frozen=True, slots=True)
class Wait:
    """What is waited for."""

    id: str
    pending: Pending | None
    """How far the review is; None while the game runs."""
    round: int = 0
    """Of a game that runs: its round, or 0 before the first card."""
    rounds: int = 0
    is_closed: bool = False
    """Whether the game was ended before its last card."""
    has_review: bool = False
    """Whether there is one nevertheless, of the rounds that were closed."""


def show_wait(
    request: WebRequest, visitor: Visitor, loaded: LoadedTable, pending: Pending | None = None
) -> Response:
    """Answer with how far a review is, below the final boards; or with when it will be there."""
    is_closed = loaded.table.phase is Phase.CLOSED
    if pending is None:
        game = loaded.table.game
        has_review = is_reviewable(loaded.table)
        wait = Wait(loaded.id, None, is_closed=is_closed, has_review=has_review)
        if game is not None and loaded.table.phase is Phase.ROUND:
            wait = Wait(loaded.id, None, game.rounds + 1, game.setup.rounds)
        return respond(request, visitor, "review/wait", RUNNING, wait=wait, still=None)
    wait = Wait(loaded.id, pending, is_closed=is_closed)
    if is_part(request):
        return respond(request, visitor, "review/_progress", wait=wait)
    game, record, words = loaded.table.played, loaded.table.record, visitor.words
    still = still_of(game, record, len(record.rounds), words, levels_of(words, loaded.table))
    return respond(request, visitor, "review/wait", wait=wait, still=still)
