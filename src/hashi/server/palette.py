"""The colours of pages: those of pictures, and those that only pages have. Nothing else names one.

The style sheets take them as custom properties, `var(--sea)`. `data-theme` of a page says which
set holds: "light", "dark", or "auto" for what the reader's device prefers. Browsers from before
2024 do not know `light-dark()`, and their backdrops do not inherit the properties of the page; so
each set is written out where it holds, for backdrops too.
"""

from __future__ import annotations

from hashi.drawing import DARK, LIGHT

PAGE = {
    # what text and controls lie on, and what surrounds them
    "card": ("#ffffff", "#152636"),
    "raised": ("#ffffff", "transparent"),
    "edge": ("#e4ddd0", "#263d50"),
    "rim": ("#83909c", "#6d8799"),
    "on-accent": ("#ffffff", "#0d1a26"),
    "pressed": ("#184f7d", "#9acdf5"),
    # what lies under a dialog or a sheet
    "backdrop": ("rgb(10 20 30 / 45%)", "rgb(10 20 30 / 45%)"),
    "shade": (
        "0 1px 2px rgb(29 43 58 / 8%), 0 6px 20px rgb(29 43 58 / 7%)",
        "0 1px 2px rgb(0 0 0 / 30%), 0 6px 20px rgb(0 0 0 / 25%)",
    ),
    "sheet-shade": ("0 -6px 24px rgb(29 43 58 / 14%)", "0 -6px 24px rgb(29 43 58 / 14%)"),
    # the seats of a table
    "seat-0": ("#8a6100", "#e8bd5e"),
    "seat-1": ("#7a3f9d", "#c9a2ec"),
    "seat-2": ("#0b6e6e", "#5fd0c5"),
    "seat-3": ("#a8326e", "#f29ac0"),
    # a review: what a turn cost, the bands of the curve, the chosen round
    "loss": ("#b23322", "#ff998a"),
    "tint-red": ("#f6ddd6", "#47292c"),
    "tint-blue": ("#dbe3f2", "#223760"),
    "tint-six": ("#f4e4cf", "#43321f"),
    "veil": ("rgb(32 99 155 / 10%)", "rgb(111 182 238 / 16%)"),
    # a QR code: cameras want it dark on light
    "code": (LIGHT.ink, LIGHT.ink),
    "code-ground": ("#ffffff", "#ffffff"),
}
"""The colours that only pages have, light and dark, and shadows with theirs."""

LIGHT_SET = LIGHT.by_name | {name: light for name, (light, _) in PAGE.items()}
DARK_SET = DARK.by_name | {name: dark for name, (_, dark) in PAGE.items()}


def palette_css() -> str:
    """Return the style sheet that gives pages their colours."""
    light, dark = _declarations("light", LIGHT_SET), _declarations("dark", DARK_SET)
    preferred = _rule(':root[data-theme="auto"]', dark)
    return (
        _rule(":root", light)
        + f"@media (prefers-color-scheme:dark){{{preferred}}}\n"
        + _rule(':root[data-theme="dark"]', dark)
    )


def _rule(root: str, declarations: str) -> str:
    return f"{root},{root} ::backdrop{{{declarations}}}\n"


def _declarations(scheme: str, colours: dict[str, str]) -> str:
    properties = [f"--{name}:{colour}" for name, colour in colours.items()]
    return ";".join([f"color-scheme:{scheme}", *properties])
