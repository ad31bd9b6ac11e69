"""The same cards again, compared with the first time; a challenge from a table, taken up alone."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from tests.support.app import AppServer, AppVisitor, app_at

from hashi.words import LANGUAGES, Words

NOON = 1_800_000_000.0


async def total_of(server: AppServer, id: str) -> tuple[int, ...]:
    return (await server.host.tables.live(id)).table.played.totals


async def again(visitor: AppVisitor, id: str, *, same: bool = True) -> str:
    await visitor.call(f"/api/tables/{id}", do="rematch", same=same)
    return str((await visitor.get(f"/api/tables/{id}")).json["next"])


async def tried(visitor: AppVisitor, id: str) -> list[str]:
    text = unescape((await visitor.get(f"/t/{id}")).text)
    box = text.partition('class="first-try"')[2].partition("</ul>")[0]
    return re.findall(r"<li>(.*?)</li>", box)


def told(who: str, points: int, before: int) -> str:
    more = points - before
    if not more:
        return f"{who}: {points}, the same as the first time"
    how = "more" if more > 0 else "fewer"
    return f"{who}: {points}, {abs(more)} {how} than the first time"


async def test_alone_each_try_is_compared_with_the_first(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        zoe = server.visitor()
        first = (await zoe.post("/new", mode="solo")).location.removeprefix("/t/")
        before = await zoe.play_out(first, "random")
        assert await tried(zoe, first) == []
        second = await again(zoe, first)
        points = await zoe.play_out(second, "greedy")
        assert await tried(zoe, second) == [told("You", points, before)]
        third = await again(zoe, second)
        assert await zoe.play_out(third, "greedy") == points
        assert await tried(zoe, third) == [told("You", points, before)]
        assert await tried(server.visitor(), third) == []  # others are told nothing
        other = await again(zoe, third, same=False)
        await zoe.play_out(other, "greedy")
        assert await tried(zoe, other) == []


async def test_in_company_everyone_reads_of_all(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        zoe, tim = server.visitor(), server.visitor()
        first = await _meet(zoe, tim)
        await _play(server, first, zoe, tim, "pass")
        second = await again(zoe, first)
        await zoe.call(f"/api/tables/{second}", do="begin")
        await _play(server, second, zoe, tim, "2@b3 b3-d3 b3-d3")
        was, now = await total_of(server, first), await total_of(server, second)
        assert (was, now) == ((0, 0), (2, 0))
        assert await tried(zoe, second) == [told("You", 2, 0), told("Tim", 0, 0)]
        assert await tried(tim, second) == [told("Zoë", 2, 0), told("You", 0, 0)]
        # whoever is asked for another game learns it in the title, too
        await zoe.call(f"/api/tables/{second}", do="rematch")
        pages = [(await one.get(f"/t/{second}")).text for one in (tim, server.visitor(), zoe)]
        titles = [re.findall(r"<title>(.*?)</title>", page, re.DOTALL)[0].strip() for page in pages]
        assert titles[0] == titles[1] == "Zoë wants to play again · HASHI"
        assert titles[2] == "Zoë wins with 2 points! · HASHI"
        assert all('og:title" content="HASHI: Zoë wins' in page for page in pages)


async def _meet(zoe: AppVisitor, tim: AppVisitor) -> str:
    """Begin a game of two with three cards, and return its table."""
    for one in (zoe, tim):
        await one.get("/")  # which gives them their keys
    id = str((await zoe.call("/api/tables", seats=2, deck=["2/2"] * 4)).json["id"])
    for one, name in ((zoe, "Zoë"), (tim, "Tim")):
        await one.call(f"/api/tables/{id}", do="sit", name=name)
    await zoe.call(f"/api/tables/{id}", do="begin")
    return id


async def _play(server: AppServer, id: str, zoe: AppVisitor, tim: AppVisitor, marks: str) -> None:
    """Play to the end: Zoë makes these marks with the first card, all else is skipped."""
    for seat, one in enumerate((zoe, tim)):
        await one.call(f"/api/tables/{id}", do="mark", seat=seat, marks="d3=3")
        await one.call(f"/api/tables/{id}", do="done", seat=seat)
    if marks != "pass":
        await zoe.call(f"/api/tables/{id}", do="mark", seat=0, marks=marks)
    for _ in range(3):
        for seat, one in enumerate((zoe, tim)):
            await one.call(f"/api/tables/{id}", do="done", seat=seat)
    assert (await server.host.tables.live(id)).table.played.is_over


async def test_a_challenge_of_a_table_names_whose_it_is_and_one_may_take_it_up(
    tmp_path: Path,
) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        zoe, tim = server.visitor(), server.visitor()
        origin = await _meet(zoe, tim)
        await _play(server, origin, zoe, tim, "2@b3 b3-d3 b3-d3")
        (link,) = set(re.findall(r'"(/c/\w+)"', (await zoe.get(f"/t/{origin}")).text))
        guest = server.visitor()
        page = unescape((await guest.get(link)).text)
        assert "<h1>Beat Zoë’s 2</h1>" in page
        assert "Open a table for 2" in page
        for language in LANGUAGES:
            shown = unescape((await server.visitor("", language).get(link)).text)
            title = re.findall(r"<h1>(.*?)</h1>", shown)[0]
            assert "Zoë" in title
            assert "2" in title
            assert "Tim" not in title
            assert Words(language).say("Take it up solo") in shown
        answer = await guest.post(link, name="Ida", alone="yes")
        mine = answer.location.removeprefix("/t/")
        table = (await server.host.tables.live(mine)).table
        assert len(table.seats) == 1
        assert table.deal == (await server.host.tables.live(origin)).table.deal
        await guest.play_out(mine, "greedy", rounds=3)
        done = unescape((await guest.get(link)).text)
        assert "Ida" in done
        assert "Zoë, Tim" in done
        assert (await guest.get(f"{link}.png")).status == 200
