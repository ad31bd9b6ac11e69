"""The games of one visitor as the start page lists them: unfinished ones, then results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import inf

from hashi.drawing import scene, still_board
from hashi.host import Host, LoadedTable, Unopened
from hashi.rules import Sheet
from hashi.rules.game.seat_view import open_sheet
from hashi.server.view.table_titles import names_of, state_of, title_of
from hashi.server.visitor import Visitor
from hashi.table import Aid, Phase, Result, counted_results
from hashi.table.requests.seat import LONG_CLOCK
from hashi.words import (
    PLACES,
    Words,
    aid_mark,
    day_text,
    listed,
    player_name,
    points_unit,
    rank_or_mark,
    time_left_text,
)

SHOWN_RESULTS = 20
"""How many results are listed at first; "Show more" doubles them."""
MOST_RESULTS = 400
MOST_KNOWN = 100_000
"""Results among which the first one with the same cards is looked for."""
SHOWN_UNFINISHED = 4
"""How many unfinished games lie open; the others are folded away, except games with people."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that goes on, in the words of its row."""

    id: str
    title: str
    """Whom the visitor plays with, or that they play solo."""
    state: str
    """The round, or what the table waits for."""
    waits: str
    """Who is still to act; empty where it is the visitor's turn."""
    is_turn: bool
    is_with_people: bool
    at: float
    is_broken: bool = False
    is_closed: bool = False
    """Whether it was ended before its last card."""
    deadline: float | None = None
    """When the visitor's turn ends, in a game of hours or days."""
    left: str = ""
    """How much time that is, in words."""

    @property
    def due(self) -> str:
        """The deadline as pages give times to scripts."""
        return "" if self.deadline is None else iso_time(self.deadline)

    @property
    def urgency(self) -> tuple[bool, bool, bool, float, float]:
        """Sort key: one's own turn first, people before bots, the next deadline, the latest."""
        due = inf if self.deadline is None else self.deadline
        return (
            self.is_broken or self.is_closed,
            not self.is_turn,
            not self.is_with_people,
            due,
            -self.at,
        )


@dataclass(frozen=True, slots=True)
class GameRow:
    """A result in the words of its row."""

    id: str
    title: str
    """The rank of a solo game or why there is none, the place with others, or who won."""
    against: str
    day: str
    points: int
    unit: str
    """The word for points that goes with their count."""
    is_won: bool
    is_hinted: bool
    seat: int
    """Whose board stands beside it."""
    again: str
    """Where a form is posted to play the same cards again."""


@dataclass(frozen=True, slots=True)
class GameList:
    """All that the start page says about a visitor's games."""

    resumed: Unfinished | None = None
    """The game to go on with first."""
    board: str = ""
    """The visitor's own board in that game, as SVG."""
    unfinished: Sequence[Unfinished] = ()
    folded: Sequence[Unfinished] = ()
    finished: Sequence[GameRow] = ()
    more: int = 0
    """How many results to ask for to see more; 0 where all are shown."""
    turns: Sequence[str] = ()
    """The ids of the games with other people in which it is the visitor's turn."""
    has_company: bool = False
    """Whether any unfinished game is one with other people."""


async def games_of(
    host: Host, visitor: Visitor, now: float, asked: int = SHOWN_RESULTS
) -> GameList:
    """Return the games of this browser, with so many results."""
    if visitor.is_new:
        return GameList()
    words, holder = visitor.words, visitor.holder
    tables = {table.id: table for table in await host.index.tables_of(holder)}
    results = await host.index.results_of(holder, asked + 1)
    own = await _known(host, holder, results) if len(results) > asked else results
    rows = sorted(
        (_unfinished(table, visitor, now) for table in tables.values()), key=lambda row: row.urgency
    )
    resumed = rows[0] if rows and not (rows[0].is_broken or rows[0].is_closed) else None
    rest = rows[1:] if resumed else rows
    is_open = [index < SHOWN_UNFINISHED or row.is_with_people for index, row in enumerate(rest)]
    return GameList(
        resumed,
        _board(tables[resumed.id], visitor) if resumed else "",
        [row for row, is_shown in zip(rest, is_open, strict=True) if is_shown],
        [row for row, is_shown in zip(rest, is_open, strict=True) if not is_shown],
        finished_rows(words, results[:asked], own, holder),
        min(2 * asked, MOST_RESULTS) if len(results) > asked < MOST_RESULTS else 0,
        _turns(rows),
        any(row.is_with_people for row in rows),
    )


async def _known(host: Host, holder: str, latest: list[Result]) -> list[Result]:
    """Return all results that say which of the latest count: those of cards that others have as
    well count once, so earlier ones matter."""
    if not any(result.daily or result.challenge for result in latest):
        return latest
    return await host.index.results_of(holder, MOST_KNOWN)


async def turns_of(host: Host, visitor: Visitor) -> list[str]:
    """Return the ids of the games with other people in which it is this visitor's turn."""
    if visitor.is_new:
        return []
    return _turns(
        [_unfinished(table, visitor, 0.0) for table in await host.index.tables_of(visitor.holder)]
    )


def _turns(rows: Sequence[Unfinished]) -> list[str]:
    return [row.id for row in rows if row.is_turn and row.is_with_people]


def _unfinished(loaded: LoadedTable | Unopened, visitor: Visitor, now: float) -> Unfinished:
    """Return the row of a game; a table that cannot be opened is called by its id."""
    words = visitor.words
    if isinstance(loaded, Unopened):
        id, is_passing = loaded.id, loaded.objection.is_passing
        say = words.say
        why = say("Can’t be opened right now") if is_passing else say("Can’t be opened any more")
        return Unfinished(id, id, why, "", False, False, 0.0, is_broken=True)
    table = loaded.table
    own = table.seats_of(visitor.holder)
    others = [seat for seat in range(len(table.seats)) if seat not in own]
    waiting = [seat for seat in table.waiting_for if not table.seats[seat].bot]
    is_turn = any(seat in own for seat in waiting)
    waits = "" if is_turn else names_of(words, table, waiting)
    deadline = table.deadline if is_turn and table.options.clock >= LONG_CLOCK else None
    return Unfinished(
        loaded.id,
        title_of(words, table, own),
        state_of(words, table),
        words.say("Waiting for {players}.", players=waits).removesuffix(".") if waits else "",
        is_turn,
        any(table.seats[seat].holder for seat in others),
        table.since,
        deadline=deadline,
        left="" if deadline is None else time_left_text(words, deadline - now),
        is_closed=table.phase is Phase.CLOSED,
    )


def iso_time(at: float) -> str:
    """Return a time in seconds since 1970 as a machine reads it: 2026-11-19T18:00:00Z."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _board(loaded: LoadedTable | Unopened, visitor: Visitor) -> str:
    """Return the picture of the visitor's own board as it lies open."""
    assert isinstance(loaded, LoadedTable)
    table = loaded.table
    seat = next(iter(table.seats_of(visitor.holder)), 0)
    blank = Sheet.blank(table.options.played_board())
    sheet = open_sheet(table.game, seat) if table.game else blank
    return still_board(scene(sheet), "")


def finished_rows(
    words: Words, shown: Sequence[Result], own: Sequence[Result], holder: str
) -> list[GameRow]:
    """Return some of a holder's own results in the words of their rows."""
    counted = {result.id for result in counted_results(own, holder)}
    return [_finished(words, result, holder, result.id in counted) for result in shown]


def _finished(words: Words, result: Result, holder: str, is_counted: bool) -> GameRow:
    """Return a result in the words of its row; a game alone with cards once known has no rank."""
    own = result.seats_of(holder)
    seat = own[0] if len(own) == 1 else None
    others = [player for s, player in enumerate(result.players) if s != seat]
    against = listed(words, [player_name(words, name) for name in others])
    aid = result.best_aid if seat is None else result.aid(seat)
    if result.is_alone:
        known = None if is_counted else Aid.SAME_CARDS
        title = rank_or_mark(words, result.totals[0], aid or known)
        against = words.say("Board of the day") if result.daily else words.say("Solo")
    elif seat is not None:
        place = words.say(PLACES[result.place(seat) - 1])
        title = words.say("{place} of {count}", place=place, count=len(result.players))
        against = words.say("With {players}", players=against)
    else:
        winners = listed(words, [player_name(words, result.players[s]) for s in result.winners])
        count = len(result.winners)
        title = words.say_many("Winner: {players}", "Winners: {players}", count, players=winners)
    if not result.is_alone:
        against = " · ".join(filter(None, (against, aid_mark(words, aid))))
    reached = max(result.totals) if seat is None else result.totals[seat]
    return GameRow(
        result.id,
        title,
        against,
        day_text(words, result.at),
        reached,
        points_unit(words, reached),
        seat is not None and not result.is_alone and result.place(seat) == 1,
        aid is Aid.HINTS,
        seat or 0,
        _again(result),
    )


def _again(result: Result) -> str:
    if result.daily:
        return f"/daily/{result.daily}"
    return f"/c/{result.challenge}" if result.challenge else f"/me/games/{result.id}/again"
