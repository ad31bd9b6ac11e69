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
from hashi.coach import constants as coach
from hashi.rules.card import HIGHEST_NUMBER, LARGEST_DECK, MOST_BRIDGES
from hashi.rules.game.scoring import POINTS_FOR_AN_ISLAND
from hashi.translation import COMPILED

SOURCE = Path(hashi.__file__).parents[1]
WITHOUT_CONSTANTS = {"hashi.rules.masks", "hashi.rules.state_bytes"}
"""These import the numbers of the rules at run time."""


def test_the_numbers_are_those_of_the_rules() -> None:
    assert constants.POINTS_FOR_AN_ISLAND == POINTS_FOR_AN_ISLAND
    assert constants.HIGHEST_NUMBER == HIGHEST_NUMBER
    assert constants.CARD_KINDS == HIGHEST_NUMBER * MOST_BRIDGES
    assert constants.NEVER > LARGEST_DECK


def test_the_parts_of_a_chart_and_a_sheet_do_not_overlap() -> None:
    assert constants.JOINS - constants.LINES_OF == MOST_ISLANDS
    assert constants.CROSSES - constants.JOINS == MOST_LINES
    assert constants.ASKED - constants.CROSSES == MOST_LINES
    assert constants.SHEET_WORDS == constants.STAGE == heuristic.TURN == learned.PATH


@pytest.mark.parametrize("module", [constants, heuristic, learned, coach])
def test_constants_are_integers_and_tuples_of_them(module: ModuleType) -> None:
    found = [value for name, value in vars(module).items() if name.isupper()]
    assert found
    for value in found:
        numbers = value if isinstance(value, tuple) else (value,)
        assert {type(number) for number in numbers} == {int}


@pytest.mark.parametrize("name", COMPILED)
def test_a_compiled_module_is_outdated_once_a_constant_that_it_uses_was_edited(name: str) -> None:
    seal = getattr(import_module(name), "SEAL", None)
    if seal is None:
        pytest.skip("not compiled here, or by hand")
    text = (SOURCE / name.replace(".", "/")).with_suffix(".py").read_text("utf-8")
    used = re.findall(r"from hashi\.([\w.]+\.constants) import", text)
    assert used or name in WITHOUT_CONSTANTS
    needed = {f"{module.replace('.', '/')}.py" for module in used}
    needed |= {"rules/goals.py"} if used else set()
    assert needed <= set(seal.partition(":")[0].split(","))
