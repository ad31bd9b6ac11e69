"""Servers and the database are killed under play: nothing acknowledged is lost or done twice."""

from __future__ import annotations

import pytest
from tests.server import faults


@pytest.mark.slow
@pytest.mark.no_cover
def test_play_goes_on_through_kills_of_servers_and_of_the_database(
    capsys: pytest.CaptureFixture[str],
) -> None:
    few = ["--clients", "5", "--servers", "2", "--kills", "1", "--pauses", "0", "--pause", "0.5"]
    faults.main([*few, "--slowness", "3"])
    assert "none lost, none twice" in capsys.readouterr().out
