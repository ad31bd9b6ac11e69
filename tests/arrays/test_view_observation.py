"""Observations and masks made from a view are those that the kernel makes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi.arrays import Batch, fields
from hashi.arrays.view_observation import SeatPosition
from hashi.boards import board
from hashi.envs.recorder import recorder_of
from hashi.rules import Board, Game, Pens, view
from tests.support.examples import examples
from tests.support.generate import games

BOARDS = {"A": board("A"), "B": board("B"), "small": Board(("oor", "o.b", "rob"))}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_step_of_a_game_is_seen_as_in_the_kernel(name: str, seats: int) -> None:
    batch = Batch(BOARDS[name], games=1, seats=seats, seed=seats)
    recorder = recorder_of(batch, [f"seat {seat}" for seat in range(seats)])
    while not batch.over[0]:
        for seat, position in enumerate(recorder._positions):
            assert position.mask() == batch.masks[0, seat].tobytes()
            assert position.observation() == batch.observe()[0, seat].tobytes()
        actions = batch.any_actions()
        batch.step(actions)
        recorder.take(actions[0].tolist())
    assert recorder.game.is_over
    assert recorder.game.totals == tuple(batch.totals[0])


@examples(50)
@given(games(pens=Pens.FREE), st.integers(1, 4))
def test_sheets_that_the_kernel_cannot_hold_stay_within_the_limits(
    played: tuple[object, Game], seats: int
) -> None:
    game = played[1]
    if game.is_over or game.is_finished:
        return
    seen = np.frombuffer(SeatPosition(view(game, 0)).observation(seats), np.uint8)
    layout = fields(game.setup.board, seats, game.setup.deck)
    assert len(seen) == layout[-1].at.stop
    for field in layout:
        assert (seen[field.at] <= field.most).all(), field.name
