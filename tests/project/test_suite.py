"""The tests themselves: those of the rules need no packages of other parts of the game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import COVERING

ROOT = Path(__file__).parents[2]
PURE = ("tests/rules", "tests/record", "tests/boards")
ABSENT = """
import sys
from importlib.abc import MetaPathFinder

class Absent(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("playwright", "jax", "starlette", "uvicorn", "numpy"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
"""


def run_pytest(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest where browsers, servers and arrays cannot be imported."""
    (folder / "absent.py").write_text(ABSENT, "utf-8")
    path = os.pathsep.join([str(folder), str(ROOT / "src")])
    names = ("absent", "anyio.pytest_plugin", "pytest_timeout", "no:cacheprovider")
    plugins = [word for name in names for word in ("-p", name)]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, "-q", "-x", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.no_cover
def test_rules_are_tested_where_browsers_servers_and_arrays_are_missing(tmp_path: Path) -> None:
    collected = run_pytest(tmp_path, "--collect-only", *PURE)
    assert collected.returncode == 0, collected.stdout[-3000:] + collected.stderr
    names = {line.partition("::")[0] for line in collected.stdout.splitlines() if "::" in line}
    written = {
        path.relative_to(ROOT).as_posix() for f in PURE for path in (ROOT / f).glob("test_*")
    }
    assert names == written
    done = run_pytest(tmp_path, "tests/rules/test_bridges.py", "tests/record/test_notation.py")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr


@pytest.mark.no_cover
def test_browser_tests_fail_where_browsers_are_missing(tmp_path: Path) -> None:
    """The opposite case: with browser tests the same run fails."""
    failed = run_pytest(tmp_path, "--collect-only", "tests/browser")
    assert failed.returncode != 0
    assert "No module named 'playwright" in failed.stdout + failed.stderr


def test_every_test_that_is_measured_is_where_it_is_said_to_be() -> None:
    assert [path for path in COVERING if not path.exists()] == []


@pytest.mark.no_cover
def test_no_async_test_runs_while_a_browser_of_other_tests_does() -> None:
    """Playwright keeps an event loop running in the thread of the tests until its fixture ends:
    with a module, or with a folder that is a package, where nothing else is async."""
    starting = [
        path
        for path in ROOT.glob("tests/*/conftest.py")
        if "sync_playwright" in path.read_text("utf-8")
    ]
    assert {path.parent.name for path in starting} >= {"browser", "site"}
    for conftest in starting:
        folder, text = conftest.parent, conftest.read_text("utf-8")
        scopes = set(
            re.findall(
                r'scope="(\w+)"\)\ndef \w+\([^)]*\) -> Iterator\[(?:Playwright|Browser)\]', text
            )
        )
        assert scopes in ({"module"}, {"package"}), conftest
        for module in folder.glob("test_*.py"):
            written = module.read_text("utf-8")
            if scopes == {"package"} or re.search(
                r"\b(visit|chromium|playwright)\b.*\) -> None", written
            ):
                assert "async def test_" not in written, module
        assert scopes == {"module"} or (folder / "__init__.py").exists(), conftest
