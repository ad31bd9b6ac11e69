"""Requests to the tutorial and the tactics lessons, and what comes back."""

from __future__ import annotations

import html
import re

from hashi.words.typography import WORD_JOINER
from tests.support.server import Browser


def post(visitor: Browser, path: str, form: dict[str, str]) -> str:
    """Return the exercise after a touch or a button."""
    status, text, _ = visitor.fetch(f"{path}?part=1", form)
    assert status == 200
    return html.unescape(text)


def data(text: str, name: str) -> str:
    """Return what the exercise carries for the next request."""
    found = re.search(rf'data-{name}="([^"]*)"', text)
    assert found
    return found[1]


def said(text: str) -> str:
    """Return the sentence beside the board."""
    found = re.search(r'<p class="told[^"]*">(.*?)</p>', text)
    assert found
    return found[1].replace(WORD_JOINER, "")
