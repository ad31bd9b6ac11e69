"""Environments where their packages are not installed: the error says what to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src"
PROGRAM = "import sys; sys.path.insert(0, {0!r}); import hashi.envs; hashi.envs.{1}"


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["SoloEnv", "SoloVectorEnv", "TableEnv", "JaxEnv", "PolicyBot"])
def test_a_class_without_its_packages_names_the_extra(name: str) -> None:
    program = PROGRAM.format(str(SOURCES), name)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert "python -m pip install 'hashi-game[" in done.stderr.splitlines()[-1]
