"""Every rule is named by a test."""

from __future__ import annotations

import ast
import re
from pathlib import Path


def test_every_rule_is_named_by_a_test() -> None:
    names = [
        node.name
        for path in sorted(Path(__file__).parent.glob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_r")
    ]
    named = {name.split("_")[1] for name in names}
    missing = [f"R{n}" for n in range(1, 36) if f"r{n}" not in named]
    assert missing == []


def test_every_rule_is_broken_by_a_mutant() -> None:
    table = Path(__file__).with_name("mutants.py").read_text(encoding="utf-8")
    broken = {int(number) for number in re.findall(r'"R(\d+)",', table)}
    assert broken == set(range(1, 36))


def test_no_name_stands_twice() -> None:
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert len(names) == len(set(names)), path.name
