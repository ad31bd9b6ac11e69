"""The result of a game for its page: the score line by line, and the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi.drawing import column_svg, scale_of
from hashi.rules import Game, Goal, total
from hashi.server.view.rounds.still_game import board_of
from hashi.table import place
from hashi.words import (
    GOALS,
    PLACES,
    RANKS,
    Words,
    line_headline,
    margin_sentence,
    next_rank_sentence,
    player_name,
    points,
    points_by_line,
    points_unit,
    rank_or_mark,
    to_come,
    verdict,
    winner_headline,
)


@dataclass(frozen=True, slots=True)
class Column:
    """A player in the score."""

    seat: int
    player: str
    level: str
    """What a bot is called on the ladder of bots; empty for a person."""
    place: str
    """1st, 2nd and so on; empty alone and before the end."""
    is_winner: bool
    is_own: bool
    total: int
    svg: str
    """Its points as a column."""


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One row of the score: what earns points, and what it earned each player."""

    what: str
    goal: Goal | None
    """None for the islands."""
    cells: tuple[tuple[int, str], ...]
    """Points, and a note such as the round, for each column."""
    headline: str
    """What stands out in it, for those who play together; empty alone."""
    to_come: str
    """What is counted after it."""
    spoken: str
    """The line as it is read out."""


@dataclass(frozen=True, slots=True)
class ResultView:
    """The result as its template shows it."""

    columns: tuple[Column, ...]
    """The players by seat: the reader first, then to the left. Never by points."""
    rows: tuple[LedgerRow, ...]
    headline: str
    """The rank in a solo game, else who wins."""
    title: str
    """The result in a few words, for the page's title and for shared links."""
    lead: str
    """How far the next rank is, or by how much the game is won; may be empty."""
    news: tuple[str, ...]
    """What is new for this player: a best result, a rank."""
    is_counting: bool = False
    """Whether the points are only now counted: then no figure is shown yet."""
    board: str = ""
    """The finished board of a game alone, as SVG."""
    unit: str = ""
    """The word for points that goes with the total of a game alone."""


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
    is_alone = len(game.totals) == 1
    reader = own[0] if len(own) == 1 and not is_alone else None
    title = verdict(words, game, aid=None if reader is not None else aid)
    if is_alone:
        headline, lead = title, ""
    else:
        headline = winner_headline(words, game, reader)
        lead = margin_sentence(words, game, reader)
    if game.rank is not None:
        headline = words.say(RANKS[game.rank])
        gained = points(words, game.totals[0])
        reached = rank_or_mark(words, game.totals[0], aid)
        title = words.say("{what}: {points}", what=reached, points=gained)
        lead = "" if aid else next_rank_sentence(words, game.totals[0])
    seats = _in_order(game, reader)
    columns = _columns(words, game, seats, levels, reader)
    rows = _rows(words, game, seats, reader)
    if not is_alone:
        return ResultView(columns, rows, headline, title, lead, news)
    board = board_of(game, 0, words)
    unit = points_unit(words, game.totals[0])
    return ResultView(columns, rows, headline, title, lead, news, board=board, unit=unit)


def counting_of(words: Words, game: Game, own: Sequence[int] = ()) -> ResultView:
    """Return what is shown of a game before its points are counted: names and lines, no figure."""
    reader = own[0] if len(own) == 1 else None
    columns = tuple(
        Column(
            seat,
            player_name(words, game.setup.players[seat]),
            "",
            "",
            is_winner=False,
            is_own=seat == reader,
            total=0,
            svg=column_svg((), 1, shown=0),
        )
        for seat in _in_order(game, reader)
    )
    rows = tuple(
        LedgerRow(what, goal, ((0, ""),) * len(columns), "", "", "") for what, goal in _lines(words)
    )
    headline = words.say("Counting the points")
    return ResultView(columns, rows, headline, headline, "", (), is_counting=True)


def _in_order(game: Game, reader: int | None) -> list[int]:
    """Return the seats as they sit: the reader first, then to the left."""
    count = len(game.totals)
    return [(seat + (reader or 0)) % count for seat in range(count)]


def _columns(
    words: Words, game: Game, seats: Sequence[int], levels: Sequence[str], reader: int | None
) -> tuple[Column, ...]:
    is_placed = game.is_over and len(seats) > 1
    scale = scale_of(game.totals)
    return tuple(
        Column(
            seat,
            player_name(words, game.setup.players[seat]),
            levels[seat] if levels else "",
            words.say(PLACES[place(game.totals, seat) - 1]) if is_placed else "",
            seat in game.winners,
            seat == reader,
            game.totals[seat],
            column_svg(points_by_line(game, seat), scale),
        )
        for seat in seats
    )


def _lines(words: Words) -> list[tuple[str, Goal | None]]:
    """Return what the lines of the score are called."""
    goals = [(words.say(GOALS[goal]), goal) for goal in Goal]
    named = [(name[:1].upper() + name[1:], goal) for name, goal in goals]
    return [(words.say("Finished islands"), None), *named]


def _rows(
    words: Words, game: Game, seats: Sequence[int], reader: int | None
) -> tuple[LedgerRow, ...]:
    """Return the score line by line, with a cell for each of these seats: islands, then goals."""
    rows, left = [], list(Goal)
    for what, goal in _lines(words):
        left = [other for other in left if other is not goal]
        cells = tuple(_cell(words, game, seat, goal) for seat in seats)
        counts = [
            f"{_name(words, game, seat, reader)} {earned}"
            for seat, (earned, _) in zip(seats, cells, strict=True)
        ]
        is_alone = len(seats) == 1
        rows.append(
            LedgerRow(
                what,
                goal,
                cells,
                "" if is_alone else line_headline(words, game, goal, reader),
                "" if is_alone else to_come(words, left),
                words.say("{what}: {points}", what=what, points=", ".join(counts)),
            )
        )
    return tuple(rows)


def _cell(words: Words, game: Game, seat: int, goal: Goal | None) -> tuple[int, str]:
    ledger = game.ledgers[seat]
    if goal is not None:
        item = next((item for item in ledger if item.source is goal), None)
        return (item.points, words.say("round {round}", round=item.round)) if item else (0, "")
    islands = tuple(item for item in ledger if not isinstance(item.source, Goal))
    times = f"{len(islands)}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}2" if islands else ""
    return total(islands), times


def _name(words: Words, game: Game, seat: int, reader: int | None) -> str:
    if seat == reader:
        return words.say("You")
    return player_name(words, game.setup.players[seat])
