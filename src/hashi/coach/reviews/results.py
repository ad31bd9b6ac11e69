"""A review as JSON: for programs, in a reader's language, and to be kept without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hashi.coach.evaluator import Method
from hashi.coach.outlook import Chances, Items, Outlook
from hashi.coach.position import Position
from hashi.coach.reviews.facts import Fact, FactKind
from hashi.coach.reviews.game_review import (
    PlayerReview,
    Review,
    StartReview,
    TurnReview,
    closed_rounds,
    resigned_in,
)
from hashi.coach.reviews.moments import ClosedRound, moments
from hashi.coach.reviews.sentences import explain_turn
from hashi.record import Record, notation_for
from hashi.rules import Board, Goal, Line
from hashi.words import Words

EDITION = 5
"""Of what reviews say. It is raised when the review of the same game says something else than
before: reviews that were kept are made again then."""
DIGITS = 9
"""Digits after the point: enough for the sum to hold to 1e-6."""


def to_json(review: Review, words: Words) -> dict[str, Any]:
    """Return a review for programs, as `hashi review --json` prints it; `why` is in words."""
    return {
        "players": [_player(player, words) for player in review.players],
        "over": review.is_over,
    }


def _player(player: PlayerReview, words: Words) -> dict[str, Any]:
    start = player.start
    return {
        "name": player.name,
        "expected": _rounded(player.expected.value),
        "luck": _rounded(player.luck),
        "others": _rounded(player.others),
        "cost": _rounded(player.cost),
        "total": player.total,
        "end": _rounded(player.end),
        "cost_per_turn": _rounded(player.cost_per_turn),
        "like": player.like,
        "start": None
        if start is None
        else {
            "played": str(start.played),
            "best": str(start.best),
            "cost": _rounded(start.cost),
        },
        "turns": [_turn(turn, words) for turn in player.turns],
    }


def _turn(turn: TurnReview, words: Words) -> dict[str, Any]:
    return {
        "round": turn.round,
        "card": str(turn.card),
        "played": str(turn.played),
        "best": str(turn.best),
        "value": _rounded(turn.value),
        "best_value": _rounded(turn.best_value),
        "possible": turn.possible,
        "cost": _rounded(turn.cost),
        "luck": _rounded(turn.luck),
        "others": _rounded(turn.others),
        "label": str(turn.label),
        "lines": {name: _rounded(points) for name, points in turn.outlook.items._asdict().items()},
        "why": explain_turn(words, turn),
    }


def _rounded(points: float) -> float:
    return round(points, DIGITS)


# --- to be kept


def write_review(review: Review) -> dict[str, Any]:
    """Return a review as JSON without a language; with the record, `read_review` reads it."""
    return {
        "version": 1,
        "method": str(review.method),
        "players": [
            {
                "seat": player.seat,
                "expected": _outlook(player.expected),
                "start": None
                if player.start is None
                else {
                    "best": str(player.start.best),
                    "value": player.start.value,
                    "best_value": player.start.best_value,
                },
                "turns": [_kept_turn(turn) for turn in player.turns],
            }
            for player in review.players
        ],
    }


def _kept_turn(turn: TurnReview) -> dict[str, Any]:
    return {
        "best": str(turn.best),
        "outlook": _outlook(turn.outlook),
        "best_outlook": _outlook(turn.best_outlook),
        "after": _outlook(turn.after),
        "luck": turn.luck,
        "cost": turn.cost,
        "others": turn.others,
        "possible": turn.possible,
        "why": [
            {
                "kind": str(fact.kind),
                "islands": [str(island) for island in fact.islands],
                "lines": [str(line) for line in fact.lines],
                "goal": None if fact.goal is None else str(fact.goal),
                "figures": [fact.number, fact.count, fact.other],
            }
            for fact in turn.why
        ],
    }


def _outlook(outlook: Outlook) -> list[float]:
    return [*outlook.items, *outlook.chances, outlook.error]


def read_review(data: Mapping[str, Any], record: Record) -> Review:
    """Return the review of this record that `write_review` has written.

    >>> from hashi.coach import read_review, review, write_review
    >>> game = hashi.new_game("A", ["Tim"], seed="sea").play_out([hashi.bot("greedy")])
    >>> found = review(game)
    >>> read_review(write_review(found), game.record) == found
    True
    """
    record = closed_rounds(record)
    found = moments(record)
    players = tuple(_read_player(kept, record, found) for kept in data["players"])
    return Review(players, Method(data["method"]), found[-1].settled.is_over)


def _read_player(
    kept: Mapping[str, Any], record: Record, found: Sequence[ClosedRound]
) -> PlayerReview:
    seat, expected = kept["seat"], _read_outlook(kept["expected"])
    turns: list[TurnReview] = []
    for told in kept["turns"]:
        before = turns[-1].after if turns else expected
        turns.append(_read_turn(told, len(turns) + 1, before, seat, record, found))
    return PlayerReview(
        seat,
        record.setup.players[seat],
        expected,
        found[-1].settled.totals[seat],
        tuple(turns),
        None if kept["start"] is None else _read_start(kept["start"], record),
        resigned_in(record, seat),
    )


def _read_turn(
    told: Mapping[str, Any],
    round: int,
    before: Outlook,
    seat: int,
    record: Record,
    found: Sequence[ClosedRound],
) -> TurnReview:
    here = Position.of(found[round - 1].settled, seat, ())
    played_sheet = Position.of(found[round].closed, seat, ()).sheet
    card, played = record.cards[round - 1], record.rounds[round - 1][seat]
    best = notation_for(record.setup.board).turn(told["best"])
    is_best = best == played
    return TurnReview(
        round=round,
        card=card,
        played=played,
        best=played if is_best else best,
        before=before,
        outlook=_read_outlook(told["outlook"]),
        best_outlook=_read_outlook(told["best_outlook"]),
        after=_read_outlook(told["after"]),
        luck=told["luck"],
        cost=told["cost"],
        others=told["others"],
        why=tuple(_read_fact(fact, record.setup.board) for fact in told["why"]),
        sheet=here.sheet,
        played_sheet=played_sheet,
        best_sheet=played_sheet if is_best else here.after(card, best, record.setup.is_solo).sheet,
        possible=told["possible"],
    )


def _read_start(kept: Mapping[str, Any], record: Record) -> StartReview:
    number, _, island = kept["best"].partition("@")
    best = notation_for(record.setup.board).start(f"{island}={number}")
    return StartReview(record.starts[0], best, kept["value"], kept["best_value"])


def _read_outlook(figures: list[float]) -> Outlook:
    *figures, error = figures
    items = len(figures) // 2 + 1
    return Outlook(Items(*figures[:items]), Chances(*figures[items:]), error)


def _read_fact(data: Mapping[str, Any], board: Board) -> Fact:
    number, count, other = data["figures"]
    return Fact(
        FactKind(data["kind"]),
        tuple(board.island(name) for name in data["islands"]),
        tuple(_line(board, name) for name in data["lines"]),
        None if data["goal"] is None else Goal(data["goal"]),
        number,
        count,
        other,
    )


def _line(board: Board, name: str) -> Line:
    return next(line for line in board.lines if str(line) == name)
