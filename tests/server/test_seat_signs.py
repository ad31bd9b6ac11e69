"""The colours of the seats can be seen on every ground, and are none of the flags' colours."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.drawing.test_theme import contrast

from hashi.drawing.theme import DARK, LIGHT, Colours
from hashi.server.palette import DARK_SET, LIGHT_SET

SETS = {"light": LIGHT_SET, "dark": DARK_SET}


def seats(theme: str) -> list[str]:
    """Return the colours of the four seats, light or dark."""
    return [SETS[theme][f"seat-{seat}"] for seat in range(4)]


@pytest.mark.parametrize(("theme", "own"), [("light", LIGHT), ("dark", DARK)])
def test_each_seat_has_a_colour_that_can_be_read(theme: str, own: Colours) -> None:
    colours = seats(theme)
    assert len(set(colours)) == 4
    for colour in colours:
        for ground in (own.paper, own.land, SETS[theme]["card"]):
            assert contrast(colour, ground) >= 4.5, (colour, ground)


@pytest.mark.parametrize(("theme", "own"), [("light", LIGHT), ("dark", DARK)])
def test_seats_differ_from_each_other_and_from_flags(theme: str, own: Colours) -> None:
    for one, other in combinations([*seats(theme), own.red, own.blue], 2):
        assert difference(one, other) > 60, (one, other)


def difference(one: str, other: str) -> float:
    """Return how far apart two colours are, from 0 to 441."""
    parts = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in (one, other)]
    return float(sum((a - b) ** 2 for a, b in zip(*parts, strict=True)) ** 0.5)
