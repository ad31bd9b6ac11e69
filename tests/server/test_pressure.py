"""A server that is full says so before it drowns: whoever plays goes on, others come back later."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.app import app_at

from hashi.server.limits.pressure import Pressure
from hashi.table import Objected, Objection


def test_a_server_is_full_while_answers_take_long() -> None:
    clock = [0.0]
    pressure = Pressure(lambda: clock[0])
    pressure.note(30.0)
    pressure.admit()  # one slow answer says little
    for _ in range(200):
        pressure.note(2.0)
    with pytest.raises(Objected) as refused:
        pressure.admit()
    assert refused.value.objection is Objection.FULL
    for _ in range(30):
        pressure.note(0.8)
    assert pressure.is_full  # not yet: it would be full again at once
    for _ in range(200):
        pressure.note(0.01)
    pressure.admit()


def test_a_server_that_nobody_asks_is_not_full_for_ever() -> None:
    clock = [0.0]
    pressure = Pressure(lambda: clock[0])
    for _ in range(200):
        pressure.note(3.0)
    assert pressure.is_full
    clock[0] = 60.0
    assert not pressure.is_full


async def test_a_full_server_opens_no_table_and_lets_players_go_on(tmp_path: Path) -> None:
    async with app_at(tmp_path / "full.sqlite", 0.0) as server:
        visitor = server.visitor("the-key-of-a-player")
        opened = await visitor.call("/api/tables", seats=1)
        assert opened.status == 201
        for _ in range(200):
            server.app.state.services.gates.pressure.note(2.0)
        refused = await visitor.call("/api/tables", seats=1)
        assert (refused.status, refused.headers["retry-after"]) == (503, "10")
        assert refused.json["error"]["code"] == "full"
        place = f"/api/tables/{opened.json['id']}"
        sat = await visitor.call(place, do="sit", name="Ida")
        assert sat.status == 200, sat.text
        stranger = server.visitor("the-key-of-a-stranger")
        assert (await stranger.get(f"{place}/events")).status == 503
        table = (await server.host.tables.live(opened.json["id"])).table
        server.app.state.services.gates.pressure.admit_to(table, visitor.holder)
