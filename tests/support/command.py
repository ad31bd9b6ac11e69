"""Runs the real command in a child process, as a user would."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def environment(home: Path | None = None, **more: str) -> dict[str, str]:
    """This process's environment without its locale and with a home of its own."""
    hidden = ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "COLORTERM", "COLUMNS")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    own = {"XDG_DATA_HOME": str(home)} if home else {}
    return {**kept, "PYTHONUTF8": "1", "COLUMNS": "120", **own, **more}


def hashi(
    *arguments: str,
    lines: Sequence[str] = (),
    home: Path | None = None,
    stdin: bytes | None = None,
    **environ: str,
) -> subprocess.CompletedProcess[str]:
    """Run `hashi` with these arguments and typed lines."""
    typed = "".join(f"{line}\n" for line in lines).encode() if stdin is None else stdin
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "hashi", *arguments],
        input=typed,
        capture_output=True,
        env=environment(home, **environ),
        check=False,
        timeout=120,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )
