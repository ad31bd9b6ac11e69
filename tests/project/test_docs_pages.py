"""`make docs`: every document, and every name of the library with its docstring, on a page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_pages_have_every_document_and_every_name(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    done = subprocess.run(
        [*command, "--site-dir", str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for document in (ROOT / "docs").glob("*.md"):
        assert (tmp_path / document.stem / "index.html").exists(), document
    for page in (tmp_path / "reference").iterdir():
        package = "hashi" if page.name == "hashi" else f"hashi.{page.name}"
        told = re.findall(r'id="(hashi[\w.]*)"', (page / "index.html").read_text("utf-8"))
        names = import_module(package).__all__
        assert {f"{package}.{name}" for name in names if not name.startswith("_")} <= set(told)
