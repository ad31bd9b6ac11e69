from collections.abc import Iterator
from pathlib import Path

import pytest

from webserver import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a module."""
    data: Path = tmp_path_factory.mktemp("server") / "tables.sqlite"
    with serving(data) as running:
        yield running
