"""Boards and decks as short codes: read back as they were, and anything else refused."""

from __future__ import annotations

import base64
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from hashi.boards import BoardDraft, board, code_of, read_code, standard_deck
from hashi.boards.codes import KINDS, LONGEST, looks_like_code
from hashi.rules import Card, Malformed


@some.composite
def drafts(draw: some.DrawFn) -> BoardDraft:
    width, height = draw(some.integers(1, 26)), draw(some.integers(1, 26))
    row = some.text(".orb", min_size=width, max_size=width)
    return BoardDraft(tuple(draw(some.lists(row, min_size=height, max_size=height))))


@pytest.mark.hypothesis
@settings(max_examples=200)
@given(drafts(), some.lists(some.sampled_from(KINDS), max_size=99))
def test_what_a_code_says_is_what_was_written(draft: BoardDraft, deck: list[Card]) -> None:
    code = code_of(draft, deck)
    assert looks_like_code(code)
    assert len(code) <= LONGEST
    read, cards = read_code(code)
    assert (read, sorted(cards)) == (draft, sorted(deck))


def test_a_side_has_a_short_code_and_the_standard_deck_is_not_told() -> None:
    draft = BoardDraft(board("A").rows)
    assert code_of(draft) == code_of(draft, standard_deck()) == "AQYGyBRMEShEMQRJeI4"


@pytest.mark.hypothesis
@settings(max_examples=300)
@given(some.text(max_size=60) | some.text("AQYGyBRMEShEM_-=", max_size=30))
def test_any_other_text_is_refused(text: str) -> None:
    try:
        draft, deck = read_code(text)
    except Malformed:
        return
    assert code_of(draft, deck) == text


def forged(body: bytes) -> str:
    """Return a code whose check is right, whatever is in it."""
    text = base64.urlsafe_b64encode(body + (crc32(body) & 0xFFFF).to_bytes(2))
    return text.decode().rstrip("=")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "AQYGyBRMEShEMQRJeI5",  # another check
        "AQYGyBRMEShEMQRJeI4=",
        "AQYGyBRMEShEMQRJeI4\n",
        forged(bytes((2, 6, 6)) + bytes(9)),  # another version
        forged(bytes((1, 27, 1)) + bytes(7)),  # a raster that is too large
        forged(bytes((1, 0, 6))),
        forged(bytes((1, 1, 1, 1))),  # more cells than the raster has
        forged(bytes((1, 6, 6)) + bytes(8)),  # fewer
        forged(bytes((1, 1, 1, 0, 1, 0))),  # zeros at the end
        forged(bytes((1, 1, 1, 0)) + bytes((100,))),  # too many cards
        forged(bytes((1, 1, 1, 0)) + bytes(18) + b"\1"),  # a card that there is not
        "A" * (LONGEST + 1),
    ],
)
def test_odd_codes_are_refused(text: str) -> None:
    with pytest.raises(Malformed):
        read_code(text)
