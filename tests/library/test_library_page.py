"""docs/library.md: its programs run and print what they say, and it names everything."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hashi

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def run(source: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", source],
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
        env=os.environ | {"PYTHONUTF8": "1"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.no_cover
@pytest.mark.parametrize("source", BLOCKS, ids=[str(at) for at in range(len(BLOCKS))])
def test_the_programs_of_the_page_print_what_it_says(source: str, tmp_path: Path) -> None:
    printed = run(source, tmp_path)
    promised = "".join(f"{line}\n" for line in re.findall(r"# prints (.*)", source))
    if promised or "print(" not in source:
        assert printed == promised
    else:
        assert len(printed.splitlines()) > 10, "a picture"


def test_every_name_is_on_the_page() -> None:
    section = PAGE.split("## All names\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    told = re.findall(r"`(\w+)`", "".join(row.split("|")[2] for row in rows))
    assert sorted(set(told)) == sorted(vars(hashi)["__all__"])


def test_every_method_of_a_game_is_on_the_page() -> None:
    section = PAGE.split("## A game\n")[1].split("\nWhere text is natural")[0]
    first = "".join(re.findall(r"^\| (.*?) \|", section, re.MULTILINE))
    told = re.findall(r"`(\w+)(?:\(.*?\))?`", first)
    public = [name for name in dir(hashi.DealtGame) if not name.startswith("_")]
    assert sorted(told) == sorted(public)


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", PAGE):
        assert (ROOT / "docs" / target).exists(), target


@pytest.mark.slow
@pytest.mark.no_cover
def test_the_programs_of_all_pages_pass_the_strict_checker(tmp_path: Path) -> None:
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        programs = re.findall(r"(?ms)^```python\n(.*?)^```", page.read_text("utf-8"))
        for at, program in enumerate(programs):
            (tmp_path / f"{page.stem.replace('-', '_')}_{at}.py").write_text(program, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    command += ["--disable-error-code", "import-untyped"]  # pandas has its types apart
    done = subprocess.run(
        [*command, *map(str, tmp_path.glob("*.py"))],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
        env=os.environ | {"MYPYPATH": str(ROOT / "src")},
    )
    assert done.returncode == 0, done.stdout
