"""Setting up: the start, the boards passed on, the shuffle (R5, R6)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.games import begin_game, refused_entry

from hashi.boards import board, standard_deck
from hashi.record import notation_for
from hashi.rules import (
    Card,
    Game,
    Number,
    Pens,
    Reason,
    Setup,
    Sheet,
    Start,
    Turned,
    deal,
    seeded,
    start_refusal,
    view,
)

A = board("A")


def start(text: str) -> Number:
    return notation_for(A).start(text)


@pytest.mark.parametrize("number", [3, 4])
def test_r5_any_island_without_a_flag_takes_a_3_or_a_4(number: int) -> None:
    allowed = [i for i in A.islands if start_refusal(Number(i, number)) is None]
    assert allowed == [i for i in A.islands if i.flag is None]


@pytest.mark.parametrize("number", [0, 1, 2, 5, 6, 7])
def test_r5_no_other_number_is_a_start(number: int) -> None:
    refused = start_refusal(Number(A.island("c2"), number))
    assert refused is not None
    assert (refused.reason, refused.rule) == (Reason.START_NUMBER, "R5")
    assert refused.island == A.island("c2")


@pytest.mark.parametrize("name", ["a1", "c1", "e2", "f3"])
def test_r5_no_start_on_a_flagged_island(name: str) -> None:
    refused = start_refusal(Number(A.island(name), 3))
    assert refused is not None
    assert (refused.reason, refused.island) == (Reason.START_FLAG, A.island(name))


@pytest.mark.parametrize("pens", Pens)
def test_r5_the_start_is_checked_with_any_pen(pens: Pens) -> None:
    game = Game.begin(Setup(A, standard_deck(), ("Tim", "Linus"), pens))
    for text, why in [("a1=3", Reason.START_FLAG), ("c2=5", Reason.START_NUMBER)]:
        refused = refused_entry(game, Start(0, start("f1=4")), Start(1, start(text)))
        assert refused.refusal.reason is why
        assert (refused.round, refused.player) == (0, "Linus")


@pytest.mark.parametrize(
    ("starts", "played_on"),
    [
        (["c2=4"], ["c2=4"]),
        (["c2=4", "d3=3"], ["d3=3", "c2=4"]),
        (["c2=4", "d3=3", "f1=3"], ["f1=3", "c2=4", "d3=3"]),
        (["c2=4", "d3=3", "f1=3", "a6=4"], ["a6=4", "c2=4", "d3=3", "f1=3"]),
    ],
)
def test_r5_the_board_goes_to_the_left_neighbour(starts: list[str], played_on: list[str]) -> None:
    game = begin_game(A, *starts)
    blank = Sheet.blank(A)
    assert list(game.sheets) == [blank.with_mark(start(text)) for text in played_on]
    assert list(game.starts) == [start(text) for text in starts]
    for seat in range(len(starts)):
        holder = game.setup.holder_of_start(seat)
        assert game.sheets[holder] == blank.with_mark(start(starts[seat]))


def test_r5_the_boards_are_passed_on_when_all_have_written() -> None:
    game = begin_game(A, "c2=4", "d3=3")
    assert game.is_started
    before = Game.begin(game.setup).play(Start(1, start("d3=3")))
    assert not before.is_started
    assert before.sheets == (Sheet.blank(A), Sheet.blank(A).with_mark(start("d3=3")))
    assert before.play(Start(0, start("c2=4"))) == game


def test_r5_nobody_starts_twice_and_no_card_is_turned_before() -> None:
    game = Game.begin(Setup(A, standard_deck(), ("Tim", "Linus")))
    twice = refused_entry(game, Start(0, start("c2=4")), Start(0, start("d3=3")))
    assert (twice.refusal.reason, twice.rule) == (Reason.STARTED_ALREADY, "R5")
    early = refused_entry(game, Start(0, start("c2=4")), Turned(Card(5, 3)))
    assert (early.refusal.reason, early.rule) == (Reason.NOT_STARTED, "R5")
    assert (early.round, early.player) == (0, "")


def test_r6_one_card_goes_into_the_box_and_17_are_the_draw_pile() -> None:
    dealt = deal(standard_deck(), seeded("any"))
    assert len(dealt.cards) == 17
    assert Counter([*dealt.cards, dealt.box]) == Counter(standard_deck())
    assert Setup(A, standard_deck(), ("Tim",)).rounds == 17


@given(st.text(), st.lists(st.sampled_from(standard_deck()), min_size=2, max_size=40).map(sorted))
def test_r6_every_deal_is_a_permutation(seed: str, deck: list[Card]) -> None:
    dealt = deal(deck, seeded(seed))
    assert sorted([*dealt.cards, dealt.box]) == deck
    assert dealt == deal(deck, seeded(seed))


def test_r6_the_same_seed_deals_the_same_order_everywhere() -> None:
    orders = {seed: deal(standard_deck(), seeded(seed)) for seed in ("hashi", "2024")}
    assert {seed: (" ".join(map(str, d.cards)), str(d.box)) for seed, d in orders.items()} == {
        "hashi": (
            "2/3 2/1 6/3 3/3 4/3 2/2 1/2 1/1 5/2 3/1 3/2 5/3 5/1 6/1 1/1 4/2 6/2",
            "4/1",
        ),
        "2024": (
            "4/3 3/3 5/1 6/3 3/1 6/2 4/1 1/1 2/3 2/1 5/3 6/1 1/2 5/2 4/2 2/2 3/2",
            "1/1",
        ),
    }


def test_r6_every_text_is_a_seed() -> None:
    seeds = ["", "0", "Brücke", "🏝", "\ud800"]
    orders = [deal(standard_deck(), seeded(seed)) for seed in seeds]
    assert len(set(orders)) == len(seeds)


def test_r6_every_card_is_as_likely_at_every_place() -> None:
    deck = [Card(number, 1) for number in range(1, 7)]
    below = seeded("fair")
    seen = Counter((at, card) for _ in range(3000) for at, card in enumerate(_all(deck, below)))
    assert len(seen) == 36
    assert min(seen.values()) > 420  # 500 expected, 20.4 is one standard deviation
    assert max(seen.values()) < 580


def _all(deck: list[Card], below: object) -> list[Card]:
    assert callable(below)
    dealt = deal(deck, below)
    return [dealt.box, *dealt.cards]


def test_r6_chance_below_n_is_uniform_enough() -> None:
    below = seeded("fair")
    for n in (2, 3, 6, 18):
        seen = Counter(below(n) for _ in range(600 * n))
        assert set(seen) == set(range(n))
        assert min(seen.values()) > 480
        assert max(seen.values()) < 720


def test_r6_what_would_favour_small_numbers_is_thrown_away() -> None:
    """Of 2^32 words those beyond the last whole multiple of n are not used."""
    n = 2**31 + 2**30  # a plain remainder would hit the lower third twice as often
    below = seeded("fair")
    low = sum(below(n) < 2**30 for _ in range(3000))
    assert 850 < low < 1150


def test_r6_numbers_of_one_seed_do_not_repeat() -> None:
    below = seeded("long")
    drawn = [below(2**32) for _ in range(200)]
    assert len(set(drawn)) == 200
    assert all(a != b for a, b in pairwise(drawn))


def test_r6_nobody_sees_the_box_or_the_order_of_the_pile() -> None:
    game = begin_game(A, "c2=4", "d3=3", deck=standard_deck()).play(Turned(Card(5, 3)))
    for seat in (0, 1, None):
        unseen = view(game, seat).unseen
        assert unseen == tuple(sorted(unseen))
        assert Counter([*unseen, Card(5, 3)]) == Counter(standard_deck())


def test_r6_a_card_is_turned_no_more_often_than_the_deck_has_it() -> None:
    deck = (Card(1, 1), Card(1, 1), Card(2, 1), Card(3, 1))
    game = begin_game(A, "c2=4", deck=deck)
    refused = refused_entry(game, Turned(Card(5, 3)))
    assert (refused.refusal.reason, refused.rule) == (Reason.CARD_NOT_LEFT, "R6")
    assert refused.refusal.card == Card(5, 3)
