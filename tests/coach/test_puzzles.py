"""The puzzles that ship: all that is said of them is derived again from the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from tools import puzzles as tool

from hashi.coach.hints.hint_sentences import trait_text
from hashi.coach.hints.hints import contrast_for
from hashi.coach.hints.puzzles import (
    SOLVED,
    Puzzle,
    PuzzleTheme,
    idea_of,
    is_solution,
    shipped_puzzles,
    theme_of,
)
from hashi.coach.hints.traits import TraitKind
from hashi.coach.outlook import Items
from hashi.rules import PASS, Goal, Turn, apply_turn, view
from hashi.words import Words
from tests.coach import hint_claims
from tests.coach.hint_claims import Groups, One

EN = Words("en")
CLOSE = 0.02
"""Margins are kept with two digits."""


def of(theme: PuzzleTheme) -> list[Puzzle]:
    return [puzzle for puzzle in shipped_puzzles() if puzzle.theme is theme]


def one_of(g: Groups, turn: Turn) -> One:
    """Return a judged turn by the sheet that it leads to."""
    after = apply_turn(g.before, g.card, turn)
    return next(one for one in g.ones if one.after == after)


def is_about(theme: PuzzleTheme, puzzle: Puzzle, gap: Items) -> bool:
    """Return whether a theme is true of an idea; `gap` is what the best turn has over the best
    one without it."""
    trait, most = puzzle.idea.trait, max(gap)
    if theme is PuzzleTheme.SKIPPING:
        return puzzle.best.skips_number or puzzle.best.skips_bridges
    if theme is PuzzleTheme.CROSSING:
        return trait.line is not None and bool(puzzle.sheet.board.crossings[trait.line.index])
    if theme is PuzzleTheme.ROOM:
        return bool(gap.islands == most)
    goal = Goal(theme)
    has_flag = trait.island is not None and goal.asks_for(trait.island)
    return gap.of(goal) == most and (trait.goal is goal or has_flag)


@pytest.mark.parametrize("theme", PuzzleTheme)
def test_each_puzzle_has_one_idea_that_is_worth_its_margin(theme: PuzzleTheme) -> None:
    for puzzle in of(theme):
        seen = view(puzzle.game, 0)
        g = Groups.of(
            seen, tool.with_turns(contrast_for(seen), [puzzle.best, puzzle.idea.without, PASS])
        )
        idea = hint_claims.test_of(replace_own(g, puzzle), trait_text(EN, puzzle.idea.trait))
        best, other = one_of(g, puzzle.best), one_of(g, puzzle.idea.without)
        assert best.value == max(one.value for one in g.ones)
        assert best.value - other.value == pytest.approx(puzzle.idea.margin, abs=CLOSE)
        assert puzzle.idea.margin >= SOLVED
        assert not idea(other)
        for one in g.ones:
            cost = best.value - one.value
            assert idea(one) or cost >= puzzle.idea.margin - CLOSE, (puzzle.id, one.turn)
            assert idea(one) or not is_solution(cost)
        assert is_about(theme, puzzle, best.outlook.items - other.outlook.items), puzzle.id
        if theme is not PuzzleTheme.SKIPPING:
            assert not is_solution(best.value - one_of(g, PASS).value)


def replace_own(g: Groups, puzzle: Puzzle) -> Groups:
    """Return the groups with the puzzle's own turn as the one that a hint would name."""
    return replace(g, hint=replace(g.hint, turn=one_of(g, puzzle.best).turn))


def test_there_are_ten_a_theme_each_from_easy_to_hard() -> None:
    for theme in PuzzleTheme:
        shares = [puzzle.found for puzzle in of(theme)]
        assert len(shares) == tool.A_THEME
        assert shares == sorted(shares, reverse=True)
        assert shares[0] > shares[-1]
    assert [puzzle.theme for puzzle in shipped_puzzles()] == [
        theme for theme in PuzzleTheme for _ in range(tool.A_THEME)
    ]


def test_no_two_puzzles_are_alike() -> None:
    puzzles = shipped_puzzles()
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.sheet for puzzle in puzzles}) == len(puzzles)
    sides = Counter(puzzle.sheet.board.name for puzzle in puzzles)
    assert min(sides["A"], sides["B"]) >= len(puzzles) // 4


def test_a_puzzle_is_read_as_it_is_written() -> None:
    for puzzle in shipped_puzzles():
        again = Puzzle.from_text(puzzle.to_text())
        assert again == puzzle
        assert again.id == puzzle.id


def test_a_turn_has_the_idea_or_not() -> None:
    for puzzle in shipped_puzzles():
        assert puzzle.has_idea(puzzle.best)
        assert not puzzle.has_idea(puzzle.idea.without)


def test_the_command_finds_a_puzzle_again() -> None:
    puzzle = of(PuzzleTheme.RED)[0]
    found = tool.candidate(puzzle.record)
    assert isinstance(found, Puzzle)
    assert found.to_text() == puzzle.to_text()


def test_what_nearly_every_turn_does_is_no_idea() -> None:
    puzzle = of(PuzzleTheme.RED)[0]
    found = contrast_for(view(puzzle.game, 0))
    lacking = [one for one in found.ordinary if puzzle.idea.trait not in one.traits]
    having = [one for one in found.ordinary if puzzle.idea.trait in one.traits]
    many = replace(found, ordinary=tuple(lacking[:1] + having * 5))
    idea = idea_of(many)
    assert idea is None or idea.trait != puzzle.idea.trait
    assert idea_of(replace(found, ordinary=())) is None


def test_an_idea_is_about_a_goal_only_where_its_points_are() -> None:
    puzzle = next(one for one in of(PuzzleTheme.RED) if one.idea.trait.kind is TraitKind.REACH)
    assert theme_of(puzzle.idea.trait, Items(red=4)) is PuzzleTheme.RED
    assert theme_of(puzzle.idea.trait, Items(islands=2, red=1)) is None
