"""What the master's search gains: goals more often, in time and late; nothing that is decided."""

from __future__ import annotations

import pytest

from hashi.coach.outlook import Chances, Items, Outlook
from hashi.coach.search_gain import ALONE, AT_TABLES, Gain, with_gain
from hashi.rules import Goal

EVERY = frozenset(Goal)


def outlook(chance: float, late: float) -> Outlook:
    items = Items(30.0, *(goal.high * chance + goal.low * late for goal in Goal))
    return Outlook(items, Chances(chance, chance, chance))


@pytest.mark.parametrize("gain", [ALONE, AT_TABLES])
def test_odds_of_goals_rise_and_stay_odds(gain: Gain) -> None:
    for chance, late in ((0.0, 0.0), (0.2, 0.1), (0.5, 0.5), (0.9, 0.1), (1.0, 0.0)):
        before = outlook(chance, late)
        after = with_gain(before, 9, 18, EVERY, gain)
        for goal in Goal:
            assert 0 <= before.chances.of(goal) <= after.chances.of(goal) <= 1
            assert before.items.of(goal) <= after.items.of(goal) <= goal.high
        assert after.value == pytest.approx(after.items.total)


def test_alone_a_goal_whose_deadline_is_over_is_reached_late_more_often() -> None:
    before = outlook(0.0, 0.5)
    alone, at_a_table = (with_gain(before, 4, 18, EVERY, gain) for gain in (ALONE, AT_TABLES))
    for goal in Goal:
        assert alone.chances.of(goal) == 0
        assert before.items.of(goal) < alone.items.of(goal) < goal.low
        assert at_a_table.items.of(goal) == pytest.approx(before.items.of(goal))


def test_goals_that_are_entered_and_the_last_two_rounds_stay_as_they_are() -> None:
    before = outlook(0.5, 0.2)
    after = with_gain(before, 9, 18, frozenset(), ALONE)
    assert [after.items.of(goal) for goal in Goal] == [before.items.of(goal) for goal in Goal]
    assert with_gain(before, 2, 18, frozenset(), ALONE) == before
