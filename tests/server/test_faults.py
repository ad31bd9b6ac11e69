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


@pytest.mark.slow
@pytest.mark.no_cover
def test_play_goes_on_at_a_standby_that_is_promoted(capsys: pytest.CaptureFixture[str]) -> None:
    """The primary is killed for good; its synchronous standby has all that was acknowledged."""
    few = ["--clients", "5", "--servers", "2", "--kills", "0", "--pauses", "0", "--database", "0"]
    faults.main([*few, "--promote", "kill", "--pause", "1", "--slowness", "3", "--no-rolling"])
    assert "none lost, none twice" in capsys.readouterr().out
