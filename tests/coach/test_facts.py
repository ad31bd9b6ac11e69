"""Why a turn costs points: a position for each kind of fact, and every sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hashi
from hashi.coach import Fact, FactKind, sentence
from hashi.coach.facts import FINDERS, LEAST_WEIGHT, Comparison, explain
from hashi.coach.outlook import Items
from hashi.record import notation_for
from hashi.rules import Card, Goal, Sheet, apply_turn
from hashi.words import LANGUAGES, Words

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


def test_no_bare_flag_is_told_of_an_island_that_can_get_no_bridge() -> None:
    """The goal that is lost with it comes first, and says it all."""
    case = next(each for each in CASES if each["islands"] == ["b5"])
    case = {**case, "best": "c2-c4 b5-d5 c4-e4", "sheet": "4@c4 2@d5"}
    (first, *others) = explain(comparison(case, Items(blue=2, islands=4)))
    assert (first.kind, first.goal) == (FactKind.DEAD_FLAG, Goal.BLUE)
    assert not any("b5" in map(str, fact.islands) for fact in others)
    told = [fact.kind for finder in FINDERS for fact, _ in finder(comparison(case, Items(blue=2)))]
    assert FactKind.BARE_FLAG not in told
