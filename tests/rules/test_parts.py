"""The parts of the game: board, lines, cards, players (R1–R4)."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.support.games import blank_sheet, game_with_sheets, mark, refusal_reason, turn

from hashi.boards import board, standard_deck
from hashi.rules import (
    Board,
    Bridge,
    Card,
    Flag,
    Flaw,
    Game,
    Illegal,
    Malformed,
    Pens,
    Played,
    Reason,
    Setup,
    Sheet,
    Turned,
    view,
)

SIDES = [board("A"), board("B")]


@pytest.mark.parametrize("side", SIDES, ids=["A", "B"])
def test_r1_a_side_has_18_islands_on_a_6_by_6_raster(side: Board) -> None:
    assert (side.width, side.height) == (6, 6)
    assert len(side.islands) == 18
    assert Counter(i.flag for i in side.islands) == {Flag.RED: 4, Flag.BLUE: 3, None: 11}


def test_r1_side_b_is_harder_because_more_of_its_lines_cross() -> None:
    crossings = [sum(map(len, side.crossings)) // 2 for side in SIDES]
    assert crossings == [5, 8]


def test_r1_every_island_is_named_by_column_and_row() -> None:
    side = Board(("o.r", "b..", "ooo"))
    assert [island.name for island in side.islands] == ["a1", "c1", "a2", "a3", "b3", "c3"]
    assert [island.index for island in side.islands] == list(range(6))
    assert side.island("c1").flag is Flag.RED
    assert side.island("a2").flag is Flag.BLUE
    assert [i.name for i in side.chosen(side.flagged[Flag.RED])] == ["c1"]
    with pytest.raises(Malformed) as malformed:
        side.island("b1")
    assert malformed.value.flaw is Flaw.ISLAND


@pytest.mark.parametrize(
    ("rows", "flaw", "details"),
    [
        ((), Flaw.RASTER, {"given": 0, "expected": 26}),
        (("oooooo",) * 27, Flaw.RASTER, {"given": 27, "expected": 26}),
        (("o" * 27,), Flaw.RASTER, {"row": 1, "cell": 27, "given": 27, "expected": 26}),
        (("ooo", "oxo"), Flaw.CELL, {"row": 2, "cell": 2, "given": "x"}),
        (("ooo", "oooo"), Flaw.RAGGED, {"row": 2, "cell": 4, "given": 4, "expected": 3}),
        (("ooo", "oo"), Flaw.RAGGED, {"row": 2, "cell": 3, "given": 2, "expected": 3}),
        (("ooooo",), Flaw.ISLANDS, {"given": 5, "least": 6, "most": 60}),
        (("o" * 10,) * 6 + ("o" + "." * 9,), Flaw.ISLANDS, {"given": 61, "least": 6, "most": 60}),
    ],
)
def test_r1_what_is_no_board_says_where(
    rows: tuple[str, ...], flaw: Flaw, details: dict[str, str | int]
) -> None:
    with pytest.raises(Malformed) as malformed:
        Board(rows)
    assert (malformed.value.flaw, malformed.value.details) == (flaw, details)


def test_r1_the_largest_and_the_smallest_board_are_boards() -> None:
    assert len(Board(("oooooo",)).islands) == 6
    assert len(Board(("o" * 10,) * 6).islands) == 60
    assert len(Board(("o" * 6 + "." * 20, *["." * 26] * 25)).islands) == 6


def test_r2_a_line_joins_the_next_island_in_a_row_or_column() -> None:
    side = Board((".o.r", "o.o.", ".o.b"))
    assert [line.name for line in side.lines] == ["b1-d1", "b1-b3", "d1-d3", "a2-c2", "b3-d3"]
    row = Board(("oo.o", "o..o", "o...", "o..."))
    assert [line.name for line in row.lines] == [
        *["a1-b1", "a1-a2", "b1-d1", "d1-d2", "a2-d2", "a2-a3", "a3-a4"],
    ]


def test_r2_a_line_is_found_from_either_end() -> None:
    side = SIDES[0]
    line = side.line("c1", "c2")
    assert line is not None
    assert line is side.line(side.island("c2"), side.island("c1"))
    assert line.other_end(line.ends[0]) is line.ends[1]
    assert line.other_end(line.ends[1]) is line.ends[0]
    assert side.line("a1", "f1") is None


def test_r2_lines_cross_in_open_water_only() -> None:
    side = Board((".o.r", "o.o.", ".o.b"))
    pairs = {(line.name, other.name) for line in side.lines for other in side.crossings[line.index]}
    assert pairs == {("a2-c2", "b1-b3"), ("b1-b3", "a2-c2")}


def test_r2_a_line_ends_where_another_passes_without_a_crossing() -> None:
    side = Board(("ooo", ".o.", "ooo"))
    assert not any(side.crossings)


def test_r2_a_bridge_where_no_line_is_printed_is_refused() -> None:
    sheet = blank_sheet(".o.r", "o.o.", ".o.b").with_mark(
        mark(Board((".o.r", "o.o.", ".o.b")), "4@a2")
    )
    assert refusal_reason(sheet, "a2-b1") is Reason.NO_LINE
    assert refusal_reason(sheet, "d3-b1") is Reason.NO_LINE
    assert Reason.NO_LINE.rule == "R2"
    with pytest.raises(ValueError, match="no line"):
        sheet.with_mark(mark(sheet.board, "a2-b1"))


@pytest.mark.parametrize("pens", Pens)
def test_r2_a_bridge_where_no_line_is_printed_is_refused_with_any_pen(pens: Pens) -> None:
    game = game_with_sheets("o4  o   o\n\no   o   o", pens=pens).play(Turned(Card(1, 1)))
    with pytest.raises(Illegal) as illegal:
        game.play(Played(0, turn(game.setup.board, "a1-c2")))
    assert (illegal.value.rule, illegal.value.round, illegal.value.player) == ("R2", 1, "Tim")


def test_r2_a_bridge_is_drawn_along_its_line() -> None:
    sheet = Sheet.blank(SIDES[0])
    for line in sheet.board.lines:
        drawn_once = sheet.with_mark(Bridge(line))
        assert [other for other in sheet.board.lines if drawn_once.bridges(other)] == [line]
        reached = [i for i in sheet.board.islands if drawn_once.count(i)]
        assert sorted(reached, key=str) == sorted(line.ends, key=str)


def test_r3_the_deck_has_18_cards_with_a_number_and_bridges() -> None:
    deck = standard_deck()
    assert len(deck) == 18
    numbers = Counter(card.number for card in deck)
    assert set(numbers) == {1, 2, 3, 4, 5, 6}
    assert min(numbers.values()) > 1
    assert {card.bridges for card in deck} == {1, 2, 3}
    assert Card(5, 3) in deck


def test_r3_at_most_33_bridges_are_drawn_in_a_game() -> None:
    bridges = [card.bridges for card in standard_deck()]
    assert sum(bridges) - min(bridges) == 33


@pytest.mark.parametrize("text", ["0/1", "7/1", "5/0", "5/4", "5", "5/33", " 5/3", "5/3\n", "٥/3"])
def test_r3_there_is_no_other_card(text: str) -> None:
    with pytest.raises(Malformed) as malformed:
        Card.parse(text)
    assert (malformed.value.flaw, malformed.value.details) == (Flaw.CARD, {"given": text})


def test_r3_every_card_is_read_as_it_is_written() -> None:
    cards = [Card(number, bridges) for number in range(1, 7) for bridges in range(1, 4)]
    assert [Card.parse(str(card)) for card in cards] == cards
    assert str(Card(5, 3)) == "5/3"


def test_r3_the_info_bar_shows_all_18_cards() -> None:
    game = Game.begin(Setup(SIDES[0], standard_deck(), ("Tim",)))
    assert sorted(view(game, 0).unseen) == sorted(standard_deck())
    assert view(game, 0).setup.deck == standard_deck()


def test_r4_one_to_four_play_each_on_a_sheet_of_the_same_side() -> None:
    for players in range(1, 5):
        game = Game.begin(Setup(SIDES[1], standard_deck(), ("x",) * players))
        assert [sheet.board for sheet in game.sheets] == [SIDES[1]] * players
        assert game.setup.is_solo == (players == 1)


@pytest.mark.parametrize("players", [0, 5])
def test_r4_nobody_or_five_cannot_play(players: int) -> None:
    with pytest.raises(Malformed) as caught:
        Setup(SIDES[0], standard_deck(), ("x",) * players)
    assert caught.value.flaw is Flaw.PLAYERS
