"""Servers and the database are killed under play: nothing acknowledged is lost or done twice."""

from __future__ import annotations

import pytest
from tests.server import faults


@pytest.mark.slow
@pytest.mark.no_cover
def test_play_goes_on_through_kills_of_servers_and_of_the_database(
    capsys: pytest.CaptureFixture[str],
) -> None:
    faults.main(["--clients", "8", "--servers", "2", "--kills", "2", "--pauses", "0"])
    assert "none lost, none twice" in capsys.readouterr().out
