"""The moment after a round: what it shows, to whom, and that it tells of closed rounds alone."""

from __future__ import annotations

import contextlib
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.server.test_story import bots_game, play_from
from tests.support.broadcasts import new_broadcast
from tests.support.tables import LINUS, SARAH, TIM, open_table, people

from hashi.rules import Bridge, Goal, Played, dead_goals, total
from hashi.server.live.reveals import reveal_message
from hashi.server.live.watcher import Watcher
from hashi.server.view.rounds.reveal import Reveal, is_revealed
from hashi.server.view.viewer import Viewer
from hashi.server.visitor import Visitor
from hashi.table import Options, Phase
from hashi.table.clock import REVEAL_TIME
from hashi.words import LANGUAGES, Words

EN = Words("en")


@pytest.mark.parametrize("seed", ["story 0", "story 1", "story 2"])
def test_every_figure_and_name_follows_from_the_game(seed: str) -> None:
    final, _ = bots_game(seed)
    for round, table in enumerate(play_from(final)):
        shown = Reveal(table, Viewer(table, "holder-1"), EN)
        assert shown.round == round
        seats = shown.seats
        assert [one.seat for one in seats] == [1, 2, 0]  # oneself first, then to the left
        assert [one.name for one in seats] == ["You", "Céline", "Ada"]
        ledgers = table.played.ledgers
        for one in seats:
            closed = [item for item in ledgers[one.seat] if item.round == round]
            assert one.gained == sum(item.points for item in closed)
            assert one.total == total(ledgers[one.seat])
        reached = {
            (item.source, seat, item.points)
            for seat, ledger in enumerate(ledgers)
            for item in ledger
            if item.round == round and isinstance(item.source, Goal)
        }
        if reached and round:
            most = max(points for _, _, points in reached)
            assert shown.goal in {goal for goal, _, points in reached if points == most}
            assert re.search(rf"\b{most} points\b", shown.headline)
            who = {seat for goal, seat, _ in reached if goal is shown.goal}
            for seat, name in enumerate(("Ada", "[Yy]ou", "Céline")):
                assert (re.search(name, shown.headline) is not None) == (seat in who)
        elif round:
            most = max(one.gained for one in seats)
            assert shown.goal is None
            found = re.search(r"A big round for (.+): (\d+) points!", shown.headline)
            assert (found is not None) == (most >= 10)
            if found:
                assert int(found[2]) == most
                names = {
                    "you" if one.seat == 1 else one.name for one in seats if one.gained == most
                }
                assert found[1] in names


@pytest.mark.parametrize("seed", ["story 0", "story 2", "story 4"])
def test_a_goal_is_worth_less_from_now_on_only_where_somebody_may_still_reach_it(seed: str) -> None:
    final, _ = bots_game(seed)
    told = Counter[bool]()
    for table in play_from(final):
        shown = Reveal(table, Viewer(table, "holder-1"), EN)
        goal, game = shown.goal, table.played
        if goal is None:
            continue
        rounds = {
            seat: item.round
            for seat, ledger in enumerate(game.ledgers)
            for item in ledger
            if item.source is goal
        }
        if min(rounds.values()) < shown.round:
            continue
        left = [
            seat
            for seat in range(3)
            if seat not in rounds
            and goal
            not in {lost.goal for lost in dead_goals(game.sheets[seat], game.numbers_to_come)}
        ]
        assert shown.consequence.startswith("From now on") == bool(left)
        told[bool(left)] += 1
    assert set(told) == {True, False}


def test_before_the_first_card_it_shows_who_gave_which_board() -> None:
    final, _ = bots_game("story 0")
    table = next(iter(play_from(final)))
    start = table.played.starts[0]
    assert start is not None
    mine = Reveal(table, Viewer(table, "holder-1"), EN)
    given = f"Ada gives you a board with a {start.number} on {start.island}."
    assert mine.headline == given
    assert [(one.seat, one.giver) for one in mine.seats] == [(1, 0), (2, 1), (0, 2)]
    for one in mine.seats:
        assert f'data-tint="{one.giver}"' in one.picture
        assert one.picture.count("fresh") == 1
    watched = Reveal(table, Viewer(table, "nobody"), EN)
    assert watched.headline == "Every board is passed to the left."
    assert [one.seat for one in watched.seats] == [0, 1, 2]


def test_the_pictures_have_the_new_marks_and_no_others() -> None:
    final, _ = bots_game("story 1")
    for round, table in enumerate(play_from(final)):
        if not round:
            continue
        turns = [entry.turn for entry in table.entries if isinstance(entry, Played)][-3:]
        for one in Reveal(table, Viewer(table, "nobody"), EN).seats:
            turn = turns[one.seat]
            bridges = sum(isinstance(mark, Bridge) for mark in turn.marks)
            assert one.picture.count('class="rail fresh"') == bridges
            assert one.picture.count('class="now"') == len(turn.marks) - bridges


async def sent_in_a_round(
    path: Path, options: Options, *holders: str, bots: int = 0, drafts: int = 0
) -> list[list[dict[str, Any]]]:
    """Return what pages of these holders and of a watcher are sent in the first round."""
    broadcast = new_broadcast()
    async with open_table(path, options, people(*holders, bots=bots), audience=broadcast) as here:
        keys = [f"{n}" * 20 for n in range(len(set(holders)) + 1)]
        watchers = [Watcher(Visitor(key, "en", "auto", is_new=False)) for key in keys]
        for watcher, holder in zip(watchers, [*dict.fromkeys(holders), "watcher"], strict=True):
            watcher.holder = holder
        with contextlib.ExitStack() as watching:
            for watcher in watchers:
                watching.enter_context(broadcast.watching(here.live, watcher))
            for seat in range(len(holders)):
                await here.start(seat)
            await here.until(lambda table: table.phase is Phase.ROUND)
            for _ in range(drafts):
                await here.ask(holders[-1], "mark", seat=len(holders) - 1, marks="pass")
            for seat in range(len(holders)):
                await here.play(seat, "pass")
            await here.until(lambda table: len(table.played.cards) == 2)
            return [[json.loads(text) for text in watcher.outbox] for watcher in watchers]


async def test_it_is_sent_once_a_round_before_the_card_is_shown(tmp_path: Path) -> None:
    for sent in await sent_in_a_round(tmp_path, Options(seats=2), TIM, LINUS):
        kinds = [message["type"] for message in sent]
        assert kinds.count("reveal") == 2  # the boards are passed on; the first round
        for at, kind in enumerate(kinds):
            if kind == "reveal":
                assert "card" in sent[at + 1]["html"]
                assert kinds[at + 1 : at + 3] == ["patch", "news"]


@pytest.mark.parametrize(("holders", "bots"), [((TIM,), 1), ((TIM, TIM), 0), ((TIM, TIM), 1)])
async def test_it_is_not_sent_to_one_alone_or_at_one_device(
    tmp_path: Path, holders: tuple[str, ...], bots: int
) -> None:
    options = Options(seats=len(holders) + bots)
    for sent in await sent_in_a_round(tmp_path, options, *holders, bots=bots):
        assert "reveal" not in [message["type"] for message in sent]


async def test_a_device_of_two_gets_no_reveal_at_a_table_of_three(tmp_path: Path) -> None:
    two, one, watcher = await sent_in_a_round(tmp_path, Options(seats=3), TIM, TIM, SARAH)
    assert "reveal" not in [message["type"] for message in two]
    assert [message["type"] for message in one].count("reveal") == 2
    assert [message["type"] for message in watcher].count("reveal") == 2


async def test_nothing_is_revealed_while_a_round_is_open_or_at_the_end(tmp_path: Path) -> None:
    options = Options(seats=2, deck=("5/1", "4/2"), board="o o o o\no r b o\no o o r")
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        before = here.table
        await here.start_all()
        assert is_revealed(before, here.table)
        before = here.table
        await here.play(0)
        assert not is_revealed(before, here.table)
        assert reveal_message(before, here.table, LINUS, EN, ()) is None
        before = here.table
        await here.play(1)
        assert here.phase() is Phase.OVER
        assert not is_revealed(before, here.table)


async def test_the_turn_of_an_open_round_is_not_in_it(tmp_path: Path) -> None:
    """Two worlds that differ in what Linus has marked or ended now reveal the same."""
    revealed = []
    for marks in ("", "5@c2", "pass"):
        folder = tmp_path / (marks or "none").replace("@", "")
        folder.mkdir()
        options = Options(seats=2, deck=("5/1", "5/1", "5/1", "5/1"))
        async with open_table(folder, options, people(TIM, LINUS)) as here:
            await here.start_all()
            await here.play_round()
            if marks:
                await here.ask(LINUS, "mark", seat=1, marks=marks)
            if marks == "pass":
                await here.ask(LINUS, "done", seat=1)
            shown = Reveal(here.table, Viewer(here.table, TIM), EN)
            revealed.append((shown.seats, shown.headline, shown.consequence, shown.said))
    assert revealed[0] == revealed[1] == revealed[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_every_language(language: str) -> None:
    final, _ = bots_game("story 2")
    words = Words(language)
    for table in play_from(final):
        shown = Reveal(table, Viewer(table, "holder-1"), words)
        for text in (shown.headline, shown.consequence, shown.said):
            assert "{" not in text
        if shown.round:
            assert str(shown.round) in shown.said


# --- the clock


async def test_the_next_cards_time_begins_after_it(tmp_path: Path) -> None:
    options = Options(seats=2, clock=30)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        assert here.table.deadline == here.clock.now + 30  # of the starts
        await here.start_all()
        assert here.table.deadline == here.clock.now + 30 + REVEAL_TIME
        here.clock.now += 31
        await here.host.clocks.end_round(here.live)
        assert here.table.played.rounds == 0
        here.clock.now += 1
        await here.host.clocks.end_round(here.live)
        assert here.table.played.rounds == 1


async def test_nobody_alone_gets_more_time(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(clock=30), people(TIM)) as here:
        await here.start_all()
        assert here.table.deadline == here.clock.now + 30
