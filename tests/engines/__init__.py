"""Real browsers of the three engines that phones and computers have, behind one interface."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.engines.chromium import Chromium
from tests.engines.engine import Engine, EngineError
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit

ENGINES = {kind.name: kind for kind in (Firefox, WebKit, Chromium)}


@contextmanager
def open_engine(name: str) -> Iterator[Engine]:
    """Start a browser, yield its window, and end it."""
    window = ENGINES[name]()
    try:
        yield window
    finally:
        window.close()


__all__ = ["ENGINES", "Engine", "EngineError", "open_engine"]
