"""How templates are written, and how a page's files are called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hashi import server

SERVER = Path(server.__file__).parent
TEMPLATES, STATIC, PAGES = SERVER / "templates", SERVER / "static", SERVER / "pages"
SHARED = {"daily", "home", "learn", "over", "puzzles", "share"}
"""The sheets of pages that others look like, or take a part of."""
OF_NO_MODULE = {"base", "problem", "table/hidden"}
"""What all pages extend, and what stands in the place of a page: a refusal, a spoiler."""


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each template of a whole page."""
    for path in sorted(TEMPLATES.rglob("*.html")):
        text = path.read_text("utf-8")
        if "<!doctype" in text or text.startswith('{% extends "base.html" %}'):
            yield path.relative_to(TEMPLATES).with_suffix("").as_posix(), text


def test_a_page_has_a_module_of_its_name() -> None:
    modules = {path.relative_to(PAGES).with_suffix("").as_posix() for path in PAGES.rglob("*.py")}
    assert {name for name, _ in pages()} - modules == OF_NO_MODULE


def test_a_script_of_a_page_has_its_name() -> None:
    texts, folder = dict(pages()), STATIC / "js" / "pages"
    for path in folder.rglob("*.js"):
        name = path.relative_to(folder).with_suffix("").as_posix()
        assert f"js/pages/{name}.js" in texts[name]


def test_a_style_sheet_of_a_page_has_its_name_or_that_of_its_package() -> None:
    for name, text in pages():
        own = {"page", *name.split("/")}
        linked = set(re.findall(r"static\('([\w-]+)\.css'\)", text))
        assert linked <= own | SHARED, name


def test_only_the_icons_are_drawn_in_templates() -> None:
    drawing = {path.name for path in TEMPLATES.rglob("*.html") if "<path" in path.read_text()}
    assert drawing == {"_icons.html"}


def test_no_template_has_what_the_policy_of_a_page_forbids() -> None:
    for path in TEMPLATES.rglob("*.html"):
        found = re.findall(r"<script(?![^>]*\bsrc=)|\sstyle=|<style|\son\w+=", path.read_text())
        assert not found, path
