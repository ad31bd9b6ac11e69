"""The icons of the goals: one for each, in colours that every painter has."""

from __future__ import annotations

import re

import pytest

from hashi.drawing import Palette
from hashi.drawing.characters.paint import on_paper
from hashi.drawing.goal_icons import ICONS, picture_shape, sign_colour
from hashi.drawing.theme import DARK, LIGHT, Theme
from hashi.drawing.vector.style import document_css
from hashi.rules import Goal


@pytest.mark.parametrize("goal", Goal)
def test_every_goal_has_an_icon_and_a_colour(goal: Goal) -> None:
    assert goal.icon in ICONS
    assert goal.colour in LIGHT.by_name
    for palette in Palette:
        on_paper(sign_colour(goal)).codes(palette, DARK)
    cloth = re.search(r'class="cloth (\w+)"', picture_shape(goal))
    assert not cloth or f".{cloth[1]}{{fill:{LIGHT.by_name[cloth[1]]}}}" in document_css(
        Theme.LIGHT
    )


def test_icons_differ_without_colours_too() -> None:
    icons = [ICONS[goal.icon] for goal in Goal]
    assert len({icon.shape for icon in icons}) == len({icon.weave for icon in icons}) == len(Goal)
    for signs in zip(*(icon.signs for icon in icons), strict=True):
        assert len(set(signs)) == len(Goal)
        assert all(1 <= len(sign) <= 3 for sign in signs)
    assert all(icon.signs[1].isascii() for icon in icons)
