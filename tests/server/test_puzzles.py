"""The puzzles as pages: what is asked, what is said of a turn, and what is remembered."""

from __future__ import annotations

import html
import re

import pytest
from tests.support.lessons import data, post, said
from tests.support.server import Browser, Server

import hashi
from hashi.coach.hints.hint_sentences import trait_text
from hashi.coach.hints.puzzles import Puzzle, PuzzleTheme
from hashi.rules import PASS
from hashi.server.lessons.puzzles import THEMES, puzzles_of
from hashi.server.pages.parts.solved_puzzles import SOLVED
from hashi.words import LANGUAGES, Words

EN = Words("en")


@pytest.fixture
def server(server_without_rate: Server) -> Server:
    """Return a server without a limit: these tests are faster than anybody who solves puzzles."""
    return server_without_rate


def path(puzzle: Puzzle) -> str:
    return f"/learn/puzzles/{puzzle.theme}"


def form(puzzle: Puzzle, turn: hashi.Turn, **more: str) -> dict[str, str]:
    """Return the request that ends a turn."""
    marks = str(turn) if turn.marks else ""
    number = puzzles_of(puzzle.theme).index(puzzle) + 1
    do = "skip" if turn.skips_bridges else "done"
    return {"step": str(number), "marks": marks, "do": do, "tries": "0", **more}


def fetched(visitor: Browser, path: str) -> str:
    """Return a page."""
    status, text, _ = visitor.fetch(path)
    assert status == 200
    return text


def done_of(text: str) -> int:
    return text.count('class="stone done"')


def test_every_theme_is_listed_with_its_theory_and_its_puzzles(server: Server) -> None:
    for language in LANGUAGES:
        words = Words(language)
        text = html.unescape(fetched(Browser(server, language), "/learn/puzzles"))
        for theme in PuzzleTheme:
            assert words.say(THEMES[theme].name) in text
            assert all(words.say(sentence) in text for sentence in THEMES[theme].theory)
        links = re.findall(r'href="(/learn/puzzles/\w+)\?step=(\d+)"', text)
        expected = [
            (f"/learn/puzzles/{theme}", str(number + 1))
            for theme in PuzzleTheme
            for number in range(len(puzzles_of(theme)))
        ]
        assert links == expected


@pytest.mark.parametrize("theme", PuzzleTheme)
def test_the_best_turn_is_praised_and_remembered(server: Server, theme: PuzzleTheme) -> None:
    puzzle, visitor = puzzles_of(theme)[0], Browser(server)
    assert done_of(fetched(visitor, "/learn/puzzles")) == 0
    text = post(visitor, path(puzzle), form(puzzle, puzzle.best))
    assert data(text, "outcome") == "solved"
    assert said(text).startswith(f"That’s the turn! {trait_text(EN, puzzle.idea.trait)}: ")
    assert f"{puzzle.idea.margin:.1f} points more" in said(text)
    assert "told praise" in text
    assert done_of(fetched(visitor, "/learn/puzzles")) == 1
    assert "1 of 60 solved" in fetched(visitor, "/learn/puzzles")


@pytest.mark.parametrize("theme", PuzzleTheme)
def test_a_turn_without_the_idea_hears_what_it_lacks(server: Server, theme: PuzzleTheme) -> None:
    puzzle, visitor = puzzles_of(theme)[0], Browser(server)
    text = post(visitor, path(puzzle), form(puzzle, puzzle.idea.without))
    assert (data(text, "outcome"), data(text, "tries")) == ("wrong", "1")
    assert said(text).startswith("Not yet: the best turn brings ")
    assert "told refused" not in text
    assert 'data-do="show"' in text
    assert done_of(fetched(visitor, "/learn/puzzles")) == 0


def test_a_shown_solution_says_why_and_is_not_remembered(server: Server) -> None:
    puzzle, visitor = puzzles_of(PuzzleTheme.BLUE)[1], Browser(server)
    text = post(visitor, path(puzzle), form(puzzle, PASS, do="show"))
    assert data(text, "outcome") == "solved"
    assert data(text, "marks") == (str(puzzle.best) if puzzle.best.marks else "")
    assert trait_text(EN, puzzle.idea.trait) in said(text)
    assert "The best turn without this idea: " in said(text)
    assert "told praise" not in text
    assert done_of(fetched(visitor, "/learn/puzzles")) == 0


def test_a_puzzle_shows_goals_cards_and_points(server: Server) -> None:
    for theme in PuzzleTheme:
        puzzle = puzzles_of(theme)[3]
        text = html.unescape(fetched(Browser(server), f"{path(puzzle)}?step=4"))
        game = puzzle.game
        assert len(re.findall(r'<li class="chip', text)) == 3
        assert f"Card {len(game.cards)} of 17" in text
        assert f"<b>{hashi.words.points(EN, game.totals[0])}</b>" in text
        to_come = text[text.index('class="to-come"') :]
        counts = re.findall(r"<span>×(\d)</span>", to_come[: to_come.index("</ul>")])
        assert sum(map(int, counts)) == len(game.unseen)


def test_a_mark_against_the_rules_is_refused(server: Server) -> None:
    puzzle = puzzles_of(PuzzleTheme.ROOM)[0]
    sheet = puzzle.sheet
    full = next(island for island in sheet.board.islands if sheet.number(island))
    what = {**form(puzzle, PASS), "do": "", "island": full.name}
    chosen = post(Browser(server), path(puzzle), what)
    assert data(chosen, "marks") == ""
    text = post(Browser(server), path(puzzle), {**form(puzzle, PASS), "do": "done"})
    assert "or tap “Skip”" in said(text)
    assert data(text, "outcome") == "open"


def test_other_themes_and_steps_are_no_puzzles(server: Server) -> None:
    visitor = Browser(server)
    assert visitor.fetch("/learn/puzzles/nothing")[0] == 404
    first = data(fetched(visitor, "/learn/puzzles/red"), "step")
    for step in ("0", "11", "x", "-1", "9" * 50):
        assert data(fetched(visitor, f"/learn/puzzles/red?step={step}"), "step") == first == "1"


def test_what_is_remembered_is_bounded(server: Server) -> None:
    """A cookie that was made up names no puzzle, and does not grow."""
    puzzle = puzzles_of(PuzzleTheme.RED)[0]
    cookie = f"{SOLVED}={'.'.join(['abcdef', puzzle.id] * 50)}"
    _, text, _ = Browser(server).fetch("/learn/puzzles", cookie=cookie)
    assert done_of(text) == 1


def test_deleting_everything_forgets_what_is_solved(server: Server) -> None:
    puzzle, visitor = puzzles_of(PuzzleTheme.RED)[0], Browser(server)
    post(visitor, path(puzzle), form(puzzle, puzzle.best))
    assert done_of(fetched(visitor, "/learn/puzzles")) == 1
    visitor.fetch("/me/delete", {"sure": "yes"})
    assert done_of(fetched(visitor, "/learn/puzzles")) == 0


def test_the_last_mistakes_are_empty_before_the_first_game(server: Server) -> None:
    assert "Finish a game first" in fetched(Browser(server), "/learn/mistakes")
