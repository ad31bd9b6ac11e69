"""Every rule is named by a test."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.rules.mutants import MUTANTS, ROOT, times_found


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
    assert {f"R{n}" for n in range(1, 36)} <= {mutant.rule for mutant in MUTANTS}


def test_every_mutant_can_be_made() -> None:
    assert [mutant for mutant in MUTANTS if times_found(mutant, ROOT / "src") != 1] == []


def test_no_name_stands_twice() -> None:
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert len(names) == len(set(names)), path.name
