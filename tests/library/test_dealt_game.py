"""A game that deals its own cards: the five lines of a newcomer, text and objects, refusals."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples

import hashi
from hashi.bots.loader import NoBot
from hashi.rules import Reason


def random_game(game: hashi.DealtGame, rng: random.Random) -> hashi.DealtGame:
    while not game.state.is_started:
        game = game.start(rng.choice(game.legal_starts()))
    while not game.state.is_finished:
        game = game.play(rng.choice(game.legal_turns()))
    return game


def test_the_five_lines() -> None:
    game = hashi.new_game("A", ["Tim"], seed="a quiet sea").start("4@c2")
    while not game.is_over:
        game = game.play(random.choice(game.legal_turns()))
    lines = str(game).splitlines()
    assert lines[0].split() == ["Tim", str(game.totals[0])]
    assert max(map(len, lines)) <= 80
    assert game.rank is not None


@examples(25)
@given(st.integers(1, 4), st.sampled_from("AB"), st.sampled_from(hashi.Pens), st.integers())
def test_a_random_game_is_the_fold_of_its_record(
    seats: int, side: str, pens: hashi.Pens, seed: int
) -> None:
    names = ["Tim", "Linus", "Sarah", "Ada"][:seats]
    game = random_game(hashi.new_game(side, names, seed=seed, pens=pens), random.Random(seed))
    if pens is hashi.Pens.FREE:
        assert not game.is_over
        game = game.referee()
    assert game.is_over
    assert game.record.replay() == game.state
    assert hashi.parse(hashi.write(game.record)) == game.record
    assert game.state.cards == game.deal.cards
    assert game.record.box == game.deal.box
    assert game.result == hashi.result(game.state)


def test_text_and_objects_are_the_same() -> None:
    begun = hashi.new_game("A", ["Tim", "Linus"], seed="sea")
    board = begun.setup.board
    by_text = begun.start("4@c2", "d3=3").play("5@c4 c2-c4 c2-e2 c2-a2", seat="Linus")
    numbers = [hashi.Number(board.island("c2"), 4), hashi.Number(board.island("d3"), 3)]
    turn = begun.start(*numbers).legal_turns(1)[0]
    assert by_text.state == begun.start(*numbers).play("5@C4 C2-C4 C2-E2 C2-A2", seat=1).state
    assert begun.start(*numbers).play(turn, seat=1).state.turns[1] == turn


def test_the_same_seed_deals_the_same_cards_and_none_deals_others() -> None:
    assert hashi.new_game(seed="sea").deal == hashi.new_game("b", "Tim", seed="sea").deal
    assert len({hashi.new_game().deal for _ in range(5)}) == 5


def test_a_board_and_a_deck_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("o . o . r\n. o . b .\no . r . o\n")
    (tmp_path / "deck.txt").write_text("3/1 4/1 1/1")
    for board in (str(tmp_path / "board.txt"), tmp_path / "board.txt"):
        for deck in (str(tmp_path / "deck.txt"), tmp_path / "deck.txt", ["3/1", "4/1", "1/1"]):
            game = hashi.new_game(board, ["Tim"], deck=deck, seed=1)
            assert len(game.setup.board.islands) == 8
            assert game.setup.rounds == 2
    ordered = hashi.new_game("A", ["Tim"], cards=["3/1", hashi.Card(4, 1), "1/1"])
    assert [str(card) for card in ordered.deal.cards] == ["3/1", "4/1"]
    assert str(ordered.deal.box) == "1/1"
    with pytest.raises(hashi.Malformed):
        hashi.new_game("A", ["Tim"], cards=["3/1", "1/1"], deck=["3/1", "4/1", "1/1"])


def test_a_setup_has_the_deck_and_the_player_of_a_new_game() -> None:
    assert hashi.Setup(hashi.board("A")) == hashi.new_game().setup
    assert hashi.Setup(hashi.board("B"), players=("Tim",)) == hashi.new_game("B", "Tim").setup


def test_seats_act_in_any_order() -> None:
    game = hashi.new_game("A", ["Tim", "Linus"], seed="sea").start("3@d3", seat=1)
    assert game.seat == 0
    game = game.start("4@c2").play("pass", seat=1)
    assert (game.seat, game.legal_turns(1), game.round) == (0, [], 1)
    assert game.play("pass").round == 2


REFUSED: list[tuple[str, Any, str]] = [
    (
        "a start of 5",
        lambda game: game.start("5@c2"),
        r"The starting number must be 3 or 4, not 5. \(rule R5",
    ),
    ("a start on a flag", lambda game: game.start("4@c1"), r"\(rule R5\)"),
    ("a turn before the start", lambda game: game.play("pass"), r"\(rule R7\)"),
    ("turns before the start", lambda game: game.legal_turns(), r"\(rule R5\)"),
    ("a bridge too few", lambda game: game.start("4@c2").play("c1-c2"), r"\(rule R13\)"),
    ("no such seat", lambda game: game.start("4@c2").play("pass", seat=1), r"\(rule R4\)"),
    ("no such player", lambda game: game.start("4@c2").play("pass", seat="Eve"), r"\(rule R4\)"),
    ("a negative seat", lambda game: game.start("4@c2", seat=-1), r"\(rule R4\)"),
    ("a call", lambda game: game.start("4@c2").call(0, 0, 1, "c1-c2"), r"\(rule R33\)"),
    ("a referee", lambda game: game.start("4@c2").referee(), r"\(rule R33\)"),
]


@pytest.mark.parametrize(("what", "ask", "sentence"), REFUSED, ids=[row[0] for row in REFUSED])
def test_refusals_are_sentences(what: str, ask: Any, sentence: str) -> None:
    with pytest.raises(hashi.Illegal, match=sentence):
        ask(hashi.new_game("A", ["Tim"], seed="sea"))


UNREADABLE: list[tuple[Any, type[Exception], str]] = [
    (lambda game: game.start("4@z9"), hashi.Malformed, "z9"),
    (lambda game: game.start("a quiet sea"), hashi.Malformed, "a quiet sea"),
    (lambda game: game.start(4), TypeError, "a start is a Number or a text such as '4@c2', not 4"),
    (lambda game: game.start("4@c2").play("fly"), hashi.Malformed, "fly"),
    (lambda game: game.start("4@c2").play(""), hashi.Malformed, "."),
    (lambda game: game.start("4@c2").play(None), TypeError, "a turn is a Turn or a text"),
    (lambda game: game.play_out([]), ValueError, "a list with a bot for each player, so 1, not 0"),
    (
        lambda game: game.play_out("greedy"),
        ValueError,
        "a bot for each player, so 1, not 'greedy'",
    ),
    (lambda game: game.play_out([5]), NoBot, "int.*start"),
    (lambda game: game.play_out(["gredy"]), NoBot, "gredy.*greedy"),
    (lambda game: game.play_view(), hashi.Illegal, "card"),
    (lambda _: hashi.new_game("C"), hashi.Malformed, "C"),
    (lambda _: hashi.new_game("A", []), hashi.Malformed, "1 to 4 players"),
    (lambda _: hashi.new_game("A", deck=["7/1", "1/1"]), hashi.Malformed, "7/1"),
    (lambda _: hashi.new_game("A", pens="sharp"), ValueError, "sharp"),
    (lambda _: hashi.Board("o.o"), TypeError, "a board is a list of rows"),  # type: ignore[arg-type]
    (lambda _: hashi.picture(5), TypeError, "has a picture, not 5"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("ask", "kind", "sentence"), UNREADABLE)
def test_what_cannot_be_read_is_told(ask: Any, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=sentence):
        ask(hashi.new_game("A", ["Tim"], seed="sea"))


def test_marks_of_another_board_are_read_by_their_names() -> None:
    """An island of another board has an index that means another island here."""
    other = hashi.Board(("......", "..o...", "oooooo"))
    start = hashi.Number(other.island("c2"), 4)
    game = hashi.new_game("A", ["Tim"], seed="sea").start(start)
    assert game.sheets[0].numbers == {game.setup.board.island("c2"): 4}
    with pytest.raises(hashi.Malformed, match="c3"):
        hashi.new_game("A", ["Tim"]).start(hashi.Number(other.island("c3"), 4))


def test_free_pens_call_and_referee() -> None:
    game = hashi.new_game("A", ["Tim", "Linus"], seed="sea", pens="free").start("4@c2", "3@d3")
    game = game.play("a1-a2 a1-a2").play("pass")
    called = game.call("Linus", on="Tim", round=1, mark="a1-a2")
    assert sum(called.sheets[0].planks) < sum(game.sheets[0].planks)
    assert called.record.calls


def test_bots_play_a_game_to_its_end() -> None:
    bots = [hashi.bot("greedy"), hashi.bot("random", seed=3)]
    for pens in hashi.Pens:
        game = hashi.new_game("B", ["Tim", "Linus"], seed=1, pens=pens).play_out(bots)
        assert game.is_over
        assert game.totals[0] > game.totals[1]


@pytest.mark.parametrize("pens", hashi.Pens)
def test_a_representation_is_one_short_line(pens: hashi.Pens) -> None:
    game = hashi.new_game("A", ["Tim", "Linus"], seed="sea", pens=pens).start("4@c2", "3@d3")
    things: list[object] = [game, game.state, game.sheets[0], game.setup, game.setup.board]
    things += [game.record, game.view(), game.legal_turns()[5], game.setup.board.islands[0]]
    for thing in things:
        assert "\n" not in repr(thing)
        assert len(repr(thing)) <= 100


def test_a_name_breaks_no_line_and_steers_no_terminal() -> None:
    game = hashi.new_game("A", ["Tim\n\x1b[31m", "\u202eLinus"], seed="sea")
    for text in (repr(game), repr(game.setup), repr(game.record), str(game)):
        assert not {"\x1b", "\u202e"} & set(text)
    assert "\n" not in repr(game) + repr(game.setup) + repr(game.record)
    assert str(game).startswith(" Tim\ufffd\ufffd[31m")


def test_str_is_the_picture() -> None:
    game = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2")
    sheet = game.sheets[0]
    for thing in (game, game.state, sheet, game.setup.board):
        assert len(str(thing).splitlines()) >= 12
        assert "\x1b" not in str(thing)
    assert "[4]" in str(sheet)
    assert "[4]" not in str(game.setup.board)
    assert str(game) == str(game.state)
    assert game._repr_svg_() == hashi.picture(game) == hashi.picture(game.state)
    assert game.setup.board._repr_svg_() == hashi.picture(game.setup.board)


def test_the_others_turns_are_not_shown_while_the_round_is_open() -> None:
    game = hashi.new_game("A", ["Tim", "Linus"], seed="sea").start("4@c2", "3@d3")
    turn = game.legal_turns()[-1]
    assert str(game.play(turn)) == str(game)
    assert hashi.picture(game.play(turn)) == hashi.picture(game)


def test_records_of_files_are_read(tmp_path: Path) -> None:
    record = hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").play("pass").record
    one, many = tmp_path / "game.json", tmp_path / "games.ndjson"
    one.write_text(hashi.write(record))
    many.write_text(f"{hashi.write(record)}\n" * 3)
    assert hashi.read_record(one) == hashi.read_record(str(one)) == record
    assert list(hashi.read_records(str(many))) == [record] * 3
    many.write_text("{}\n")
    with pytest.raises(hashi.Malformed, match=r"games\.ndjson"):
        list(hashi.read_records(many))
    for read in (hashi.read_record, lambda path: list(hashi.read_records(path))):
        with pytest.raises(FileNotFoundError, match="nowhere"):
            read(str(tmp_path / "nowhere"))
    one.write_text("[]")
    with pytest.raises(hashi.Malformed, match=r"game\.json"):
        hashi.read_record(one)


def test_a_seat_that_is_done_has_no_turns_and_nobody_acts_after_the_end() -> None:
    game = random_game(hashi.new_game("A", ["Tim"], seed=1), random.Random(1))
    assert (game.seat, game.card, game.legal_turns()) == (None, None, [])
    with pytest.raises(hashi.Illegal) as caught:
        game.play("pass")
    assert caught.value.refusal.reason is Reason.GAME_OVER
