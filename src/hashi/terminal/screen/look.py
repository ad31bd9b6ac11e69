"""The colours of a full screen: those of every other picture."""

from __future__ import annotations

from rich.style import Style
from textual.theme import Theme as ScreenTheme

from hashi.drawing import DARK, LIGHT, Theme
from hashi.drawing.theme import Colours

NAMES = {Theme.LIGHT: "hashi-light", Theme.DARK: "hashi-dark", Theme.AUTO: "hashi-dark"}


def colours_of(theme: str) -> Colours:
    """Return the colours of a screen's theme."""
    return LIGHT if theme == NAMES[Theme.LIGHT] else DARK


def picture_theme(theme: str) -> Theme:
    """Return the theme of pictures that goes with a screen's theme."""
    return Theme.LIGHT if theme == NAMES[Theme.LIGHT] else Theme.DARK


def screen_themes() -> list[ScreenTheme]:
    """Return the light and the dark theme."""
    return [
        ScreenTheme(
            name=NAMES[theme],
            primary=own.accent,
            secondary=own.wood,
            accent=own.accent,
            foreground=own.ink,
            background=own.paper,
            surface=own.land,
            panel=own.sea,
            success=own.done,
            warning=own.wood,
            error=own.red,
            dark=theme is Theme.DARK,
            variables={
                "footer-key-foreground": own.accent,
                "footer-description-foreground": own.ink,
            },
        )
        for theme, own in ((Theme.LIGHT, LIGHT), (Theme.DARK, DARK))
    ]


def style(own: Colours, colour: str, *, is_bold: bool = False, is_struck: bool = False) -> Style:
    """Return the style of text on the ground of the screen."""
    return Style(color=own.by_name[colour], bold=is_bold or None, strike=is_struck or None)
