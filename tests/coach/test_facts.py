"""Why a turn costs points: a position for each kind of fact, and every sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import hashi
from hashi.coach import Fact, FactKind, sentence
from hashi.coach.outlook import Chances, Items, Outlook
from hashi.coach.reviews.explanations import explain_game, facts_of
from hashi.coach.reviews.facts import (
    FINDERS,
    LEAST_WEIGHT,
    Comparison,
    figures,
    weighed,
    without_repetition,
)
from hashi.record import notation_for
from hashi.rules import Card, Goal, Sheet, apply_turn
from hashi.words import LANGUAGES, Words

PERSONS = {
    language: re.compile(rf"\b({words})\b", re.IGNORECASE)
    for language, words in {
        "en": "you|your",
        "de": r"du|dir|dich|dein\w*|hast|hättest",
        "cs": r"ty|ti|tě|tvůj|tvá|tvé|jsi|bys",
        "es": r"tú|tu|tus|te|has|podías|hubieras",
        "it": r"tu|tuo|tua|tuoi|tue|ti|hai|potevi",
        "pt": r"tu|teu|tua|teus|tuas|te|podias",
    }.items()
}
"""Words that speak to a person."""
CASES = [
    json.loads(line)
    for line in Path(__file__).with_name("facts.ndjson").read_text("utf-8").splitlines()
]


def comparison(case: dict[str, Any], loss: Items) -> Comparison:
    board = hashi.board(case["board"])
    notation = notation_for(board)
    marks = [mark for word in case["sheet"].split() for mark in notation.marks(word)]
    sheet = Sheet.of(board, marks)
    card = _card(case["card"])
    played, best = notation.turn(case["played"]), notation.turn(case["best"])
    return Comparison(
        card,
        sheet,
        played,
        best,
        apply_turn(sheet, card, played),
        apply_turn(sheet, card, best),
        (),
        tuple(_card(text) for text in case["unseen"].split()),
        loss,
    )


def _card(text: str) -> Card:
    number, bridges = text.split("/")
    return Card(int(number), int(bridges))


def explain(compared: Comparison) -> tuple[Fact, ...]:
    """Return what is said of a turn by itself."""
    return without_repetition([fact for fact, _ in weighed(compared)])


def test_every_kind_has_a_position() -> None:
    figures = {FactKind.CHANCE, FactKind.POINTS}  # of outlooks, not of positions
    assert {case["kind"] for case in CASES} == set(FactKind) - {FactKind.MISTAKE} - figures
    # free pens: tests/coach/test_review.py has positions of mistakes


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["kind"])
def test_a_position_of_each_kind(case: dict[str, Any]) -> None:
    goal = None if case["goal"] is None else Goal(case["goal"])
    losses = {Goal.RED: Items(red=2), Goal.BLUE: Items(blue=2), Goal.SIX: Items(six=2)}
    loss = Items(islands=2) if goal is None else losses[goal]
    told = [pair for finder in FINDERS for pair in finder(comparison(case, loss))]
    found = {fact.kind: fact for fact, weight in told if weight > LEAST_WEIGHT}
    assert case["kind"] in found
    fact = found[FactKind(case["kind"])]
    assert [str(island) for island in fact.islands] == case["islands"]
    assert [str(line) for line in fact.lines] == case["lines"]
    assert fact.goal is goal
    assert [fact.number, fact.count, fact.other] == case["figures"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["kind"])
def test_nothing_is_said_of_what_does_not_matter(case: dict[str, Any]) -> None:
    assert explain(comparison(case, Items())) == ()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["kind"])
def test_nothing_is_said_of_the_best_turn(case: dict[str, Any]) -> None:
    same = case | {"played": case["best"]}
    assert explain(comparison(same, Items(2, 2, 2, 2))) == ()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", FactKind)
def test_every_fact_is_a_sentence_in_every_language(language: str, kind: FactKind) -> None:
    board = hashi.board("A")
    lines = (board.lines[0], board.lines[1])
    for islands in (board.islands[:1], board.islands[:2], board.islands[:5]):
        fact = Fact(kind, tuple(islands), lines, Goal.RED, 6, 3, 2)
        text = sentence(Words(language), fact)
        assert text.endswith((".", "!"))
        assert "{" not in text
        assert not PERSONS[language].search(text), "the review of a bot's seat says it, too"


def test_a_chance_is_told_with_its_figures() -> None:
    better = Outlook(Items(islands=30.0, red=6.75), Chances(red=0.75))
    worse = Outlook(Items(islands=30.0, red=2.8), Chances(red=0.31))
    (chance, _), (points, _) = figures(better, worse)
    assert sentence(Words("en"), chance) == "Chance of “all red flags” in time: 75% → 31%."
    assert sentence(Words("cs"), chance).endswith("75\N{NO-BREAK SPACE}% → 31\N{NO-BREAK SPACE}%.")
    assert sentence(Words("en"), points) == "Points expected from “all red flags”: 6.8 → 2.8."
    assert list(figures(better, better)) == []


def test_costly_turns_begin_with_different_sentences() -> None:
    """The goal that is lost comes first; what is told of one turn is not told of the next."""
    skip, also = Fact(FactKind.SKIPPED_BRIDGES, count=2), Fact(FactKind.POINTS, count=9, other=8)
    board = hashi.board("A")
    lost = Fact(FactKind.DEAD_FLAG, board.islands[:1], goal=Goal.RED)
    told = explain_game(
        [2.0, 1.0, 0.5, 3.0],
        [
            [(skip, 1.0), (also, 0.1)],
            [(skip, 0.9), (also, 0.1)],
            [(skip, 0.4)],
            [(lost, 50.0), (skip, 1.0)],
        ],
    )
    assert [facts[0] for facts in told] == [skip, also, skip, lost]
    assert told[3] == (lost,)


def test_costly_turns_repeat_no_sentence() -> None:
    """Not as their second one, either."""
    bare = Fact(FactKind.BARE_FLAG, hashi.board("A").islands[:1], goal=Goal.BLUE)
    chances = [Fact(FactKind.CHANCE, goal=Goal.BLUE, count=n, other=6) for n in (65, 39)]
    told = explain_game(
        [3.2, 3.7],
        [[(chances[0], 3.0), (bare, 2.0)], [(bare, 3.5), (chances[1], 3.0)]],
    )
    assert told == [(chances[0],), (bare, chances[1])]


def test_what_explains_little_is_told_only_alone() -> None:
    chance = Fact(FactKind.CHANCE, goal=Goal.BLUE, count=75, other=31)
    points = Fact(FactKind.POINTS, count=272, other=270)
    assert facts_of(1.2, [(chance, 1.0), (points, 0.06)]) == (chance,)
    assert facts_of(1.2, [(points, 0.06)]) == (points,)
    finished = Fact(FactKind.UNFINISHED, hashi.board("A").islands[:1])
    assert facts_of(2.0, [(finished, 2.0), (points, 0.6)]) == (finished,)


def test_no_bare_flag_is_told_of_an_island_that_can_get_no_bridge() -> None:
    """The goal that is lost with it comes first, and says it all."""
    case = next(each for each in CASES if each["islands"] == ["b5"])
    case = {**case, "best": "c2-c4 b5-d5 c4-e4", "sheet": "4@c4 2@d5"}
    (first, *others) = explain(comparison(case, Items(blue=2, islands=4)))
    assert (first.kind, first.goal) == (FactKind.DEAD_FLAG, Goal.BLUE)
    assert not any("b5" in map(str, fact.islands) for fact in others)
    told = [fact.kind for finder in FINDERS for fact, _ in finder(comparison(case, Items(blue=2)))]
    assert FactKind.BARE_FLAG not in told
