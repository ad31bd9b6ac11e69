"""A game with hints, replayed rounds or known cards is marked so wherever its result appears."""

from __future__ import annotations

import csv
import io
import re
from datetime import date
from html import unescape
from pathlib import Path

from tests.support.app import AppServer, AppVisitor, app_at
from tests.support.stored_games import A_MONDAY, DAY, write_game

from hashi.host import holder_of
from hashi.host.day_results import DayBook
from hashi.rules import rank
from hashi.server.pages.me.statistics import Statistics
from hashi.server.pages.pictures.moving import frames_of
from hashi.server.pages.pictures.shared import card_of
from hashi.table import Result, counted_results
from hashi.table.event import Seated
from hashi.table.labels import code_of
from hashi.words import LANGUAGES, RANKS, Words, aid_mark

KEY, OTHER = "aid-" + "k" * 20, "other-" + "k" * 20
ME, FRIEND = holder_of(KEY), holder_of(OTHER)
ZOE = Seated(0, "Zoë", holder=ME)
MARKS = {"practice": "Practice", "hints": "With hints"}


def aided(server: AppServer) -> dict[str, str]:
    """Write a game alone with each aid; return the ids by the aid."""
    return {
        "practice": write_game(server.store, [ZOE], rewound=15, at=A_MONDAY + DAY),
        "hints": write_game(server.store, [ZOE], hints=[0], at=A_MONDAY + 2 * DAY, seed="h"),
    }


def news_in(page: str) -> list[str]:
    return re.findall(r"<strong>(Your best so far|A new rank)</strong>", page)


async def rank_of(server: AppServer, id: str) -> str:
    table = (await server.host.tables.live(id)).table
    return RANKS[rank(table.played.totals[0])]


async def test_the_marks_stand_in_place_of_ranks(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", A_MONDAY + 9 * DAY) as server:
        me = server.visitor(KEY)
        for aid, id in aided(server).items():
            name, mark = await rank_of(server, id), MARKS[aid]
            table = (await server.host.tables.live(id)).table
            total = table.played.totals[0]
            titles = re.findall(r'<span class="names">([^<]+)</span>', (await me.get("/me")).text)
            assert mark in titles
            assert name not in titles
            page = (await me.get(f"/t/{id}")).text
            assert f"<title>{mark}: {total} points · HASHI</title>" in page
            assert news_in(page) == []
            link = f"/c/{code_of(id)}"
            challenge = unescape((await me.get(link)).text)
            assert f"Zoë: beat my {total} ({mark.lower()})" in challenge
            assert f'<span class="quiet">{mark}</span>' in challenge
            assert (await me.get(f"{link}.png")).status == 200
            assert card_of(Words("en"), table, is_hidden=False).title == mark
            assert frames_of(table.record, Words("en"), aid)[-1].foot == mark
            assert (await me.get(f"/api/tables/{id}")).json["aids"] == [aid]


async def test_an_unaided_game_has_no_mark(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", A_MONDAY + DAY) as server:
        me, id = server.visitor(KEY), write_game(server.store, [ZOE])
        name = await rank_of(server, id)
        assert f'<span class="names">{name}</span>' in (await me.get("/me/games")).text
        assert f"<title>{name}: " in (await me.get(f"/t/{id}")).text
        assert f'<span class="quiet">{name}</span>' in (await me.get(f"/c/{code_of(id)}")).text
        assert (await me.get(f"/api/tables/{id}")).json["aids"] == [None]


async def test_an_aided_game_is_no_best_and_none_is_compared_with_it(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", A_MONDAY + 9 * DAY) as server:
        me = server.visitor(KEY)
        write_game(server.store, [ZOE], bot="random", at=A_MONDAY)
        games = aided(server)
        honest = write_game(server.store, [ZOE], at=A_MONDAY + 3 * DAY, seed="stored")
        shown = {id: news_in((await me.get(f"/t/{id}")).text) for id in (*games.values(), honest)}
        assert shown == {games["practice"]: [], games["hints"]: []} | {
            honest: ["Your best so far", "A new rank"]
        }
        results = await server.host.index.results_of(ME, 100)
        figures = Statistics.of(results, ME)
        alone = [result for result in results if result.is_unaided(0)]
        assert (figures.games, sum(figures.ranks), len(alone)) == (2, 2, 2)
        assert set(figures.alone) == {result.totals[0] for result in alone}
        assert "2 games with hints or for practice" in (await me.get("/me")).text
        exported = (await me.get("/me/games.json")).json["games"]
        assert {game["table"]: (game["hints"], game["rank"] is None) for game in exported} == {
            result.id: (list(result.hints), not result.is_unaided(0)) for result in results
        }
        rows = list(csv.DictReader(io.StringIO((await me.get("/me/games.csv")).text)))
        assert [row["hints"] for row in rows] == ["", "1", "", ""]


async def test_the_hints_of_one_seat_are_no_aid_of_another(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", A_MONDAY + DAY) as server:
        seats = [ZOE, Seated(1, "Linus", holder=FRIEND)]
        id = write_game(server.store, seats, hints=[0])
        for key, own in ((KEY, True), (OTHER, False)):
            visitor = server.visitor(key)
            assert (" · with hints" in (await visitor.get("/me/games")).text) is own
            results = await server.host.index.results_of(holder_of(key), 10)
            assert Statistics.of(results, holder_of(key)).games == (not own)
        assert (await server.visitor(KEY).get(f"/api/tables/{id}")).json["aids"] == ["hints", None]


async def test_an_aided_game_has_no_place_among_the_days_results(tmp_path: Path) -> None:
    day = "2026-12-01"
    async with app_at(tmp_path / "s.db", 1_796_200_000.0) as server:
        aided = write_game(server.store, [ZOE], daily=day, hints=[0], at=1_796_100_000.0)
        # a later game on cards that are known does not come in its place
        write_game(server.store, [ZOE], daily=day, at=1_796_150_000.0)
        linus = Seated(0, "Linus", holder=FRIEND)
        write_game(server.store, [linus], daily=day, bot="random", at=1_796_120_000.0)
        book = DayBook(server.host)
        own = server.store.result(aided)
        everybody = await book.everybody(date.fromisoformat(day), own, ME)
        assert len(everybody.totals) == 1
        page = (await server.visitor(KEY).get(f"/daily/{day}")).text
        told = re.findall(r'<pre class="told"[^>]*>([^<]+)<', page)[0]
        assert told.splitlines()[-1] == "With hints"
        assert '<p class="rank">With hints</p>' in page
        assert "Ahead of" not in page


def test_ones_own_challenge_does_not_count() -> None:
    first = Result("a", 1.0, "A", ("Zoë",), (ME,), (50,))
    own = Result("b", 2.0, "A", ("Zoë",), (ME,), (60,), challenge=code_of("a"))
    others = Result("c", 3.0, "A", ("Zoë",), (ME,), (40,), challenge=code_of("z"))
    assert counted_results([first, own, others], ME) == [first, others]


async def test_the_marks_are_said_in_all_languages(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", A_MONDAY + 9 * DAY) as server:
        games = aided(server)
        for language in LANGUAGES:
            visitor: AppVisitor = server.visitor(KEY, language)
            marks = {aid_mark(Words(language), aid, leads=True) for aid in games}
            assert len(marks) == 2
            page = unescape((await visitor.get("/me/games")).text)
            assert all(f'<span class="names">{mark}</span>' in page for mark in marks)
            assert (await visitor.get(f"/c/{code_of(games['hints'])}")).status == 200
