"""Random games on random boards, compared with a slow second scorer and referee."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from benchmarks.random_play import random_board, random_record
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.generate import boards, games, rngs
from tests.support.reference_referee import crossing, referee
from tests.support.reference_scorer import flags_of, lines_of, score

from hashi.record import Record, to_fields
from hashi.rules import Board, Game, Goal, Pens


def plain(record: Record) -> dict[str, Any]:
    """The record as plain data, its board always as rows."""
    rows = [" ".join(row) for row in record.setup.board.rows]
    return {**to_fields(record), "board": {"rows": rows}}


def told(game: Game) -> dict[str, Any]:
    """Where a game stands, in the plain data of the second scorer."""
    sheets = game.sheets
    return {
        "numbers": [{i.name: n for i, n in sheet.numbers.items()} for sheet in sheets],
        "bridges": [
            {
                frozenset(end.name for end in line.ends): sheet.bridges(line)
                for line in sheet.board.lines
                if sheet.bridges(line)
            }
            for sheet in sheets
        ],
        "finished": [{i.name for i in s.board.islands if s.is_finished(i)} for s in sheets],
        "struck": [{i.name for i in s.board.islands if s.is_struck(i)} for s in sheets],
        "scribbles": [[(n.island.name, n.number) for n in s.scribbles] for s in sheets],
        "goals": [
            {item.source.value: item.points for item in led if isinstance(item.source, Goal)}
            for led in game.ledgers
        ],
        "totals": list(game.totals),
        "winners": list(game.winners),
        "rank": game.rank,
    }


@given(boards)
def test_r2_lines_and_crossings_are_those_of_a_second_reading(board: Board) -> None:
    names = flags_of([" ".join(row) for row in board.rows])
    lines = {frozenset(end.name for end in line.ends): line for line in board.lines}
    assert set(lines) == lines_of(set(names))
    for one, line in lines.items():
        for other, second in lines.items():
            assert line.crosses(second) == (second in board.crossings[line.index])
            assert line.crosses(second) == crossing(one, other)


@pytest.mark.no_cover  # the same lines many times over
@examples(250)
@given(games())
def test_points_equal_the_slow_scorer(played: tuple[Record, Game]) -> None:
    record, game = played
    assert told(game) == score(plain(record))


@examples(150)
@given(rngs, st.integers(1, 4))
def test_points_equal_the_slow_scorer_on_little_boards(rng: Random, players: int) -> None:
    """Few islands: goals are reached often, and lines fill up."""
    board = random_board(rng, smallest=3, largest=4)
    record, game = random_record(rng, board, players)
    assert told(game) == score(plain(record))


@pytest.mark.no_cover
@examples(150)
@given(games(pens=Pens.FREE))
def test_r33_free_pens_equal_the_slow_referee(played: tuple[Record, Game]) -> None:
    record, game = played
    assert told(game) == referee(plain(record))


@pytest.mark.no_cover
@examples(150)
@given(rngs, st.integers(1, 4))
def test_r34_free_pens_equal_the_slow_referee_on_little_boards(rng: Random, players: int) -> None:
    """Few islands: mistakes run into each other, goals are reached and lost again."""
    board = random_board(rng, smallest=3, largest=4)
    record, game = random_record(rng, board, players, pens=Pens.FREE)
    assert told(game) == referee(plain(record))
