from __future__ import annotations

import pytest

from hashi.drawing.characters import paint
from hashi.drawing.characters.paint import Paint
from hashi.drawing.theme import DARK, LIGHT, Colours, Theme, colours


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


TEXT = [
    ("ink", "land"),
    ("ink", "meadow"),
    ("ink", "paper"),
    ("ink", "sea"),
    ("soft", "land"),
    ("soft", "paper"),
    ("tide", "sea"),
    ("accent", "land"),
    ("accent", "meadow"),
    ("accent", "sea"),
]
"""Every pair of a text and its ground in the SVG pictures."""

SHAPES = [
    ("done", "sea"),
    ("done", "meadow"),
    ("accent", "sea"),
    ("wood", "sea"),
    ("wood", "land"),
    ("red", "sea"),
    ("blue", "sea"),
    ("red", "land"),
    ("blue", "land"),
]
"""What carries meaning without being text."""


@pytest.mark.parametrize("own", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("colour", "ground"), TEXT)
def test_text_has_a_contrast_of_at_least_4_5(own: Colours, colour: str, ground: str) -> None:
    assert contrast(own.by_name[colour], own.by_name[ground]) >= 4.5


@pytest.mark.parametrize("own", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("colour", "ground"), SHAPES)
def test_shapes_have_a_contrast_of_at_least_3(own: Colours, colour: str, ground: str) -> None:
    assert contrast(own.by_name[colour], own.by_name[ground]) >= 3


PAINTS = {name: value for name, value in vars(paint).items() if isinstance(value, Paint)}
GRAPHICS = {"BLOCKED", "RED", "BLUE", "RED_FLAG", "BLUE_FLAG", "RING"}
"""Paint that no text is written with."""


@pytest.mark.parametrize("own", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", sorted(PAINTS.keys() - GRAPHICS))
def test_text_in_a_terminal_too(own: Colours, name: str) -> None:
    chosen = PAINTS[name]
    assert contrast(own.by_name[chosen.colour], own.by_name[chosen.ground]) >= 4.5


def test_contrast_is_measured_as_it_should_be() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_where_nobody_can_be_asked_it_is_light() -> None:
    assert colours(Theme.AUTO) is colours(Theme.LIGHT) is LIGHT
    assert colours(Theme.DARK) is DARK
