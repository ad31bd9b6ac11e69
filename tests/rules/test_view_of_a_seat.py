"""What one seat may see, and what a watcher sees (R7, R19)."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.support.games import begin_game, game_with_sheets, play_round, turn
from tests.support.generate import games
from tests.support.sheets import draw_sheet

from hashi.boards import board, standard_deck
from hashi.record import Record, notation_for
from hashi.rules import (
    Bridge,
    Card,
    Game,
    Illegal,
    Number,
    Pens,
    Played,
    SeatView,
    Setup,
    Sheet,
    Start,
    Turn,
    Turned,
    View,
    apply_turn,
    goal_boxes,
    play_view,
    view,
)
from hashi.rules.game.seat_view import open_sheet

A = board("A")
BLANK = Sheet.blank(A)


def test_starts_are_hidden_until_all_have_written() -> None:
    number = notation_for(A).start("c2=4")
    game = Game.begin(begin_game(A, "c2=4", "d3=3").setup).play(Start(0, number))
    own, other, watcher = view(game, 0), view(game, 1), view(game, None)
    assert own.starts == (number, None)
    assert own.sheets == (BLANK.with_mark(number), BLANK)
    for seen in (other, watcher):
        assert seen.starts == (None, None)
        assert seen.sheets == (BLANK, BLANK)
        assert seen.done == (True, False)
    assert open_sheet(game, 0) == BLANK


def test_starts_lie_open_once_the_boards_are_passed_on() -> None:
    game = begin_game(A, "c2=4", "d3=3")
    for seat in (0, 1, None):
        assert view(game, seat).starts == game.starts
        assert view(game, seat).sheets == game.sheets
    assert open_sheet(game, 0) == game.sheets[0]


@pytest.mark.parametrize("pens", Pens)
def test_others_turns_are_hidden_while_the_round_is_open(pens: Pens) -> None:
    game = game_with_sheets("o4  o   o\n.\no   o   o", "o3  o   o\n.\no   o   o", pens=pens)
    made = turn(game.setup.board, "5@b1 a1-b1")
    opened = game.play(Turned(Card(5, 1))).play(Played(0, made))
    own, other, watcher = view(opened, 0), view(opened, 1), view(opened, None)
    assert own.turns == (made, None)
    assert own.sheets == (apply_turn(game.sheets[0], Card(5, 1), made), game.sheets[1])
    for seen in (other, watcher):
        assert seen.turns == (None, None)
        assert seen.sheets == game.sheets
        assert seen.done == (True, False)
    assert open_sheet(opened, 0) == game.sheets[0]


def test_turns_lie_open_once_the_round_is_closed() -> None:
    game = play_round(begin_game(A, "c2=4", "d3=3"), "5/1", "5@f1 d3-d5", "c2-e2")
    for seat in (0, 1, None):
        seen = view(game, seat)
        assert seen.turns == game.turns
        assert seen.sheets == game.sheets
        assert seen.done == (True, True)
        assert seen.card is None


def test_a_view_tells_the_round_the_cards_and_the_score() -> None:
    six = "o1--o2--o2--o2--o2--o"
    game = play_round(
        game_with_sheets(six, six, deck=(Card(1, 1), Card(1, 1), Card(2, 2))), "1/1", "1@f1", "pass"
    )
    seen = view(game.play(Turned(Card(2, 2))), 1)
    assert (seen.seat, seen.round, seen.card) == (1, 2, Card(2, 2))
    assert (seen.cards, seen.unseen) == ((Card(1, 1), Card(2, 2)), (Card(1, 1),))
    assert seen.ledgers == game.ledgers
    assert seen.boxes == (goal_boxes(game, 0), goal_boxes(game, 1))
    assert (seen.is_finished, seen.winners, seen.rank) == (False, (), None)
    end = view(play_round(game, "2/2", "pass", "pass"), None)
    assert (end.seat, end.is_finished, end.winners) == (None, True, (0,))


def test_a_view_of_a_game_alone_tells_the_rank() -> None:
    game = game_with_sheets("o1--o2--o2--o2--o2--o", deck=(Card(1, 1), Card(1, 1)))
    assert view(play_round(game, "1/1", "pass"), 0).rank == 0


def test_goals_are_not_told_before_the_round_is_closed() -> None:
    """A rival's open turn must not show in the boxes either."""
    six = draw_sheet("o1--o2--o2--o2--o2--o")
    game = game_with_sheets(six, six).play(Turned(Card(1, 1)))
    half = game.play(Played(0, turn(six.board, "1@f1")))
    assert view(half, 1).boxes == view(game, 1).boxes
    assert view(half, None).ledgers == ((), ())


@given(games())
def test_no_view_depends_on_what_is_hidden(played: tuple[Record, Game]) -> None:
    """Two games that differ only in another seat's open turn look the same."""
    game = played[1]
    if game.is_finished or game.is_round_open:
        return
    game = game.play(Turned(game.unseen[0]))
    last = len(game.sheets) - 1
    for other in range(last):
        game = game.play(Played(other, Turn()))
    if last == 0:
        return
    changed = [_another(game, seat) for seat in range(last)]
    for seat, two in enumerate(changed):
        for observer in (None, *range(last + 1)):
            if observer != seat:
                assert view(game, observer) == view(two, observer)


def _another(game: Game, seat: int) -> Game:
    """The game in which this seat's open turn is a different one, and its sheet another one.

    Two joined islands are finished on it, and nothing else: that would show in the boxes.
    """
    line = game.setup.board.lines[0]
    made = Turn((*(Number(island, 1) for island in line.ends), Bridge(line)))
    laid = list(game.laid)
    laid[seat] = Sheet.of(game.setup.board, made.marks)
    turns = list(game.turns)
    turns[seat] = made
    return Game(
        Setup(game.setup.board, game.setup.deck, game.setup.players),
        game.starts,
        game.sheets,
        game.cards,
        tuple(turns),
        tuple(laid),
        game.rounds,
        game.ledgers,
        game.gone,
    )


def test_who_plays_always_has_a_seat_a_sheet_and_a_card() -> None:
    game = Game.begin(Setup(board("A"), standard_deck(), ("Ida", "Tim")))
    assert type(view(game, None)) is View
    assert type(view(game, 1)) is SeatView
    with pytest.raises(Illegal, match="card"):
        play_view(game, 1)
    for seat, island in enumerate(("c2", "c4")):
        game = game.play(Start(seat, Number(game.setup.board.island(island), 4)))
    seen = play_view(game.play(Turned(Card(5, 3))), 1)
    assert (seen.seat, seen.card) == (1, Card(5, 3))
    assert seen.sheet == seen.sheets[1]


def test_a_view_has_pictures() -> None:
    game = Game.begin(Setup(board("A"), standard_deck(), ("Ida",)))
    assert view(game, 0)._repr_svg_().lstrip().startswith("<")
    assert "Ida" in str(view(game, 0))
