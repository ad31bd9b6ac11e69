"""Links, modules and targets that the documents name exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


@cache
def anchors(path: Path) -> set[str]:
    """Return the anchors of a document: its titles as GitHub writes them."""
    titles = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_to_a_file_and_a_section(path: Path) -> None:
    for name, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", path.read_text("utf-8")):
        target = path.parent / name if name else path
        assert target.exists(), name
        assert not anchor or anchor in anchors(target), f"{name}#{anchor}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_of_the_repository_exists(path: Path) -> None:
    text = path.read_text("utf-8")
    for module in re.findall(r"python -m ((?:benchmarks|tests|tools)[\w.]+\w)", text):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module
    for target in re.findall(r"`make ([\w-]+)`", text):
        assert f"\n{target}:" in MAKEFILE, target


def test_every_document_is_named_in_the_readme() -> None:
    named = set(re.findall(r"\]\(([\w./-]+\.md)\)", (ROOT / "README.md").read_text("utf-8")))
    known = {path.relative_to(ROOT).as_posix() for path in DOCUMENTS} - {"README.md"}
    assert named == known
