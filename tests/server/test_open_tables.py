"""Tables that anyone may join: off unless the server allows it, listed from the store."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

from tests.support.app import AppServer, AppVisitor, app_at
from tests.support.postgres import Cluster
from tests.support.server import Browser, serving

NOW = 1_800_000_000.0
PENNED = {"seats": "3", "pens": "free", "pace": "60", "board": "B"}


async def opened(visitor: AppVisitor, **form: str) -> str:
    """Open a table with friends and return its id."""
    answer = await visitor.post("/new", mode="friends", **{"seats": "2", **form})
    assert answer.status == 303
    return answer.location.removeprefix("/t/")


async def listed(server: AppServer) -> list[str]:
    """Return the tables that a stranger finds, by the page and by the API."""
    stranger = server.visitor()
    page = (await stranger.get("/")).text
    found = [table["id"] for table in (await stranger.get("/api/tables")).json["tables"]]
    assert all(f'action="/t/{id}/join"' in page for id in found)
    assert page.count("/join") == len(found)
    return found


async def test_nothing_is_listed_unless_the_server_allows_it(tmp_path: Path) -> None:
    async with app_at(tmp_path / "t.sqlite", NOW) as server:
        tim = server.visitor()
        assert "Anyone may join" not in (await tim.get("/new?mode=friends")).text
        id = await opened(tim, listed="on")
        assert "Anyone may join" not in (await tim.get(f"/t/{id}")).text
        assert "Open tables" not in (await server.visitor().get("/")).text
        answer = await tim.call(f"/api/tables/{id}", do="list", on=True)
        assert (answer.status, answer.json["error"]["code"]) == (403, "no_listing")
        assert (await tim.get("/api/tables")).status == 403


async def test_a_stranger_joins_by_one_tap(tmp_path: Path) -> None:
    async with app_at(tmp_path / "t.sqlite", NOW, open_tables=True) as server:
        tim, ida, bo = server.visitor(), server.visitor(), server.visitor()
        assert "Anyone may join" in (await tim.get("/new?mode=friends")).text
        hidden = await opened(bo)
        id = await opened(tim, name="<b>Tim & Co</b>", listed="on", **PENNED)
        assert await listed(server) == [id]
        server.clock[0] += 185
        page = (await ida.get("/")).text
        assert "&lt;b&gt;Tim &amp; Co&lt;/b&gt;" in page
        assert "<b>Tim" not in page
        for said in ("2 free seats", "Side B", "Free pens", "60 seconds per card", "3 minutes ago"):
            assert said in page, said
        assert "/join" not in (await tim.get("/")).text  # they sit there already
        answer = await ida.post(f"/t/{id}/join", name="")
        assert (answer.status, answer.location) == (303, f"/t/{id}")
        await ida.post(f"/t/{id}/join", name="Ida")  # a second tap takes no second seat
        names = [seat["name"] for seat in (await ida.get(f"/api/tables/{id}")).json["seats"]]
        assert names == ["<b>Tim & Co</b>", "Player 2", ""]
        assert (await bo.post(f"/t/{id}/join", name="Bo")).status == 303
        assert await listed(server) == []  # every seat is taken
        late = server.visitor()
        assert (await late.post(f"/t/{id}/join", name="Max")).location == f"/t/{id}"
        assert (await bo.post(f"/t/{hidden}/join", name="Bo")).status == 303
        assert (await late.post(f"/t/{hidden}/join", name="Max")).status == 303
        assert len((await late.get(f"/api/tables/{hidden}")).json["seats"]) == 2
        seats = (await late.get(f"/api/tables/{hidden}")).json["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "empty"]  # it is not listed
        await ida.call(f"/api/tables/{id}", do="leave", seat=1)
        assert await listed(server) == [id]
        await tim.call(f"/api/tables/{id}", do="sit_bot", seat=1, name="Ada", bot="greedy")
        await tim.call(f"/api/tables/{id}", do="begin")
        assert await listed(server) == []


async def test_who_opened_a_table_says_whether_it_is_listed(tmp_path: Path) -> None:
    async with app_at(tmp_path / "t.sqlite", NOW, open_tables=True) as server:
        tim, ida = server.visitor(), server.visitor()
        await ida.get("/")
        first, second = await opened(tim, listed="on"), await opened(tim)
        assert (await ida.call(f"/api/tables/{second}", do="list", on=True)).status == 403
        switch = 'id="listed" name="on"'
        assert switch in (await tim.get(f"/t/{second}")).text
        assert switch not in (await ida.get(f"/t/{second}")).text
        assert "Anyone may join: this table" in (await ida.get(f"/t/{first}")).text
        server.clock[0] += 1
        await tim.call(f"/api/tables/{second}", do="list", on=True)
        assert await listed(server) == [second]  # one of each person, the latest
        await tim.call(f"/api/tables/{second}", do="list", on=False)
        assert await listed(server) == [first]


async def test_a_table_where_nobody_is_vanishes(tmp_path: Path) -> None:
    async with app_at(tmp_path / "t.sqlite", NOW, open_tables=True) as server:
        tim, ida = server.visitor(), server.visitor()
        quick, slow = await opened(tim, listed="on"), await opened(ida, listed="on", pace="86400")
        server.clock[0] += 601
        assert await listed(server) == [slow]
        server.host.people.come(await server.host.tables.live(quick), tim.holder)
        assert set(await listed(server)) == {quick, slow}
        server.host.people.go(await server.host.tables.live(quick), tim.holder)
        server.clock[0] += 86_400
        assert await listed(server) == []


def test_one_address_lists_few_tables(tmp_path: Path) -> None:
    with serving(tmp_path / "t.sqlite", "--open-tables", "--limit", "listings=6") as server:
        for _ in range(4):
            visitor = Browser(server)
            visitor.open_table(mode="friends", listed="on")
        found = json.loads(Browser(server).fetch("/api/tables")[1])["tables"]
        assert len(found) == 2  # a third at once; the other tables are open, but not listed


def test_servers_on_one_database_list_the_same(postgres: Cluster) -> None:
    address = postgres.schema()
    with serving(address, "--open-tables") as one, serving(address, "--open-tables") as other:
        tim, ida = Browser(one), Browser(other)
        id = tim.open_table(mode="friends", seats="2", name="Tim", listed="on")
        with closing(tim.socket(id)):
            assert f'action="/t/{id}/join"' in ida.fetch("/")[1]
            status, _, headers = ida.fetch(f"/t/{id}/join", {"name": "Ida"})
            assert (status, headers["location"]) == (303, f"/t/{id}")
            assert json.loads(Browser(one).fetch("/api/tables")[1])["tables"] == []
            assert "Ida" in tim.fetch(f"/t/{id}")[1]
