"""Replays traces of the rules in the kernel and checks that it agrees at every step."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from hashi.arrays import chart as charts
from hashi.arrays import constants
from hashi.arrays import kernel as installed
from hashi.rules import Goal
from tests.arrays.traces import Trace


def replay_in_kernel(kernel: Any, told: Trace) -> None:
    """Play the trace, all seats at the same time, and compare every step with it."""
    board, seats = told.board, told.seats
    skip = len(board.islands) + len(board.lines)
    width = skip + 1 + len(board.islands)
    chart = charts.chart(board)
    games = array("Q", bytes(8 * kernel.game_words(seats)))
    cards = array("B", bytes(map(charts.card_byte, told.cards)))
    actions, wrong = array("i", [0] * seats), array("B", [0] * seats)
    rewards, totals = array("f", [0] * seats), array("i", [0] * seats)
    over, masks = array("B", [0]), array("B", [0] * width * seats)
    steps = list(zip(told.marks, told.words, strict=True))
    ways = [iter([step for step in steps if step[0][0] == seat]) for seat in range(seats)]
    earned = [0.0] * seats
    kernel.begin_games(chart, games, cards, len(cards), seats, 0, 1, False)
    while not over[0]:
        round = games[constants.ROUND]
        kernel.write_masks(chart, games, seats, 0, 1, masks)
        acted = []
        for seat in range(seats):
            at = constants.HEAD_WORDS + seat * constants.SEAT_WORDS
            mask = masks[seat * width : (seat + 1) * width]
            allowed = frozenset(action for action in range(width) if mask[action])
            assert max(mask) == 1, told.name
            if games[at + constants.STAGE] == constants.DONE:
                assert allowed == {skip}, told.name
                actions[seat] = skip
                continue
            (_, expected, actions[seat], _), words = next(ways[seat])
            assert allowed == expected, (told.name, round, seat)
            acted.append((at, words))
            if round == 0:
                continue
            refused = next((a for a in range(-1, width + 1) if a not in allowed), -1)
            bad = array("i", [refused if s == seat else actions[s] for s in range(seats)])
            kernel.find_wrong_actions(chart, games, seats, 0, 1, bad, over, wrong)
            assert wrong[seat], (told.name, round, seat, refused)
        assert kernel.find_wrong_actions(chart, games, seats, 0, 1, actions, over, wrong) == 0
        found = kernel.step_games(
            chart, games, cards, len(cards), seats, 0, 1, actions, rewards, over, False
        )
        assert found == constants.WRONG_ACTION, told.name
        earned = [sum(pair) for pair in zip(earned, rewards, strict=True)]
        for at, words in acted if round else ():  # the first sheets are passed on at once (R5)
            assert games[at : at + constants.PAID].tolist() == words, (told.name, round)
        if games[constants.ROUND] != round or over[0]:
            kernel.write_totals(games, seats, 0, 1, totals)
            _check_round(told, games, totals, round)
    assert all(next(way, None) is None for way in ways), told.name
    assert tuple(earned) == told.rounds[-1].totals, told.name


def _check_round(told: Trace, games: Sequence[int], totals: Sequence[int], round: int) -> None:
    """Check the state after a closed round: sheets, goals, points, and what the others see."""
    game, seats = told.rounds[round], told.seats
    assert tuple(totals) == game.totals, (told.name, round)
    gone = sum(1 << bit for bit, goal in enumerate(Goal) if goal in game.gone)
    assert games[constants.GONE] == gone, (told.name, round)
    for seat in range(seats):
        words = list(charts.sheet_words(game.sheets[seat], game.ledgers[seat]))
        at = constants.HEAD_WORDS + seat * constants.SEAT_WORDS
        assert list(games[at : at + constants.SHEET_WORDS]) == words, (told.name, round)
        assert charts.sheet_of(told.board, games, at) == game.sheets[seat], (told.name, round)
        shown = constants.HEAD_WORDS + seats * constants.SEAT_WORDS + seat * constants.SHEET_WORDS
        if seats > 1:
            assert list(games[shown : shown + constants.SHEET_WORDS]) == words, (told.name, round)


def compiled() -> ModuleType | None:
    """Return the installed kernel if it is compiled."""
    return installed if installed.is_compiled else None
