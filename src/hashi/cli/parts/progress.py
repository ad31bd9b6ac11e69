"""A progress bar, shown only on a terminal."""

from __future__ import annotations

import sys
from time import monotonic
from typing import Self

WIDTH = 30
EVERY = 0.1
"""Seconds between two updates."""


class Progress:
    """A bar on standard error. Where that is no terminal nothing is written."""

    def __init__(self, whole: int) -> None:
        self._whole = whole
        self._is_seen = sys.stderr is not None and sys.stderr.isatty()
        self._next = 0.0
        self._length = 0

    def show(self, done: int) -> None:
        if self._is_seen and monotonic() >= self._next:
            self._next = monotonic() + EVERY
            full = WIDTH * done // self._whole
            self._write(f"[{'#' * full}{'.' * (WIDTH - full)}] {done}/{self._whole}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Clear the line for the output that follows."""
        if self._length:
            self._write("")

    def _write(self, text: str) -> None:
        sys.stderr.write(f"\r{text.ljust(self._length)}" + ("" if text else "\r"))
        sys.stderr.flush()
        self._length = len(text)
