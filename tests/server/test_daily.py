"""The board of the day on the server: when it opens, what counts, what stays hidden."""

from __future__ import annotations

import asyncio
import contextlib
import re
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from html import unescape
from pathlib import Path

import pytest
from starlette.routing import Route
from tests.support.app import AppServer, AppVisitor, app_at
from tests.support.stored_games import write_game

from hashi.boards import FIRST_DAY, DailyBoard, board
from hashi.bots import BOTS
from hashi.drawing import CardShape, ShareCard, scene
from hashi.host import holder_of
from hashi.host.bots.thinking import event_of_bot
from hashi.host.day_results import Everybody, Streak
from hashi.rules import Sheet, rank
from hashi.server.jobs.day_bots import bot_table
from hashi.server.jobs.reviews import Reviewed
from hashi.server.pages import home
from hashi.server.pages.pictures.shared import card_of, draw
from hashi.table import Objection, Request
from hashi.table.bot_task import BotTask
from hashi.table.event import Seated
from hashi.table.fold import advance
from hashi.words import LANGUAGES, RANKS, Words
from hashi.words.objections import object_to

DAY = date(2026, 12, 1)
HOUR = 3600.0


def at(day: date, hour: float = 12.0) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() + hour * HOUR


async def begin_solo(visitor: AppVisitor) -> str:
    return (await visitor.post("/new", mode="solo")).location.removeprefix("/t/")


async def begin(visitor: AppVisitor, day: date = DAY) -> str:
    """Begin a day's board and return the id of its table."""
    answer = await visitor.post(f"/daily/{day.isoformat()}")
    assert answer.status == 303
    return answer.location.removeprefix("/t/")


async def test_a_board_is_there_from_its_date_on_and_is_the_formulas(tmp_path: Path) -> None:
    """The clock of the server alone decides; whatever a browser claims changes nothing."""
    async with app_at(tmp_path / "s.db", at(DAY, 23.99)) as server:
        tim = server.visitor()
        tim.headers = {"date": "Wed, 02 Dec 2026 09:00:00 GMT", "x-timezone": "Asia/Tokyo"}
        tomorrow = f"/daily/{(DAY + timedelta(days=1)).isoformat()}"
        assert (await tim.get(tomorrow)).status == (await tim.post(tomorrow)).status == 404
        assert (await tim.get("/daily/2026-11-14")).status == 404
        assert (await tim.get("/daily/never")).status == 404
        assert "Tuesday, 1 Dec" in (await tim.get("/daily")).text
        for day in (DAY, FIRST_DAY):
            table = (await server.host.tables.live(await begin(tim, day))).table
            daily = DailyBoard.of(day)
            assert (table.deal, table.options.board) == (daily.deal, daily.side)
        server.clock[0] = at(DAY + timedelta(days=1), 0.01)
        assert (await tim.get(tomorrow)).status == 200
        assert "Wednesday, 2 Dec" in (await tim.get("/daily")).text


async def test_the_date_may_change_in_the_middle_of_a_game(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", at(DAY, 23.9)) as server:
        tim = server.visitor()
        id = await begin(tim)
        await tim.play_out(id, rounds=9)
        server.clock[0] = at(DAY + timedelta(days=1), 0.1)
        assert await begin(tim) == id  # it goes on
        total = await tim.play_out(id)
        page = (await tim.get(f"/daily/{DAY.isoformat()}")).text
        assert f"<b>{total}</b>" in page
        assert "Played later" in page
        assert "Your days" in (await tim.get("/daily")).text  # no streak from it


async def test_the_first_finished_game_counts_and_later_ones_are_practice(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", at(DAY)) as server:
        tim = server.visitor()
        first = await begin(tim)
        total = await tim.play_out(first, "random")
        server.clock[0] += 60
        again = await begin(tim)
        assert again != first
        better = await tim.play_out(again, "greedy")
        assert better > total
        page = (await tim.get("/daily")).text
        assert f"<b>{total}</b>" in page
        assert f"/t/{first}" in page
        assert "1-day streak" in page
        assert "Practice on the board of" in (await tim.get(f"/t/{again}")).text
        for page in ("/", "/me/games"):  # the later game has no rank in its row
            titles = re.findall(r'class="names">([^<]+)<', (await tim.get(page)).text)
            assert len([title for title in titles if title in RANKS]) == 1, (page, titles)
        assert "Practice on the board of" not in (await tim.get(f"/t/{first}")).text
        everybody = await server.app.state.services.day_book.everybody(DAY)
        assert everybody.totals == (total,)


async def test_a_later_game_has_no_rank_where_the_first_one_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "SHOWN_RESULTS", 1)
    async with app_at(tmp_path / "s.db", at(DAY)) as server:
        tim = server.visitor()
        for mode in ("daily", "solo", "daily"):
            id = await begin(tim) if mode == "daily" else await begin_solo(tim)
            await tim.play_out(id)
            server.clock[0] += 60
        titles = re.findall(r'class="names">([^<]+)<', (await tim.get("/")).text)
        assert titles
        assert not set(titles) & set(RANKS)


async def test_no_round_is_played_again_and_no_bot_helps(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", at(DAY)) as server:
        tim = server.visitor()
        id = await begin(tim)
        await tim.play_out(id, rounds=3)
        for request in ({"do": "rewind", "to": 2}, {"do": "take_over", "seat": 0}):
            refused = await tim.call(f"/api/tables/{id}", **request)
            assert (refused.status, refused.json["error"]["code"]) == (409, Objection.OWN_PLAY)
        assert 'data-do="rewind"' not in (await tim.get(f"/t/{id}")).text


# --- what stays hidden


async def test_nothing_spoils_a_board_before_one_is_done(tmp_path: Path) -> None:
    """Somebody has finished; every byte that another browser can get is searched for it."""
    async with app_at(tmp_path / "s.db", at(DAY)) as server:
        tim, ida = server.visitor(), server.visitor()
        id = await begin(tim)
        await tim.play_out(id, "friend", rounds=8)
        await server.app.state.services.day_bots.wait(DAY)
        await _search(server, ida, id)
        await _knock(server, ida, id)
        total = await tim.play_out(id, "friend")
        await _search(server, ida, id, str(total))
        await _knock(server, ida, id)
        own = await begin(ida)
        await ida.play_out(own, rounds=5)
        await _search(server, ida, id, str(total))
        await ida.play_out(own)
        for path in (f"/t/{id}", f"/t/{id}.json", f"/t/{id}.svg", f"/api/tables/{id}"):
            assert (await ida.get(path)).status == 200, path
        assert "The same cards" in (await ida.get("/daily")).text


async def _knock(server: AppServer, visitor: AppVisitor, id: str) -> None:
    """Ask every address of a table in every way that it takes."""
    opened = set()
    for route in server.app.routes:
        if not isinstance(route, Route) or "{id}" not in route.path:
            continue
        path = route.path.replace("{id}", id).replace("{seat}", "0")
        for method in (route.methods or set()) - {"HEAD"}:
            async with asyncio.timeout(20):  # a stream of events would go on
                if method == "GET":
                    answer = await visitor.get(path)
                elif path.startswith("/api"):
                    answer = await visitor.call(path, do="undo", seat=0)
                else:
                    answer = await visitor.post(path, seat="0", round="1")
            if answer.status != 403 or "Play this day’s board first" not in answer.text:
                opened.add(route.path)
    assert opened == {
        "/t/{id}",  # says that it is hidden
        "/t/{id}.png",  # invites
        "/t/{id}/join",  # for a lobby, which a day's board never is
        "/t/{id}/move",  # for one's own seats
    }


async def _search(server: AppServer, visitor: AppVisitor, id: str, total: str = "") -> None:
    """Look for the marks and the result of a table in all that a visitor without it can ask for."""
    table = (await server.host.tables.live(id)).table
    marks = str(table.played.sheets[0].marks[-1])
    games = server.app.state.services.day_bots.games(DAY)
    totals = [*games.totals.values(), games.possible.points]
    bots = {str(points) for points in totals if points > 31}  # less could be a day of the month
    assert bots
    paths = [f"/t/{id}", f"/t/{id}.json", f"/t/{id}.svg", f"/api/tables/{id}"]
    paths += [f"/api/tables/{id}/events", f"/t/{id}?round=3"]
    for path in paths:
        answer = await visitor.get(path)
        assert answer.status == (200 if path.startswith(f"/t/{id}?") or path == f"/t/{id}" else 403)
        assert marks not in answer.text
        assert table.seal not in answer.text
        assert "ring" not in re.sub(r"<head>.*?</head>", "", answer.text, flags=re.DOTALL)
    words = Words("en")
    card = card_of(words, table, is_hidden=True)
    assert card.scene == scene(Sheet.blank(board(table.options.board)))
    assert card.lines == ()
    if total:
        assert not {total, words.say(RANKS[rank(int(total))])} & set(vars_of(card))
    if total:
        assert card_of(words, table, is_hidden=False).scene != card.scene
        assert (await visitor.get(f"/t/{id}.png")).body == draw(card, CardShape.WIDE)
    asked = await visitor.call(f"/api/tables/{id}", do="undo", seat=0)
    assert asked.status == 403
    assert await visitor.listen(f"/t/{id}/live", {"do": "look", "seat": 0}) == []
    pages = [await visitor.get(path) for path in ("/", "/daily", "/daily/archive")]
    pages.append(await visitor.get(f"/daily/{DAY.isoformat()}"))
    for page in pages:
        shown = re.sub(r"<svg.*?</svg>|/static/\w+", "", page.text, flags=re.DOTALL)
        for secret in {marks, id, total, table.seal, *bots} - {""}:
            assert not re.search(rf"\b{re.escape(secret)}\b", shown), secret
        assert "ring" not in page.text.split("<main")[1].split("</main")[0] or page is pages[0]


def vars_of(card: ShareCard) -> list[object]:
    """Return all that a card says."""
    return [value for name, value in asdict(card).items() if name != "scene"]


async def test_a_picture_has_the_result_once_the_day_is_over(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", at(DAY)) as server:
        tim, ida = server.visitor(), server.visitor()
        id = await begin(tim)
        await tim.play_out(id)
        table = (await server.host.tables.live(id)).table
        hidden, shown = (card_of(Words("en"), table, is_hidden=each) for each in (True, False))
        for visitor in (ida, tim):  # one picture is cached for all
            assert (await visitor.get(f"/t/{id}.png")).body == draw(hidden, CardShape.WIDE)
        server.clock[0] += 86_400
        assert (await ida.get(f"/t/{id}.png")).body == draw(shown, CardShape.WIDE)
        assert str(table.played.totals[0]) in vars_of(shown)
        assert str(table.played.totals[0]) not in vars_of(hidden)
        assert shown.lines


async def test_nobody_plays_on_from_a_game_of_a_day_that_is_open(tmp_path: Path) -> None:
    """The new table belongs to no day: everybody could see the cards there."""
    async with app_at(tmp_path / "s.db", at(DAY)) as server:
        tim = server.visitor()
        id = await begin(tim)
        await tim.play_out(id)
        await review_of(server, id)
        known = len(server.store.contents())
        for language in LANGUAGES:
            tim.language = language
            page = unescape((await tim.get(f"/t/{id}/review?round=9")).text)
            assert object_to(Words(language), "open_day", {}) in page
            assert "play-on" not in page
        for cards in ("same", "other"):
            answer = await tim.post(f"/t/{id}/play-on", seat="0", round="9", cards=cards)
            assert answer.status == 409
        assert len(server.store.contents()) == known
        server.clock[0] += 86_400
        assert "play-on" in (await tim.get(f"/t/{id}/review?round=9")).text
        answer = await tim.post(f"/t/{id}/play-on", seat="0", round="9", cards="other")
        later = (await server.host.tables.live(answer.location.removeprefix("/t/"))).table
        assert (later.from_round, later.is_practised) == (9, True)


async def test_a_game_of_a_day_has_no_points_at_a_table_of_no_day(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", at(DAY)) as server:
        tim = server.visitor()
        id = await begin(tim)
        await tim.play_out(id)
        await tim.call(f"/api/tables/{id}", do="rematch")
        other = (await server.host.tables.live(id)).table.next_table
        table = (await server.host.tables.live(other)).table
        assert (table.daily, table.series) == ("", ())


async def review_of(server: AppServer, id: str) -> Reviewed:
    """Return the review of a game once it is there."""
    reviews = server.app.state.services.reviews
    while not isinstance(found := await reviews.find(await server.host.tables.live(id)), Reviewed):
        await found.task
    return found


async def test_a_day_that_is_over_can_be_looked_at(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", at(DAY)) as server:
        tim, ida = server.visitor(), server.visitor()
        id = await begin(tim)
        await tim.play_out(id)
        assert "Play this day’s board first" in (await ida.get(f"/t/{id}")).text
        server.clock[0] += 86_400
        assert "Round by round" in (await ida.get(f"/t/{id}")).text


# --- results


async def test_the_search_for_a_day_waits_its_turn_among_reviews(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", at(DAY)) as server:
        services = server.app.state.services
        days, turns = services.day_bots, services.reviews.turns
        async with contextlib.AsyncExitStack() as held:
            for _ in range(services.reviews.pool.most):
                await held.enter_async_context(turns.turn("somebody"))
            days.begin(DAY)
            while not len(turns):
                await asyncio.sleep(0.02)
            assert len(days.games(DAY).totals) == len(BOTS)
            assert days.games(DAY).possible is None
        await days.wait(DAY)
        assert days.games(DAY).possible.is_proven


async def test_everybody_and_the_bots_are_shown_afterwards(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", at(DAY)) as server:
        people = [f"person-{n}-{'x' * 20}" for n in range(12)]
        for n, key in enumerate(people):
            seat = Seated(0, f"P{n}", holder=holder_of(key))
            bot = list(BOTS)[n % 2]  # the quick ones
            write_game(server.store, [seat], at=at(DAY), bot=bot, daily=DAY.isoformat(), seed=key)
        results = [await server.host.index.results_of(holder_of(key), 5) for key in people]
        totals = [result.totals[0] for (result,) in results]
        me = server.visitor(people[3])
        await me.get("/daily")
        await server.app.state.services.day_bots.wait(DAY)
        page = (await me.get("/daily")).text
        assert "12 people" in page
        below = sum(total < totals[3] for total in totals) * 100 // 11
        assert f"Ahead of {below}%" in page
        rows = re.findall(r'<th scope="row">([^<]*)</th><td>(\d+)</td>', page)
        assert [int(count) for _, count in rows[:12]] == [
            sum(rank(total) == each for total in totals) for each in range(12)
        ]
        ladder = {name: int(points) for names, points in rows[12:] for name in names.split(", ")}
        assert ladder["You"] == totals[3]
        assert len(ladder) == 2 + len(BOTS)
        games = server.app.state.services.day_bots.games(DAY)
        bots = games.totals
        assert bots["master"] == ladder["Bridge wizard"]
        assert ladder["Best possible"] == games.possible.points >= max(ladder.values())
        assert games.possible.is_proven
        assert not {53, 55, 57, 59} & set(bots.values())
        for bot in ("random", "greedy", "friend"):  # the same on every machine
            assert bots[bot] == played_here(bot)
        for language in LANGUAGES:
            said = (await server.visitor(people[3], language).get("/daily")).text
            assert Words(language).say("Share your result") in said
            assert said.count("⚑") >= 1


async def test_the_review_of_the_first_game_is_there_afterwards(tmp_path: Path) -> None:
    """Cost per turn and likeness, once the coach is done; the statistics then have the cost."""
    async with app_at(tmp_path / "s.db", at(DAY)) as server:
        tim = server.visitor()
        id = await begin(tim)
        assert (await tim.get(f"/t/{id}/review")).status == 409
        await tim.play_out(id)
        assert f'href="/t/{id}/review"' in (await tim.get("/daily")).text
        assert "Review a game to see" in (await tim.get("/me")).text
        player = (await review_of(server, id)).review.players[0]
        page = (await tim.get("/daily")).text
        cost = f"{player.cost_per_turn:.2f}"
        assert f"{cost} points lost per turn, about the same as the bot" in page
        turns = page.split('id="turns"')[1].split("</section")[0]
        rows = re.findall(r'<th scope="row">(\d+)</th><td>([^<]*)</td>', turns)
        assert [int(round) for round, _ in rows] == list(range(1, 18))
        lost = [float(text.replace("−", "-")) for _, text in rows]
        assert lost == [round(-turn.cost, 1) for turn in player.turns]
        await asyncio.to_thread(server.store.keep_review(id, "x", "{}", [0.125]).result, 10)
        me = (await tim.get("/me")).text
        assert "1 game reviewed" in me
        assert "<b>0.12</b>" in me


def played_here(bot: str) -> int:
    """Play a bot's game of the day in this process."""
    table = bot_table(DAY, bot)
    while table.waiting_for:
        table, _ = advance(table, [event_of_bot(BotTask.of(table, 0))], 0.0)
    return table.played.totals[0]


def test_a_streak_is_of_days_that_follow_each_other() -> None:
    kept = {DAY - timedelta(days=n) for n in (1, 2, 3, 6, 7, 8, 9, 10)}
    assert Streak.of(kept, DAY) == Streak(3, 5)
    assert Streak.of({*kept, DAY}, DAY) == Streak(4, 5)
    assert Streak.of(kept, DAY + timedelta(days=1)) == Streak(0, 5)
    assert Streak.of(set(), DAY) == Streak(0, 0)
    assert Everybody((40,)).percent_below(40) == 0


async def test_the_archive_shows_the_months_that_have_boards(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", at(DAY)) as server:
        tim = server.visitor()
        assert (await server.host.index.results_of(tim.holder, 5)) == []
        await tim.play_out(await begin(tim, DAY - timedelta(days=2)))
        page = (await tim.get("/daily/archive")).text
        assert "December 2026" in page
        assert "month=2026-11" in page
        assert "month=2027" not in page
        page = (await tim.get("/daily/archive?month=2026-11")).text
        assert re.findall(r'href="/daily/(\d{4}-\d\d-\d\d)" class="(\w+)', page) == [
            (f"2026-11-{day}", "late" if day == 29 else "open") for day in range(15, 31)
        ]
        for given in ("2020-01", "2099-01", "x", ""):
            assert (await tim.get(f"/daily/archive?month={given}")).status == 200


async def test_a_daily_game_is_asked_for_by_its_holder_only(tmp_path: Path) -> None:
    """The labels of days are no holders, so no key finds tables by them."""
    async with app_at(tmp_path / "s.db", at(DAY)) as server:
        tim = server.visitor()
        id = await begin(tim)
        table = (await server.host.tables.live(id)).table
        days = [f"day {DAY.isoformat()}", f"days {tim.holder}"]
        assert table.labels(id) == {tim.holder, *days}
        for label in days:
            assert server.store.tables(label) == [id]
            assert not re.fullmatch(r"[0-9a-f]{32}", label)
        await server.host.requests.ask(
            id, Request(tim.holder, "mark", {"seat": 0, "marks": "c2=4"})
        )
