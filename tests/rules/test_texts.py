"""How things are written, and what errors carry."""

from __future__ import annotations

import pickle

import pytest
from tests.support.games import begin_game, mark, turn

from hashi.boards import board
from hashi.rules import (
    PASS,
    Board,
    Card,
    Flag,
    Flaw,
    Goal,
    Illegal,
    Malformed,
    Number,
    Pens,
    Reason,
    Refusal,
    Sheet,
    Stray,
    view,
)
from hashi.rules.malformed import unreadable

A = board("A")


@pytest.mark.parametrize(
    "text",
    ["pass", "5@c1", "c1-c2", "c1=c2", "5@c1 c1-c2 a1-c1", "c1=c2 c1-c2", "c1-c2 a1-c1 c1-c2"],
)
def test_a_turn_is_written_as_it_is_read(text: str) -> None:
    assert str(turn(A, text)) == text
    assert turn(A, str(turn(A, text))) == turn(A, text)


def test_two_numbers_are_two_words() -> None:
    assert str(turn(A, "5@c1 5@c1")) == "5@c1 5@c1"
    assert str(PASS) == "pass"


def test_marks_islands_and_lines_are_written_by_name() -> None:
    line = A.line("c2", "c1")
    assert str(line) == "c1-c2"
    assert str(A.island("c1")) == "c1"
    assert str(mark(A, "5@c1")) == "5@c1"
    stray = mark(A, "a1-f6")
    assert isinstance(stray, Stray)
    assert str(stray) == "a1-f6"


def test_codes_can_be_pasted_back() -> None:
    for code in [*Flag, *Goal, *Pens, *Reason]:
        assert eval(repr(code)) is code


def test_every_reason_names_a_rule() -> None:
    rules = {f"R{number}" for number in range(1, 36)}
    for reason in Reason:
        assert reason.rule in rules
        assert Refusal(reason).rule == reason.rule


def test_illegal_carries_round_player_and_rule() -> None:
    bare = Illegal(Refusal(Reason.NO_CARD))
    assert (bare.round, bare.player, bare.rule) == (None, "", "R7")
    assert str(bare) == "No card has been turned over yet. (rule R7)"
    refusal = Refusal(Reason.LINE_FULL, mark(A, "c1-c2"), line=A.line("c1", "c2"))
    full = Illegal(refusal, round=3, player="Tim")
    assert (full.round, full.player, full.rule) == (3, "Tim", "R15")
    assert str(full) == (
        "Round 3, Tim, c1-c2: "
        "There are already two bridges between c1 and c2. A third is one too many. (rule R15)"
    )


def test_illegal_names_as_much_of_the_moment_as_is_known() -> None:
    refusal = Refusal(Reason.NO_SEAT)
    assert str(Illegal(refusal, round=0)) == "Setup: Nobody’s sitting there. (rule R4)"
    assert str(Illegal(refusal, round=2)) == "Round 2: Nobody’s sitting there. (rule R4)"
    assert str(Illegal(refusal, round=0, player="Tim")).startswith("Setup, Tim: ")


@pytest.mark.parametrize("reason", list(Reason))
def test_every_refusal_is_told_in_a_sentence_with_its_rule(reason: Reason) -> None:
    sentence = str(Illegal(Refusal(reason, mark(A, "5@c1"), A.island("c1"), A.lines[0])))
    assert sentence.endswith(f". (rule {reason.rule})")
    assert reason.name not in sentence


def test_malformed_keeps_what_is_known_about_the_place() -> None:
    flaw = Malformed(Flaw.CARD, given="7/1", line=2)
    placed = flaw.at(line=9, file="deck.txt")
    assert placed.flaw is Flaw.CARD
    assert placed.details == {"given": "7/1", "line": 2, "file": "deck.txt"}
    assert str(flaw) == (
        "line 2: “7/1” isn’t a card. Write its number (1 to 6) and its bridges (1 to 3), "
        "such as 5/3."
    )


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (FileNotFoundError(), "missing"),
        (IsADirectoryError(), "folder"),
        (PermissionError(), "denied"),
        (OSError(), "unreadable"),
    ],
)
def test_a_file_that_cannot_be_read_is_malformed(error: OSError, kind: str) -> None:
    flaw = unreadable(error)
    assert (flaw.flaw, flaw.details) == (Flaw.FILE, {"given": kind})


def test_a_notebook_shows_the_picture() -> None:
    game = begin_game(A, "c2=4", "d3=3")
    assert game._repr_svg_().lstrip().startswith("<")
    assert "</svg>" in Sheet.blank(A)._repr_svg_()


def test_a_card_is_a_pair() -> None:
    number, bridges = Card.parse("5/3")
    assert (number, bridges) == (5, 3)


def test_exceptions_travel_between_processes() -> None:
    island = Board(("oooooo",)).islands[0]
    illegal = Illegal(Refusal(Reason.HAS_NUMBER, Number(island, 3), island), round=2, player="Tim")
    malformed = Malformed(Flaw.CARD, given="9/9", line=3)
    for problem in (illegal, malformed):
        copy = pickle.loads(pickle.dumps(problem))
        assert type(copy) is type(problem)
        assert vars(copy) == vars(problem)
        assert str(copy) == str(problem)


def test_a_mark_and_a_board_are_told_in_one_line() -> None:
    assert repr(mark(A, "a1-f6")) == "<Stray a1-f6>"
    own = Board(("oo.o", "...o", "o..o"))
    assert repr(own) == "Board(('oo.o', '...o', 'o..o'))"
    assert eval(repr(own)) == own
    assert repr(A) == "<Board A: 18 islands, 24 lines>"
    assert repr(view(begin_game(A, "c2=4", "d3=3"), None)) == "<View of a watcher: round 0 of 93>"
