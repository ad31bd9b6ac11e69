"""Learning a board by heart: what is kept, when, and that everything uses it afterwards."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from hashi.boards import standard_deck
from hashi.bots.learned import by_heart, values
from hashi.bots.learned.by_heart import keep, path_for, recall
from hashi.bots.learned.shared import ItemPlan, NumberLayout, Plan, weights_of
from hashi.bots.learned.values import values_for, values_made_for
from hashi.coach import item_weights
from hashi.coach.board_tables import TooLarge
from hashi.coach.evaluator import Method
from hashi.coach.item_weights import ItemWeights, weights_for, weights_made_for
from hashi.coach.reviews import moments
from hashi.coach.study import Lessons, Look, Student, study
from hashi.rules import Board, Card, Setup

BOARD = Board(("o.r.o", "..o..", "o.b.o", "..r..", "o.o.o"))
DECK = tuple(Card(1 + n % 4, 1 + n % 2) for n in range(9))
TINY = NumberLayout(channels=2, units=3)
STEPS = 200
QUICK = Lessons(steps=STEPS, games=8, rate=1e-2, last_rate=1e-3, looks=10, cards=50, proof=50)


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use an empty data folder, and values by chance for any board."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    rng = Random(3)
    numbers = array("f", (rng.gauss(0, 0.05) for _ in range(TINY.size)))
    items = array("f", (rng.gauss(0, 0.05) for _ in range(ItemPlan.numbers(TINY, 2))))
    monkeypatch.setattr(values, "shared_numbers", lambda: (TINY, numbers))
    monkeypatch.setattr(item_weights, "shared_numbers", lambda: (TINY, numbers))
    monkeypatch.setattr(item_weights, "_shared_items", lambda: items)
    _forget_what_was_read()
    yield
    monkeypatch.undo()
    _forget_what_was_read()


def _forget_what_was_read() -> None:
    for cached in (values_for, values.values_made_for, moments._evaluator):
        cached.cache_clear()


def test_what_was_learned_is_used_from_then_on() -> None:
    assert values_for(BOARD, DECK) is None  # there is so little that the planner is better
    before = values_made_for(BOARD, DECK)
    found = study(BOARD, DECK, QUICK)
    assert found.is_whole
    assert found.games == STEPS * 8
    assert found.curve[0].games == 0
    assert found.curve[-1].games == found.games
    assert found.learned is not None
    assert found.after > found.before
    path = keep(found.learned, BOARD, DECK)
    assert path == path_for(BOARD, DECK)
    assert [*path.parent.iterdir()] == [path]
    _forget_what_was_read()
    learned = values_for(BOARD, DECK)
    assert before is not None
    assert learned is not None
    assert learned.weights == found.learned.weights != before.weights
    weights = weights_for(BOARD, DECK)
    assert weights is not None
    assert weights.to_bytes() == found.learned.items
    assert moments.evaluator_for(Setup(BOARD, deck=DECK)).method is Method.LEARNED
    assert Student(BOARD, DECK).known.weights == learned.weights  # and lessons go on from there
    other = values_for(BOARD, standard_deck())  # of which nothing was learned
    assert other is not None
    assert not other.items
    head = json.loads(path.read_bytes().partition(b"\n")[0])
    assert head["after"] == found.after
    assert len(head["curve"]) == len(found.curve)


def test_the_same_seed_learns_the_same() -> None:
    first, again = (study(BOARD, DECK, QUICK) for _ in range(2))
    assert [look.points for look in first.curve] == [look.points for look in again.curve]
    assert study(BOARD, DECK, replace(QUICK, seed=2)).curve != first.curve


def test_ctrl_c_stops_and_keeps_the_best_so_far() -> None:
    told: list[Look] = []

    def tell(look: Look) -> None:
        told.append(look)
        if len(told) == 3:
            raise KeyboardInterrupt

    found = study(BOARD, DECK, replace(QUICK, steps=10_000, looks=2_000), tell)
    assert not found.is_whole
    assert found.curve == tuple(told)
    assert found.games < 10_000 * 8


def test_what_plays_no_better_is_not_kept() -> None:
    found = study(BOARD, DECK, replace(QUICK, rate=0.0, last_rate=0.0))
    assert found.learned is None
    assert found.before == found.after


def test_values_and_items_read_back_as_floats() -> None:
    """Weights that are made of floats are those from which the floats were made."""
    plan = Plan(TINY, BOARD, DECK)
    known, items = values_made_for(BOARD, DECK), weights_made_for(BOARD, DECK)
    assert known is not None
    assert items is not None
    floats = known.weights.to_floats()
    assert weights_of(plan, floats) == known.weights
    again = ItemWeights.of_floats(items.to_floats(), plan.hidden)
    assert again.second == items.second
    assert again.last == pytest.approx(items.last)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data[:-2],
        lambda data: b"{}\n" + data,
        lambda data: data.replace(b'"values": ', b'"values": 1'),
        lambda data: data.replace(b'"board": ["o', b'"board": ["b'),
        lambda _: b"",
        lambda _: b"[]\n",
    ],
)
def test_a_damaged_file_is_not_used(damage: object) -> None:
    found = study(BOARD, DECK, QUICK)
    assert found.learned is not None
    path = keep(found.learned, BOARD, DECK)
    assert recall(BOARD, DECK) is not None
    assert callable(damage)
    path.write_bytes(damage(path.read_bytes()))
    assert recall(BOARD, DECK) is None


def test_a_board_that_is_too_large_is_refused() -> None:
    with pytest.raises(TooLarge):
        study(Board(("oooooo",) * 6), DECK, QUICK)


def test_without_a_home_nothing_is_recalled(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(*_: object) -> Path:
        raise RuntimeError("could not determine home directory")

    monkeypatch.setattr(by_heart, "data_folder", homeless)
    assert recall(BOARD, DECK) is None
