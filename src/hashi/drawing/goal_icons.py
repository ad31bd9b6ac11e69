"""The icons of the goals: a shape, a weave for their band in a curve, a sign in a terminal.

A goal names its icon and its colour (`hashi.rules.goals`).
"""

from __future__ import annotations

from dataclasses import dataclass

from hashi.rules import Flag, Goal


@dataclass(frozen=True, slots=True)
class Weave:
    """A pattern, so that the bands of a curve differ without colours too."""

    size: int
    """How wide and high a tile of the pattern is."""
    tile: str
    """Its elements, in the goal's {colour}."""
    transform: str = ""


@dataclass(frozen=True, slots=True)
class Icon:
    """How a goal is drawn."""

    shape: str
    """The elements of SVG in a box 34 wide and 24 high: {cloth} is filled with the goal's colour,
    `mast` and `link` are drawn with a pen."""
    weave: Weave
    signs: tuple[str, str]
    """At most three characters of Unicode, and of ASCII."""


_STRIPES = '<path d="M3.5 0V7" stroke="{colour}" stroke-width="2.2" stroke-opacity=".42"/>'
_DOTS = (
    '<g fill="{colour}" fill-opacity=".62">'
    '<circle cx="1.5" cy="1.5" r="1.05"/><circle cx="4.5" cy="4.5" r="1.05"/></g>'
)
_PLANKS = '<path d="M2.5 0V5" stroke="{colour}" stroke-width="1.5" stroke-opacity=".42"/>'

ICONS = {
    "pennant": Icon(
        '<path {cloth} d="M8 2L28 8.5L8 15Z"/><path class="mast" d="M8 2V23"/>',
        Weave(7, _STRIPES, "rotate(-45)"),
        ("►", ">"),
    ),
    "swallowtail": Icon(
        '<path {cloth} d="M8 2H28L22 8.5L28 15H8Z"/><path class="mast" d="M8 2V23"/>',
        Weave(6, _DOTS),
        ("◄", "<"),
    ),
    "rings": Icon(
        '<path class="link" d="M3 12a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M13 12h8'
        'M21 12a5 5 0 1 0 10 0a5 5 0 1 0 -10 0"/>',
        Weave(5, _PLANKS),
        ("o─o", "o-o"),
    ),
}
"""The icons by the key that goals name."""


CROSSED_OUT = '<path class="lost bed" d="M5 22L30 2"/><path class="lost" d="M5 22L30 2"/>'
"""A stroke through the icon of a goal that is out of reach, apart from what lies below it."""


def has_cloth(goal: Goal) -> bool:
    """Return whether a goal's icon has anything in the goal's colour."""
    return "{cloth}" in ICONS[goal.icon].shape


def cloth_colours() -> list[str]:
    """Return the colours of cloths: of the flags on islands, and of goals."""
    return list(dict.fromkeys([*Flag, *(goal.colour for goal in Goal if has_cloth(goal))]))


def sign_colour(goal: Goal) -> str:
    """Return the colour of a goal's sign: that of its cloth, or ink."""
    return goal.colour if has_cloth(goal) else "ink"


def picture_shape(goal: Goal) -> str:
    """Return the shape of a goal's icon in a picture, where colours are classes."""
    return ICONS[goal.icon].shape.format(cloth=f'class="cloth {goal.colour}"')


def page_shape(goal: Goal) -> str:
    """Return the shape of a goal's icon in a page, where colours are custom properties."""
    return ICONS[goal.icon].shape.format(cloth=f'class="cloth" fill="var(--{goal.colour})"')


def goal_icon(goal: Goal, *, is_dead: bool = False) -> str:
    """Return a goal's icon as an element of a page, crossed out where it is out of reach."""
    shape = page_shape(goal) + (CROSSED_OUT if is_dead else "")
    return f'<svg class="goal-icon" viewBox="0 0 34 24" aria-hidden="true">{shape}</svg>'
