"""Milestones, each derived a second time from the results."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hashi.host.day_results import first_results, kept_days
from hashi.server.pages.me.milestones import DAYS, GAMES, POINTS, Milestone, milestones
from hashi.table import Result
from hashi.words import LANGUAGES, Words

ME = "me"
BEGIN = datetime(2026, 11, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@st.composite
def histories(draw: st.DrawFn) -> list[Result]:
    """Return games of some days in any order: alone and not, with aids, on days' boards or not."""
    count = draw(st.integers(0, 14))
    order = draw(st.permutations(range(count)))
    start = draw(st.integers(0, 3))
    return [_result(draw, number + start) for number in order]


def _result(draw: st.DrawFn, number: int) -> Result:
    when = BEGIN + number * DAY
    is_daily = draw(st.integers(0, 4)) > 0
    players = 1 if is_daily else draw(st.integers(1, 2))
    return Result(
        f"t{number}",
        when.timestamp(),
        draw(st.sampled_from("AB")),
        ("Zoë", "Ada")[:players],
        (ME, draw(st.sampled_from(["ada", ""])))[:players],
        draw(st.tuples(*[st.integers(44, 58)] * players)),
        daily=(when - draw(st.sampled_from([0, 0, 0, 0, 1])) * DAY).date().isoformat()
        if is_daily
        else "",
        is_practised=draw(st.integers(0, 9)) == 0,
        hints=draw(st.sampled_from([(), (), (), (1,)])),
        goals=draw(st.sampled_from([(), (("blue",), ()), (("red",), ("blue",))]))[:players],
    )


@pytest.mark.hypothesis
@given(histories())
@settings(max_examples=300)
def test_every_milestone_follows_from_the_results(history: list[Result]) -> None:
    found = milestones(history, ME)
    assert [each.at for each in found] == sorted(each.at for each in found)
    at = {(each.kind, each.figure): each.at for each in found}
    assert len(at) == len(found)  # each once
    ordered = sorted(history, key=lambda result: result.at)
    wanted: dict[tuple[str, int], float] = {}
    if ordered:
        wanted["first", 1] = ordered[0].at
    wanted |= {("games", n): ordered[n - 1].at for n in GAMES if len(ordered) >= n}
    days: set[str] = set()
    for result in ordered:
        is_first = not result.daily or result.daily not in days
        days.add(result.daily)
        if result.is_practised or any(result.hints[:1]) or not is_first:
            continue
        own, others = result.totals[0], result.totals[1:]
        for points in POINTS:
            if not others and own >= points:
                wanted.setdefault(("points", points), result.at)
        if result.goals and "blue" in result.goals[0]:
            wanted.setdefault(("blue", 1), result.at)
        if others and own > max(others):
            wanted.setdefault(("win", 1), result.at)
    own_days = first_results(result for result in history if result.daily)
    run = 0
    kept = kept_days(own_days)
    for n in range(-2, 30):
        day = (BEGIN + n * DAY).date()
        run = run + 1 if day in kept else 0
        if run == DAYS:
            wanted.setdefault(("days", DAYS), own_days[day].at)
    assert at == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_milestone_is_said_in_every_language(language: str) -> None:
    kinds = [("first", 1), ("points", 50), ("games", 10), ("win", 1), ("blue", 1), ("days", DAYS)]
    texts = [Milestone(kind, figure, 0.0).text(Words(language)) for kind, figure in kinds]
    assert len(set(texts)) == len(texts)
    assert "50" in texts[1]
