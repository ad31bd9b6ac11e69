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
