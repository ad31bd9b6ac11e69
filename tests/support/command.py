"""The command `hashi`, called in this process or run in one of its own."""

from __future__ import annotations

import gettext
import io
import os
import subprocess
import sys
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO
from unittest.mock import patch

from hashi.cli import main

LINES = {
    f"HASHI_{command}_PLAIN": "yes" for command in ("PLAY", "DAILY", "GAMES", "JOIN", "REPLAY")
}
"""Tests read lines, also in a terminal where a full screen is possible."""


def environment(home: Path | None = None, **more: str) -> dict[str, str]:
    """Return this process's environment without its locale and with a data folder of its own."""
    hidden = ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "COLORTERM", "COLUMNS")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    own = {"XDG_DATA_HOME": str(home)} if home else {}
    return {**kept, **LINES, "PYTHONUTF8": "1", "COLUMNS": "120", **own, **more}


def hashi(
    *arguments: str,
    lines: Sequence[str] = (),
    home: Path | None = None,
    stdin: bytes | None = None,
    typist: TextIO | None = None,
    **environ: str,
) -> subprocess.CompletedProcess[str]:
    """Call `hashi` in this process with these arguments and typed lines, or those of a typist.

    Starting Python costs more than most commands do. `hashi_process` is for what only a process
    of its own can show: signals, children, modules that are imported, a real terminal.
    """
    out, err = io.BytesIO(), io.BytesIO()
    given = typist or io.TextIOWrapper(io.BytesIO(_typed(lines, stdin)), "utf-8")
    with _streams(given, out, err), _own_state(environment(home, **environ)):
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = _status(ended.code)
        except Exception:  # reported as Python does when it ends a process
            traceback.print_exc()
            status = 1
        printed, complained = out.getvalue().decode(), err.getvalue().decode()
    return subprocess.CompletedProcess(["hashi", *arguments], status, printed, complained)


def hashi_process(
    *arguments: str,
    lines: Sequence[str] = (),
    home: Path | None = None,
    stdin: bytes | None = None,
    program: Sequence[str] = ("-m", "hashi"),
    **environ: str,
) -> subprocess.CompletedProcess[str]:
    """Run `hashi` in a process of its own with these arguments and typed lines."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *program, *arguments],
        input=_typed(lines, stdin),
        capture_output=True,
        env=environment(home, **environ),
        check=False,
        timeout=120,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def _typed(lines: Sequence[str], stdin: bytes | None) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode() if stdin is None else stdin


def _status(code: object) -> int:
    """Return the exit status that Python makes of the argument of `sys.exit`."""
    if code is None or isinstance(code, int):
        return code or 0
    print(code, file=sys.stderr)
    return 1


@contextmanager
def _streams(given: TextIO, out: io.BytesIO, err: io.BytesIO) -> Iterator[None]:
    """Replace the standard streams by buffers that are written in UTF-8, as pipes would be."""
    with (
        patch("sys.stdin", given),
        patch("sys.stdout", io.TextIOWrapper(out, "utf-8", write_through=True)),
        patch("sys.stderr", io.TextIOWrapper(err, "utf-8", write_through=True)),
    ):
        yield


@contextmanager
def _own_state(environ: dict[str, str]) -> Iterator[None]:
    """Take back afterwards what a command changes for the whole process."""
    domain = gettext.textdomain()
    with (
        patch.dict(os.environ, environ, clear=True),
        patch.object(sys, "path", [*sys.path]),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("error")
        try:
            yield
        finally:
            gettext.textdomain(domain)
