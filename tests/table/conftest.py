"""Where the tests of stores keep their tables: in a file, and in a database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.support.postgres import Cluster


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return an empty place for tables, as `hashi serve --data` takes it."""
    if request.param == "sqlite":
        return str(tmp_path / "s.db")
    postgres: Cluster = request.getfixturevalue("postgres")
    return postgres.schema()
