"""The steps of a hint: none of them depends on what a later one reveals."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

import hashi
from hashi.coach import STEP_KEYS, Hint, HintStep, hint, reveal
from hashi.table.requests.turn import HINT_STEPS
from hashi.words import LANGUAGES, Words


@cache
def hints() -> tuple[Hint, ...]:
    """Return the hints for the first turns of a game alone."""
    found = []
    game = hashi.new_game("B", ["Tim"], seed="sea").start("3@d1")
    for _ in range(6):
        found.append(hint(game.view()))
        game = game.play(found[-1].turn)
    assert all(each.steps == tuple(HintStep) for each in found)
    return tuple(found)


def without_later_steps(found: Hint, other: Hint, step: HintStep) -> Hint:
    """Return a hint with another one's region, reasons and turn in all steps after this one."""
    return replace(
        found,
        region=found.region if step >= HintStep.REGION else other.region,
        is_warning=found.is_warning if step >= HintStep.REGION else not found.is_warning,
        reasons=found.reasons if step >= HintStep.REASON else other.reasons,
        turn=found.turn if step >= HintStep.MARKS else other.turn,
        good=found.good if step >= HintStep.MARKS else other.good,
        gain=found.gain if step >= HintStep.MARKS else other.gain,
        outlook=found.outlook if step >= HintStep.MARKS else other.outlook,
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", HintStep)
def test_a_step_shows_nothing_of_the_later_ones(step: HintStep, language: str) -> None:
    words = Words(language)
    for found, other in pairwise(hints()):
        assert found.region != other.region
        assert found.turn != other.turn
        shown = reveal(words, found, step)
        assert shown == reveal(words, without_later_steps(found, other, step), step)
        assert shown.step == len(shown.texts) == step
        assert shown.text == shown.texts[-1]


def test_each_step_shows_all_that_the_one_before_does() -> None:
    words = Words("en")
    for found in hints():
        shown = [reveal(words, found, step) for step in HintStep]
        for before, after in pairwise(shown):
            assert after.texts[: len(before.texts)] == before.texts
        assert [each.islands for each in shown] == [None, *[found.region] * 3]
        assert [each.turn for each in shown] == [None, None, None, found.turn]
        assert [each.good for each in shown] == [None, None, None, found.good]
        assert [each.marks for each in shown] == ["", "", "", str(found.turn)]
        assert [each.is_last for each in shown] == [False, False, False, True]
        assert [each.next for each in shown] == [*list(HintStep)[1:], None]
        for each in shown:
            told = {key for key, value in each.fields.items() if value is not None}
            assert told & set(STEP_KEYS.values()) == set(list(STEP_KEYS.values())[: each.step])


def test_a_step_that_has_nothing_to_say_is_left_out() -> None:
    words, whole = Words("en"), hints()[0]
    for found, steps in (
        (replace(whole, aim=None), (HintStep.REGION, HintStep.REASON, HintStep.MARKS)),
        (replace(whole, reasons=()), (HintStep.AIM, HintStep.REGION, HintStep.MARKS)),
        (replace(whole, region=(), reasons=()), (HintStep.AIM, HintStep.MARKS)),
    ):
        assert found.steps == steps
        shown = [reveal(words, found, count) for count in range(1, len(steps) + 2)]
        assert [each.step for each in shown] == [*range(1, len(steps) + 1), len(steps)]
        assert [each.marks != "" for each in shown] == [*[False] * (len(steps) - 1), True, True]
        assert all("" not in each.texts for each in shown)


def test_a_table_counts_as_many_steps_as_there_are() -> None:
    assert len(HintStep) == HINT_STEPS
