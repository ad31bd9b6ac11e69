"""Values for any board: what they are made of, how they learn, and that both ways are the same."""

from __future__ import annotations

import json
from array import array
from importlib.resources import files
from itertools import islice
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from benchmarks.any_board import boards as measured_boards
from benchmarks.random_play import random_start, random_turn
from tests.bots.test_master import DEADLINES, slow_flags, slow_value
from tests.support.uncompiled import load_uncompiled
from tools import train_board_items, train_boards, training_boards
from tools.train_boards import PlannedBoard

from hashi.arrays.chart import sheet_words
from hashi.boards import SIDES, board, standard_deck
from hashi.bots.learned import learner, search
from hashi.bots.learned import shared as shared_module
from hashi.bots.learned.constants import OUTPUTS, SECOND, TOLD
from hashi.bots.learned.shared import ItemPlan, NumberLayout, Plan, load, save, weights_of
from hashi.bots.learned.values import Values, shared_numbers, values_for, values_made_for
from hashi.bots.learned.weights import SECOND_FINENESS
from hashi.coach.item_weights import ItemWeights, load_shared, save_shared
from hashi.rules import Board, Card, Sheet

SMALL = NumberLayout(channels=2, units=3)
OTHER_DECK = tuple(
    Card(*map(int, text.split("/"))) for text in ["1/1", "1/1", "1/1", "2/3", "4/2", "6/3", "6/3"]
)


Taken = tuple[bytearray, "array[float]", "array[int]"]


def some_board(number: int = 3) -> Board:
    return next(islice(training_boards.boards(9), number, None))


def some_numbers(shared: NumberLayout = SMALL, seed: int = 1) -> array[float]:
    rng = Random(seed)
    return array("f", (rng.gauss(0, 0.2) for _ in range(shared.size)))


def played(module: ModuleType, values: Values, table: PlannedBoard, games: int) -> Taken:
    """Play games with noise, and return all that was taken down."""
    plan, rng = table.plan, Random(7)
    rounds, width = len(plan.deck) - 1, len(table.groups)
    room = 1 + 4 * rounds
    piles = [rng.sample(plan.deck, rounds) for _ in range(games)]
    states, targets = bytearray(games * room * width), array("f", bytes(4 * games * room))
    told = array("i", bytes(4 * TOLD * games))
    unseen = values.kinds(plan.deck)
    engine = module.Search(values.net, unseen, array("i", DEADLINES), 0, rounds, 3)
    engine.play_games(
        table.blank,
        table.starts,
        values.piles(plan.deck, piles),
        array("i", DEADLINES * games),
        array("f", [0.2, 0.0, -1.0, 0.5] * games)[: 2 * games],
        array("i", [99] * games),
        0.8,
        array("Q", [12345]),
        states,
        targets,
        told,
    )
    places = sum(told[::TOLD])
    return states[: places * width], targets[:places], told


# --- what values are made of


@pytest.mark.parametrize("deck", [standard_deck(), OTHER_DECK])
def test_the_values_of_any_board_and_deck_are_exact(deck: tuple[Card, ...]) -> None:
    side, rng = some_board(), Random(4)
    plan = Plan(SMALL, side, deck)
    weights = weights_of(plan, plan.net(some_numbers()))
    values = Values(side, weights, deck)
    sheet, unseen = Sheet.blank(side).with_mark(random_start(rng, side)), sorted(deck)
    for round in range(1, 4):
        card = unseen.pop(rng.randrange(len(unseen)))
        for mark in random_turn(rng, sheet, card).marks:
            sheet = sheet.with_mark(mark)
        said = values.search(tuple(unseen), DEADLINES, round, 3).evaluate(sheet_words(sheet))
        flags = slow_flags(sheet, tuple(unseen), round, deck)
        assert said == pytest.approx(slow_value(weights, flags), abs=2e-3)


def test_a_board_that_is_turned_has_the_same_values() -> None:
    side = some_board()
    rows = ("".join(column) for column in zip(*side.rows, strict=True))
    other = Board(tuple(rows))
    said = []
    for one in (side, other):
        plan = Plan(SMALL, one, standard_deck())
        values = Values(one, weights_of(plan, plan.net(some_numbers())))
        search = values.search(plan.deck, DEADLINES, 0, 3)
        said.append(search.evaluate(sheet_words(Sheet.blank(one))))
    assert said[0] == pytest.approx(said[1], abs=1e-2)


def test_shared_numbers_read_back_as_they_were_written(tmp_path: Path) -> None:
    numbers = some_numbers()
    save(numbers, tmp_path / "shared.bin", SMALL)
    shared, read = load((tmp_path / "shared.bin").read_bytes())
    assert shared.size == SMALL.size
    assert read == pytest.approx(numbers, abs=1 / 512)


# --- those in the package


def test_the_numbers_in_the_package_are_small() -> None:
    for package in ("hashi.bots.learned", "hashi.coach"):
        assert len(files(package).joinpath("shared.bin").read_bytes()) < 1_000_000


def test_no_sum_leaves_its_sixteen_bits_on_any_board() -> None:
    """In games on boards that were never trained on, and on the largest that the kernel holds."""
    rng = Random(8)
    largest = Board(tuple("orbo.oor" if row % 2 else "o.ooorob" for row in range(4)))
    for side in [*measured_boards().values(), largest]:
        values = values_made_for(side, standard_deck())
        assert values is not None
        weights, hidden = values.weights, values.weights.hidden
        for pile in (rng.sample(standard_deck(), 17) for _ in range(2)):
            sheet, unseen = Sheet.blank(side).with_mark(random_start(rng, side)), [*standard_deck()]
            for round, card in enumerate(pile[:16], start=1):
                unseen.remove(card)
                for mark in random_turn(rng, sheet, card).marks:
                    sheet = sheet.with_mark(mark)
                if round % 5 == 0:
                    flags = slow_flags(sheet, tuple(sorted(unseen)), round)
                    sums = [
                        weights.bias[j] + sum(weights.rows[flag * hidden + j] for flag in flags)
                        for j in range(hidden)
                    ]
                    assert max(map(abs, sums)) < 26_000


def test_they_are_used_where_they_are_stronger_than_the_planner() -> None:
    side, deck = some_board(), standard_deck()
    assert values_for(side, deck) is not None
    assert values_for(Board(("o.r.o", ".....", "o.b.o", ".....", "o.o.o")), deck) is None
    assert values_for(side, deck[:11]) is None


def test_numbers_of_another_number_of_goals_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shared_numbers() is not None
    shared_numbers.cache_clear()
    monkeypatch.setattr(shared_module, "GOALS", 4)
    assert shared_numbers() is None
    shared_numbers.cache_clear()


# --- how they learn


def slow_error(
    table: PlannedBoard, net: array[float], state: bytes | bytearray, target: float
) -> float:
    """Return the error of a place by its flags, one by one."""
    plan = table.plan
    hidden, features = plan.hidden, plan.features
    first = table.first_card
    flags = [
        group + (0 if first <= at < len(state) - 4 else state[at])
        for at, group in enumerate(table.groups)
        if not first <= at < len(state) - 4 or state[at]
    ]
    rows = [*flags, features.count]
    units = [max(0.0, sum(net[row * hidden + j] for row in rows)) for j in range(hidden)]
    second, last = hidden * (features.count + 1), hidden * (features.count + 1 + SECOND)
    said = net[last + 2 * SECOND]
    for k in range(SECOND):
        row = net[second + k * hidden : second + (k + 1) * hidden]
        out = net[last + k] + sum(u * w for u, w in zip(units, row, strict=True))
        said += max(0.0, out) * net[last + SECOND + k]
    return said - target


def test_the_slope_is_that_of_the_squared_error() -> None:
    table = PlannedBoard(SMALL, some_board(), OTHER_DECK)
    plan = table.plan
    net = plan.net(some_numbers())
    values = Values(plan.board, weights_of(plan, net), plan.deck)
    states, targets, told = played(search, values, table, 2)
    slope = array("f", bytes(4 * plan.size))
    sizes = (table.first_card, plan.hidden, plan.features.count)
    total = learner.learn(net, slope, table.groups, *sizes, states, targets, told)
    width = len(table.groups)

    def squares(net: array[float]) -> float:
        errors = (
            slow_error(table, net, states[at * width : (at + 1) * width], target)
            for at, target in enumerate(targets)
        )
        return sum(error * error for error in errors)

    assert total == pytest.approx(squares(net), rel=1e-3)
    steep = sorted(range(plan.size), key=lambda at: -abs(slope[at]))
    for at in (*steep[:2], *steep[100:1000:300], plan.size - 1):
        up, down = net[:], net[:]
        up[at] += 1e-3
        down[at] -= 1e-3
        by_differences = (squares(up) - squares(down)) / 4e-3
        assert slope[at] == pytest.approx(by_differences, rel=0.05, abs=0.05)


def test_compiled_and_plain_python_play_and_learn_in_the_same_way() -> None:
    table = PlannedBoard(SMALL, some_board(), OTHER_DECK)
    plan, numbers = table.plan, some_numbers()
    plain = load_uncompiled("hashi.bots.learned.search")
    plain_learner = load_uncompiled("hashi.bots.learned.learner")
    values = Values(plan.board, weights_of(plan, plan.net(numbers)), plan.deck)
    mine, theirs = (played(module, values, table, 2) for module in (search, plain))
    assert mine[0] == theirs[0]
    assert mine[1] == pytest.approx(theirs[1], abs=1e-3)
    assert mine[2] == theirs[2]
    found = []
    for module in (learner, plain_learner):
        net, slope, own = (array("f", bytes(4 * plan.size)) for _ in range(3))
        module.gather(plan.runs, numbers, net, plan.hidden)
        sizes = (table.first_card, plan.hidden, plan.features.count)
        module.learn(net, slope, table.groups, *sizes, *mine)
        shared = [array("f", bytes(4 * SMALL.size)) for _ in range(4)]
        module.scatter(plan.runs, slope, shared[0], plan.hidden)
        whole = array("h", bytes(2 * 99))
        module.whole(net, 0, 512, whole)
        again = numbers[:]
        module.descend(again, *shared, 1, 1e-3, 0.1)
        found.append((own, [*net], [*slope], list(whole), [*again]))
    for one, other in zip(*found, strict=True):
        assert one == pytest.approx(other, abs=2e-3, rel=1e-3)


def test_weights_of_items_learn_what_came(tmp_path: Path) -> None:
    """Their slope is that of their loss, in compiled and in plain Python."""
    table = PlannedBoard(SMALL, some_board(), OTHER_DECK)
    plan, own, rng = table.plan, ItemPlan(table.plan, 3), Random(6)
    values = Values(plan.board, weights_of(plan, plan.net(some_numbers())), plan.deck)
    states, _, told = played(search, values, table, 2)
    shared = array("f", (rng.gauss(0, 0.3) for _ in range(ItemPlan.numbers(SMALL, 3))))
    head, net = own.net(shared), plan.net(some_numbers())
    islands = len(plan.board.islands)
    sizes = (table.first_card, islands, plan.hidden, plan.features.count, 3)
    until = array("i", [0, 2])

    def loss(module: Any, head: array[float]) -> tuple[float, int, list[float]]:
        slope = array("f", bytes(4 * own.size))
        total, places = module.learn_items(
            net, head, slope, table.groups, *sizes, states, told, until
        )
        return total, places, list(slope)

    total, places, slope = loss(learner, head)
    assert places == 6 + 4  # after the start and all turns but the last; then those from the second
    plain = loss(load_uncompiled("hashi.bots.learned.learner"), head)
    assert plain[0] == pytest.approx(total, rel=1e-4)
    assert plain[1] == places
    assert plain[2] == pytest.approx(slope, abs=1e-3)
    steep = sorted(range(own.size), key=lambda at: -abs(slope[at]))
    for at in (*steep[:8], *range(own.size - OUTPUTS, own.size)):
        up, down = head[:], head[:]
        up[at] += 1e-2
        down[at] -= 1e-2
        by_differences = (loss(learner, up)[0] - loss(learner, down)[0]) / 2e-2
        assert slope[at] == pytest.approx(by_differences, rel=0.05, abs=0.02)
    save_shared(shared, tmp_path / "items.bin")
    read = load_shared((tmp_path / "items.bin").read_bytes())
    made = ItemWeights.made(plan, read)
    assert made.units == 3
    assert [weight / SECOND_FINENESS for weight in made.second] == pytest.approx(
        head[: len(made.second)], abs=4 / SECOND_FINENESS
    )


def test_training_on_a_few_boards(tmp_path: Path) -> None:
    toy = train_boards.Settings(
        channels=2, units=4, pool=3, boards=2, games=4, steps=12, rate=2e-2, seed=5
    )
    train_boards.train(toy, tmp_path / "shared.bin", tmp_path / "curve.json")
    told = json.loads((tmp_path / "curve.json").read_text("utf-8"))
    assert told["settings"]["seed"] == 5
    costs = [line["cost"] for line in told["curve"]]
    assert costs[-1] < costs[0]
    again = train_boards.train(toy, None, None)
    assert [line["cost"] for line in again] == costs
    items = train_board_items.Settings(
        items=4, pool=3, boards=2, games=4, steps=12, rate=2e-2, seed=5
    )
    losses = train_board_items.train(items, tmp_path / "shared.bin", tmp_path / "items.bin")
    assert losses[-1] < losses[0]
    assert (tmp_path / "items.bin").stat().st_size == 2 * ItemPlan.numbers(NumberLayout(2, 4), 4)


# --- what they learn from


def test_boards_of_the_training_are_the_same_again_and_none_is_measured() -> None:
    found = list(islice(training_boards.boards(2), 60))
    assert found == list(islice(training_boards.boards(2), 60))
    assert len(measured_boards()) == 10 + len(SIDES)
    for side in measured_boards().values():
        for rows in training_boards.turned(side.rows):
            assert training_boards.is_kept_out(Board(rows))
            assert Board(rows) not in found
    own = ("o.r.o.b", ".......", "o.b.o.o", ".......", "r.o.o.o")  # written out in a test
    assert training_boards.is_kept_out(Board(own[::-1]))
    assert {len(side.islands) for side in found} > {14, 18, 20}
    assert training_boards.turned(board("A").rows) > {board("A").rows}
