"""The result of a game for its page: the score like a ledger, and the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi.rules import Game, Goal, total
from hashi.table import place
from hashi.words import (
    GOALS,
    PLACES,
    RANKS,
    Words,
    aid_mark,
    next_rank_sentence,
    own_place_sentence,
    player_name,
    points,
    rank_or_mark,
    verdict,
)


@dataclass(frozen=True, slots=True)
class Column:
    """A player in the ledger."""

    seat: int
    player: str
    level: str
    """What a bot is called on the ladder of bots; empty for a person."""
    place: str
    """1st, 2nd and so on; empty alone and before the end."""
    is_winner: bool
    is_own: bool
    total: int


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One row of the ledger: what earns points, and what it earned each player."""

    what: str
    cells: tuple[tuple[int, str], ...]
    """Points, and a note such as the round, for each column."""


@dataclass(frozen=True, slots=True)
class ResultView:
    """The result as its template shows it."""

    columns: tuple[Column, ...]
    """The players, the winner first."""
    rows: tuple[LedgerRow, ...]
    headline: str
    """The rank in a solo game, else the verdict."""
    title: str
    """The result in a few words, for the page's title and for shared links."""
    lead: str
    """How far the next rank is, or the reader's place; may be empty."""
    news: tuple[str, ...]
    """What is new for this player: a best result, a rank."""


def result_of(
    words: Words,
    game: Game,
    levels: Sequence[str] = (),
    own: Sequence[int] = (),
    news: tuple[str, ...] = (),
    aid: str | None = None,
) -> ResultView:
    """Return the result of a game; `own` are the seats of the one who looks.

    `aid` is what the best had: the title of a link then has its mark instead of a rank, which
    stands only on the page that says how the game was played.
    """
    seats = sorted(range(len(game.totals)), key=lambda seat: -game.totals[seat])
    is_placed = game.is_over and len(seats) > 1
    reader = own[0] if len(own) == 1 and is_placed else None
    headline, title, lead = verdict(words, game, reader), verdict(words, game), ""
    if game.rank is not None:
        headline = words.say(RANKS[game.rank])
        gained = points(words, game.totals[0])
        reached = rank_or_mark(words, game.totals[0], aid)
        title = words.say("{what}: {points}", what=reached, points=gained)
        lead = next_rank_sentence(words, game.totals[0])
    elif reader is not None and game.winners != (reader,):
        lead = own_place_sentence(words, place(game.totals, reader))
    elif aid:
        title = f"{title} ({aid_mark(words, aid)})"
    columns = tuple(
        Column(
            seat,
            player_name(words, game.setup.players[seat]),
            levels[seat] if levels else "",
            words.say(PLACES[place(game.totals, seat) - 1]) if is_placed else "",
            seat in game.winners,
            seat == reader,
            game.totals[seat],
        )
        for seat in seats
    )
    return ResultView(columns, _rows(words, game, seats), headline, title, lead, news)


def _rows(words: Words, game: Game, seats: Sequence[int]) -> tuple[LedgerRow, ...]:
    """Return the ledger line by line, with a cell for each of these seats: islands, then goals."""
    ledgers = [game.ledgers[seat] for seat in seats]
    islands = [tuple(p for p in led if not isinstance(p.source, Goal)) for led in ledgers]
    counted = tuple(
        (total(each), f"{len(each)}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}2" if each else "")
        for each in islands
    )
    rows = [LedgerRow(words.say("Finished islands"), counted)]
    for goal in Goal:
        lines = [next((p for p in led if p.source is goal), None) for led in ledgers]
        cells = tuple(
            (item.points, words.say("round {round}", round=item.round)) if item else (0, "")
            for item in lines
        )
        name = words.say(GOALS[goal])
        rows.append(LedgerRow(name[:1].upper() + name[1:], cells))
    return tuple(rows)
