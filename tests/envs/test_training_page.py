"""docs/training.md is complete, and its programs and the example run."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hashi.arrays
import hashi.envs
from hashi.arrays import fields
from hashi.boards import board

pytestmark = pytest.mark.no_cover  # the programs of the page train for a while

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "train_solo.py"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("source", BLOCKS, ids=[str(at) for at in range(len(BLOCKS))])
def test_the_programs_of_the_page_print_what_it_says(source: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", source],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    promised = "".join(f"{line}\n" for line in re.findall(r"# prints (.*)", source))
    assert promised
    assert (done.stdout, done.stderr) == (promised, "")


def test_every_field_is_documented_in_order() -> None:
    named = re.findall(r"^\| `([\w.]+)`", section("Observations"), re.MULTILINE)
    layout = [field.name for field in fields(board("A"), seats=2)]
    own = [name for name in layout if "." not in name]
    assert named == [*own, "neighbour_1."]


def test_every_kind_of_action_is_documented() -> None:
    names = {name for name in vars(hashi.arrays)["__all__"] if "action" in name or "_of" in name}
    for name in names - {"IllegalAction"}:
        assert f"`{name}`" in section("Actions"), name
    for name in set(vars(hashi.envs)["__all__"]) - {"SOLO", "register"}:
        assert f"{name}`" in PAGE, name


def code_lines(source: str) -> int:
    """Return the number of lines with code, without empty lines, comments and docstrings."""
    lines = set()
    texts = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            texts |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    for number, line in enumerate(source.splitlines(), start=1):
        if line.strip() and not line.strip().startswith("#") and number not in texts:
            lines.add(number)
    return len(lines)


def test_the_example_is_short_and_learns() -> None:
    assert code_lines(EXAMPLE.read_text(encoding="utf-8")) <= 30
    points = [trained(0), trained(30)]
    assert points[0] + 1 < points[1], points


def trained(updates: int) -> float:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLE), str(updates)],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.fullmatch(r"([\d.]+) points on average in 1000 fresh games\n", done.stdout)
    assert found, done.stdout
    return float(found[1])


@pytest.mark.parametrize(("name", "package"), [("self_play", "gymnasium"), ("jax_ppo", "jax")])
def test_a_longer_example_runs_to_its_end(name: str, package: str) -> None:
    pytest.importorskip(package)
    done = subprocess.run(
        [sys.executable, str(EXAMPLE.with_name(f"{name}.py")), "2"],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.fullmatch(r"[\d.]+ points on average .*\n", done.stdout), done.stdout
    assert f"examples/{name}.py" in PAGE
