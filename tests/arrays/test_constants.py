"""The constants that Python and C share: the numbers of the rules are those of `hashi.rules`."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import hashi
from hashi.arrays import constants
from hashi.arrays.chart import MOST_ISLANDS, MOST_LINES
from hashi.bots.heuristic import constants as heuristic
from hashi.bots.learned import constants as learned
from hashi.rules import Goal
from hashi.rules.card import HIGHEST_NUMBER, LARGEST_DECK, MOST_BRIDGES
from hashi.rules.goals import GOALS, POINTS_FOR_AN_ISLAND, SIX
from hashi.rules.solo import DEADLINE
from tests.support.uncompiled import COMPILED

SOURCE = Path(hashi.__file__).parents[1]
WITHOUT_CONSTANTS = {"hashi.rules.masks", "hashi.rules.state_bytes"}
"""These import the numbers of the rules at run time."""


@pytest.mark.parametrize("goal", GOALS)
def test_r23_r24_r25_r31_goals_pay_what_the_rules_say(goal: Goal) -> None:
    name = goal.name
    assert getattr(constants, f"{name}_HIGH") == goal.high
    assert getattr(constants, f"{name}_LOW") == goal.low
    assert getattr(constants, f"{name}_DEADLINE") == DEADLINE[goal]
    assert getattr(constants, f"GOAL_{name}") == 1 << GOALS.index(goal)


def test_the_other_numbers_are_those_of_the_rules() -> None:
    assert constants.POINTS_FOR_AN_ISLAND == POINTS_FOR_AN_ISLAND
    assert constants.SIX == SIX
    assert len(GOALS) == constants.GOALS
    assert (1 << len(GOALS)) - 1 == constants.ALL_GOALS
    assert constants.HIGHEST_NUMBER == HIGHEST_NUMBER
    assert constants.CARD_KINDS == HIGHEST_NUMBER * MOST_BRIDGES
    assert constants.NEVER > LARGEST_DECK


def test_the_parts_of_a_chart_and_a_sheet_do_not_overlap() -> None:
    assert constants.JOINS - constants.LINES_OF == MOST_ISLANDS
    assert constants.CROSSES - constants.JOINS == MOST_LINES
    assert constants.CHART_WORDS - constants.CROSSES == MOST_LINES
    assert constants.SHEET_WORDS == constants.STAGE == heuristic.TURN == learned.PATH


@pytest.mark.parametrize("module", [constants, heuristic, learned])
def test_a_module_of_constants_holds_only_integers(module: ModuleType) -> None:
    names = [name for name in vars(module) if not name.startswith("__")]
    assert names
    assert all(name.isupper() and type(getattr(module, name)) is int for name in names)


@pytest.mark.parametrize("name", COMPILED)
def test_a_compiled_module_is_outdated_once_a_constant_that_it_uses_was_edited(name: str) -> None:
    seal = getattr(import_module(name), "SEAL", None)
    if seal is None:
        pytest.skip("not compiled here, or by hand")
    text = (SOURCE / name.replace(".", "/")).with_suffix(".py").read_text("utf-8")
    used = re.findall(r"from hashi\.([\w.]+\.constants) import", text)
    assert used or name in WITHOUT_CONSTANTS
    sealed = seal.partition(":")[0].split(",")
    assert {f"{module.replace('.', '/')}.py" for module in used} <= set(sealed)
