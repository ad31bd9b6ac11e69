"""Who is away, told to those who wait; and what a bot played, told to whoever returns."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.support.tables import LINUS, SARAH, TIM, TableFixture, open_table, people

from hashi.server.view.regions import region
from hashi.server.view.table_page import TablePage
from hashi.server.view.viewer import Viewer
from hashi.table import Options
from hashi.words import LANGUAGES, Words

THREE = Options(seats=3)
ALL = people(TIM, LINUS, SARAH)


@dataclass(frozen=True)
class Presence:
    """Tim alone is connected."""

    absent: frozenset[str] = frozenset()
    here: frozenset[str] = frozenset({TIM})
    gone: frozenset[str] = frozenset()
    long_gone: frozenset[str] = frozenset()


def away(
    here: TableFixture, holder: str, *absent: str, looking_at: int | None = None, to: str = "en"
) -> str:
    """Return what a page says of those who have been away for a while."""
    viewer = Viewer(here.table, holder, looking_at)
    presence = Presence(frozenset(absent))
    return region(TablePage("ID", here.table, viewer, Words(to), presence), "away")


async def test_who_waits_reads_who_is_away_and_lets_bots_play_with_one_tap(tmp_path: Path) -> None:
    async with open_table(tmp_path, THREE, ALL) as here:
        await here.start_all()
        for looking_at in (None, 1):  # during one's own turn nobody is waited for
            assert "hidden" in away(here, TIM, LINUS, SARAH, looking_at=looking_at)
        await here.play(0, "pass")
        assert "hidden" in away(here, TIM)
        both = away(here, TIM, LINUS, SARAH)
        assert "Linus and Sarah are away." in both
        assert 'data-do="take_over" data-seats="1 2"' in both
        assert both.count("<button") == 1
        assert "Let bots play" in both
        one = away(here, TIM, SARAH)
        assert "Sarah is away." in one
        assert 'data-seats="2"' in one
        assert "Let a bot play" in one
        watched = away(here, "a watcher", LINUS, SARAH)
        assert "Linus and Sarah are away." in watched
        assert "<button" not in watched


@pytest.mark.parametrize("language", list(LANGUAGES))
async def test_whoever_returns_reads_what_a_bot_played(language: str, tmp_path: Path) -> None:
    async with open_table(tmp_path, THREE, ALL) as here:
        await here.start_all()
        await here.ask(SARAH, "take_over", seat=2)
        for seat in (0, 1):
            await here.play(seat, "pass")
        await here.until(lambda table: table.played.rounds == 1)
        await here.ask(SARAH, "give_back", seat=2)
        told = away(here, SARAH, to=language)
        say = Words(language).say
        sentence = say("A bot played round {round} for you: {points}.", round=1, points="¤")
        assert sentence.split("¤", maxsplit=1)[0] in told
        assert "hidden" in away(here, TIM)
