"""Decks as files: our 18 cards, decks of one's own, and what can be wrong with one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hashi.boards
from hashi.boards import deck_from_lines, read_deck, standard_deck
from hashi.rules import Card, Flaw, Malformed
from hashi.rules.card import check_deck_size

FOLDER = Path(hashi.boards.__file__).parent
cards = st.builds(Card, st.integers(1, 6), st.integers(1, 3))


def test_r3_there_are_18_cards_with_a_number_and_bridges() -> None:
    deck = standard_deck()
    assert len(deck) == 18
    assert {card.number for card in deck} == {1, 2, 3, 4, 5, 6}
    assert {card.bridges for card in deck} == {1, 2, 3}
    assert standard_deck() is deck


def test_the_deck_fits_what_is_known_of_the_printed_one() -> None:
    deck = standard_deck()
    assert Card(5, 3) in deck
    assert all(count > 1 for count in Counter(card.number for card in deck).values())
    smallest = min(card.bridges for card in deck)
    assert sum(card.bridges for card in deck) - smallest >= 33


def test_the_deck_is_what_its_file_says() -> None:
    path = FOLDER / "deck.txt"
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert [str(card) for card in standard_deck()] == " ".join(lines).split()
    assert read_deck(path) == standard_deck()


@given(st.lists(cards, min_size=2, max_size=99), st.sampled_from([" ", "\n", "\t", " \n\n# 9/9\n"]))
def test_any_deck_is_read_card_by_card(deck: list[Card], between: str) -> None:
    text = between.join(map(str, deck))
    assert deck_from_lines(text.splitlines()) == tuple(deck)


@pytest.mark.parametrize("count", [0, 1, 100, 150])
def test_a_deck_has_2_to_99_cards(count: int) -> None:
    with pytest.raises(Malformed) as caught:
        deck_from_lines(["5/3"] * count)
    details = {"given": count, "least": 2, "most": 99}
    assert (caught.value.flaw, caught.value.details) == (Flaw.DECK_SIZE, details)


def test_the_smallest_and_the_largest_deck() -> None:
    for count in (2, 99):
        check_deck_size([Card(5, 3)] * count)
        assert len(deck_from_lines(["5/3"] * count)) == count


@pytest.mark.parametrize(
    ("lines", "line", "column", "given"),
    [
        (["5/3 7/1"], 1, 5, "7/1"),
        (["5/3", "# mine", "", "  2/1 2/4"], 4, 7, "2/4"),
        (["0/1"], 1, 1, "0/1"),
        (["5/0"], 1, 1, "5/0"),
        (["5/3,2/1"], 1, 1, "5/3,2/1"),
        (["5 /3"], 1, 1, "5"),
        (["5-3"], 1, 1, "5-3"),
        (["05/3"], 1, 1, "05/3"),
        (["\t５/3"], 1, 2, "５/3"),
        (["5/3 # mine"], 1, 5, "#"),
    ],
)
def test_a_wrong_card_is_told_with_line_and_column(
    lines: list[str], line: int, column: int, given: str
) -> None:
    with pytest.raises(Malformed) as caught:
        deck_from_lines(lines)
    details = {"line": line, "column": column, "given": given}
    assert (caught.value.flaw, caught.value.details) == (Flaw.CARD, details)


@pytest.mark.parametrize(
    ("content", "flaw"),
    [
        (b"5/3 2/1\xff", Flaw.ENCODING),
        (b"5/3 " * 20_000, Flaw.TOO_LONG),
        (b"\xef\xbb\xbf5/3\r\n", Flaw.DECK_SIZE),
        (b"5/3 x", Flaw.CARD),
    ],
)
def test_a_file_that_is_no_deck(tmp_path: Path, content: bytes, flaw: Flaw) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(content)
    with pytest.raises(Malformed) as caught:
        read_deck(path)
    assert caught.value.flaw is flaw
    assert caught.value.details["file"] == str(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Malformed) as caught:
        read_deck(tmp_path / "none.txt")
    assert caught.value.flaw is Flaw.FILE


def test_a_file_with_a_byte_order_mark_and_other_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(b"\xef\xbb\xbf# mine\r\n5/3\t2/1\r\n")
    assert read_deck(path) == (Card(5, 3), Card(2, 1))
