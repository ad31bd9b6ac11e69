"""What is said of a board that is drawn, and that it is true."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from hashi.boards import SIDES, BoardDraft, Remark, board, check, draft_from_lines, standard_deck
from hashi.boards.checks import bridges_in_a_game
from hashi.boards.making import new_board
from hashi.boards.shape import is_connected, ways_to_look
from hashi.rules import Card, Game, Malformed, Setup
from hashi.words import LANGUAGES, Words
from hashi.words.board_remarks import remark_text

CROSS = ("..o..", ".....", "o...o", ".....", "..o..")


def remarks(draft: BoardDraft, deck: tuple[Card, ...] = ()) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for finding in check(draft, deck).findings:
        found.setdefault(finding.remark, set()).add(finding.island or str(finding.given))
    return found


@pytest.mark.parametrize("side", SIDES)
def test_our_own_sides_are_right(side: str) -> None:
    looked = check(BoardDraft(board(side).rows))
    assert looked.is_right
    assert looked.findings == ()


def test_lines_and_crossings_appear_by_themselves() -> None:
    draft = BoardDraft(CROSS)
    assert [line.name for line in draft.lines] == ["c1-c5", "a3-e3"]
    assert [(a.name, b.name) for a, b in draft.crossings] == [("a3-e3", "c1-c5")]
    between = draft.stepped("c3")
    assert len(between.lines) == 4
    assert between.crossings == ()


def test_a_tap_steps_through_what_a_point_can_be() -> None:
    draft, seen = BoardDraft.empty(3, 3), []
    for _ in range(4):
        draft = draft.stepped("b2")
        seen.append(draft.cell("b2"))
    assert seen == ["o", "r", "b", "."]
    assert draft == BoardDraft.empty(3, 3)
    for point in ("d1", "a4", "a0", "a", "", "1a", "a١"):
        with pytest.raises(Malformed):
            draft.stepped(point)


def test_weak_islands_are_named() -> None:
    found = remarks(BoardDraft((*CROSS[:4], "..o...o"[:5])))
    assert found[Remark.ONE_LINE] == {"c1", "a3", "e3", "c5"}
    alone = BoardDraft(("o..o", "....", ".r..", "o..o"))
    assert remarks(alone)[Remark.UNREACHED] == {"b3"}
    assert check(alone).outside == {"b3"}


def test_what_keeps_a_game_from_beginning() -> None:
    assert Remark.TOO_FEW in remarks(BoardDraft(CROSS))
    assert Remark.TOO_MANY in remarks(BoardDraft(("o" * 8,) * 8))
    assert Remark.NO_START in remarks(BoardDraft(("rrr", "bbb")))
    assert Remark.CARDS_TOO_FEW in remarks(BoardDraft(("ooo", "oob")), (Card(1, 1),))


def test_remarks_about_a_deck() -> None:
    side = BoardDraft(board("A").rows)
    deck = (Card(1, 1), *[card for card in standard_deck() if card.number != 1])
    assert remarks(side, deck) == {Remark.ONLY_ONCE: {"1"}, Remark.CARDS: {str(len(deck))}}
    row = BoardDraft(("oooooo",))
    assert remarks(row)[Remark.NEVER] == {"5", "6"}
    assert bridges_in_a_game(standard_deck()) == (
        sum(card.bridges for card in standard_deck()) - 3,
        sum(card.bridges for card in standard_deck()) - 1,
    )


@pytest.mark.hypothesis
@settings(max_examples=100)
@given(some.lists(some.text(".orb", min_size=5, max_size=5), min_size=1, max_size=6))
def test_a_board_is_playable_where_a_game_can_begin(rows: list[str]) -> None:
    draft = BoardDraft(tuple(rows))
    looked = check(draft)
    try:
        made = draft.board()
        Game.begin(Setup(made, standard_deck(), ("Tim",)))
        can_begin = any(island.flag is None for island in made.islands)
    except Malformed:
        can_begin = False
    assert looked.is_playable == can_begin
    if can_begin:
        assert looked.is_connected == is_connected(made)
        assert looked.lines == len(made.lines)
        assert looked.crossings == sum(map(len, made.crossings)) // 2
        assert looked.weak == {i.name for i in made.islands if len(made.lines_of[i.index]) < 2}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_remark_has_its_sentence(language: str) -> None:
    words = Words(language)
    drafts = [BoardDraft(CROSS), BoardDraft(("rrr", "bbb")), BoardDraft(("o..o", ".r..", "o..o"))]
    told = {remark_text(words, each) for draft in drafts for each in check(draft).findings}
    assert all(text and "{" not in text for text in told)


def test_a_new_board_is_right_and_follows_from_its_seed() -> None:
    for seed in ("a", "b", "c"):
        made = new_board(seed)
        assert made == new_board(seed)
        assert check(BoardDraft(made.rows)).is_right
    assert new_board("a") != new_board("b")


def test_the_eight_ways_to_look_at_a_board() -> None:
    looks = ways_to_look(("or.", "..b"))
    assert looks[0] == ("or.", "..b")
    assert len(set(looks)) == 8
    assert BoardDraft(looks[0]).turned().rows == looks[1]
    assert BoardDraft(looks[0]).mirrored().rows == looks[4]


def test_a_drawn_board_is_read_as_a_file_has_it() -> None:
    draft = draft_from_lines(["# mine", "o . r", ". . ."])
    assert draft.rows == ("o.r", "...")
    assert draft_from_lines(draft.text().splitlines()) == draft
    assert draft.resized(2, 3).rows == ("o.", "..", "..")
    with pytest.raises(Malformed, match="line 2"):
        draft_from_lines(["o . r", ". x ."])
