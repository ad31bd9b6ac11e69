"""The log of a table as a story: every sentence is derived again from the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from tests.support.tables import IDA, LINUS, OWN_BOARD, TIM, open_table, people

import hashi
from hashi.drawing.vector.live import small_board
from hashi.rules import Game, Goal, Pens, Played, Turn, Turned, play, view
from hashi.server.view.board_pictures import BoardPictures
from hashi.server.view.regions import region
from hashi.server.view.rounds.last_round import course_of, last_gains, last_turns
from hashi.server.view.rounds.news_log import LogLine, NewsLog
from hashi.server.view.rounds.story import BIG_ROUND
from hashi.server.view.table_page import TablePage
from hashi.server.view.turn.turn_view import TurnView
from hashi.server.view.viewer import Viewer
from hashi.table import Options, Phase, Table
from hashi.table.notes import MOST_NOTES, Note, NoteKind, noted
from hashi.table.table import Seat
from hashi.words import LANGUAGES, Words

EN = Words("en")
NAMES = ("Ada", "Bob", "Céline")
GOALS = {"red flag": Goal.RED, "blue flag": Goal.BLUE, "six": Goal.SIX}


@cache
def bots_game(seed: str) -> tuple[Table, tuple[Game, ...]]:
    """Return the table of a game that bots have played, and the game after each entry."""
    bots = [hashi.bot(name) for name in ("greedy", "friend", "friend")]
    played = hashi.new_game("A", list(NAMES), seed=seed).play_out(bots)
    game, games = Game.begin(played.state.setup), []
    for entry in played.record.entries:
        game = play(game, entry)
        games.append(game)
    seats = tuple(Seat(name, bot="greedy") for name in NAMES)
    table = Table(
        options=Options(seats=3), seats=seats, game=game, entries=tuple(played.record.entries)
    )
    return table, tuple(games)


def play_from(final: Table) -> Iterator[Table]:
    """Yield the table at each new card, as if people at three devices had played."""
    game = Game.begin(final.played.setup)
    seats = tuple(Seat(name, holder=f"holder-{n}") for n, name in enumerate(NAMES))
    for number, entry in enumerate(final.entries, start=1):
        game = play(game, entry)
        if isinstance(entry, Turned):
            entries = final.entries[:number]
            yield replace(final, seats=seats, game=game, entries=entries)


def story(seed: str) -> list[LogLine]:
    return NewsLog(bots_game(seed)[0]).lines(EN)


SEEDS = [f"story {n}" for n in range(4)]


@pytest.mark.parametrize("seed", SEEDS)
def test_big_rounds_and_goals_are_those_of_the_ledgers(seed: str) -> None:
    table, _ = bots_game(seed)
    gained: Counter[tuple[int, int]] = Counter()
    reached = set()
    for seat, ledger in enumerate(table.played.ledgers):
        for item in ledger:
            gained[item.round, seat] += item.points
            if isinstance(item.source, Goal):
                reached.add((item.round, seat, item.points))
    told = story(seed)
    big = {
        (line.round, line.seat, int(found[2]))
        for line in told
        if (found := re.fullmatch(r"A big round for (\w+): (\d+) points!", line.text))
        and line.seat is not None
        and found[1] == NAMES[line.seat]
    }
    assert big == {
        (round, seat, points) for (round, seat), points in gained.items() if points >= BIG_ROUND
    }
    goals = {
        (line.round, line.seat, int(found[2]))
        for line in told
        if (found := re.fullmatch(r"(\w+) has (?:finished|connected) .*: (\d+) points!", line.text))
        and line.seat is not None
        and found[1] == NAMES[line.seat]
    }
    assert goals == reached


@pytest.mark.parametrize("seed", SEEDS)
def test_who_watches_sees_everybodys_points_round_by_round(seed: str) -> None:
    final, _ = bots_game(seed)
    closed: list[tuple[int, ...]] = []
    for table in play_from(final):
        game = table.played
        closed.append(game.totals)
        assert course_of(game) == tuple(zip(*closed, strict=True))
        before = closed[-2] if len(closed) > 1 else game.totals
        brought = tuple(now - was for now, was in zip(game.totals, before, strict=True))
        assert last_gains(game) == brought
        watching = TablePage("ID", table, Viewer(table, "nobody"), EN)
        assert ('class="course"' in region(watching, "points")) == bool(game.rounds)
        told = [re.findall(r'"gained">\+(\d+)<', region(watching, f"seat-{n}")) for n in range(3)]
        assert told == [[str(points)] if points else [] for points in brought]
        playing = TablePage("ID", table, Viewer(table, "holder-1"), EN)
        assert 'class="course"' not in region(playing, "points")
        assert "gained" not in region(playing, "seat-0")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_goal_is_told_as_lost_when_all_can_see_that_it_is(seed: str) -> None:
    """Each once, with the first card after which it lies open that it can't be reached."""
    table, games = bots_game(seed)
    first: dict[tuple[int, Goal], int] = {}
    for entry, game in zip(table.entries, games, strict=True):
        if isinstance(entry, Turned):
            for seat, boxes in enumerate(view(game, None).boxes):
                for box in boxes:
                    if box.dead is not None and box.won is None:
                        first.setdefault((seat, box.goal), len(game.cards) - 1)
    told = [
        (line.seat, next(goal for word, goal in GOALS.items() if word in line.text), line.round)
        for line in story(seed)
        if "can’t" in line.text and line.seat is not None and line.text.startswith(NAMES[line.seat])
    ]
    assert sorted(told) == sorted((seat, goal, round) for (seat, goal), round in first.items())
    assert len(told) == len(set(told))


def test_some_of_these_games_have_every_kind_of_sentence() -> None:
    texts = "\n".join(line.text for seed in SEEDS for line in story(seed))
    for words in ("A big round for", "can’t connect", "has finished all", "gives"):
        assert words in texts


@pytest.mark.parametrize("seed", SEEDS)
def test_the_boards_are_handed_to_the_left(seed: str) -> None:
    table, games = bots_game(seed)
    opening = [line for line in story(seed) if line.round == 0]
    board = table.played.setup.board
    begun = next(game for game in games if game.is_started)
    for line in opening:
        found = re.fullmatch(r"(\w+) gives (\w+) a board with a (\d) on (\w+)\.", line.text)
        assert found is not None
        giver, receiver = NAMES.index(found[1]), NAMES.index(found[2])
        assert (giver, receiver) == (line.seat, ((line.seat or 0) + 1) % 3)
        assert begun.sheets[receiver].number(board.island(found[4])) == int(found[3])
    assert len(opening) == 3
    own = [line.text for line in NewsLog(table).lines(EN, own=(1,)) if line.round == 0]
    assert re.fullmatch(r"Ada gives you a board with a \d on \w+\.", own[0])
    assert "you" not in own[1] + own[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_can_be_told_in_every_language(language: str) -> None:
    lines = NewsLog(bots_game(SEEDS[0])[0]).lines(Words(language))
    assert len(lines) == len(story(SEEDS[0]))
    assert all(NAMES[line.seat] in line.text for line in lines if line.seat is not None)


async def test_who_ran_out_of_time_does_not_skip(tmp_path: Path) -> None:
    options = Options(seats=3, clock=30)
    async with open_table(tmp_path, options, people(TIM, LINUS, IDA)) as here:
        await here.start_all()
        log = NewsLog(here.table)
        await here.play(0, "pass")
        await here.play(1)
        here.clock.now += 60
        await here.host.clocks.end_round(here.live)
        assert here.table.played.rounds == 1
        told = [line.text for line in log.lines(EN) if line.round == 1]
        assert told == []
        fresh = log.catch_up(here.table)
        told = [line.text for line in log.lines(EN) if line.round == 1]
        assert told == [
            "Sarah has run out of time.",
            "Tim skips the number and the bridges.",
            "Linus skips the bridges.",
        ]
        to_tim = [line.text for line in log.lines(EN, own=(0,)) if line.round == 1]
        assert to_tim == [told[0], "You skip the number and the bridges.", told[2]]
        assert log.lines(EN) == NewsLog(here.table).lines(EN)
        assert [item.seat for item, _ in fresh][:3] == [2, 0, 1]
        assert log.catch_up(here.table) == []


async def test_who_goes_and_comes_back_is_told(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM, LINUS)) as here:
        await here.start_all()
        log = NewsLog(here.table)
        await here.ask(LINUS, "take_over", seat=1)
        await here.until(lambda table: table.seats[1].is_done)
        await here.ask(LINUS, "give_back", seat=1)
        log.catch_up(here.table)
        told = [line.text for line in log.lines(EN) if line.round == 1]
        assert told == ["Linus lets a bot play.", "Linus is back and playing again."]


def test_notes_are_bounded() -> None:
    notes: tuple[Note, ...] = ()
    for number in range(3 * MOST_NOTES):
        notes = noted(notes, Note(NoteKind.BACK, 0, 1, number))
    assert len(notes) == MOST_NOTES
    assert notes[-1].number == 3 * MOST_NOTES - 1


# --- the marks of the last round stand out on others' boards


def fresh_marks(svg: str) -> int:
    return len(re.findall(r'class="[^"]*\bfresh\b', svg))


async def test_the_marks_of_the_last_round_stand_out_on_others_boards_alone(
    tmp_path: Path,
) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM, LINUS)) as here:
        await here.start_all()
        assert last_turns(here.table) == ()
        await here.play_round()
        table = here.table
        played = [entry.turn for entry in table.entries if isinstance(entry, Played)]
        assert list(last_turns(table)) == played
        mine = BoardPictures(TurnView(table, Viewer(table, TIM)), EN, has_help=True)
        assert fresh_marks(mine.board) == fresh_marks(mine.small_board(0)) == 0
        assert fresh_marks(mine.small_board(1)) > 0
        looking = TablePage("ID", table, Viewer(table, TIM, 1), EN)
        assert fresh_marks(looking.pictures.board) > 0
        assert f"Last round: {played[1].marks[0].number} on" in region(looking, "steps")  # type: ignore[union-attr]
        own = TablePage("ID", table, Viewer(table, TIM), EN)
        assert "Last round" not in region(own, "steps")
        before = mine.small_board(1)
        await here.play(1, "pass")  # the round is still open
        table = here.table
        mine = BoardPictures(TurnView(table, Viewer(table, TIM)), EN, has_help=True)
        assert mine.small_board(1) == before
        await here.play(0, "pass")
        table = here.table
        mine = BoardPictures(TurnView(table, Viewer(table, TIM)), EN, has_help=True)
        assert fresh_marks(mine.small_board(1)) == 0


async def test_what_was_taken_back_does_not_stand_out(tmp_path: Path) -> None:
    options = Options(board=OWN_BOARD, seats=2, deck=("5/1", "4/2", "3/1"), pens=Pens.FREE)
    async with open_table(tmp_path, options, people(TIM, LINUS)) as here:
        await here.start_all()
        await here.play(0, "1@b2 2@a2")
        await here.play(1, "pass")
        assert [str(turn) for turn in last_turns(here.table)] == ["1@b2 2@a2", "pass"]
        await here.ask(LINUS, "call", seat=1, on=0, mark="1@b2", made=1)
        assert [str(turn) for turn in last_turns(here.table)] == ["2@a2", "pass"]
        await here.play_round()
        assert here.phase() is Phase.CHECK
        looking = TablePage("ID", here.table, Viewer(here.table, LINUS, 0), EN)
        assert isinstance(looking.turn.marks, Turn)
        assert "Last round:" in region(looking, "steps")
        assert 'data-tint="0"' in small_board(looking.pictures.small_state(0), "s0-", 0)
