"""The model of all games with known cards allows exactly what the rules allow."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from benchmarks.random_play import random_board, random_record
from tests.support.examples import tried
from tests.support.late import late

from hashi.arena.match import play_match
from hashi.arena.tournament import Contest
from hashi.boards import board, standard_deck
from hashi.bots import BOTS
from hashi.record import Record
from hashi.rules import (
    Board,
    Card,
    Game,
    Goal,
    Number,
    Played,
    Setup,
    Start,
    Turned,
    deal,
    seeded,
    turns,
)
from hashi.rules.game.setup import START_NUMBERS

if TYPE_CHECKING:
    from benchmarks import foresight
else:
    foresight = late("benchmarks.foresight")

pytestmark = pytest.mark.no_cover  # the model of the solver is no part of hashi


def points_in_the_model(record: Record) -> int:
    """Return the points of a game by the model; `solve` compares them with the rules."""
    model = foresight.Foresight(record.setup, record.cards)
    model.fix(record)
    best, bound = model.solve(60)
    assert best is not None
    assert best.replay().totals == (bound,)
    return bound


@pytest.mark.hypothesis  # `make laws` tries more of them
@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("bot", ["greedy", "friend", "planner"])
def test_games_of_bots_are_in_the_model_with_their_points(side: str, bot: str) -> None:
    setup = Setup(board(side), standard_deck(), ("Ida",))
    for seed in tried(range(4), at_least=1):
        dealt = deal(setup.deck, seeded(f"known {seed}"))
        match = play_match(setup, dealt, [BOTS[bot](f"{seed}")])
        assert points_in_the_model(match.record) == match.totals[0]


def test_random_games_on_random_boards_are_in_the_model_with_their_points() -> None:
    for seed in range(12):
        rng = Random(seed)
        record, game = random_record(rng, random_board(rng, largest=5), 1)
        assert points_in_the_model(record) == game.totals[0]


@pytest.mark.hypothesis  # `make laws` tries all of them
@pytest.mark.parametrize(
    ("rows", "cards", "last"),
    tried(
        [
            ("orb oob", "1/1 2/1 1/1", 2),
            (".ob o.o .or", "1/2 2/1", 2),
            ("obr o.o ro.", "1/1 2/2 1/2", 3),
            ("orb oob", "1/1 2/1 1/1 2/2", 3),
            (".ob o.o .or", "1/2 2/1 2/2", 2),
        ],
        at_least=2,
    ),
)
def test_no_legal_game_has_more_points(
    rows: str, cards: str, last: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Try every game, turn by turn, on small boards with few cards."""
    for goal in Goal:
        monkeypatch.setattr(goal, "deadline", last)
    pile = tuple(map(Card.parse, cards.split()))
    setup = Setup(Board(tuple(rows.split())), (*pile, Card(6, 3)), ("Ida",))
    islands = [island for island in setup.board.islands if island.flag is None]
    starts = [Start(0, Number(island, number)) for island in islands for number in START_NUMBERS]
    games = [Game.begin(setup).play(start) for start in starts]
    for card in pile:
        turned = [game.play(Turned(card)) for game in games]
        played = [
            game.play(Played(0, turn)) for game in turned for turn in turns(game.sheets[0], card)
        ]
        games = list({(game.sheets, game.totals): game for game in played}.values())
    best, bound = foresight.Foresight(setup, pile).solve(60)
    assert best is not None
    assert max(game.totals for game in games) == best.replay().totals == (bound,)


def test_a_game_is_reported_with_bounds_when_time_runs_out() -> None:
    contest = Contest(("planner",), ("planner",), board("A"), "1", writes=True)
    found = foresight.limit(contest, 0.01, 0, contest.deal(0))
    assert found.master == found.points < found.bound <= 60
    assert not found.is_proven
    assert str(found).endswith("not proven")
