"""The app without a server: whole games, its one visitor's cookies, and nothing lost by an end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from tests.support.site_visitor import HERE, Page, SiteVisitor, think_here, visiting

from hashi.host import holder_of
from hashi.host.store.protocol import TooNew
from hashi.host.store.schema import MIGRATIONS
from hashi.host.store.sqlite import SqliteStore
from hashi.server.jobs.pool import Purpose
from hashi.server.jobs.reviews import Reviewed
from hashi.site.browser.adapter import Place, running
from hashi.site.browser.data import FILES, CookieJar
from hashi.site.browser.pools import pools


async def test_a_game_against_a_bot_is_played_kept_and_reviewed(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visitor:
        assert "HASHI" in await visitor.get("/")
        table = await visitor.post("/new", mode="bots", seats="2", bot2="master")
        record = await visitor.play(table)
        assert len(record["rounds"]) == 17
    assert {path.name for path in tmp_path.iterdir()} <= set(FILES)
    async with visiting(tmp_path) as visitor:  # after a restart
        assert await visitor.get(f"{table}.json")
        home = await visitor.get("/")
        assert f"/games/hashi{table}" in home
        begun = await visitor.get(f"{table}/review")
        reviews = visitor.adapter.app.state.services.reviews
        loaded = await visitor.adapter.app.state.services.host.tables.live(table[3:])
        while not isinstance(await reviews.find(loaded), Reviewed):
            await asyncio.sleep(0)
        assert await visitor.get(f"{table}/review") != begun


async def test_a_mark_that_was_answered_outlives_the_program(tmp_path: Path) -> None:
    """The file is copied at that moment, as if the tab were killed."""
    async with visiting(tmp_path) as visitor:
        table = await visitor.post("/new", mode="solo")
        await visitor.play(table, rounds=2)
        page = Page(visitor.adapter, f"{HERE.prefix}{table}/live")
        answer = await page.ask(do="tap", seat=0, at="a1")
        later = tmp_path / "later"
        later.mkdir()
        for name in FILES:
            with contextlib.suppress(FileNotFoundError):
                (later / name).write_bytes((tmp_path / name).read_bytes())
        await page.close()
    assert answer["type"] in ("done", "refused")
    async with visiting(later) as visitor:
        assert 'data-table="' in await visitor.get(table) or table in await visitor.get("/")


def test_the_jar_keeps_what_the_app_sets_and_drops_what_it_takes_back(tmp_path: Path) -> None:
    path = tmp_path / "cookies.sqlite"
    with contextlib.closing(CookieJar(path)) as jar:
        jar.take(["hashi_key=abc; Max-Age=31536000; Path=/; HttpOnly", "hashi_lang=de; Path=/"])
        jar.take(["hashi_lang=cs", "no cookie at all;;;", 'bad name="x"'])
        assert jar.header == "hashi_key=abc; hashi_lang=cs"
    with contextlib.closing(CookieJar(path)) as jar:
        jar.take(['hashi_lang=""; Max-Age=0; Path=/'])
        assert jar.header == "hashi_key=abc"
    with contextlib.closing(CookieJar(path)) as jar:
        assert jar.header == "hashi_key=abc"


async def test_a_language_that_was_chosen_stays(tmp_path: Path) -> None:
    german = Place("https://example.org", language="de")
    async with visiting(tmp_path, german) as visitor:
        assert '<html lang="de"' in await visitor.get("/")
        await visitor.post("/preferences", lang="cs", next="/")
        assert '<html lang="cs"' in await visitor.get("/")
    async with visiting(tmp_path, german) as visitor:
        assert '<html lang="cs"' in await visitor.get("/")


async def test_an_older_program_leaves_the_data_of_a_newer_one_alone(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visitor:
        await visitor.post("/new", mode="solo")
    with contextlib.closing(sqlite3.connect(tmp_path / "hashi.sqlite")) as database:
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = (tmp_path / "hashi.sqlite").read_bytes()
    with pytest.raises(TooNew):
        async with visiting(tmp_path):
            pass
    assert (tmp_path / "hashi.sqlite").read_bytes() == before


async def test_what_the_site_keeps_is_a_store_as_any_other(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visitor:
        table = await visitor.post("/new", mode="solo")
        await visitor.play(table, rounds=3)
    store = SqliteStore(tmp_path / "hashi.sqlite")
    with contextlib.closing(store):
        assert [id for id, _ in store.contents()] == [table.removeprefix("/t/")]


async def test_nobody_is_asked_for_a_socket_that_has_ended(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visitor:
        page = Page(visitor.adapter, f"{HERE.prefix}/t/nothing/live")
        while not page.closed:
            await page._socket.ended()
        assert page.closed == [4404]


async def test_a_worker_that_dies_is_asked_again_and_one_that_hangs_is_given_up() -> None:
    asked: list[str] = []

    async def think(name: str, packed: bytes, seconds: float, watch: object) -> bytes:
        asked.append(name)
        if len(asked) < 3:
            raise RuntimeError("the worker ended")
        return await think_here(name, packed, seconds, lambda _done, _whole: None)

    async def hang(name: str, packed: bytes, seconds: float, watch: object) -> bytes:
        raise TimeoutError

    with pools(think)(Purpose.REVIEWS, 1, 60.0) as pool:
        assert await asyncio.wrap_future(pool.submit(sum, (1, 2))) == 3
    assert asked == ["reviews"] * 3
    with pools(hang)(Purpose.REVIEWS, 1, 60.0) as pool, pytest.raises(TimeoutError):
        await asyncio.wrap_future(pool.submit(sum, (1, 2)))


async def test_the_usual_service_worker_is_not_registered_and_frames_are_ours(
    tmp_path: Path,
) -> None:
    async with running(tmp_path, HERE, think_here) as adapter:
        status, headers, body = await adapter.answer("GET", "/games/hashi/", (), b"")
        visitor = SiteVisitor(adapter)
        assert "data-worker" not in await visitor.get("/")
    assert status == 200
    assert body
    assert "frame-ancestors 'self'" in dict(headers)["content-security-policy"]
    assert "set-cookie" not in dict(headers)


async def test_what_a_browser_alone_cannot_do_is_not_shown(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visitor:
        home = await visitor.get("/")
        assert "mode=friends" not in home
        assert "On this device" in home
        assert "mode=friends" not in await visitor.get("/new?mode=bots")
        assert "mode=friends" not in await visitor.get("/manifest.webmanifest")
        table = await visitor.post("/new", mode="bots", seats="2", bot2="greedy")
        shown = await visitor.get(table)
        assert "data-share-table" not in shown
        assert 'form="move"' not in shown
        assert "/me/move" not in await visitor.get("/me")
        stream = "/games/hashi/api/tables/x/events"
        status, _, _ = await visitor.adapter.answer("GET", stream, (), b"")
        assert status == 404
        over = await visitor.post("/new", mode="bots", seats="2", bot2="greedy")
        await visitor.play(over)
        page = await visitor.get(over)
        assert "data-copy" not in page
        assert ".gif" not in page
        assert (await visitor.get(f"{over}.png?shape=tall")).startswith("<svg")
    with_server = Place("https://example.org", server="https://play.example.org")
    async with visiting(tmp_path, with_server) as visitor:
        home = await visitor.get("/")
        assert 'href="https://play.example.org/new?mode=friends"' in home
    in_memory = Place("https://example.org", is_kept=False)
    async with visiting(tmp_path, in_memory) as visitor:
        assert "This window keeps nothing" in await visitor.get("/")


async def test_a_challenge_goes_from_one_browser_to_another_in_its_link(tmp_path: Path) -> None:
    for name in ("zoe", "tim"):
        (tmp_path / name).mkdir()
    async with visiting(tmp_path / "zoe") as zoe:
        table = await zoe.post("/new", mode="solo", name="Zoë")
        record = await zoe.play(table)
        found = re.search(r'href="/games/hashi(/c/\w+)"', await zoe.get(table))
        assert found
        page = await zoe.get(found[1])
        address = re.search(r'data-address="https://example\.org/games/hashi([^"]+)"', page)
        assert address
    async with visiting(tmp_path / "tim") as tim:
        link = unescape(address[1])
        assert "Zoë: beat my" in await tim.get(link)
        taken = await tim.post(link, name="Tim")
        assert (await tim.play(taken))["cards"] == record["cards"]
        assert "Zoë" in await tim.get(link.partition("?")[0])


@pytest.mark.parametrize("release", ["0.1.0", "0.2.0"])
async def test_a_file_of_an_earlier_version_opens_and_goes_on(tmp_path: Path, release: str) -> None:
    stored = Path(__file__).parents[1] / "releases" / release / "tables.sqlite"
    shutil.copy(stored, tmp_path / "hashi.sqlite")
    store = SqliteStore(Path(shutil.copy(stored, tmp_path / "read.sqlite")))
    with contextlib.closing(store):
        tables = [id for id, _ in store.contents()]
    async with visiting(tmp_path) as visitor:
        for id in tables:
            await visitor.get(f"/t/{id}")
        await visitor.play(await visitor.post("/new", mode="solo"), rounds=2)


async def test_a_clock_that_is_set_back_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a day, while a game is open and between two starts; the board of the day follows it."""
    now = [1_800_000_000.0]
    monkeypatch.setattr("hashi.site.browser.adapter.time", lambda: now[0])
    async with visiting(tmp_path) as visitor:
        table = await visitor.post("/new", mode="bots", seats="2", bot2="greedy")
        await visitor.play(table, rounds=3)
        now[0] -= 86_400.0
        await visitor.play(table, rounds=6)
        today = await visitor.get("/daily")
    now[0] -= 86_400.0
    async with visiting(tmp_path) as visitor:
        record = await visitor.play(table)
        assert len(record["rounds"]) == 17
        assert table in await visitor.get("/")
        assert await visitor.get("/daily") != today


# --- what is on the device, and copies of it


async def bring(visitor: SiteVisitor, copy: str, status: int = 200) -> str:
    """Bring in a copy; return what is said of it."""
    address = f"{visitor.adapter.place.prefix}/device/games"
    found, _, body = await visitor.adapter.answer("POST", address, (), copy.encode())
    assert found == status
    said = re.search(r"data-outcome>(.*?)</p>", body.decode(), re.DOTALL)
    assert said
    return unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", "", said[1], flags=re.DOTALL)).strip()


async def test_a_copy_brings_every_game_to_another_browser_and_changes_none(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    async with visiting(tmp_path / "old") as old:
        await old.post("/me/name", name="Zoë")
        over = await old.post("/new", mode="bots", seats="2", bot2="greedy")
        record = await old.play(over)
        begun = await old.post("/new", mode="solo")
        await old.play(begun, rounds=3)
        assert "none so far" in await old.get("/device")
        copy = await old.get("/device/copy")
        assert "last one on" in await old.get("/device")
        assert holder_of(old.adapter.jar.header.partition("hashi_key=")[2][:32]) not in copy
        assert await bring(old, copy) == "From Zoë’s copy: 2 games were here already."
    async with visiting(tmp_path / "new") as new:
        own = await new.post("/new", mode="solo")
        await new.play(own, rounds=1)
        assert await bring(new, copy) == "From Zoë’s copy: 2 games were added."
        assert await bring(new, copy) == "From Zoë’s copy: 2 games were here already."
        assert json.loads(await new.get(f"{over}.json")) == record
        assert "<b>3</b> games" in await new.get("/device")
        home = await new.get("/")
        assert all(table in home for table in (over, begun, own))
        await new.play(begun, rounds=6)
        later = await new.get("/device/copy")
    async with visiting(tmp_path / "old") as old:
        await old.get(begun)  # in memory as it was
        said = await bring(old, later)
        assert said == (
            "From Zoë’s copy: 1 game was added. 1 game is as far as in the copy now. "
            "1 game was here already."
        )
        await old.play(begun)
        assert await bring(old, later) == "From Zoë’s copy: 3 games were here already."


async def test_two_ways_of_one_game_stay_apart(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    async with visiting(tmp_path / "old") as old, visiting(tmp_path / "new") as new:
        table = await old.post("/new", mode="solo")
        await old.play(table, rounds=1)
        await bring(new, await old.get("/device/copy"))
        await new.play(table)
        await old.play(table, bot="friend", rounds=3)
        said = await bring(old, await new.get("/device/copy"))
        assert said == "1 game went on differently here and stays as it is."


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda _: "", "isn’t a copy of games"),
        (lambda _: '{"games": []}', "isn’t a copy of games"),
        (lambda _: "\x00\xff", "isn’t a copy of games"),
        (lambda _: "[" * 100_000, "isn’t a copy of games"),
        (lambda copy: copy[: len(copy) // 2], "Part of this copy is missing"),
        (lambda copy: copy.partition("\n")[0], "Part of this copy is missing"),
        (lambda copy: copy.replace('"table": "', '"table": "../', 1), "Part of this copy is"),
        (lambda copy: copy.replace('"v": 1', '"v": 2', 1), "A newer version of HASHI"),
    ],
)
async def test_what_is_no_copy_is_refused_and_changes_nothing(
    tmp_path: Path, change: Callable[[str], str], said: str
) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    async with visiting(tmp_path / "old") as old, visiting(tmp_path / "new") as new:
        await old.play(await old.post("/new", mode="solo"), rounds=1)
        assert said in await bring(new, change(await old.get("/device/copy")), 422)
        assert "<b>0</b> games" in await new.get("/device")


async def test_a_game_of_a_copy_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    async with visiting(tmp_path / "old") as old, visiting(tmp_path / "new") as new:
        await old.play(await old.post("/new", mode="solo"), rounds=1)
        copy = (await old.get("/device/copy")).replace('\\"kind\\": \\"begun\\"', '\\"kind\\": 7')
        assert await bring(new, copy) == "1 game can’t be read and was left out."
        theirs = (await old.get("/device/copy")).replace("=" * 32, "f" * 32)
        assert await bring(new, theirs) == "1 game can’t be read and was left out."


async def test_many_games_without_a_copy_are_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashi.server.pages.parts.copies.MANY", 2)
    reminder = "2 games are only on this device."
    async with visiting(tmp_path) as visitor:
        for _ in range(2):
            assert reminder not in await visitor.get("/")
            await visitor.play(await visitor.post("/new", mode="solo"))
        assert reminder in await visitor.get("/")
        assert reminder not in await visitor.get("/")


async def test_all_games_of_the_device_are_deleted(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visitor:
        table = await visitor.post("/new", mode="solo")
        await visitor.play(table)
        assert "1 game on this device will be deleted" in await visitor.get("/device")
        await visitor.post("/me/delete", sure="yes")
        assert "<b>0</b> games" in await visitor.get("/device")
        status, _, _ = await visitor.adapter.answer("GET", f"{HERE.prefix}{table}", (), b"")
        assert status == 404
