"""Games on a full screen: by keyboard and mouse, at every size, light and dark."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from benchmarks.random_play import random_record, random_turn
from tests.support.command import hashi
from tests.support.screens import Person, game_app, local_game
from textual.widgets import Input, Static

from hashi.boards import board
from hashi.drawing import Palette, Theme
from hashi.drawing.characters.terminal import Raster
from hashi.host.store.log_file import read_table
from hashi.rules import Pens
from hashi.table import Phase
from hashi.terminal import front
from hashi.terminal.console import Console
from hashi.terminal.screen.board_view import BoardView
from hashi.terminal.screen.replay_app import ReplayApp
from hashi.terminal.tables.local_game import LocalGame
from hashi.words import Words, verdict

Begin = Callable[..., LocalGame]


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Return what begins games, which are closed at the end."""
    with contextlib.ExitStack() as stack:

        def begun(*arguments: Any, **options: Any) -> LocalGame:
            game = local_game(*arguments, **options)
            stack.callback(game.close)
            return game

        yield begun


async def test_a_whole_game_against_two_bots_and_its_review(tmp_path: Path, begin: Begin) -> None:
    game = begin(tmp_path, bots=("greedy", "random"))
    app, rng = game_app(game), Random("screen")
    async with app.run_test(size=(100, 30)) as pilot:
        person = Person(app, pilot)
        await person.settle()
        start = app.snapshot.draft
        assert start is not None
        await person.click(start.islands[0])  # a 3, and by the next click a 4
        await person.click(start.islands[0])
        await person.press("d")
        for round in range(1, 18):
            draft = app.snapshot.draft
            assert draft is not None
            assert draft.card is not None
            assert len(app.snapshot.game.cards) == round
            turn = random_turn(rng, draft.before, draft.card)
            await person.mark(turn, by_mouse=round % 2 == 0)
            assert person.marks == sorted(map(str, turn.marks))
            await person.press("s")
        assert app.snapshot.phase is Phase.OVER
        words = Words("en")
        assert verdict(words, app.snapshot.game) in person.guide
        totals = zip(app.snapshot.game.setup.players, app.snapshot.game.totals, strict=True)
        assert "Points: " + ", ".join(f"{name} {total}" for name, total in totals) in person.told
        await pilot.press("v")
        await app.workers.wait_for_complete()
        await pilot.pause()
        review = str(app.screen.query_one("#text", Static).render())
        assert f"Tim: {app.snapshot.game.totals[0]} points = " in review
        await pilot.press("escape", "q")
    table = read_table(game.path)
    assert str(table.record.starts[0]).startswith("4@")
    assert table.record.replay().is_over


async def test_refusals_are_explained_and_marks_undone(tmp_path: Path, begin: Begin) -> None:
    app = game_app(begin(tmp_path))
    async with app.run_test(size=(80, 30)) as pilot:
        person = Person(app, pilot)
        await person.settle()
        await person.press("t")
        app.screen.query_one(Input).value = "c2=4 done"
        await pilot.press("enter")
        await person.settle()
        islands = app.snapshot.game.setup.board
        await person.go_to(islands.island("c1"))
        await person.press("enter")
        assert "Island c1 has a flag" in person.told
        draft = app.snapshot.draft
        assert draft is not None
        await person.go_to(draft.islands[0])
        await person.press("enter")
        assert len(person.marks) == 1
        assert f"{draft.card.number if draft.card else 0} is on" in person.guide
        await person.press("u")
        assert person.marks == []
        await person.press("r")
        assert len(person.marks) == 1
        await person.press("c")
        assert person.marks == []
        for answer, rounds in (("n", 1), ("escape", 1), ("y", 2)):
            await pilot.press("d")
            await person.settle(is_asked=True)
            await pilot.press(answer)
            await person.settle()
            assert len(app.snapshot.game.cards) == rounds


async def test_a_hint_points_at_islands_and_makes_its_marks(tmp_path: Path, begin: Begin) -> None:
    app = game_app(begin(tmp_path))
    async with app.run_test(size=(80, 30)) as pilot:
        person = Person(app, pilot)
        await person.settle()
        await person.press("enter", "d")
        await person.press("h", "h")
        assert app.view.board.marked
        await person.press("h")
        await pilot.press("h")
        await person.settle(is_asked=True)
        await pilot.press("y")
        await person.settle()
        assert person.marks


@pytest.mark.parametrize("language", ["en", "de"])
async def test_every_size_has_room_for_the_board_and_what_is_next(
    tmp_path: Path, begin: Begin, language: str
) -> None:
    game = begin(tmp_path, ("Tim", "Eva"), ("random", "greedy"), language=language)
    app = game_app(game, language, Theme.LIGHT)
    async with app.run_test(size=(60, 24)) as pilot:
        person = Person(app, pilot)
        await person.settle()
        await person.press("enter", "d", "enter", "d")
        for size in ((60, 24), (80, 24), (100, 30), (120, 40), (160, 24), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            view = app.view.board
            assert view.scene is not None
            for spot in view.scene.spots:
                row, column = Raster(view.scene, view.size.width).cell(spot.x, spot.y)
                assert view.region.x + column + 1 < size[0]
                assert view.region.y + row < size[1] - 3
            for panel in ("#goals", "#cards", "#players", "#log", "#guide", "#head"):
                region = app.view.query_one(panel).region
                assert region.height
                assert region.right <= size[0]
                assert region.bottom <= size[1]
            shown = [one for one in app.view.query(BoardView) if one.id != "own" and one.region]
            assert len(shown) == max(
                0, min(3, (size[0] - 54 - (36 if size[0] >= 100 else 28)) // 29)
            )
        assert person.guide
        before = app.view.board.render()
        await pilot.press("l")
        await pilot.pause()
        assert app.view.board.render().spans != before.spans


async def test_people_at_one_keyboard_see_their_boards_in_turn(
    tmp_path: Path, begin: Begin
) -> None:
    app = game_app(begin(tmp_path, ("Tim", "Eva")))
    async with app.run_test(size=(80, 24)) as pilot:
        person = Person(app, pilot)
        await person.settle()
        await person.press("enter", "d")
        assert app.view.seat == 1
        await pilot.press("u")  # Tim's start is taken back
        await person.settle(is_asked=True)
        await pilot.press("enter")
        await person.settle()
        assert app.view.seat == 0
        await person.press("d", "enter", "d", "b")
        assert app.view.seat == 1
        await person.press("enter", "shift+up")  # another's board: nothing is marked
        assert person.marks == []
        await person.press("s")
        assert (app.view.seat, app.snapshot.seat) == (1, 1)


async def test_r33_mistakes_are_called_by_a_typed_line(tmp_path: Path, begin: Begin) -> None:
    app = game_app(begin(tmp_path, pens=Pens.FREE))
    async with app.run_test(size=(80, 30)) as pilot:
        person = Person(app, pilot)
        await person.settle()
        for line in ("c2=4 done", "1@c4 done", "call Tim 1@c4"):
            await person.press("t")
            app.screen.query_one(Input).value = line
            await pilot.press("enter")
            await person.settle()
        assert "1 on c4 was a mistake" in person.told
        await pilot.press("question_mark")
        await app.workers.wait_for_complete()
        await pilot.pause()
        told = str(app.screen.query_one("#text", Static).render())
        assert "draws a bridge along the line" in told
        assert "struck through because of a mistake" in told


async def test_a_game_is_stepped_through(tmp_path: Path) -> None:
    record, _ = random_record(Random(3), board("A"), 2)
    console = Console(Words("en"), Palette.TRUECOLOUR)
    app = ReplayApp(console, record, 0, 0)
    async with app.run_test(size=(120, 30)) as pilot:
        for key, round in (("right", 1), ("right", 2), ("left", 1), ("end", 17), ("home", 0)):
            await pilot.press(key)
            await pilot.pause()
            assert app.at.round == round
        await pilot.press("end", "b")
        await pilot.pause()
        assert app.view.seat == 1
        assert verdict(console.words, app.at.game) in str(app.view.query_one("#guide").render())
        assert "Total: " in app.view.log_panel.told


def test_lines_are_kept_where_a_screen_cannot_be_filled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Window(io.StringIO):
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

        def fileno(self) -> int:
            return 1

    size = [os.terminal_size((80, 24))]
    monkeypatch.setattr("os.get_terminal_size", lambda _: size[0])
    monkeypatch.setattr("sys.stdin", Window())
    usual = {"TERM": "xterm-256color"}
    assert front.may_fill_screen(Window(), usual)
    assert not front.may_fill_screen(io.StringIO(), usual)
    assert not front.may_fill_screen(Window(), {"TERM": "dumb"})
    size[0] = os.terminal_size((59, 24))
    assert not front.may_fill_screen(Window(), usual)
    size[0] = os.terminal_size((60, 24))
    monkeypatch.setattr(Window, "encoding", "ascii")
    assert not front.may_fill_screen(Window(), usual)
    monkeypatch.setattr(Window, "encoding", "utf-8")
    monkeypatch.setattr(front, "find_spec", lambda _: None)
    assert not front.may_fill_screen(Window(), usual)
    assert "Tim> " in hashi("play", "--players", "Tim", lines=["quit"], home=tmp_path).stdout
