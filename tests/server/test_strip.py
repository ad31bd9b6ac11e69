"""The strip of players and the race for the goals: what each viewer is told of the others."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.support.app import app_at
from tests.support.tables import LINUS, SARAH, TIM, TableFixture, open_table, people

from hashi.server.view.regions import region
from hashi.server.view.table_page import TablePage
from hashi.server.view.viewer import Viewer
from hashi.table import Options
from hashi.words import LANGUAGES, Words

CLOSING = "c4=c6 a4-c4"
"""Closes both lines to b5, a blue flag, from a 4 on c4."""
THREE_BRIDGES = Options(deck=("2/3",) * 18, seats=2)
TWO = people(TIM, LINUS)


@dataclass(frozen=True)
class Here:
    """Two of three are connected."""

    here: frozenset[str] = frozenset({TIM, LINUS})
    absent: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    long_gone: frozenset[str] = frozenset()


def page(here: TableFixture, holder: str, looking_at: int | None = None) -> TablePage:
    viewer = Viewer(here.table, holder, looking_at)
    return TablePage("ID", here.table, viewer, Words("en"), Here())


def shown(here: TableFixture, name: str, holder: str, looking_at: int | None = None) -> str:
    return region(page(here, holder, looking_at), name)


def pips(here: TableFixture, holder: str) -> list[str]:
    """Return what a screen reader says of every player in every goal."""
    goals = shown(here, "goals", holder)
    rows = re.findall(r'<span class="race">(.*?)</li>', goals, re.DOTALL)
    return [said for row in rows for said in re.findall(r'unseen">([^<]*)<', row)]


async def test_everyone_stands_first_and_then_those_at_the_left(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=3), people(TIM, LINUS, SARAH)) as here:
        assert page(here, TIM).strip.order == (0, 1, 2)
        assert page(here, LINUS).strip.order == (1, 2, 0)
        assert page(here, SARAH).strip.order == (2, 0, 1)
        assert page(here, "a watcher").strip.order == (0, 1, 2)
        names = [page(here, LINUS).strip.name(seat) for seat in (1, 2, 0)]
        assert names == ["You", "Sarah", "Tim"]


async def test_every_page_has_the_players_in_the_order_of_the_strip(tmp_path: Path) -> None:
    """The strip, the boards beside one's own, past rounds, the score, and the boards at the end."""
    async with app_at(tmp_path / "s.db", 1_800_000_000.0) as server:
        people = [server.visitor() for _ in range(3)]
        for one in people:
            await one.get("/")  # which gives them their keys
        id = (await people[0].call("/api/tables", seats=3, deck=["2/2"] * 3)).json["id"]
        for one in people:
            await one.call(f"/api/tables/{id}", do="sit", name="Somebody")
        await people[0].call(f"/api/tables/{id}", do="begin")
        for round in range(3):
            if round == 2:  # the last card lies open
                for one, order in ((people[1], "120"), (server.visitor(), "012")):
                    page = (await one.get(f"/t/{id}")).text
                    assert "".join(re.findall(r'id="tab-(\d)"', page)) == order
                    assert "".join(re.findall(r'id="seat-(\d)"', page)) == order
                    past = (await one.get(f"/t/{id}?round=1")).text
                    assert "".join(re.findall(r'figure data-tint="(\d)"', past)) == order
            for seat, one in enumerate(people):
                if not round:
                    await one.call(f"/api/tables/{id}", do="mark", seat=seat, marks="d3=3")
                await one.call(f"/api/tables/{id}", do="done", seat=seat)
        for one, order in ((people[2], "201"), (server.visitor(), "012")):
            page = (await one.get(f"/t/{id}")).text
            heads = page.partition("<thead")[2].partition("</thead>")[0]
            assert "".join(re.findall(r'data-seat="(\d)"', heads)) == order
            assert "".join(re.findall(r'figure data-tint="(\d)"', page)) == order


async def test_a_tab_says_points_and_state_in_one_sentence(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=3), people(TIM, LINUS, SARAH)) as here:
        await here.start_all()
        assert 'aria-label="Linus 0 points, thinking. Show the board."' in shown(here, "tab-1", TIM)
        await here.play(1, "pass")
        tab = shown(here, "tab-1", TIM)
        assert 'aria-label="Linus 0 points, ready. Show the board."' in tab
        assert 'class="state-sign done"' in tab
        away = shown(here, "tab-2", TIM)
        assert 'aria-label="Sarah 0 points, away. Show the board."' in away
        assert 'class="state-sign away"' in away
        await here.ask(LINUS, "take_over", seat=1)
        assert 'class="state-sign bot"' in shown(here, "tab-1", TIM)


async def test_a_tap_on_ones_own_tab_leads_back_to_ones_turn(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=2), TWO) as here:
        await here.start_all()
        own, other = (shown(here, f"tab-{seat}", TIM, looking_at=1) for seat in (0, 1))
        assert "data-seat" not in own.split(">")[0]
        assert 'aria-pressed="false"' in own
        assert 'data-seat="1"' in other
        assert 'aria-pressed="true"' in other


async def test_an_open_turn_changes_neither_the_strip_nor_the_race_of_others(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path, THREE_BRIDGES, TWO) as here:
        for seat in here.table.waiting_for:
            await here.start(seat, "4@c4")

        def seen(holder: str) -> list[str]:
            names = ("tab-0", "tab-1", "goals", "race")
            return [shown(here, name, holder) for name in names]

        before = [seen(LINUS), seen("a watcher")]
        await here.ask(TIM, "mark", seat=0, marks=CLOSING)
        assert [seen(LINUS), seen("a watcher")] == before
        assert pips(here, TIM).count("You: impossible.") == 1
        await here.ask(TIM, "done", seat=0)
        assert [seen(LINUS)[1:], seen("a watcher")[1:]] == [each[1:] for each in before]
        assert "Tim: impossible." not in pips(here, LINUS)
        await here.play(1, "pass")
        assert pips(here, LINUS).count("Tim: impossible.") == 1
        assert pips(here, "a watcher").count("Tim: impossible.") == 1


@pytest.mark.parametrize("option", [{"help": False}, {"pens": "free"}])
async def test_nothing_is_called_impossible_without_help(
    option: dict[str, object], tmp_path: Path
) -> None:
    options = Options.from_json({**THREE_BRIDGES.to_json(), **option})
    async with open_table(tmp_path, options, TWO) as here:
        for seat in here.table.waiting_for:
            await here.start(seat, "4@c4")
        await here.play(0, CLOSING)
        await here.play(1, "pass")
        said = pips(here, LINUS) + pips(here, TIM)
        assert len(said) == 12
        assert not any("impossible" in each for each in said)


@pytest.mark.parametrize("has_help", [True, False])
async def test_past_rounds_show_what_is_out_of_reach_with_help_alone(
    has_help: bool, tmp_path: Path
) -> None:
    async with app_at(tmp_path / "s.db", 1_790_000_000.0) as server:
        tim = server.visitor("k" * 20)
        opened = {"seats": 2, "deck": ["2/3"] * 18, "help": has_help}
        path = f"/api/tables/{(await tim.call('/api/tables', **opened)).json['id']}"
        for name in ("Tim", "Ida"):
            await tim.call(path, do="sit", name=name)
        await tim.call(path, do="begin")
        for marks in ("4@c4", CLOSING):
            for seat in (0, 1):
                await tim.call(path, do="mark", seat=seat, marks=marks)
                await tim.call(path, do="done", seat=seat)
        page = (await tim.get(f"{path.replace('/api/tables', '/t')}?round=1")).text
        assert "Round 1 of 17" in page
        assert ('class="isle dead' in page) == has_help


RED = "o r o r\no o o o"
"""Two red flags."""


async def test_who_needs_one_more_island_is_news_for_one_round(tmp_path: Path) -> None:
    options = Options(board=RED, deck=("2/2",) * 6, seats=2)
    async with open_table(tmp_path, options, TWO) as here:
        for seat in here.table.waiting_for:
            await here.start(seat, "3@a1")
        await here.play(0, "a1=b1")
        await here.play(1, "pass")
        await here.play(0, "2@b1")
        assert shown(here, "race", LINUS) == '<p id="race" class="hint"></p>'
        await here.play(1, "pass")
        assert pips(here, LINUS)[:2] == ["You: 0 of 2.", "Tim: one more island."]
        assert "Tim needs one more red flag." in shown(here, "race", LINUS)
        assert "Tim needs one more red flag." in shown(here, "race", "a watcher")
        assert "needs" not in shown(here, "race", TIM)
        for seat in (0, 1):
            await here.play(seat, "pass")
        assert "needs" not in shown(here, "race", LINUS)
        assert pips(here, LINUS)[1] == "Tim: one more island."


async def test_every_language_says_how_far_everyone_is(tmp_path: Path) -> None:
    async with open_table(tmp_path, replace(THREE_BRIDGES, help=True), TWO) as here:
        await here.start_all()
        for language in LANGUAGES:
            viewer = Viewer(here.table, TIM)
            goals = region(TablePage("ID", here.table, viewer, Words(language)), "goals")
            assert len(re.findall(r'<svg class="pip', goals)) == 6
            assert "PLAYERS" not in goals
