"""A few hundred broken requests; `python -m tests.server.fuzz` sends a million."""

from __future__ import annotations

from pathlib import Path

from tests.server.fuzz import Fuzzer
from tests.support.server import serving


def test_broken_requests_are_refused_and_nothing_is_logged(tmp_path: Path) -> None:
    with serving(tmp_path / "t.sqlite") as server:
        Fuzzer(server, seed=1).run(360)
        assert server.stop() == ""
