"""Every colour of a page stands in the palette, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import hashi
from hashi.drawing import LIGHT
from hashi.rules import Goal
from hashi.server.palette import DARK_SET, LIGHT_SET, PAGE, palette_css
from hashi.server.static_files import contents, sources

PACKAGE = Path(hashi.__file__).parent
PALETTE = {PACKAGE / "drawing" / "theme.py", PACKAGE / "server" / "palette.py"}
WRITTEN = sorted(
    path
    for kind in ("css", "js", "html", "py")
    for path in PACKAGE.rglob(f"*.{kind}")
    if path not in PALETTE
)
COLOUR = re.compile(
    r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgb|hsl)a?\(|\b(?:hwb|(?:ok)?l(?:ab|ch))\(",
    re.IGNORECASE,
)
NAMED = re.compile(
    r"(?:color|fill|stroke|background|border|outline|shadow)[\w-]*[:=][^;{}<>]*"
    r"\b(?:white|black|gr[ae]y|red|green|blue|yellow|orange|purple|brown|pink|navy|teal)\b"
)
TOKEN = re.compile(r"var\(--[\w-]+\)")
ICON_WAVES = "#b4d0cd"
"""Darker than those of a board: an icon is small."""


def test_no_colour_is_written_outside_the_palette() -> None:
    found = {path.relative_to(PACKAGE).as_posix(): list(colours(path)) for path in WRITTEN}
    assert {name: written for name, written in found.items() if written} == {}


def colours(path: Path) -> Iterator[str]:
    """Yield the colours that a file names itself."""
    text = TOKEN.sub("", path.read_text("utf-8"))
    yield from COLOUR.findall(text)
    if path.suffix in (".css", ".html"):
        yield from NAMED.findall(text)


def test_the_icons_have_the_colours_of_pictures() -> None:
    for name in ("icon.svg", "icon-turn.svg"):
        used = set(re.findall(r"#[0-9a-f]{3,8}\b", sources()[name].decode()))
        assert used - {ICON_WAVES} <= set(LIGHT.by_name.values()), name


def test_every_colour_is_there_in_both_sets_and_used() -> None:
    assert LIGHT_SET.keys() == DARK_SET.keys()
    sheets = [text.decode() for name, text in sources().items() if name.endswith(".css")]
    templates = [path.read_text("utf-8") for path in PACKAGE.rglob("templates/*.html")]
    used = set(re.findall(r"var\(--([\w-]+)\)", "".join([*sheets, *templates])))
    used |= {name for goal in Goal for name in (goal.colour, f"tint-{goal}")}  # in icons and curves
    assert PAGE.keys() <= used
    own = set(re.findall(r"(--[\w-]+):", "".join(sheets)))
    assert {f"--{name}" for name in used} <= own


def test_each_theme_has_its_set() -> None:
    text = palette_css()
    light, preferred, dark = re.findall(r"(:root[^{]*)\{color-scheme:(\w+);([^}]*)\}", text)
    assert [light[:2], preferred[:2], dark[:2]] == [
        (":root,:root ::backdrop", "light"),
        (':root[data-theme="auto"],:root[data-theme="auto"] ::backdrop', "dark"),
        (':root[data-theme="dark"],:root[data-theme="dark"] ::backdrop', "dark"),
    ]
    assert preferred[2] == dark[2] == ";".join(f"--{name}:{c}" for name, c in DARK_SET.items())
    assert text in contents()["page.css"].decode()


TEXT_ON = {
    "paper": ("ink", "soft", "tide", "loss", "done", "accent"),
    "card": ("ink", "soft", "loss", "done", "accent"),
    "meadow": ("ink", "soft", "loss", "done", "accent"),
    "sea": ("ink", "tide"),
    **{f"tint-{goal}": ("ink", "soft", "done") for goal in Goal},
}
"""What is written, and on which grounds: bands of a curve and a chosen round included."""


def test_text_can_be_read_on_every_ground_it_stands_on() -> None:
    """At least 4.5:1, light and dark, also under the veil of what is chosen."""
    for colours in (LIGHT_SET, DARK_SET):
        for ground, texts in TEXT_ON.items():
            below = rgb(colours[ground])
            grounds = [below]
            if ground in ("paper", "card"):
                grounds.append(rgb(colours["veil"], below))
            for text in texts:
                for each in grounds:
                    assert contrast(rgb(colours[text]), each) >= 4.5, (text, ground, each)


def rgb(colour: str, below: tuple[float, ...] = ()) -> tuple[float, ...]:
    """Return the parts of a colour; one that can be seen through, on what lies below it."""
    if colour.startswith("#"):
        return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
    *parts, share = map(int, re.findall(r"\d+", colour))
    return tuple((share * a + (100 - share) * b) / 100 for a, b in zip(parts, below, strict=True))


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Return the contrast of two colours as WCAG 2 defines it."""
    light, dark = sorted(map(luminance, (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: tuple[float, ...]) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
