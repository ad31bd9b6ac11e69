"""One's own games: statistics, history, export, deletion, taking them along."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import time
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from tests.support.app import AppServer, AppVisitor, app_at
from tests.support.stored_games import A_MONDAY, DAY, write_game, write_twenty

from hashi.host import SqliteStore, holder_of
from hashi.record import parse
from hashi.rules.game.solo import RANK_FLOORS
from hashi.server.pages.me.statistics import Duel, Side, Statistics
from hashi.table import Phase, Result
from hashi.table.event import Seated
from hashi.words import LANGUAGES

KEY, OTHER = "me-" + "k" * 20, "other-" + "k" * 20
ME, FRIEND = holder_of(KEY), holder_of(OTHER)


@pytest.fixture(scope="module")
def twenty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the twenty games, written once."""
    data = tmp_path_factory.mktemp("twenty") / "s.db"
    store = SqliteStore(data)
    write_twenty(store, ME, FRIEND)
    store.close()
    return data


@pytest.fixture
def data(twenty: Path, tmp_path: Path) -> Path:
    """A copy of that file."""
    return Path(shutil.copy(twenty, tmp_path / "s.db"))


async def test_each_part_of_a_bar_is_drawn_in_a_way_of_its_own(data: Path) -> None:
    async with app_at(data, A_MONDAY + 40 * DAY) as server:
        me = server.visitor(KEY)
        text = (await me.get("/me")).text
        (sheet,) = re.findall(r'href="(/static/[^"]*/me\.css)"', text)
        styles = (await me.get(sheet)).text
    bars = re.findall(r'<svg class="plot share".*?</svg>', text, re.DOTALL)
    kinds = {kind for bar in bars for kind in re.findall(r'<rect class="(\w+)"', bar)}
    assert kinds == {"planks", "won", "tied", "lost"}
    drawn = [re.search(rf"\.share \.{kind} \{{([^}}]*)", styles) for kind in sorted(kinds)]
    assert len({found[1] for found in drawn if found}) == len(kinds)


async def records_of(visitor: AppVisitor) -> list[dict[str, Any]]:
    """Return the records of all games that the export names."""
    exported = (await visitor.get("/me/games.json")).json["games"]
    return [
        {**(await visitor.get(f"/t/{game['table']}.json")).json, "export": game}
        for game in exported
    ]


async def test_twenty_games_are_counted_as_their_records_say(data: Path) -> None:
    """Everything is computed a second time from the records, replayed by the library."""
    async with app_at(data, A_MONDAY + 40 * DAY) as server:
        me = server.visitor(KEY)
        told = Statistics.of(await server.host.index.results_of(ME, 100), ME)
        games = []
        seen_days: set[str] = set()
        for fields in reversed(await records_of(me)):
            export = fields.pop("export")
            totals = parse(json.dumps(fields)).replay().totals
            assert list(totals) == export["totals"]
            daily = fields.get("daily", "")
            if daily and daily in seen_days:
                continue  # practice
            seen_days |= {daily} - {""}
            games.append((fields, totals))
        alone = [(f["board"], totals[0]) for f, totals in games if len(totals) == 1]
        points = [total for _, total in alone]
        assert told.alone == tuple(points)
        assert (told.best, told.last_ten) == (max(points), fmean(points[-10:]))
        floors = [*RANK_FLOORS, 61]
        assert told.ranks == tuple(
            sum(low <= total < high for total in points) for low, high in pairwise(floors)
        )
        for side in "AB":
            on_it = [total for board, total in alone if board == side]
            assert told.sides[side] == Side(len(on_it), max(on_it), fmean(on_it))

        def duel(pairs: list[tuple[int, int]]) -> Duel:
            signs = [(own > other) - (own < other) for own, other in pairs]
            return Duel(signs.count(1), signs.count(0), signs.count(-1))

        three = [totals for _, totals in games if len(totals) == 3]
        two = [totals for _, totals in games if len(totals) == 2]
        assert told.bots == {
            "greedy": duel([(totals[0], totals[1]) for totals in three]),
            "random": duel([(totals[0], totals[2]) for totals in three]),
        }
        assert told.players == {
            2: duel([(totals[0], totals[1]) for totals in two]),
            3: duel([(totals[0], max(totals[1:])) for totals in three]),
        }
        assert told.favourites == (("Linus", 5),)
        assert told.games == 18
        page = (await me.get("/me")).text
        assert f"<b>{told.best}</b>" in page
        assert "2 games with hints or for practice aren’t counted above." in page
        for language in LANGUAGES:
            assert (await server.visitor(KEY, language).get("/me")).status == 200


async def test_history_has_filters_and_pages(data: Path) -> None:
    async with app_at(data, A_MONDAY + 40 * DAY) as server:
        me = server.visitor(KEY)
        counts = {"all": 20, "daily": 3, "solo": 7, "bots": 5, "people": 5, "nonsense": 20}
        for kind, count in counts.items():
            page = (await me.get(f"/me/games?kind={kind}&side=&page=9999")).text
            assert len(re.findall(r'class="is-over', page)) == count, kind
        sides = [(await me.get(f"/me/games?side={side}")).text for side in "AB"]
        assert sum(len(re.findall(r'class="is-over', page)) for page in sides) == 20
        for n in range(35):
            write_game(server.store, [Seated(0, "Zoë", holder=ME)], bot="random", seed=f"x{n}")
        pages = [(await me.get(f"/me/games?page={n}")).text for n in (1, 2)]
        assert [len(re.findall(r'class="is-over', page)) for page in pages] == [50, 5]


async def test_the_same_cards_again_from_the_history(data: Path) -> None:
    """Alone and against bots the game begins; friends are invited; a day has its own address."""
    async with app_at(data, A_MONDAY + 40 * DAY) as server:
        me = server.visitor(KEY)
        results = {len(r.players): r for r in await everything(server, ME) if not r.daily}
        for count, result in results.items():
            page = (await me.get("/me/games")).text
            assert f'action="/me/games/{result.id}/again"' in page
            assert f'href="/t/{result.id}/review"' in page
            answer = await me.post(f"/me/games/{result.id}/again")
            table = (await server.host.tables.live(answer.location.removeprefix("/t/"))).table
            assert (table.again, len(table.seats)) == (result.id, count)
            if count == 2:  # Linus joins by the link
                assert (table.phase, table.seats[1].is_empty) == (Phase.LOBBY, True)
                continue
            before = (await server.host.tables.live(result.id)).table
            assert (table.phase, table.deal) == (Phase.STARTS, before.deal)
        daily = next(result for result in await everything(server, ME) if result.daily)
        assert f'action="/daily/{daily.daily}"' in (await me.get("/me/games?kind=daily")).text
        assert (await me.post(f"/me/games/{daily.id}/again")).status == 409
        stranger = server.visitor("stranger-" + "k" * 20)
        assert (await stranger.post(f"/me/games/{results[1].id}/again")).status == 409
        assert (await me.post("/me/games/nowhere/again")).status == 404


async def test_export_as_json_and_csv_is_the_same_and_holds_no_keys(data: Path) -> None:
    async with app_at(data, A_MONDAY + 40 * DAY) as server:
        evil = [Seated(0, "=1+1", holder=ME)]
        write_game(server.store, evil, bot="random", at=A_MONDAY + 30 * DAY)
        me = server.visitor(KEY)
        answer = await me.get("/me/games.json")
        games = answer.json["games"]
        text = (await me.get("/me/games.csv")).text
        rows = list(csv.DictReader(io.StringIO(text)))
        assert [row["table"] for row in rows] == [game["table"] for game in games]
        assert [row["points"] for row in rows] == [str(game["points"]) for game in games]
        assert rows[0]["player"] == "'=1+1"  # no formula
        assert answer.headers["content-disposition"].endswith('"hashi-games.json"')
        for content in (answer.text, text):
            assert ME not in content
            assert FRIEND not in content
        assert (await server.visitor().get("/me/games.json")).json == {"games": []}


async def everything(server: AppServer, holder: str) -> list[Result]:
    return await server.host.index.results_of(holder, 1000)


async def test_all_of_mine_is_deleted_and_the_others_keep_their_games(data: Path) -> None:
    async with app_at(data, A_MONDAY + 40 * DAY) as server:
        open_game = write_game(server.store, [Seated(0, "Zoë", holder=ME)], rounds=3)
        me, friend = server.visitor(KEY), server.visitor(OTHER)
        shared = [result.id for result in await everything(server, FRIEND)]
        assert len(shared) == 5
        assert (await me.post("/me/delete")).location == "/me#delete"  # without being sure
        assert len(await everything(server, ME)) == 20
        assert (await me.post("/me/delete", sure="yes")).status == 303
        assert me.key != KEY  # somebody new
        assert sorted(id for id, _ in server.store.contents()) == sorted(shared)
        assert all(not result.seats_of(ME) for result in await everything(server, ME))
        assert (await server.visitor(KEY).get("/me/games.json")).json == {"games": []}
        assert (await me.get(f"/t/{open_game}")).status == 404
        assert len((await friend.get("/me/games.json")).json["games"]) == 5
        assert (await friend.get(f"/t/{shared[0]}")).status == 200


async def test_everything_goes_along_by_a_link_that_works_once(data: Path) -> None:
    async with app_at(data, A_MONDAY + 40 * DAY) as server:
        old, phone, thief = server.visitor(KEY), server.visitor(), server.visitor()

        async def link() -> str:
            page = await old.post("/me/move")
            assert page.headers["cache-control"] == "no-store"
            assert KEY not in page.text
            found: list[str] = re.findall(r"/k/[\w-]+", page.text)
            return found[0]

        path = await link()
        assert "These games are here already" in (await old.get(path)).text
        assert (await phone.get(path)).status == 200  # a preview uses nothing up
        assert (await phone.post(path)).location == "/me#devices"
        assert phone.key not in (KEY, "")
        assert (await thief.post(path)).status == 410
        late = await link()
        for wrong in (f"{late}AA", f"{late[:-4]}", "/k/x"):
            assert (await thief.post(wrong)).status == 410, wrong
        server.clock[0] += 901
        assert (await thief.post(late)).status == 410
        both = [(await each.get("/me/games.json")).json for each in (old, phone)]
        assert both[0] == both[1]
        assert len(both[0]["games"]) == 20
        assert (await old.post("/me/devices/leave")).status == 303
        assert old.key not in (KEY, "")
        assert (await old.get("/me/games.json")).json == {"games": []}
        assert (await server.visitor(KEY).get("/me/games.json")).json == {"games": []}
        assert len((await phone.get("/me/games.json")).json["games"]) == 20


async def test_five_thousand_games_open_quickly(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", A_MONDAY + 40 * DAY) as server:
        for n in range(5000):
            result = Result(
                f"t{n}", 1000.0 + n, "AB"[n % 2], ("Zoë",), (ME,), (n % 60,), bots=("",)
            )
            last = server.store.restore(f"t{n}", [(1, "{}")], [(ME, 1000.0 + n)], result)
        last.result(60)
        me = server.visitor(KEY)
        for _ in range(2):  # the first time, too
            began = time.process_time()  # of all threads here; others may use the machine
            page = await me.get("/me")
            assert time.process_time() - began < 0.3
            assert "All 5000 games" in page.text
