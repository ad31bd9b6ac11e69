"""The review on the page: what it shows, when it may be asked for, that it is computed once."""

from __future__ import annotations

import html
import json
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.routing import Route
from tests.support import pool_jobs
from tests.support.app import app_at
from tests.support.lessons import data, post, said
from tests.support.server import Browser, Server, serving
from tests.support.stored_games import write_game

from hashi.coach import FOUND
from hashi.host import Host, SqliteStore, holder_of
from hashi.rules import Goal
from hashi.server import visitor
from hashi.server.app import create_app
from hashi.server.jobs.bot_pool import BotPool
from hashi.server.jobs.reviews import Pending, Reviewed, Reviews, in_accord, review_record
from hashi.server.pages.parts.puzzle_turns import OpenTurn
from hashi.server.pages.review.find import CostlyTurn, told_of
from hashi.server.pages.review.players import (
    GoalCell,
    PlayerRow,
    adding_up,
    compared,
    player_rows,
    races,
)
from hashi.server.pages.review.rounds import ReviewPage
from hashi.table import fold
from hashi.table.event import Seated
from hashi.words import LANGUAGES, Words

KEY = "a-key-of-one-who-looks-back"
OTHERS = (Seated(1, "Ada", bot="greedy"),)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, str]]]:
    """Start a server with a finished game alone, one of two, and one that runs."""
    data = tmp_path_factory.mktemp("review") / "tables.sqlite"
    store = SqliteStore(data)
    own = Seated(0, "Tim", holder=holder_of(KEY))
    ids = {
        "alone": write_game(store, [own], bot="greedy"),
        "two": write_game(store, [own, *OTHERS], bot="greedy"),
        "running": write_game(store, [own], rounds=5),
    }
    store.close()
    with serving(data) as server:
        yield server, ids


def reviewed(browser: Browser, path: str) -> str:
    """Fetch a page of a review once it is there; while it is not, the page shows how far it is."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        status, text, _ = browser.fetch(path)
        assert status == 200
        if 'id="progress"' not in text:
            return html.unescape(text)
        assert re.search(r'<progress max="\d+" value="\d+"', text)
        time.sleep(0.2)
    raise AssertionError("the review is not there in time")


def test_the_figures_add_up_as_they_are_shown() -> None:
    for parts in ((52.14, 1.24, 0.0, -6.38), (50.05, 0.05, 0.05, -3.15), (41.26, -1.13, 0, 0.87)):
        total = round(sum(parts))
        shown = adding_up(parts, total)
        assert round(sum(shown), 6) == total
        assert all(abs(a - b) < 0.3 for a, b in zip(parts, shown, strict=True))


def test_a_review_in_every_language(games: tuple[Server, dict[str, str]]) -> None:
    server, ids = games
    for language in LANGUAGES:
        page = reviewed(Browser(server, language), f"/t/{ids['alone']}/review?round=3")
        assert f'<html lang="{language}' in page
        assert page.count('class="curve curve-') == 4
        assert page.count('data-stop="17"') == 4
        assert 'class="picture both"' in page
        assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|<style|\son\w+=", page)
        parts = re.search(r'<details class="parts">(.*?)</summary>', page, re.DOTALL)
        assert parts
        figures = re.findall(r"<b>([^<]+)</b>", parts[1])
        value = sum(float(one.replace("−", "-").replace(",", ".")) for one in figures)
        total = re.search(r'class="figure"><b>(\d+)</b>', page)
        assert total
        assert round(value, 6) == int(total[1])


def test_a_link_leads_to_a_moment_of_a_seat(games: tuple[Server, dict[str, str]]) -> None:
    server, ids = games
    browser = Browser(server, "en")
    page = reviewed(browser, f"/t/{ids['two']}/review?round=9&seat=1")
    assert 'id="round"' in page
    assert 'data-round="9"' in page
    assert re.search(r'seat=1" aria-current="page">(?s:.*?)<span>Ada</span>', page)
    players = page[page.index('<table class="who">') :].split("</table>")[0]
    assert players.count('<th scope="row">') == 2
    assert players.count('class="ahead"') >= 3
    part = reviewed(browser, f"/t/{ids['two']}/review?round=9&seat=1&part=round")
    assert "<html" not in part
    assert 'data-round="9"' in part
    best = reviewed(browser, f"/t/{ids['two']}/review/best?seat=1&round=17")
    assert re.search(r"\d+ possible after the start", best)
    assert best.count("<figure") == 1


def test_odd_rounds_and_seats_do_no_harm(games: tuple[Server, dict[str, str]]) -> None:
    server, ids = games
    browser = Browser(server, "en")
    for query in ("round=", "round=-1", "round=99", "seat=9", "seat=x&round=%00", "round=0"):
        page = reviewed(browser, f"/t/{ids['alone']}/review?{query}")
        assert 'class="figure"' in page


def test_nothing_of_it_can_be_asked_for_while_the_game_runs(
    games: tuple[Server, dict[str, str]], tmp_path: Path
) -> None:
    """No address and no request gives anything of a review, to the player or to strangers."""
    server, ids = games
    store = SqliteStore(tmp_path / "routes.sqlite")
    paths = [route.path for route in create_app(store).routes if isinstance(route, Route)]
    store.close()
    own = {"Authorization": f"Bearer {KEY}"}
    asked = [path.replace("{id}", ids["running"]) for path in paths if "{id}" in path]
    asked = [path.replace("{seat}", "0") for path in asked if not path.endswith("/events")]
    assert sum("/review" in path for path in asked) >= 2
    for headers in (own, {}):
        for path in asked:
            for query in ("", "?round=2", "?part=round", "?seat=0&round=1"):
                status, text, _ = Browser(server, "en").fetch(path + query, None, **headers)
                assert status == (409 if "/review" in path else status), path
                assert not re.search(r"curve|ghost|best_value|expected", text), path
        for do in ("review", "best", "possible", "try_turn"):
            body = json.dumps({"do": do, "seat": 0}).encode()
            status, text, _ = Browser(server, "en").fetch(
                f"/api/tables/{ids['running']}", body, Content_Type="application/json", **headers
            )
            assert status == 409
            assert "unknown_request" in text


def test_a_review_is_kept(tmp_path: Path) -> None:
    """After a restart it is there at once: nothing is computed again."""
    data = tmp_path / "tables.sqlite"
    store = SqliteStore(data)
    id = write_game(store, [Seated(0, "Tim", holder=holder_of(KEY))])
    store.close()
    with serving(data) as server:
        first = reviewed(Browser(server, "en"), f"/t/{id}/review")
        server.restart()
        status, text, _ = Browser(server, "en").fetch(f"/t/{id}/review")
        assert status == 200
        assert 'id="progress"' not in text
        figures = re.compile(r'<details class="parts">.*?</summary>', re.DOTALL)
        assert figures.findall(html.unescape(text)) == figures.findall(first) != []


def test_the_curve_and_its_button_name_the_same_figure(
    games: tuple[Server, dict[str, str]],
) -> None:
    """After the start; alone another start may bring more, which the page of the game says."""
    server, ids = games
    browser = Browser(server, "en")
    for name in ("alone", "two"):
        page = reviewed(browser, f"/t/{ids[name]}/review?round=17")
        told = re.findall(r"(?:≥\s)?(\d+) possible after the start", page)
        assert len(told) == 5  # the curve in four sizes, and the button
        assert len(set(told)) == 1
        total = re.search(r'class="figure"><b>(\d+)</b>', page)
        assert total
        assert f"{total[1]} possible after this round" in page
        best = reviewed(browser, f"/t/{ids[name]}/review/best")
        assert f"{told[0]} possible after the start" in best
        assert f"<b>{told[0]} points</b>" in best
        assert "<strong>Best possible</strong>" in best
        links = re.findall(r'href="(/t/\w+/review/best\?start=any)"', best)
        for link in links:
            other = reviewed(browser, link)
            more = re.search(r"(\d+) possible with any start", other)
            assert more
            assert int(more[1]) > int(told[0])
            assert f"<b>{more[1]} points</b>" in other


def test_while_a_review_is_computed_the_final_boards_are_shown(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    store = SqliteStore(data)
    id = write_game(store, [Seated(0, "Tim", holder=holder_of(KEY)), *OTHERS])
    store.close()
    with serving(data) as server:
        _, text, _ = Browser(server, "en").fetch(f"/t/{id}/review")
        assert 'id="progress"' in text
        assert text.count("<figure") == 2


def test_a_game_that_runs_says_when_its_review_will_be_there(
    games: tuple[Server, dict[str, str]],
) -> None:
    server, ids = games
    for path in ("review", "review/best", "review/find/0"):
        status, text, _ = Browser(server, "en").fetch(f"/t/{ids['running']}/{path}")
        assert status == 409
        assert "The review will be here when the game is over." in text
        assert "Round 6 of 17" in text


def test_nobody_is_told_that_they_made_the_turns_of_another(
    games: tuple[Server, dict[str, str]],
) -> None:
    """Whoever looks at whichever seat: only one's own has costliest turns of "yours"."""
    server, ids = games
    reviewed(Browser(server, "en"), f"/t/{ids['two']}/review")
    own = {"Authorization": f"Bearer {KEY}"}
    for headers, seat, is_own in ((own, 0, True), (own, 1, False), ({}, 0, False), ({}, 1, False)):
        browser, said = Browser(server, "en"), ""
        for path in ("review?", *(f"review?part=round&round={n}&" for n in range(18))):
            _, text, _ = browser.fetch(f"/t/{ids['two']}/{path}seat={seat}", None, **headers)
            body = text[text.index("<main") :] if "<main" in text else text
            said += html.unescape(re.sub(r"<[^>]*>", " ", body))
        assert ("your turns" in said) is is_own
        if not is_own:
            assert not re.search(
                r"\b(you|your)\b", said.replace("You can play on", ""), re.IGNORECASE
            )


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> ReviewPage:
    """Return the review of a game alone, without a server."""
    store = SqliteStore(tmp_path_factory.mktemp("alone") / "tables.sqlite")
    id = write_game(store, [Seated(0, "Tim", holder=holder_of(KEY))], bot="greedy")
    table = fold.replay(store.read(id))
    store.close()
    return ReviewPage(Words("en"), "t", table, review_record(table.record), 0, is_own=True)


@pytest.fixture(scope="module")
def two_seats(tmp_path_factory: pytest.TempPathFactory) -> ReviewPage:
    """Return the review of a game of two, without a server."""
    store = SqliteStore(tmp_path_factory.mktemp("two") / "tables.sqlite")
    id = write_game(store, [Seated(0, "Tim", holder=holder_of(KEY)), *OTHERS], bot="greedy")
    table = fold.replay(store.read(id))
    store.close()
    return ReviewPage(Words("en"), "t", table, review_record(table.record), 0, is_own=True)


def test_what_cannot_be_said_is_said(alone: ReviewPage, two_seats: ReviewPage) -> None:
    """Of a sheet with a mistake, and where more was expected than the cards to come allowed."""
    page = alone
    assert page.cannot_say == ""
    mistaken = replace(page.reviewed, reach=(None,))
    assert "A rule was broken" in replace(page, reviewed=mistaken).cannot_say
    assert "any start" in replace(page, reviewed=mistaken).possible
    (reach,) = page.reviewed.reach
    assert reach is not None
    low = replace(reach, points=(page.player.total,) * len(reach.points), is_proven=True)
    unkind = replace(page, reviewed=replace(page.reviewed, reach=(low,)))
    assert "Nobody could know that." in unkind.dashes_note
    two = replace(unkind, table=two_seats.table)
    assert "the other players’ turns" in two.dashes_note
    unproven = replace(page.reviewed, reach=(replace(low, is_proven=False),))
    unsure = replace(page, reviewed=unproven)
    assert "Perhaps it was even more." in unsure.dashes_note
    assert unsure.possible.startswith("≥")
    assert "possible" not in unsure.at(1).figures


@pytest.mark.parametrize(
    ("cards", "deadlines"), [(18, ((12, (Goal.RED, Goal.SIX)),)), (10, ()), (13, ())]
)
def test_on_other_boards_and_decks_only_deadlines_that_there_are_stand_in_the_curve(
    tmp_path: Path, cards: int, deadlines: tuple[object, ...]
) -> None:
    """The board has no blue flag; the last card that pays the higher value needs no sign."""
    store = SqliteStore(tmp_path / "tables.sqlite")
    deck = [f"{n % 6 + 1}/{n % 3 + 1}" for n in range(cards)]
    rows = "o o o o\no r o o\no o o r"
    id = write_game(store, [Seated(0, "Tim")], board=rows, deck=deck, rounds=cards - 1)
    table = fold.replay(store.read(id))
    store.close()
    page = ReviewPage(Words("en"), "t", table, review_record(table.record), 0, is_own=True)
    assert page.curve(None).deadlines == deadlines
    is_simulated = cards < 12  # what is learned holds for decks of twelve cards and more
    assert ("simulated games" in page.method) is is_simulated
    assert len(page.rows) == cards - 1


def row(name: str, luck: str, cost: str, *, first: bool, best: bool, high: bool) -> PlayerRow:
    cells = tuple(GoalCell(goal, goal.high if high else 0, high) for goal in Goal)
    return PlayerRow(name, "", False, 30, False, luck, first, cost, best, cells)


def test_players_who_are_level_are_named_together_and_races_have_their_winners(
    two_seats: ReviewPage,
) -> None:
    words = Words("en")
    tim = row("Tim", "+1.0", "−2.0", first=True, best=True, high=True)
    ada = row("Ada", "+1.0", "−2.0", first=True, best=False, high=True)
    bob = row("Bob", "−1.0", "−9.0", first=False, best=False, high=False)
    assert compared(words, [tim, ada, bob]) == (
        "Luckiest with the cards: Tim and Ada. Best turns: Tim."
    )
    assert compared(words, [bob, bob]) == ""
    assert races(words, [tim, ada, bob])[0] == "Race for “all red flags” won by: Tim and Ada."
    assert races(words, [bob]) == []
    players = two_seats.reviewed.review.players
    same = (players[0], replace(players[0], seat=1))
    rows = player_rows(words, same, two_seats.table.played, ["", ""], 0)
    assert not any(each.is_luckiest or each.is_best for each in rows)


def test_two_searches_that_ended_early_do_not_contradict_each_other(alone: ReviewPage) -> None:
    (reach,), (best,) = alone.reviewed.reach, alone.reviewed.best
    assert reach is not None
    record = alone.table.record
    less = replace(best, points=reach.points[0] - 2)
    found, _ = in_accord(less, reach, record)
    assert found.points == reach.points[0]
    assert found.record.replay().totals[0] == found.points
    assert in_accord(best, None, record) == (best, None)


async def test_a_review_that_was_given_up_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ended its processes may have had nothing to do with it: memory that was short."""
    store = SqliteStore(tmp_path / "tables.sqlite")
    id = write_game(store, [Seated(0, "Tim", holder=holder_of(KEY))], bot="greedy")
    host = Host(store, now=time.time)
    table = await host.tables.live(id)
    with BotPool(1) as pool:
        reviews = Reviews(pool, store)
        with monkeypatch.context() as failing:
            failing.setattr("hashi.server.jobs.reviews.review_record", pool_jobs.die_of)
            given_up = await reviews.find(table)
            assert isinstance(given_up, Pending)
            assert given_up.task is not None
            await given_up.task
        assert given_up.is_failed
        assert await reviews.find(table) is given_up  # not at once: it costs three processes
        monkeypatch.setattr("hashi.server.jobs.reviews.RETRY_AFTER", 0.0)
        again = await reviews.find(table)
        assert isinstance(again, Pending)
        assert again.task is not None
        await again.task
        assert isinstance(await reviews.find(table), Reviewed)
        await reviews.close()
    await host.close()
    store.close()


def test_the_costliest_turns_are_found_again_by_who_made_them(
    games: tuple[Server, dict[str, str]],
) -> None:
    server, ids = games
    me, cookie = Browser(server), f"{visitor.KEY}={KEY}"
    reviewed(me, f"/t/{ids['alone']}/review")
    _, page, _ = me.fetch("/learn/mistakes", cookie=cookie)
    links = re.findall(rf'href="(/t/{ids["alone"]}/review/find/0)\?step=(\d)"', page)
    assert [step for _, step in links] == ["1", "2", "3"]
    assert page.count('class="picture"') == page.count(" points lost<") <= 10
    assert "points lost" not in me.fetch("/learn/mistakes")[1]  # nobody else has them


def test_a_better_turn_is_praised_and_the_best_one_explained(
    games: tuple[Server, dict[str, str]],
) -> None:
    server, ids = games
    path, me = f"/t/{ids['alone']}/review/find/0", Browser(server)
    page = reviewed(me, path)
    assert page.count('<li class="chip') == 3
    assert 'class="to-come"' in page
    shown = post(me, path, {"step": "1", "marks": "", "do": "show", "tries": "1"})
    assert re.match(
        r"This is the best turn: .+\. The turn in the game was \d+\.\d points worse\. \w",
        said(shown),
    )
    assert "told praise" not in shown
    best = {"step": "1", "marks": data(shown, "marks"), "tries": "0"}
    for do in ("done", "skip"):  # what it has no bridges for is skipped
        found = post(me, path, {**best, "do": do})
        if data(found, "outcome") == "solved":
            break
    assert re.match(r"Found! \d+\.\d points better than before\.", said(found))
    assert "told praise" in found
    cost = re.search(r"cost (\d+\.\d) points", page)
    assert cost
    assert cost[1] in said(found)
    mine = f"{visitor.KEY}={KEY}"
    key = re.search(r"hashi_found=[0-9a-f]{8}", me.cookies)
    assert key
    listed = me.fetch("/learn/mistakes", cookie=f"{mine}; {key[0]}")[1]
    assert re.search(r"\b1 of \d solved", listed)
    assert listed.count('class="done"') == 1
    assert "solved" not in me.fetch("/learn/mistakes", cookie=mine)[1].split("<main")[1]
    assert (
        me.fetch(path, cookie=f"hashi_found={'x' * 400}.{'ab' * 3000}")[0] == 200
    )  # by a stranger


@pytest.mark.parametrize(
    ("cost", "outcome", "is_counted"),
    [(0.2, "solved", True), (0.9, "solved", True), (4.0, "solved", False), (4.8, "wrong", True)],
)
def test_a_better_turn_is_praised_and_one_that_is_no_mistake_is_remembered(
    alone: ReviewPage, cost: float, outcome: str, is_counted: bool
) -> None:
    player = alone.player
    played = replace(player.costliest[0], cost=5.0)
    turn = OpenTurn.of_reviewed(alone.table.record, 0, played)
    puzzle = CostlyTurn(played, turn, 1, (played.round,), 0, "Tim", is_own=True, path="")
    told = told_of(Words("en"), puzzle, turn.state({}), replace(played, cost=cost))
    assert (told.outcome, told.is_counted) == (outcome, is_counted)
    assert told.may_improve is (outcome == "solved" and cost > FOUND)


@pytest.mark.parametrize("rounds", [0, 4])
async def test_of_a_game_that_was_ended_the_closed_rounds_are_reviewed(
    tmp_path: Path, rounds: int
) -> None:
    """It says what it cannot say: a result, and what was possible with cards that never came."""
    async with app_at(tmp_path / "s.db", 1.8e9) as server:
        tim = server.visitor()
        id = (await tim.post("/new", mode="solo")).location.removeprefix("/t/")
        await tim.play_out(id, "greedy", rounds=rounds)
        assert (await tim.call(f"/api/tables/{id}", do="close")).status == 200
        page, best = await tim.get(f"/t/{id}/review"), await tim.get(f"/t/{id}/review/best")
        assert ("/review" in (await tim.get(f"/t/{id}")).text) is bool(rounds)
        assert best.status == 409
        assert "when the game is over" not in page.text + best.text
        if not rounds:
            assert page.status == 409
            assert "It has no review." in page.text
            return
        assert "There’s no telling what was possible" in best.text
        while 'id="progress"' in page.text:
            page = await tim.get(f"/t/{id}/review?round=3")
        shown = html.unescape(page.text)
        figures = re.findall(r"<b>([^<]+)</b>", shown.split('class="parts"')[1].split("<i ")[0])
        end = re.search(r'class="figure"><b>([\d.]+)</b> <span>([^<]*)<', shown)
        assert end
        assert end[2] == f"points expected after {rounds} rounds"
        assert round(sum(float(one.replace("−", "-")) for one in figures), 6) == float(end[1])
        assert "no telling how it would have turned out or what was possible" in shown
        assert not re.search(r"review/best|play-on| possible after", shown)
        assert "of 4" in shown


async def test_of_a_seat_that_was_given_up_it_says_so_and_blames_nobody(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", 1.8e9) as server:
        tim, eva = server.visitor("t" * 24), server.visitor("e" * 24)
        opened = await tim.call("/api/tables", seats=2, deck=["5/1", "4/1", "5/2", "3/1", "2/1"])
        path = f"/api/tables/{opened.json['id']}"
        for seat, who in enumerate((tim, eva)):
            await who.call(path, do="sit", seat=seat, name=f"P{seat}")
        await tim.call(path, do="begin")
        for seat, who in enumerate((tim, eva)):
            for fields in ({"do": "mark", "marks": "c2=4"}, {"do": "done"}):
                assert (await who.call(path, seat=seat, **fields)).status == 200
        for who, seat, do in ((eva, 1, "done"), (tim, 0, "done"), (eva, 1, "resign")):
            assert (await who.call(path, seat=seat, do=do)).status == 200
        for _ in range(3):
            assert (await tim.call(path, seat=0, do="done")).status == 200
        page = await eva.get(f"/t/{opened.json['id']}/review?seat=1&round=2")
        while 'id="progress"' in page.text:
            page = await eva.get(f"/t/{opened.json['id']}/review?seat=1&round=2")
        shown = html.unescape(page.text)
        assert shown.count("This player gave up: every card from round 2 on was skipped.") == 2
