"""What pages are told: own and rivals’ goals, rewound rounds, reactions, called mistakes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.server import Browser, Server
from tests.support.tables import IDA, LINUS, OWN_BOARD, SHORT_DECK, TIM, Clock, open_table, people

from hashi.rules import Game, Goal, Malformed, News, NewsKind, Pens, Points
from hashi.server.live.banners import news_message
from hashi.server.live.reaction_limits import A_MINUTE, ReactionLimits
from hashi.server.view.rounds.news_log import NewsLog
from hashi.server.view.rounds.round_recap import recap
from hashi.table import Objected, Objection, Options, Table
from hashi.words import Words
from hashi.words.game.story import StoryKind
from hashi.words.reactions import REACTIONS

EN = Words("en")


def texts(message: dict[str, Any]) -> list[tuple[str, int | None, bool]]:
    return [(one["text"], one["seat"], one["is_own"]) for one in message["banners"]]


async def fresh_goal(path: Path) -> tuple[Game, list[tuple[News, Game]]]:
    """Return a game of three where Tim has just reached the red goal, and what is announced."""
    async with open_table(path, Options(seats=3), people(TIM, LINUS, IDA)) as here:
        await here.start_all()
        line = Points(Goal.RED, 9, 1)
        game = replace(here.table.played, ledgers=((line,), (), ()))
    reached = News(NewsKind.GOAL_REACHED, 0, goal=Goal.RED, points=9)
    gone = News(NewsKind.HIGH_VALUE_GONE, goal=Goal.RED, points=9)
    return game, [(reached, game), (gone, game)]


async def test_a_goal_is_ones_own_moment_or_a_rivals(tmp_path: Path) -> None:
    _, fresh = await fresh_goal(tmp_path)
    mine = news_message(EN, fresh, (0,))
    assert texts(mine) == [("You’ve finished all the islands with a red flag: 9 points!", 0, True)]
    rivals = "Tim has finished all the islands with a red flag: 9 points!"
    lowered = f"{rivals} For you it’s now worth 5 points."
    assert texts(news_message(EN, fresh, (1,))) == [(lowered, 0, False)]
    plain = [(rivals, 0, False)]
    assert texts(news_message(EN, fresh[:1], (1,))) == plain  # it was gone before
    assert texts(news_message(EN, fresh, ())) == plain  # nothing changes for a watcher
    at_one_device = news_message(EN, fresh, (0, 1))
    assert texts(at_one_device) == [
        ("Tim has finished all the islands with a red flag: 9 points!", 0, True)
    ]


async def test_after_a_rewind_no_old_news_is_announced_again(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, seats=2, deck=SHORT_DECK, practice=True)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        log = NewsLog(here.table)
        await here.start_all()
        await here.play_round()
        await here.play_round()
        log.catch_up(here.table)
        before = log.lines(EN)
        await here.ask(TIM, "rewind", to=2)
        await here.ask(LINUS, "agree", proposal=1)
        told = [item.kind for item, _ in log.catch_up(here.table)]
        assert told == [StoryKind.PROPOSED, StoryKind.REWOUND]
        lines = log.lines(EN)
        assert lines == NewsLog(here.table).lines(EN)
        assert lines[:-2] == before[: len(lines) - 2]
        await here.ask(LINUS, "clear", seat=1)  # what he played then is his draft again
        for seat in (0, 1):
            await here.play(seat, "pass")
        fresh = [news.kind for news, _ in log.catch_up(here.table)]
        assert fresh == [NewsKind.PASSED, NewsKind.PASSED, NewsKind.CARD_TURNED]
        assert log.lines(EN) == NewsLog(here.table).lines(EN)


async def test_the_recap_of_a_round_holds_nothing_of_the_open_one(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, seats=2, deck=("2/1", "2/1", "2/1"))
    async with open_table(tmp_path, options, people(TIM, TIM)) as here:
        await here.start_all()
        assert recap(here.table) == ()
        await here.play(0, "pass")
        await here.play(1)
        closed = recap(here.table)
        assert [one.is_skipped for one in closed] == [True, False]
        await here.play(0)
        assert recap(here.table) == closed


async def test_a_called_mistake_names_mark_rules_and_consequence(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, seats=2, deck=SHORT_DECK, pens=Pens.FREE)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        await here.start_all()
        await here.play(0, "1@b2 2@a2")  # a flag without a bridge, two numbers, the wrong ones
        await here.play(1, "pass")
        await here.ask(LINUS, "call", seat=1, on=0, mark="1@b2", made=1)
        await here.ask(LINUS, "call", seat=1, on=0, mark="1@b2", made=1)  # wrong: it is gone
        (called,) = NewsLog(here.table).called
        assert (called.by, called.on, str(called.mark)) == (1, 0, "1@b2")
        assert "R11" in {refusal.rule for refusal in called.against}
        assert called.is_taken_back
        assert called.struck == ()
        await here.play_round()
        await here.play_round()
        await here.ask(LINUS, "call", seat=1, on=0, mark="2@a2", made=1)
        late = NewsLog(here.table).called[-1]
        assert not late.is_taken_back
        assert [island.name for island in late.struck] == ["a2"]


def react(
    limits: ReactionLimits, table: Table, holder: str = TIM, seat: Any = 0, reaction: Any = "wow"
) -> tuple[int, str]:
    return limits.read(table, holder, {"seat": seat, "reaction": reaction})


async def test_reactions_are_checked_and_limited(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=3), people(TIM, LINUS, bots=1)) as here:
        clock = Clock()
        limits = ReactionLimits(clock)
        assert here.table.has_company
        assert react(limits, here.table) == (0, "wow")
        with pytest.raises(Objected) as quick:
            react(limits, here.table)
        assert quick.value.objection is Objection.TOO_MANY_REACTIONS
        assert react(limits, here.table, LINUS, 1) == (1, "wow")  # each seat has its own
        sent = 1
        for _ in range(30):
            clock.now += 1
            try:
                react(limits, here.table)
                sent += 1
            except Objected:
                pass
        assert sent <= A_MINUTE + 30 * A_MINUTE / 60 + 1
        for _ in range(A_MINUTE):
            limits.counts_elsewhere(1)  # sent to another server: it counts here as well
        with pytest.raises(Objected):
            react(limits, here.table, LINUS, 1)
        assert not limits.counts_elsewhere(1)
        for holder, seat, code in (
            (LINUS, 0, Objection.NOT_YOUR_SEAT),
            ("", 0, Objection.NOT_YOUR_SEAT),
            (TIM, 9, Objection.NO_SEAT),
        ):
            with pytest.raises(Objected) as refused:
                react(limits, here.table, holder, seat)
            assert refused.value.objection is code
        for bad in ("swear", 7, None):
            with pytest.raises(Malformed):
                react(limits, here.table, reaction=bad)
        with pytest.raises(Malformed, match="There’s no reaction “swear”"):
            react(limits, here.table, reaction="swear")
    async with open_table(tmp_path, Options(seats=3), people(TIM, TIM, bots=1)) as alone:
        with pytest.raises(Objected):
            react(ReactionLimits(), alone.table)


def test_a_reaction_reaches_everybody_in_their_language_and_leaves_no_event(server: Server) -> None:
    tim, ida, watcher = Browser(server), Browser(server, "de"), Browser(server, "es")
    id = tim.open_table(mode="friends", seats="2", name="Tim")
    pages = [visitor.socket(id) for visitor in (tim, ida, watcher)]
    pages[1].ask("sit", name="Ida")
    number = pages[0].ask("ping")["number"]
    pages[0].send("react", seat=0, reaction="thanks")
    for page, language in zip(pages, ("en", "de", "es"), strict=True):
        said = page.until("reaction")
        assert (said["seat"], said["name"]) == (0, "Tim")
        assert said["text"] == Words(language).say(REACTIONS["thanks"])
    assert pages[0].ask("ping")["number"] == number
    refused = pages[0].refused("react", seat=0, reaction="swear")
    assert refused["type"] == "refused"
    assert "swear" in refused["text"]
    for page in pages:
        page.close()
