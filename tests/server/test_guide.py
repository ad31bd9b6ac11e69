"""The tips of a first game: who is asked, and that each is true of the table it is shown at."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.app import AppVisitor, app_at
from tests.support.examples import examples
from tests.support.tables import LINUS, TIM, TableFixture, open_table, people

from hashi.rules import Bridge, Illegal, Number, Pens
from hashi.server.view.regions import OF_A_DRAFT, region
from hashi.server.view.table_page import TablePage
from hashi.server.view.turn.guide import ASK, SHOW, GoalTip, Tip, goal_tip_of, tip_of
from hashi.server.view.viewer import Viewer
from hashi.table import Objected, Options, Phase, Request, draft_of
from hashi.words import Words

SHOWN_STEPS = 60
NOW = 1_790_000_000.0


def page_at(here: TableFixture, holder: str = TIM, guide: str = SHOW) -> TablePage:
    return TablePage("ID", here.table, Viewer(here.table, holder), Words("en"), guide=guide)


def check(page: TablePage, tip: Tip) -> None:
    """Derive each figure and each island of a tip from the rules again."""
    turn, draft = page.turn, page.turn.draft
    assert draft is not None
    board, sheet = draft.before.board, draft.sheet
    islands = [board.island(name) for name in tip.islands]
    if tip.kind == "opening":
        (island,) = islands
        assert page.phase is Phase.STARTS
        assert draft.refusal(Number(island, 3)) is None
        assert tip.amount == sum(island in line.ends for line in board.lines)
        assert tip.number in (0, 3, 4)
        assert tip.number <= tip.amount
    elif tip.kind == "card":
        assert draft.number is not None
        assert tip.number == draft.number.number
        assert turn.may_be_done
    elif tip.kind == "number":
        (island,) = islands
        assert draft.card is not None
        assert (tip.number, tip.bridges) == (draft.card.number, draft.card.bridges)
        assert draft.number is None
        assert draft.refusal(Number(island, tip.number)) is None
    elif tip.kind == "bridges":
        one, other = islands
        line = board.line(one, other)
        assert line is not None
        assert draft.refusal(Bridge(line)) is None
        assert tip.amount == draft.missing > 0
        assert tip.is_begun == bool(draft.bridges)
        assert tip.is_own == (draft.number is not None and draft.number.island in (one, other))
        if tip.is_own and draft.number is not None:
            assert (one, tip.number) == (draft.number.island, draft.number.number)
    else:
        (island,) = islands
        assert tip.kind == "ring"
        assert not any(sheet.is_finished(each) for each in board.islands)
        assert sheet.number(island) == tip.amount + sheet.count(island)
        assert tip.amount > 0
        assert tip.bridges == turn.missing >= 0


def check_goal(page: TablePage, tip: GoalTip) -> None:
    sheet, game = page.turn.sheet, page.game
    assert tip.goal is not None
    assert any(sheet.is_finished(each) for each in sheet.board.islands)
    assert tip.goal not in page.turn.out_of_reach
    assert (tip.high, tip.low) == (tip.goal.high, tip.goal.low)
    assert tip.is_late == (game.rounds >= tip.goal.deadline or tip.goal in game.gone)


async def play(seed: int, folder: Path) -> set[str]:
    """Play by chance, and check every tip on the way; return the kinds that came."""
    rng, seen = Random(seed), set()
    options = Options(board=rng.choice("AB"))
    async with open_table(folder, options) as here:
        for _ in range(SHOWN_STEPS):
            if here.table.phase not in (Phase.STARTS, Phase.ROUND):
                break
            page = page_at(here)
            tip, goal = tip_of(page), goal_tip_of(page)
            if tip.kind:
                check(page, tip)
                seen.add(tip.kind)
            if goal.goal is not None:
                check_goal(page, goal)
                seen.add("goals")
            draft = draft_of(here.table, 0)
            islands, lines = draft.islands, draft.lines
            do, fields = rng.choice(("tap", "tap_line", "tap_line", "done", "undo")), {}
            if islands and do == "tap":
                fields = {"island": rng.choice(islands).name}
            elif lines and do == "tap_line":
                fields = {"line": rng.choice(lines).name}
            elif do != "undo":
                do = "done"
            try:
                await here.host.requests.ask(here.live.id, Request(TIM, do, {"seat": 0, **fields}))
            except (Objected, Illegal):
                continue
    return seen


@examples(40)
@given(seed=st.integers(0, 2**32))
def test_every_tip_is_true_of_the_table_it_is_shown_at(seed: int) -> None:
    with TemporaryDirectory() as folder:
        assert "opening" in asyncio.run(play(seed, Path(folder)))


def test_all_six_tips_come() -> None:
    seen: set[str] = set()
    for seed in range(12):
        with TemporaryDirectory() as folder:
            seen |= asyncio.run(play(seed, Path(folder)))
    assert seen == {"opening", "card", "number", "bridges", "ring", "goals"}


@pytest.mark.parametrize(
    "options",
    [
        Options(help=False),
        Options(pens=Pens.FREE),
        Options(clock=60),
        Options(seats=2),
    ],
)
async def test_there_are_no_tips_in_company_by_the_clock_or_without_help(
    tmp_path: Path, options: Options
) -> None:
    seated = people(*(TIM, LINUS)[: options.seats])
    async with open_table(tmp_path, options, seated) as here:
        for guide in (ASK, SHOW):
            page = page_at(here, guide=guide)
            assert not tip_of(page).kind
            assert "<form" not in region(page, "guide")


async def test_a_tip_is_shown_to_nobody_else(tmp_path: Path) -> None:
    """What a watcher is sent does not depend on marks of an open turn."""
    async with open_table(tmp_path, Options()) as here:
        before = [region(page_at(here, "a watcher"), name) for name in ("guide", "aim")]
        await here.ask(TIM, "mark", seat=0, marks="4@c2")
        assert tip_of(page_at(here)).kind == "card"
        assert [region(page_at(here, "a watcher"), name) for name in ("guide", "aim")] == before
        assert {"guide", "aim"} <= set(OF_A_DRAFT)


# --- who is asked


async def begin(visitor: AppVisitor) -> str:
    return (await visitor.post("/new", mode="solo")).location


def kind_of(text: str) -> str:
    """Return what a page shows of the tips."""
    if 'class="ask"' in text:
        return ASK
    return SHOW if "Tap the pulsing island." in text else ""


async def test_a_device_is_asked_once_and_may_come_back_to_the_tips(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOW) as server:
        tim = server.visitor()
        table = await begin(tim)
        assert kind_of((await tim.get(table)).text) == ASK
        assert kind_of((await tim.get(table)).text) == ASK  # a look changes nothing
        await tim.post(f"{table}/guide", tips="on")
        assert kind_of((await tim.get(table)).text) == SHOW
        second = await begin(tim)
        assert kind_of((await tim.get(second)).text) == ""  # nor asked again
        assert kind_of((await tim.get(table)).text) == SHOW
        await tim.post(f"{table}/guide", tips="off")
        assert kind_of((await tim.get(table)).text) == ""
        assert "Show tips for a first game" in (await tim.get(second)).text
        await tim.post(f"{second}/guide", tips="on")
        text = (await tim.get(second)).text
        assert kind_of(text) == SHOW
        assert "Hide the tips" in text


async def test_a_table_with_friends_asks_nothing_and_strangers_keep_nothing(
    tmp_path: Path,
) -> None:
    async with app_at(tmp_path / "s.db", NOW) as server:
        tim, ida = server.visitor(), server.visitor()
        await tim.post("/new", mode="friends", seats="2")
        assert tim.guide == ""
        table = await begin(tim)
        assert (await ida.post(f"{table}/guide", tips="on")).status == 403
        assert kind_of((await ida.get(table)).text) == ""
        assert (await tim.post("/t/nowhere/guide", tips="on")).status == 404


async def test_the_board_of_a_day_asks_too(tmp_path: Path) -> None:
    async with app_at(
        tmp_path / "s.db", datetime(2026, 12, 1, 12, tzinfo=UTC).timestamp()
    ) as server:
        tim = server.visitor()
        table = (await tim.post("/daily/2026-12-01")).location
        assert kind_of((await tim.get(table)).text) == ASK
