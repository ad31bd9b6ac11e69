"""The words of the puzzles that ship: what each theme is about, and what is said of a turn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hashi.coach import FOUND, TurnReview, explain_turn
from hashi.coach.hints.hint_sentences import trait_text
from hashi.coach.hints.puzzles import Puzzle, PuzzleTheme, is_solution, shipped_puzzles
from hashi.coach.reviews.sentences import figure
from hashi.server.lessons.exercises import ExerciseOutcome, ExerciseState
from hashi.words import N_, Words, turn_text

PATH = "/learn/puzzles"


@dataclass(frozen=True, slots=True)
class ThemeText:
    """What is said of a theme."""

    name: str
    theory: tuple[str, ...]


THEMES = {
    PuzzleTheme.ROOM: ThemeText(
        N_("Room"),
        (
            N_("An island can only be finished while enough bridges still fit there."),
            N_("Count two for each open line, and keep a good place for the 5s and 6s to come."),
        ),
    ),
    PuzzleTheme.CROSSING: ThemeText(
        N_("Crossings"),
        (
            N_("Bridges never cross, so every bridge blocks the lines that it crosses."),
            N_("Before you draw, ask which other islands need that line."),
        ),
    ),
    PuzzleTheme.RED: ThemeText(
        N_("Red flags"),
        (
            N_("Red needs all four red flags, and pays 9 up to card 12, then 5."),
            N_("A flag needs a bridge before it takes a number, so lead the bridges there early."),
        ),
    ),
    PuzzleTheme.BLUE: ThemeText(
        N_("Blue flags"),
        (
            N_("Blue needs all three blue flags, and pays 7 up to card 7, then 3."),
            N_("That’s soon: every card should bring one of these islands closer."),
        ),
    ),
    PuzzleTheme.SIX: ThemeText(
        N_("Chains of six"),
        (
            N_("Six finished islands joined by bridges pay 8 up to card 12, then 4."),
            N_("An unfinished island breaks the chain, so finish the ones between."),
        ),
    ),
    PuzzleTheme.SKIPPING: ThemeText(
        N_("Skipping"),
        (
            N_("You may skip the number, the bridges, or both."),
            N_("A number in the wrong place can cost an island, and so can a bridge too many."),
        ),
    ),
}


def puzzles_of(theme: PuzzleTheme) -> tuple[Puzzle, ...]:
    """Return the puzzles of a theme, from easy to hard."""
    return tuple(puzzle for puzzle in shipped_puzzles() if puzzle.theme is theme)


def task(words: Words, puzzle: Puzzle) -> str:
    """Return what is asked for."""
    return words.say(
        "One idea is worth {points} points here. Which turn is it?",
        points=figure(words, puzzle.idea.margin),
    )


def idea_sentence(words: Words, puzzle: Puzzle) -> str:
    """Return the idea, and what the best turn has over all turns that lack it."""
    return words.say(
        "{what}: {points} points more than the best turn without it.",
        what=trait_text(words, puzzle.idea.trait),
        points=figure(words, puzzle.idea.margin),
    )


def solution(words: Words, puzzle: Puzzle) -> str:
    """Return the idea of the best turn, which the board shows, and the best turn without it."""
    other = words.say(
        "The best turn without this idea: {turn}.", turn=turn_text(words, puzzle.idea.without)
    )
    return f"{idea_sentence(words, puzzle)} {other}"


def answered(
    words: Words, puzzle: Puzzle, state: ExerciseState, judged: TurnReview
) -> ExerciseState:
    """Return the state with what is said of a turn that was ended."""
    rest = figure(words, judged.cost)
    if is_solution(judged.cost):
        solved = replace(state, outcome=ExerciseOutcome.SOLVED)
        idea = idea_sentence(words, puzzle)
        if judged.cost <= FOUND:
            found = words.say("That’s the turn!")
            return solved.says(f"{found} {idea}")
        more = words.say("Another turn brings {points} points more.", points=rest)
        praise = words.say("Good, that’s the idea.")
        return replace(solved, may_improve=True).says(f"{praise} {idea} {more}")
    wrong = replace(state, outcome=ExerciseOutcome.WRONG, tries=state.tries + 1)
    if puzzle.has_idea(judged.played):
        text = words.say(
            "The idea is right, but another turn brings {points} points more.", points=rest
        )
    else:
        text = words.say("Not yet: the best turn brings {points} points more.", points=rest)
    return wrong.says(" ".join([text, *explain_turn(words, judged)]))
