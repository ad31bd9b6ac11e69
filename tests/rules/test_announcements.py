"""What is announced when a game moves on (R8, R19, R27, R33)."""

from __future__ import annotations

from tests.support.games import begin_game, call_entry, game_with_sheets, play_round, turn

from hashi.boards import board
from hashi.record import notation_for
from hashi.rules import (
    Card,
    Game,
    Goal,
    News,
    NewsKind,
    Pens,
    Played,
    Refereed,
    Setup,
    Start,
    Turned,
    news,
)

A = board("A")
SIX = "o1--o2--o2--o2--o2--o\n.\no   o   o   o   o   o"
SHORT = (Card(1, 1), Card(1, 1), Card(2, 2))


def told(game: Game, entry: Start | Turned | Played | Refereed) -> tuple[News, ...]:
    return news(game, entry, game.play(entry))


def test_r5_the_boards_are_passed_on_aloud() -> None:
    game = Game.begin(begin_game(A, "c2=4", "d3=3").setup)
    first, second = (Start(s, notation_for(A).start(t)) for s, t in [(0, "c2=4"), (1, "d3=3")])
    assert told(game, first) == ()
    assert told(game.play(first), second) == (
        News(NewsKind.BOARDS_PASSED),
        News(NewsKind.BOARD_GIVEN, 0, mark=first.number),
        News(NewsKind.BOARD_GIVEN, 1, mark=second.number),
    )


def test_r5_alone_no_board_is_passed_on() -> None:
    game = Game.begin(Setup(A, SHORT, ("Tim",)))
    assert told(game, Start(0, notation_for(A).start("c2=4"))) == ()


def test_r7_the_card_is_announced() -> None:
    assert told(begin_game(A, "c2=4"), Turned(Card(5, 3))) == (
        News(NewsKind.CARD_TURNED, card=Card(5, 3)),
    )


def test_r28_the_end_is_announced_once() -> None:
    game = play_round(game_with_sheets(SIX, SIX, SIX, deck=SHORT), "1/1", "1@f1", "pass", "1@f1")
    game = game.play(Turned(Card(1, 1)))
    for seat in (0, 1):
        game = game.play(Played(seat, turn(game.setup.board, "pass")))
    assert told(game, Played(2, turn(game.setup.board, "pass"))) == (
        *(News(NewsKind.PASSED, seat) for seat in range(3)),
        News(NewsKind.GAME_WON),
    )


def test_a_turn_with_both_actions_is_not_announced() -> None:
    game = begin_game(A, "c2=4").play(Turned(Card(5, 1)))
    assert told(game, Played(0, turn(A, "5@f1 c2-e2"))) == ()


def test_r33_a_call_is_answered() -> None:
    game = game_with_sheets(SIX, SIX, pens=Pens.FREE)
    game = play_round(game, "3/1", "3@a2 4@b2", "3@a2")
    wrong = call_entry(game, "2>1 r1 3@a2")
    assert news(game, wrong, game.play(wrong)) == (
        News(NewsKind.CALL_WRONG, 1, mark=wrong.mark, other=0),
    )
    right = call_entry(game, "2>1 r1 4@b2")
    assert news(game, right, game.play(right)) == (
        News(NewsKind.TAKEN_BACK, 0, mark=right.mark, other=1),
    )
    late = play_round(game, "1/1", "pass", "pass")
    assert news(late, right, late.play(right)) == (
        News(NewsKind.STRUCK, 0, island=game.setup.board.island("b2")),
    )


def test_r34_a_lost_goal_is_announced() -> None:
    game = play_round(game_with_sheets(SIX, SIX, pens=Pens.FREE), "2/1", "1@f1", "pass")
    call = call_entry(game, "1>1 r1 1@f1")
    f1 = game.setup.board.island("f1")
    assert news(game, call, game.play(call)) == (
        News(NewsKind.GOAL_LOST, 0, goal=Goal.SIX, points=8),
        News(NewsKind.STRUCK, 0, island=f1),
    )


def test_r34_with_free_pens_the_result_stands_after_the_referee() -> None:
    game = game_with_sheets(SIX, SIX, pens=Pens.FREE, deck=SHORT)
    game = play_round(game, "1/1", "1@f1", "2@f1").play(Turned(Card(1, 1)))
    game = game.play(Played(0, turn(game.setup.board, "pass")))
    last = Played(1, turn(game.setup.board, "pass"))
    assert NewsKind.GAME_WON not in [item.kind for item in told(game, last)]
    end = game.play(last)
    assert told(end, Refereed()) == (
        News(NewsKind.STRUCK, 1, island=game.setup.board.island("f1")),
        News(NewsKind.GAME_WON),
    )
    assert end.play(Refereed()).is_refereed
