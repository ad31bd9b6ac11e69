"""The master: its values, its search, and the race for goals at a table."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from benchmarks.random_play import random_start, random_turn
from tests.support.uncompiled import load_uncompiled

from hashi.arrays.chart import card_byte, sheet_words
from hashi.arrays.constants import NEVER
from hashi.boards import SIDES, board, standard_deck
from hashi.bots.learned import features, search
from hashi.bots.learned.constants import SECOND
from hashi.bots.learned.features import Features
from hashi.bots.learned.opponents import draw_samples
from hashi.bots.learned.values import ALONE, Values, own_values, values_for, words_of
from hashi.bots.learned.weights import FINENESS, SECOND_FINENESS, Weights
from hashi.bots.master import Breadth, Master, best_turn
from hashi.bots.starts import all_starts
from hashi.record.notation import notation_for
from hashi.rules import (
    Bridge,
    Card,
    Game,
    Mark,
    Number,
    Setup,
    Sheet,
    Start,
    Turn,
    Turned,
    apply_turn,
    deal,
    play_view,
    turns,
    view,
)
from hashi.rules.game.scoring import is_reached, largest_group
from hashi.rules.goals import GOALS

LARGEST_FOLDER = 2_000_000
DEADLINES = (12, 7, 12)


def small_weights(side: str, hidden: int = 16) -> Weights:
    """Return a random net: its values mean nothing, but must be computed exactly."""
    rng, inputs = Random(side), Features.of(board(side), 18).count

    def some(count: int, fineness: int) -> array[int]:
        return array("h", (round(rng.gauss(0, 0.3) * fineness) for _ in range(count)))

    return Weights(
        some(inputs * hidden, FINENESS),
        some(hidden, FINENESS),
        some(SECOND * hidden, SECOND_FINENESS),
        array("f", (rng.gauss(0, 0.3) for _ in range(2 * SECOND + 1))),
    )


Moment = tuple[Sheet, Card, tuple[Card, ...], int]


def moments(side: str, seed: int) -> Iterator[Moment]:
    """Yield the sheets of a random game with the card, the unseen cards and the round."""
    rng = Random(seed)
    sheet = Sheet.blank(board(side)).with_mark(random_start(rng, board(side)))
    dealt = deal(standard_deck(), rng.randrange)
    for round, card in enumerate(dealt.cards, 1):
        yield sheet, card, (*dealt.cards[round:], dealt.box), round
        for mark in random_turn(rng, sheet, card).marks:
            sheet = sheet.with_mark(mark)


def paid(sheet: Sheet) -> int:
    """Return the bits of all goals that the sheet has reached, as if they were paid."""
    return sum(1 << n for n, goal in enumerate(GOALS) if is_reached(sheet, goal))


def slow_flags(
    sheet: Sheet, unseen: tuple[Card, ...], round: int, cards: tuple[Card, ...] = standard_deck()
) -> list[int]:
    """Return the flags after a whole turn, computed from the rules' sheet one by one."""
    at, side = Features.of(sheet.board, len(cards)), sheet.board
    left = {i: sheet.limit(i) - sheet.count(i) for i in side.islands}
    shut = {
        line: sheet.bridges(line) == 2
        or sheet.is_blocked(line)
        or any(left[end] == 0 for end in line.ends)
        for line in side.lines
    }
    flags = []
    for island in side.islands:
        number, count = sheet.number(island), sheet.count(island)
        flags.append(14 * island.index + (left[island] if number else 7 + count))
        room = sum(
            min(2 - sheet.bridges(line), left[line.other_end(island)])
            for line in side.lines_of[island.index]
            if not shut[line]
        )
        kind = 6 + min(6, count + room)
        if number:
            spare = room - left[island]
            kind = 0 if left[island] == 0 else 1 if spare < 0 else 2 + min(3, spare)
        flags.append(at.rooms + 13 * island.index + kind)
    for line in side.lines:
        bridges = sheet.bridges(line)
        kind = 4 if bridges == 2 else bridges + 2 * shut[line]
        flags.append(at.lines + 5 * line.index + kind)
    flags.append(at.group + min(6, largest_group(sheet)))
    deck, counted = sorted(cards), sorted(unseen)
    for place, card in enumerate(deck):
        before = deck[:place].count(card)
        flags += [at.cards + place] if counted.count(card) > before else []
    flags.append(at.hand)
    for n, last in enumerate(DEADLINES):
        kind = 18 if paid(sheet) >> n & 1 else max(0, min(17, last - round))
        flags.append(at.goals + 19 * n + kind)
    return flags


def slow_value(weights: Weights, flags: list[int]) -> float:
    """Return the value of the net, computed directly in floating-point numbers."""
    hidden, wide = weights.hidden, SECOND
    sums = [
        weights.bias[j] + sum(weights.rows[flag * hidden + j] for flag in flags)
        for j in range(hidden)
    ]
    units = [max(0, total) / FINENESS for total in sums]
    value = weights.last[-1]
    for k in range(wide):
        row = weights.second[k * hidden : (k + 1) * hidden]
        out = weights.last[k] + sum(
            u * w / SECOND_FINENESS for u, w in zip(units, row, strict=True)
        )
        value += max(0.0, out) * weights.last[wide + k]
    return 10 * value


def points_of(before: Sheet, after: Sheet, round: int) -> int:
    """Return the points of a turn: 2 for each finished island, and goals at their value."""
    new = paid(after) & ~paid(before)
    goals = sum(
        goal.high if round <= DEADLINES[n] else goal.low
        for n, goal in enumerate(GOALS)
        if new >> n & 1
    )
    return 2 * (after.finished & ~before.finished).bit_count() + goals


def marks_of(path: int, moment: Moment) -> Turn:
    sheet, card, _, _ = moment
    marks: list[Mark] = []
    if path & 255:
        marks.append(Number(sheet.board.islands[(path & 255) - 1], card.number))
    while path := path >> 8:
        marks.append(Bridge(sheet.board.lines[(path & 255) - 1]))
    return Turn(tuple(marks))


def thought(
    module: object, weights: Weights, moment: Moment, width: int, keep: int, next_width: int
) -> list[tuple[float, int]]:
    sheet, card, unseen, round = moment
    values = Values(sheet.board, weights)
    words = sheet_words(sheet)
    words[11] = paid(sheet)
    room = module.Search(  # type: ignore[attr-defined]
        values.net,
        values.kinds(unseen),
        array("i", DEADLINES),
        round,
        round + len(unseen) - 1,
        keep + 2 * max(width, next_width) + 6,
    )
    found: list[tuple[float, int]] = room.search_turn(
        words, card_byte(card), width, keep, next_width
    )
    return found


@pytest.mark.parametrize("side", SIDES)
def test_every_turn_is_found_with_its_exact_value(side: str) -> None:
    """With a beam that drops nothing, the search finds the rules' turns and their exact values."""
    weights = small_weights(side)
    for moment in islice(moments(side, 5), 3, None, 4):
        sheet, card, unseen, round = moment
        ends = {apply_turn(sheet, card, turn) for turn in turns(sheet, card)}
        found = thought(search, weights, moment, len(ends), len(ends), 0)
        assert {apply_turn(sheet, card, marks_of(path, moment)) for _, path in found} == ends
        for value, path in found[:40]:
            after = apply_turn(sheet, card, marks_of(path, moment))
            expected = float(points_of(sheet, after, round))
            if len(unseen) > 1:
                expected += slow_value(weights, slow_flags(after, unseen, round))
            assert value == pytest.approx(expected, abs=2e-3)


def test_the_next_card_is_evaluated_exactly() -> None:
    """The worth of a turn is the mean over the unseen cards of the best turn with each."""
    weights = small_weights("A")
    moment = list(moments("A", 7))[13]
    sheet, card, unseen, round = moment
    for value, path in thought(search, weights, moment, 900, 900, 900)[:3]:
        after = apply_turn(sheet, card, marks_of(path, moment))
        brought = points_of(sheet, after, round)
        best = []
        for n, following in enumerate(unseen):
            rest = (*unseen[:n], *unseen[n + 1 :])
            best.append(
                max(
                    points_of(after, then, round + 1)
                    + slow_value(weights, slow_flags(then, rest, round + 1))
                    for turn in turns(after, following)
                    for then in [apply_turn(after, following, turn)]
                )
            )
        assert value == pytest.approx(brought + sum(best) / len(best), abs=2e-3)


def test_compiled_and_plain_python_find_the_same_turns() -> None:
    weights, module = small_weights("B", hidden=8), load_uncompiled("hashi.bots.learned.search")
    assert not module.is_compiled
    for moment in islice(moments("B", 3), 2, None, 7):
        mine = thought(search, weights, moment, 4, 4, 2)
        theirs = thought(module, weights, moment, 4, 4, 2)
        assert [path for _, path in mine] == [path for _, path in theirs]
        assert [value for value, _ in mine] == pytest.approx(
            [value for value, _ in theirs], abs=1e-3
        )


def test_compiled_and_plain_python_play_on_in_the_same_way() -> None:
    weights, module = small_weights("A", hidden=8), load_uncompiled("hashi.bots.learned.search")
    moment = next(islice(moments("A", 9), 11, None))
    sheet, card, unseen, round = moment
    values = Values(sheet.board, weights)
    piles = [unseen[:3], unseen[2:5], unseen[-3:]]
    results = []
    for engine in (search, module):
        room = engine.Search(values.net, values.kinds(unseen), array("i", DEADLINES), round, 17, 30)
        room.search_turn(words_of(sheet, ()), card_byte(card), 4, 4, 0)
        brought, arrivals = array("f", bytes(4 * 6)), array("i", [NEVER] * 18)
        room.rollout(
            array("i", [0, 2]),
            4,
            2,
            3,
            values.piles(unseen, piles),
            array("i", DEADLINES * 3),
            brought,
            arrivals,
        )
        results.append((list(brought), list(arrivals)))
    assert results[0][0] == pytest.approx(results[1][0], abs=1e-2)
    assert results[0][1] == results[1][1]


# --- the weights in the package


def test_the_weights_in_the_package_are_small() -> None:
    folder = files("hashi.bots.learned")
    weights = [file for file in folder.iterdir() if file.name.endswith(".bin")]
    assert sum(len(file.read_bytes()) for file in weights) < LARGEST_FOLDER


def test_there_are_own_values_for_both_sides_with_the_standard_deck_alone() -> None:
    for side in SIDES:
        assert own_values(board(side), standard_deck()) is not None
        assert own_values(board(side), standard_deck()[:-1]) is None


def test_values_of_another_number_of_goals_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_values(board("A"), standard_deck()) is not None
    monkeypatch.setattr(features, "GOALS", len(GOALS) + 1)
    assert own_values(board("A"), standard_deck()) is None


def test_weights_read_back_as_they_were_written(tmp_path: Path) -> None:
    weights = small_weights("A")
    weights.save(tmp_path / "weights.bin")
    assert Weights.load((tmp_path / "weights.bin").read_bytes()) == weights


def test_no_sum_leaves_its_sixteen_bits() -> None:
    """In whole games the sums of the first layer stay far below the limit of 16 bits."""
    for side in SIDES:
        weights = Weights.load(
            files("hashi.bots.learned").joinpath(f"{side.lower()}.bin").read_bytes()
        )
        hidden = weights.hidden
        for sheet, _card, unseen, round in islice(moments(side, 2), 0, None, 4):
            flags = slow_flags(sheet, unseen, round)
            sums = [
                weights.bias[j] + sum(weights.rows[flag * hidden + j] for flag in flags)
                for j in range(hidden)
            ]
            assert max(map(abs, sums)) < 26_000


# --- starts and the race


def test_alone_it_writes_the_best_start_and_at_a_table_the_worst() -> None:
    for side in SIDES:
        values = values_for(board(side), standard_deck())
        assert values is not None
        worths = {start: values.value_of_start(start) for start in all_starts(board(side))}
        for players, choose in ((("Ida",), max), (("Ida", "Tim"), min)):
            game = Game.begin(Setup(board(side), standard_deck(), players))
            start = Master().start(view(game, 0))
            assert worths[start] == choose(worths.values())


def begun(*starts: str) -> Game:
    side = board("A")
    game = Game.begin(Setup(side, standard_deck(), ("Ida", "Tim", "Linus")[: len(starts)]))
    for seat, island in enumerate(starts):
        game = game.play(Start(seat, Number(side.island(island), 4)))
    return game.play(Turned(Card(5, 3)))


def test_alone_the_deadlines_are_those_of_the_rules_and_every_card_comes_first_as_often() -> None:
    values = values_for(board("A"), standard_deck())
    assert values is not None
    seen = play_view(begun("c2"), 0)
    samples = draw_samples(values, seen, 2 * len(seen.unseen), Random(1))
    assert samples.usual_deadlines == ALONE == DEADLINES
    assert sorted(pile[0] for pile in samples.piles) == sorted(2 * seen.unseen)
    assert all(not Counter(pile) - Counter(seen.unseen) for pile in samples.piles)
    assert {len(pile) for pile in samples.piles} == {len(seen.unseen) - 1}


def test_at_a_table_the_others_set_the_deadlines() -> None:
    """An opponent with two of the three blue islands makes the deadline of blue earlier."""
    values = values_for(board("A"), standard_deck())
    assert values is not None
    game, side = begun("c2", "c4"), board("A")
    near = Sheet.of(side, notation_for(side).turn("4@a2 4@c2 a1-a2 a1-c1 c2-e2 2@a1 1@e2").marks)
    nearer = replace(game, sheets=(game.sheets[0], near), laid=(game.sheets[0], near))
    drawn = [draw_samples(values, play_view(one, 0), 18, Random(1)) for one in (game, nearer)]
    assert drawn[1].usual_deadlines[1] < drawn[0].usual_deadlines[1]
    gone = replace(nearer, gone=frozenset(GOALS))
    assert draw_samples(values, play_view(gone, 0), 6, Random(1)).usual_deadlines == (0, 0, 0)


def test_narrow_and_wide_searches_return_legal_turns() -> None:
    values = values_for(board("A"), standard_deck())
    assert values is not None
    for starts in (("c2",), ("c2", "f6", "d5")):
        seen = play_view(begun(*starts), 0)
        assert seen.card is not None
        for breadth in (Breadth(1, 1, 0, 1, 3), Breadth(4, 4, 2, 2, 9, 2)):
            turn = best_turn(values, seen, breadth, Random(1))
            apply_turn(seen.sheets[0], seen.card, turn)
