"""A small part of `python -m tests.site.kills`."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Playwright
from tests.site.conftest import program
from tests.site.kills import WITHOUT_FILES, lost
from tests.support.chromium import kept
from tests.support.site import another_version, sending

pytestmark = pytest.mark.site


@pytest.mark.parametrize("before", [{}, {"storage": WITHOUT_FILES}], ids=["files", "database"])
def test_no_answered_mark_is_lost(
    playwright: Playwright, folder: Path, tmp_path: Path, before: dict[str, str]
) -> None:
    if before:
        folder = another_version(folder, tmp_path / "site", **before)
    with sending(folder) as site, kept(playwright, program(), tmp_path / "profile") as browser:
        assert lost(2, browser, site) == []
