"""What the project promises about its own sources and documents."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = sorted((ROOT / "src" / "hashi" / "rules").glob("*.py"))
MAY_IMPORT = {
    "__future__",
    "bisect",
    "collections",
    "collections.abc",
    "dataclasses",
    "unicodedata",
    "enum",
    "functools",
    "hashlib",
    "importlib",
    "itertools",
    "re",
    "string",
    "typing",
}
"""No input or output, no clock, no randomness. `importlib` is there for two late imports: a
notebook asks a sheet or a game for its picture (`hashi.drawing`), and `str()` of an exception is
a sentence (`hashi.words`)."""


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_rules_import_nothing_but_pure_parts_of_the_standard_library(path: Path) -> None:
    foreign = {name for name in imports(path) if not name.startswith("hashi.rules")}
    assert foreign <= MAY_IMPORT
    assert foreign <= set(sys.stdlib_module_names) | {"collections.abc"}


def test_no_file_names_a_registry_or_a_path_of_a_machine() -> None:
    names = ["constraints.txt", "pyproject.toml", "Makefile", "README.md", "setup.py"]
    for name in names:
        content = (ROOT / name).read_text(encoding="utf-8")
        assert not re.search(r"\w-(?:url|links)\b|--hash|https?://\S*simple", content), name
        assert str(ROOT) not in content
        assert str(Path.home()) not in content


def test_every_pin_is_a_plain_version() -> None:
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    for pin in pins:
        assert re.fullmatch(r"#.*|[\w.-]+==[\w.]+", pin), pin


def test_every_option_is_documented() -> None:
    from hashi.cli.command import COMMANDS, parser
    from hashi.words import Words

    documented = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    actions = [a for a in parser(Words("en"))._actions if a.dest == "command"]
    assert actions[0].choices is not None
    for module in COMMANDS:
        name = module.__name__.rpartition(".")[2]
        assert f"## hashi {name}" in documented
        section = documented.split(f"## hashi {name}\n")[1].split("\n## ")[0]
        assert module.EXAMPLE in section
        for action in dict(actions[0].choices)[name]._actions:
            for option in action.option_strings:
                if option not in ("-h", "--help", "--lang"):
                    assert f"`{option}" in section, (name, option)
