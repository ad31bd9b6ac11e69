"""Other programs that a build runs."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from hashi.site.builder.problem import FAILED, CannotBuild

SHOWN = 2_000
"""Characters of what a program says before it fails."""


def run(command: Sequence[str], cwd: Path | None = None) -> str:
    """Run a program, and return what it prints; raise CannotBuild where it fails."""
    done = subprocess.run(  # noqa: S603, our own commands
        command, cwd=cwd, capture_output=True, text=True, check=False
    )
    if done.returncode:
        name = " ".join(Path(part).name for part in command[:3])
        error = (done.stderr or done.stdout).strip()
        raise CannotBuild(FAILED, program=name, error=error[-SHOWN:])
    return done.stdout
