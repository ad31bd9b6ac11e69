"""What no record could hold is refused by the rules, at whatever front end it is tried."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from tests.support.games import (
    call,
    call_entry,
    game_with_sheets,
    mark,
    play_round,
    refusal_of,
    turn,
)

from hashi.boards import board, standard_deck
from hashi.rules import (
    Board,
    Called,
    Card,
    Draft,
    Flaw,
    Game,
    Malformed,
    Number,
    Pens,
    Played,
    Reason,
    Setup,
    Start,
    Turn,
    Turned,
    view,
)
from hashi.rules.game.calls import MOST_CALLS
from hashi.rules.game.name import LONGEST_NAME, check_name
from hashi.rules.turn import MOST_MARKS

PLAIN = "o4  o   o   o   o   o"
A = board("A")


def reason_of(game: Game, entry: Start | Played | Called) -> Reason | None:
    illegal = refusal_of(lambda: game.play(entry))
    return None if illegal is None else illegal.refusal.reason


@pytest.mark.parametrize("seat", [-1, 1, 4])
def test_r4_nobody_acts_for_a_seat_that_is_not_there(seat: int) -> None:
    blank = Game.begin(Setup(A, standard_deck(), ("Tim",), Pens.FREE))
    assert reason_of(blank, Start(seat, Number(A.island("c2"), 4))) is Reason.NO_SEAT
    game = game_with_sheets(PLAIN, pens=Pens.FREE).play(Turned(Card(1, 1)))
    assert reason_of(game, Played(seat, turn(game.setup.board, "a1-b1"))) is Reason.NO_SEAT
    game = play_round(game_with_sheets(PLAIN, pens=Pens.FREE), "1/1", "a1-b1")
    line = mark(game.setup.board, "a1-b1")
    assert reason_of(game, Called(seat, 0, 1, line)) is Reason.NO_SEAT
    assert reason_of(game, Called(0, seat, 1, line)) is Reason.NO_SEAT


@pytest.mark.parametrize("number", [-1, 0, 7, 8, 9, 256])
@pytest.mark.parametrize("pens", list(Pens))
def test_r3_a_number_that_no_card_shows_is_written_by_no_pen(number: int, pens: Pens) -> None:
    game = game_with_sheets(PLAIN, pens=pens).play(Turned(Card(1, 1)))
    wrong = Number(game.setup.board.island("b1"), number)
    refused = refusal_of(lambda: game.play(Played(0, Turn((wrong,)))))
    assert refused is not None
    expected = Reason.NO_SUCH_NUMBER if pens is Pens.FREE else Reason.OTHER_NUMBER
    assert refused.refusal.reason is expected


def test_r33_a_turn_holds_only_so_many_marks() -> None:
    game = game_with_sheets(PLAIN, pens=Pens.FREE).play(Turned(Card(1, 1)))
    full = turn(game.setup.board, " ".join(["a1-b1"] * MOST_MARKS))
    assert reason_of(game, Played(0, full)) is None
    crowded = turn(game.setup.board, " ".join(["a1-b1"] * (MOST_MARKS + 1)))
    assert reason_of(game, Played(0, crowded)) is Reason.TOO_MANY_MARKS


def test_r33_a_draft_holds_only_so_many_marks() -> None:
    sheet = game_with_sheets(PLAIN, pens=Pens.FREE).sheets[0]
    line = mark(sheet.board, "a1-b1")
    full = Draft(sheet, Card(1, 1), pens=Pens.FREE).with_marks((line,) * MOST_MARKS)
    refused = refusal_of(lambda: full.with_mark(line))
    assert refused is not None
    assert refused.refusal.reason is Reason.TOO_MANY_MARKS


def test_r35_only_so_many_calls_are_made_in_a_round() -> None:
    game = play_round(game_with_sheets(PLAIN, pens=Pens.FREE), "1/1", "a1-b1")
    for _ in range(MOST_CALLS):
        game = call(game, "1>1 r1 b1-c1")
    assert reason_of(game, call_entry(game, "1>1 r1 b1-c1")) is Reason.TOO_MANY_CALLS
    assert call(play_round(game, "1/1", "pass"), "1>1 r1 b1-c1").calls == 1


def test_r5_a_board_without_a_place_for_the_start_is_no_setup() -> None:
    with pytest.raises(Malformed) as caught:
        Setup(Board(("rbrbrb",)), standard_deck(), ("Tim",))
    assert caught.value.flaw is Flaw.NO_START


@pytest.mark.parametrize("pair", [(9, 9), (0, 1), (1, 0), (6, 4), (7, 3), ("5", 3)])
def test_r3_a_card_that_does_not_exist_cannot_be_made(pair: tuple[Any, int]) -> None:
    with pytest.raises(Malformed, match="isn’t a card") as caught:
        Card(*pair)
    assert caught.value.details == {"given": f"{pair[0]}/{pair[1]}"}
    whole: Any = pair
    with pytest.raises(TypeError, match="a deck holds cards"):
        Setup(A, (*standard_deck(), whole), ("Tim",))


def test_r3_a_card_is_pickled_and_copied() -> None:
    assert pickle.loads(pickle.dumps(Card(5, 3))) == copy.deepcopy(Card(5, 3)) == (5, 3)


@pytest.mark.parametrize(
    "given",
    [
        {"players": "Tim"},
        {"players": ["Tim"]},
        {"board": "A"},
        {"deck": "5/3"},
    ],
)
def test_a_setup_takes_a_board_and_tuples(given: dict[str, Any]) -> None:
    """A name in place of a list of names would seat one player for each letter."""
    usual: dict[str, Any] = {"board": A, "deck": standard_deck(), "players": ("Tim",)}
    with pytest.raises(TypeError):
        Setup(**(usual | given))


@pytest.mark.parametrize("seat", [-1, 1, 4])
def test_r4_nobody_looks_from_a_seat_that_is_not_there(seat: int) -> None:
    refused = refusal_of(lambda: view(game_with_sheets(PLAIN), seat))
    assert refused is not None
    assert refused.refusal.reason is Reason.NO_SEAT


@pytest.mark.parametrize("cards", [0, 1, 100])
def test_r6_a_deck_has_a_card_to_play_and_one_for_the_box(cards: int) -> None:
    with pytest.raises(Malformed) as caught:
        Setup(A, (Card(1, 1),) * cards, ("Tim",))
    assert caught.value.flaw is Flaw.DECK_SIZE


def test_a_name_that_cannot_be_written_is_no_name() -> None:
    with pytest.raises(Malformed) as caught:
        Setup(A, standard_deck(), ("\ud800",))
    assert caught.value.flaw is Flaw.NAME


@pytest.mark.parametrize(
    ("name", "flaw"),
    [
        ("", Flaw.NAME_MISSING),
        (" \t", Flaw.NAME_MISSING),
        ("x" * (LONGEST_NAME + 1), Flaw.NAME_TOO_LONG),
        ("a\nb", Flaw.NAME),
        ("a\u202eb", Flaw.NAME),
        ("\ud800", Flaw.NAME),
    ],
)
def test_a_new_name_is_short_and_can_be_shown(name: str, flaw: Flaw) -> None:
    with pytest.raises(Malformed) as caught:
        check_name(name)
    assert caught.value.flaw is flaw


@pytest.mark.parametrize("name", ["Tim", "x" * LONGEST_NAME, "Zoë", "\U0001f468\u200d\U0001f467"])
def test_a_name_may_be_in_any_script(name: str) -> None:
    check_name(name)
