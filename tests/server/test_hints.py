"""Hints: neither the page nor the API shows more than the step that was asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.app import AppServer, AppVisitor, app_at

from hashi.coach import STEP_KEYS, Hint, HintStep, hint, step_text
from hashi.rules import view
from hashi.words import Words
from hashi.words.typography import WORD_JOINER

NOW = 1_800_000_000.0
EN = Words("en")


async def begun(server: AppServer, **options: object) -> tuple[AppVisitor, str]:
    """Return a player in the first round of a game alone, and the id of the table."""
    tim = server.visitor("t" * 24)
    id: str = (await tim.call("/api/tables", seats=1, **options)).json["id"]
    for fields in (
        {"do": "sit", "name": "Tim"},
        {"do": "begin"},
        {"do": "mark", "seat": 0, "marks": "d3=4"},
        {"do": "done", "seat": 0},
    ):
        assert (await tim.call(f"/api/tables/{id}", **fields)).status == 200
    return tim, id


async def hint_at(server: AppServer, id: str) -> Hint:
    return hint(view((await server.host.tables.live(id)).table.played, 0))


def later(found: Hint, step: HintStep) -> Iterator[str]:
    """Yield what only later steps say."""
    said = {step_text(EN, found, each) for each in HintStep if each <= step}
    yield from {step_text(EN, found, each) for each in HintStep if each > step} - said
    if step < HintStep.MARKS:
        yield str(found.turn)


@pytest.mark.parametrize("last", HintStep)
async def test_the_page_shows_a_hint_step_by_step(last: HintStep, tmp_path: Path) -> None:
    async with app_at(tmp_path / "tables.sqlite", NOW) as server:
        tim, id = await begun(server)
        found = await hint_at(server, id)
        for _ in range(last):
            page = (await tim.post(f"/t/{id}/hint", seat="0", more="")).text
        shown = page.replace(WORD_JOINER, "")
        assert f'data-step="{last}"' in shown
        assert step_text(EN, found, last) in shown
        assert not [told for told in later(found, last) if told in shown]
        assert ('class="loop"' in shown) == (HintStep.REGION <= last < HintStep.MARKS)
        assert ("ghost" in shown) == (last is HintStep.MARKS)
        again = (await tim.post(f"/t/{id}/hint", seat="0")).text  # asks for no further step
        assert again == page


@pytest.mark.parametrize("last", HintStep)
async def test_the_api_tells_a_hint_step_by_step(last: HintStep, tmp_path: Path) -> None:
    async with app_at(tmp_path / "tables.sqlite", NOW) as server:
        tim, id = await begun(server)
        found = await hint_at(server, id)
        for _ in range(last):
            told = (await tim.call(f"/api/tables/{id}", do="hint", seat=0, round=1)).json["hint"]
        assert told["texts"] == [step_text(EN, found, each) for each in HintStep if each <= last]
        assert not [text for text in later(found, last) if text in json.dumps(told)]
        region = list(map(str, found.region))
        assert told["islands"] == (region if last >= HintStep.REGION else None)
        assert told["turn"] == (str(found.turn) if last is HintStep.MARKS else None)
        assert told["where"] == told["islands"]
        assert told["steps"] == list(STEP_KEYS.values())
        assert [told[key] for key in ("aim", "reason")] == [
            step_text(EN, found, step) if last >= step else None
            for step in (HintStep.AIM, HintStep.REASON)
        ]
        assert told["good"] == (found.good if last is HintStep.MARKS else None)


async def test_no_more_steps_are_counted_than_a_hint_has(tmp_path: Path) -> None:
    """Without a mark there is little to say in the last round: most hints have two steps."""
    async with app_at(tmp_path / "tables.sqlite", NOW) as server:
        tim, id = await begun(server)
        for _ in range(16):
            assert (await tim.call(f"/api/tables/{id}", do="done", seat=0)).status == 200
        steps = len((await hint_at(server, id)).steps)
        for asked in range(1, 7):
            told = (await tim.call(f"/api/tables/{id}", do="hint", seat=0)).json["hint"]
            assert told["step"] == min(asked, steps) == len(told["texts"])
            shown = (await tim.post(f"/t/{id}/hint", seat="0")).text
            assert f'data-step="{min(asked, steps)}"' in shown
        shown = (await tim.post(f"/t/{id}/hint", seat="0", more="")).text
        assert f'data-step="{steps}"' in shown
        assert (await server.host.tables.live(id)).table.hints == (steps,)


async def test_a_hint_is_for_ones_own_seat(tmp_path: Path) -> None:
    async with app_at(tmp_path / "tables.sqlite", NOW) as server:
        _, id = await begun(server)
        eve = server.visitor("e" * 24)
        for seat in ("0", "1", ""):
            assert (await eve.post(f"/t/{id}/hint", seat=seat, more="")).status == 403
        assert (await server.host.tables.live(id)).table.hints == (0,)
