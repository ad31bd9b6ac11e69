"""One's own last ten mistakes: the costliest turns of the last games that were reviewed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.coach import TurnReview
from hashi.coach.reviews.sentences import figure
from hashi.drawing import scene, still_board
from hashi.host import LoadedTable
from hashi.server.jobs.reviews import Reviewed
from hashi.server.pages.me.own_results import own_results
from hashi.server.pages.parts.solved_puzzles import found_turns, turn_id
from hashi.server.responses import host_of, respond
from hashi.server.services import services_of
from hashi.server.visitor import Visitor, visitor_of
from hashi.table import Phase, Result
from hashi.words import day_text

MOST_SHOWN = 10
MOST_GAMES = 10
"""So many reviewed games are looked at, the last ones."""
MOST_TO_REVIEW = 3
"""So many games without a review are offered."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A turn that can be played again."""

    link: str
    board: str
    day: str
    turn: TurnReview
    lost: str
    is_solved: bool
    """Whether a better turn was found since."""


@dataclass(frozen=True, slots=True)
class Unreviewed:
    """A game whose mistakes are not known yet."""

    link: str
    day: str
    points: int


async def show_mistakes(request: WebRequest) -> Response:
    """Answer with one's own last mistakes, and the last games that have no review yet."""
    visitor, host = visitor_of(request), host_of(request)
    results = await own_results(request, visitor)
    costs = {} if visitor.is_new else await host.index.costs_of(visitor.holder)
    known = [result for result in results if result.id in costs][:MOST_GAMES]
    unknown = [result for result in results if result.id not in costs][:MOST_TO_REVIEW]
    mistakes: list[Mistake] = []
    solved = found_turns(request)
    reviews = services_of(request).reviews
    tables = await host.tables.many([result.id for result in known])
    days = {result.id: day_text(visitor.words, result.at) for result in results}
    for loaded in tables:
        if len(mistakes) >= MOST_SHOWN:
            break
        if not isinstance(loaded, LoadedTable) or loaded.table.phase is not Phase.OVER:
            continue
        reviewed = await reviews.kept(loaded)
        if reviewed is not None:
            mistakes += _mistakes(visitor, loaded, reviewed, days[loaded.id], solved)
    mistakes = mistakes[:MOST_SHOWN]
    return respond(
        request,
        visitor,
        "learn/mistakes",
        mistakes=mistakes,
        solved=sum(mistake.is_solved for mistake in mistakes),
        unreviewed=[_unreviewed(visitor, result, days[result.id]) for result in unknown],
        has_games=bool(results),
    )


def _mistakes(
    visitor: Visitor, loaded: LoadedTable, reviewed: Reviewed, day: str, solved: Collection[str]
) -> list[Mistake]:
    """Return the costliest turns of a game that were one's own."""
    own, words = loaded.table.seats_of(visitor.holder), visitor.words
    found = []
    for player in reviewed.review.players:
        if player.seat not in own:
            continue
        for step, turn in enumerate(player.costliest, start=1):
            link = f"/t/{loaded.id}/review/find/{player.seat}?step={step}"
            board = still_board(scene(turn.sheet), words.say("Your board"))
            is_solved = turn_id(loaded.id, player.seat, turn.round) in solved
            lost = figure(words, turn.cost)
            found.append(Mistake(link, board, day, turn, lost, is_solved))
    return found


def _unreviewed(visitor: Visitor, result: Result, day: str) -> Unreviewed:
    seat = result.holders.index(visitor.holder)
    return Unreviewed(f"/t/{result.id}/review", day, result.totals[seat])
