"""Games in batches: buffers, cards, random numbers, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hashi.arrays import (
    Batch,
    IllegalAction,
    action_count,
    action_of,
    actions_of,
    constants,
    is_compiled,
    mark_of,
    skip_of,
    start_action_of,
)
from hashi.arrays.buffers import chances
from hashi.boards import board, standard_deck
from hashi.rules import (
    Bridge,
    Card,
    Malformed,
    Number,
    Stray,
    Turn,
    goal_boxes,
)
from tests.arrays.traces import traces
from tests.support.late import late

A = board("A")
SKIP = skip_of(A)


def played(batch: Batch) -> Batch:
    """Play all games of the batch at random and return it."""
    actions = np.zeros((batch.games, batch.seats), np.int32)
    while not batch.over.all():
        batch.step(batch.any_actions(actions))
    return batch


# --- action ids


def test_actions_and_marks_are_converted_both_ways() -> None:
    card = Card(5, 2)
    marks = [mark_of(A, action, card) for action in range(SKIP)]
    assert [action_of(A, mark) for mark in marks if mark] == list(range(SKIP))
    assert mark_of(A, SKIP, card) is None
    starts = [mark_of(A, a, None) for a in range(action_count(A)) if not 18 <= a <= SKIP]
    assert [start.number for start in starts if isinstance(start, Number)] == [3] * 18 + [4] * 18
    for start in starts:
        assert isinstance(start, Number)
        assert mark_of(A, start_action_of(A, start), None) == start


def test_a_turn_becomes_its_actions_and_skips() -> None:
    number, bridge = Number(A.islands[2], 5), Bridge(A.lines[3])
    assert actions_of(A, Turn((number, bridge, bridge))) == [2, 21, 21]
    assert actions_of(A, Turn((number,))) == [2, SKIP]
    assert actions_of(A, Turn((bridge,))) == [SKIP, 21]
    assert actions_of(A, Turn()) == [SKIP, SKIP]


def test_an_invalid_action_is_described() -> None:
    with pytest.raises(ValueError, match=r"no action: they are 0 to 60: 61"):
        mark_of(A, 61, None)
    with pytest.raises(ValueError, match=r"4 on a1, at the start of the game alone"):
        mark_of(A, SKIP + 1, Card(1, 1))
    with pytest.raises(ValueError, match="no line between"):
        action_of(A, Stray((A.islands[0], A.islands[17])))


# --- buffers


def test_buffers_can_be_passed_in() -> None:
    masks = np.zeros((3, 2, action_count(A)), np.int8)
    rewards, over = np.ones((3, 2), np.float32), np.ones(3, np.bool_)
    totals = np.ones((3, 2), np.int32)
    batch = Batch(A, games=3, seats=2, masks=masks, rewards=rewards, over=over, totals=totals)
    assert batch.masks is masks
    assert (masks.sum(axis=-1) == 22).all()
    assert not rewards.any()
    assert not over.any()
    played(batch)
    assert over.all()
    assert (totals == batch.totals).all()
    assert totals.any()


@pytest.mark.parametrize(
    "masks",
    [
        np.zeros((3, 1, 60), np.uint8),
        np.zeros((3, 1, 61), np.float32),
        np.zeros((3, 2, 61), np.uint8)[:, :1],
        np.broadcast_to(np.uint8(0), (3, 1, 61)),
    ],
    ids=["shape", "kind", "contiguous", "writable"],
)
def test_an_unsuitable_buffer_is_refused(masks: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"masks must be a writable, contiguous array of uint8"):
        Batch(A, games=3, masks=masks)


@pytest.mark.parametrize("wrong", [{"games": 0}, {"seats": 5}, {"seats": 0}, {"threads": -1}])
def test_a_batch_without_games_seats_or_threads_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least one game"):
        Batch(A, **({"games": 1} | wrong))  # type: ignore[arg-type]


def test_zero_threads_use_all_cores() -> None:
    batch = Batch(A, games=64, threads=0, seed=4)
    assert (played(batch).totals == played(Batch(A, games=64, seed=4)).totals).all()
    batch.close()
    batch.close()


# --- random numbers and cards


def test_every_game_has_its_own_random_state_other_than_zero() -> None:
    words = np.concatenate([chances(seed, 5000) for seed in (-1, 0, 1, 2**64 + 2)])
    assert len(set(words.tolist())) == 20_000
    assert 0 not in words
    assert (chances(7, 3) == chances(7, 9)[:3]).all()


def test_a_seed_fixes_everything() -> None:
    one, other = played(Batch(A, games=50, seed=9)), Batch(A, games=50, seed=1)
    other.begin(seed=9)
    assert (played(other).totals == one.totals).all()
    one.begin()
    assert (one.cards != other.cards).any()
    assert sorted(one.cards[0]) == sorted(other.cards[0])


def test_shuffles_are_fair() -> None:
    batch = Batch(A, games=36_000, seed=5)
    for place in (0, 8, 17):
        kinds, counts = np.unique(batch.cards[:, place], return_counts=True)
        cards = [Card(int(kind) >> 2, int(kind) & 3) for kind in kinds]
        expected = np.array([2000 * standard_deck().count(card) for card in cards])
        assert (abs(counts - expected) < 5 * expected**0.5).all()


def test_cards_can_be_given() -> None:
    deck = standard_deck()
    batch = Batch(A, games=2)
    batch.begin(deck)
    assert [batch.cards[game].tolist() for game in range(2)] == [
        [card.number << 2 | card.bridges for card in deck]
    ] * 2
    batch.begin([deck, deck[::-1]])
    assert batch.turned(0) == ()
    batch.step(np.array([[2], [2]]))
    assert (batch.turned(0), batch.turned(1)) == (deck[:1], deck[:-2:-1])


@pytest.mark.parametrize("cards", [(), standard_deck()[:17], (*standard_deck()[:17], Card(6, 1))])
def test_other_cards_than_the_deck_are_refused(cards: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="the order of the whole deck is needed"):
        Batch(A, games=2).begin(cards)


def test_orders_for_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="one for each of 3 games"):
        Batch(A, games=3).begin([standard_deck()] * 2)


def test_the_length_of_a_game_follows_its_deck() -> None:
    batch = Batch(A, games=4, deck=[Card(3, 1), Card(4, 2), Card(2, 2)])
    steps = 0
    while not batch.over.all():
        batch.step(batch.any_actions())
        steps += 1
    assert steps <= 1 + 3 + 3
    assert len(batch.turned(0)) == 2
    with pytest.raises(Malformed):
        Batch(A, games=1, deck=[Card(3, 1)])


# --- playing


def test_a_game_that_is_over_stays_or_begins_again() -> None:
    batch = played(Batch(A, games=5, seed=2))
    words, totals = batch.words.copy(), batch.totals.copy()
    batch.step(np.full((5, 1), 7))
    assert (batch.words == words).all()
    assert (batch.totals == totals).all()
    assert not batch.rewards.any()
    batch.step(np.full((5, 1), 7), again=True)
    assert not batch.over.any()
    assert not batch.totals.any()
    assert (batch.masks.sum(axis=-1) == 22).all()


@pytest.mark.parametrize(
    ("action", "meaning"),
    [
        (0, "3 on a1"),
        (18, "bridge a1-c1"),
        (SKIP, "skip"),
        (SKIP + 1, "4 on a1"),
        (-1, "no action: they are 0 to 60"),
        (61, "no action: they are 0 to 60"),
        (2**40, "no action: they are 0 to 60"),
    ],
)
def test_an_illegal_action_is_named_and_changes_nothing(action: int, meaning: str) -> None:
    batch = Batch(A, games=4, seats=2, seed=3)
    actions = batch.any_actions().astype(np.int64)
    actions[2, 1] = action
    before = batch.words.copy()
    with pytest.raises(IllegalAction) as caught:
        batch.step(actions)
    wrong = caught.value
    assert (wrong.game, wrong.seat, wrong.action, wrong.round) == (2, 1, action, 0)
    assert str(wrong) == (
        f"game 2, seat 1, round 0: action {action} ({meaning}) is not allowed; "
        "the seat's mask tells what is"
    )
    assert (batch.words == before).all()
    assert batch.wrong.sum() == 1


def test_an_illegal_action_can_end_only_its_own_game() -> None:
    batch, other = (Batch(A, games=4, seats=2, seed=3) for _ in range(2))
    for _ in range(12):
        actions = batch.any_actions()
        batch.step(actions)
        other.step(other.any_actions())
    actions = batch.any_actions()
    other.step(other.any_actions())
    kept = batch.words[1].copy()
    actions[1, 0] = -5
    batch.step(actions, ending=True)
    assert batch.over.tolist() == [False, True, False, False]
    assert batch.wrong.tolist() == [[False] * 2, [True, False], [False] * 2, [False] * 2]
    assert (batch.words[1] == kept).all()
    assert not batch.rewards[1].any()
    assert (batch.words[[0, 2, 3]] == other.words[[0, 2, 3]]).all()
    assert (batch.masks[[0, 2, 3]] == other.masks[[0, 2, 3]]).all()
    batch.step(batch.any_actions(), again=True)
    assert batch.words[1, constants.ROUND] == 0
    assert not batch.over.any()


@pytest.mark.parametrize(
    "actions", [np.zeros((4, 1)), np.zeros(3, np.int32), np.zeros((4, 2), np.int32), [["a"]] * 4]
)
def test_arrays_that_are_not_actions_are_refused(actions: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"whole numbers of shape \(4, 1\) are needed"):
        Batch(A, games=4).step(actions)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint64, np.int64])
def test_integers_of_any_type_are_actions(kind: type) -> None:
    batch, other = Batch(A, games=4), Batch(A, games=4)
    actions = batch.any_actions()
    batch.step(actions.astype(kind))
    other.step(other.any_actions())
    assert (batch.words == other.words).all()


@pytest.mark.parametrize(
    "read_only",
    [
        pytest.param(lambda actions: np.frombuffer(actions.tobytes(), np.int32), id="bytes"),
        pytest.param(
            lambda actions: late("jax.numpy").asarray(actions), id="jax", marks=pytest.mark.jax
        ),
    ],
)
def test_actions_are_not_changed(read_only: Callable[[np.ndarray], Any]) -> None:
    batch, other = Batch(A, games=4), Batch(A, games=4)
    actions = read_only(batch.any_actions())
    assert not np.asarray(actions).flags.writeable
    batch.step(actions)
    other.step(other.any_actions())
    assert (batch.words == other.words).all()
    with pytest.raises(IllegalAction):
        batch.step(read_only(np.full((4, 1), -1, np.int32)))


# --- looking at one game


def test_one_game_can_be_inspected() -> None:
    told = next(trace for trace in traces(range(100)) if trace.seats == 2)
    batch = Batch(told.board, games=1, seats=2)
    batch.begin(told.cards)
    ways = [iter([mark for mark in told.marks if mark[0] == seat]) for seat in range(2)]
    while not batch.over[0]:
        closed = told.rounds[max(0, len(batch.turned(0)) - 1)]
        for seat in range(2):
            boxes, seen = batch.boxes(0, seat), goal_boxes(closed, seat)
            assert [(box.won, box.is_high_gone) for box in boxes] == [
                (box.won, box.is_high_gone) for box in seen
            ]
        stages = batch.words[0, constants.HEAD_WORDS + constants.STAGE :: constants.SEAT_WORDS][:2]
        actions = [
            skip_of(told.board) if stage == constants.DONE else next(way)[2]
            for stage, way in zip(stages, ways, strict=True)
        ]
        batch.step(np.array([actions]))
    assert batch.turned(0) == told.cards[:-1]
    final = told.rounds[-1]
    assert [batch.sheet(0, seat) for seat in range(2)] == list(final.sheets)
    assert [batch.boxes(0, seat) for seat in range(2)] == [goal_boxes(final, s) for s in range(2)]


# --- the package


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = (
        "import sys, hashi.arrays, hashi.arrays.chart; print(hashi.arrays.is_compiled);"
        "print('numpy' in sys.modules, 'jax' in sys.modules)"
    )
    assert run(code).stdout == f"{is_compiled}\nFalse False\n"


def test_without_numpy_the_error_names_the_extra() -> None:
    done = run("import sys; sys.modules['numpy'] = None\nfrom hashi.arrays import Batch")
    assert "ImportError: games in batches need numpy" in done.stderr
    assert "pip install 'hashi-game[arrays]'" in done.stderr
