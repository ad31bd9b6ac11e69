"""How templates are written."""

from __future__ import annotations

from pathlib import Path

from hashi import server

TEMPLATES = Path(server.__file__).parent / "templates"


def test_only_the_icons_are_drawn_in_templates() -> None:
    drawing = {path.name for path in TEMPLATES.rglob("*.html") if "<path" in path.read_text()}
    assert drawing == {"_icons.html"}
