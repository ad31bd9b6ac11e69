"""Free pens: mistakes, calls, taking back and striking (R33–R35)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from tests.support.games import (
    bridges,
    call,
    call_entry,
    finished_islands,
    game_with_sheets,
    goals,
    mark,
    pass_rounds,
    play_round,
    struck_islands,
    turn,
)
from tests.support.generate import games
from tests.support.sheets import draw_sheet

from hashi.boards import board, standard_deck
from hashi.record import Record
from hashi.rules import (
    Called,
    Card,
    Game,
    Goal,
    Illegal,
    Number,
    Pens,
    Played,
    Reason,
    Refereed,
    Setup,
    Turned,
    view,
)

CROSS = """
        o4      r
        |
    o4  |   o
        |
        o       b
"""
"""a2-c2 crosses b1-b3."""

PAIRS = """
    o2==o2--o   o4
    .
    o   r   b   o
"""
"""a1 is finished; one bridge too many leads to b1."""

CHAIN = """
    o1--o2--o2--o2  o2  o1
    .
    o1--o2--o2--o2--o2--o
"""
"""Row 1 lacks d1-e1 and e1-f1 for six joined islands, row 2 lacks its last number."""


def free(*sheets: str) -> Game:
    return game_with_sheets(*sheets, pens=Pens.FREE)


def reasons(game: Game, seat: int = 0) -> dict[str, list[str]]:
    """The marks on a page with the reasons against each."""
    return {
        str(ink.mark): [refusal.reason.name for refusal in ink.against]
        for ink in game.pages[seat].inks
    }


# --- what is a mistake


@pytest.mark.parametrize(
    ("card", "text", "found"),
    [
        ("3/1", "3@c2 b1-d1", {"3@c2": [], "b1-d1": []}),
        ("3/1", "4@c2", {"4@c2": ["OTHER_NUMBER"]}),
        ("3/1", "3@c2 3@b3", {"3@c2": [], "3@b3": ["SECOND_NUMBER"]}),
        ("3/1", "b1-d1 3@c2", {"b1-d1": [], "3@c2": ["NUMBER_AFTER_BRIDGES"]}),
        ("3/1", "3@b1", {"3@b1": ["HAS_NUMBER"]}),
        ("3/1", "3@d1", {"3@d1": ["FLAG_WITHOUT_BRIDGE"]}),
        ("3/1", "b3-d3", {"b3-d3": ["NO_NUMBER_AT_ENDS"]}),
        ("3/1", "a2-c2", {"a2-c2": ["CROSSING"]}),
        ("3/1", "b1-b3 b1-d1", {"b1-b3": [], "b1-d1": ["TOO_MANY_BRIDGES"]}),
        ("3/2", "b1-d1", {"b1-d1": ["TOO_FEW_BRIDGES"]}),
        ("3/3", "b1-d1 b1-b3", {"b1-d1": ["TOO_FEW_BRIDGES"], "b1-b3": ["TOO_FEW_BRIDGES"]}),
        ("3/2", "b1=b3", {"b1-b3": ["LINE_FULL"]}),
        ("3/1", "5@b1 a2-c2", {"5@b1": ["OTHER_NUMBER", "HAS_NUMBER"], "a2-c2": ["CROSSING"]}),
        ("1/1", "b1-d1 1@d1", {"b1-d1": [], "1@d1": ["NUMBER_AFTER_BRIDGES"]}),
    ],
)
def test_r33_every_breach_is_a_mistake(card: str, text: str, found: dict[str, list[str]]) -> None:
    game = play_round(free(CROSS), card, text)
    assert reasons(game) == found
    mistakes = [str(ink.mark) for ink in game.pages[0].mistakes]
    assert set(mistakes) == {word for word, why in found.items() if why}


def test_r33_a_mark_is_judged_by_all_the_ink_mistakes_included() -> None:
    game = play_round(free(CROSS), "1/1", "a2-c2")
    game = play_round(game, "1/1", "b1-b3")
    assert [ink.against for ink in game.pages[0].inks if not ink.is_mistake] == []
    third = play_round(free(PAIRS), "1/1", "b1-c1")
    assert reasons(third) == {"b1-c1": ["ISLAND_FINISHED"]}


def test_r33_low_numbers_and_full_islands_are_mistakes() -> None:
    game = play_round(free("o4==o   o   o   o   o"), "1/1", "1@b1")
    assert reasons(game) == {"1@b1": ["NUMBER_TOO_LOW"]}
    overfull = play_round(game, "1/1", "b1-c1")
    assert reasons(overfull)["b1-c1"] == ["ISLAND_FULL"]


def test_r33_a_number_into_a_numbered_island_is_a_scribble() -> None:
    game = play_round(free(CROSS), "3/1", "3@b1")
    sheet = game.sheets[0]
    assert sheet.number(sheet.board.island("b1")) == 4
    assert sheet.scribbles == (Number(sheet.board.island("b1"), 3),)
    assert sheet.scribbles[0] in sheet.marks
    assert struck_islands(call(pass_rounds(game, 1), "1>1 r1 3@b1").sheets[0]) == "b1"
    back = call(game, "1>1 r1 3@b1").sheets[0]
    assert back == draw_sheet(CROSS)


def test_r33_more_ink_than_can_be_counted_does_no_harm() -> None:
    game = free("o4  o   o   o   o   o")
    for _ in range(3):
        game = play_round(game, "1/1", " ".join(["a1-b1"] * 90))
    sheet = game.sheets[0]
    assert bridges(sheet) == {"a1-b1": 255}
    assert finished_islands(sheet) == "a1"
    back = call(game, "1>1 r3 a1-b1")
    assert bridges(back.sheets[0]) == {"a1-b1": 180}


# --- taking back


@pytest.mark.parametrize(
    ("card", "text", "mark"),
    [
        ("3/1", "4@c2", "4@c2"),
        ("3/1", "a2-c2", "a2-c2"),
        ("3/2", "b1-d1", "b1-d1"),
        ("3/1", "b3-d3", "b3-d3"),
    ],
)
def test_r33_a_mistake_noticed_in_time_is_taken_back(card: str, text: str, mark: str) -> None:
    game = play_round(free(CROSS, CROSS), card, text, "pass")
    back = call(game, f"2>1 r1 {mark}")
    assert back.sheets[0] == draw_sheet(CROSS)
    assert back.pages[0].inks == ()
    assert struck_islands(back.sheets[0]) == ""


def test_r33_in_time_is_until_the_next_turns_are_laid_open() -> None:
    """The next card is turned, the culprit has even played again: still in time."""
    game = play_round(free(CROSS, CROSS), "3/1", "a2-c2", "pass").play(Turned(Card(1, 1)))
    game = game.play(Played(0, turn(game.setup.board, "b1-d1")))
    back = call(game, "2>1 r1 a2-c2")
    assert bridges(back.sheets[0]) == {"b1-b3": 1}
    assert bridges(back.laid[0]) == {"b1-b3": 1, "b1-d1": 1}
    assert view(back, 0).sheets[0] == back.laid[0]
    closed = back.play(Played(1, turn(game.setup.board, "pass")))
    assert bridges(closed.sheets[0]) == {"b1-b3": 1, "b1-d1": 1}


def test_r33_an_open_turn_is_judged_by_the_corrected_sheet() -> None:
    """The second bridge along b1-b3 would cross, were a2-c2 not taken back before."""
    game = play_round(free(CROSS, CROSS), "3/1", "a2-c2", "pass").play(Turned(Card(1, 1)))
    game = game.play(Played(0, turn(game.setup.board, "b1-b3")))
    back = call(game, "2>1 r1 a2-c2").play(Played(1, turn(game.setup.board, "pass")))
    assert reasons(back) == {"b1-b3": []}
    left = game.play(Played(1, turn(game.setup.board, "pass")))
    assert reasons(left) == {"a2-c2": ["CROSSING"], "b1-b3": ["CROSSING"]}


def test_r33_after_the_next_round_it_is_too_late() -> None:
    game = play_round(free(CROSS, CROSS), "3/1", "a2-c2", "pass")
    late = call(pass_rounds(game, 1), "2>1 r1 a2-c2")
    assert bridges(late.sheets[0]) == {"b1-b3": 1, "a2-c2": 1}
    assert struck_islands(late.sheets[0]) == "a2 c2"


def test_r33_nothing_is_taken_back_that_a_later_mark_rests_on() -> None:
    """Without the third bridge, the next one along the line would not be a mistake."""
    game = play_round(free("o5==o   o   o   o   o"), "1/1", "a1-b1")
    assert bridges(call(game, "1>1 r1 a1-b1").sheets[0]) == {"a1-b1": 2}
    flag = "o4  r   o   o   o   o"
    game = play_round(free(flag), "3/2", "a1-b1 3@b1")  # too few, and the flag rests on it
    stays = call(game, "1>1 r1 a1-b1")
    assert bridges(stays.sheets[0]) == {"a1-b1": 1}
    assert struck_islands(stays.sheets[0]) == "a1 b1"
    assert stays.sheets[0].number(stays.setup.board.island("b1")) == 3


def test_r33_a_number_that_a_bridge_starts_from_is_not_taken_back() -> None:
    game = play_round(free("o3  o   o   o   o   o"), "2/1", "5@c1 c1-d1")
    stays = call(game, "1>1 r1 5@c1")
    assert stays.sheets[0].number(stays.setup.board.island("c1")) == 5
    assert struck_islands(stays.sheets[0]) == "c1"


def test_r33_counts_against_the_card_stay_as_made() -> None:
    """The second number is a mistake even when the first is taken back, and the other way."""
    game = play_round(free(CROSS), "3/1", "4@c2 3@b3")
    assert reasons(game) == {"4@c2": ["OTHER_NUMBER"], "3@b3": ["SECOND_NUMBER"]}
    back = call(game, "1>1 r1 4@c2")
    assert reasons(back) == {"3@b3": ["SECOND_NUMBER"]}
    assert reasons(call(back, "1>1 r1 3@b3")) == {}


def test_r33_a_goal_that_is_entered_is_not_taken_back() -> None:
    """The second bridge is one too many, but six joined islands rest on it."""
    game = play_round(free(CHAIN, CHAIN), "3/1", "d1-e1 e1-f1", "pass")
    assert goals(game, 0) == {Goal.SIX: 8}
    after = call(game, "2>1 r1 e1-f1")
    assert bridges(after.sheets[0])["e1-f1"] == 1
    assert struck_islands(after.sheets[0]) == "e1 f1"


def test_r33_an_island_that_is_not_finished_any_more_loses_its_points() -> None:
    game = play_round(free("o1  o3  o   o   o   o"), "3/2", "a1-b1")
    assert (game.totals, finished_islands(game.sheets[0])) == ((2,), "a1")
    back = call(game, "1>1 r1 a1-b1")
    assert (back.totals, finished_islands(back.sheets[0])) == ((0,), "")
    again = play_round(back, "3/1", "a1-b1")
    assert again.totals == (2,)
    assert again.ledgers[0][0].round == 2


def test_r33_a_call_on_a_line_means_every_mistaken_bridge_of_that_round() -> None:
    game = play_round(free("o6==o   o   o   o   o"), "1/2", "a1=b1")
    assert bridges(game.sheets[0]) == {"a1-b1": 4}
    assert bridges(call(game, "1>1 r1 a1-b1").sheets[0]) == {"a1-b1": 2}
    half = play_round(free("o6--o   o   o   o   o"), "1/2", "a1=b1")
    assert bridges(call(half, "1>1 r1 a1-b1").sheets[0]) == {"a1-b1": 2}


def test_r33_bridges_of_a_turn_with_too_few_go_together() -> None:
    game = play_round(free("o4  o   o   o   o   o\n.\no   o   o   o   o   o"), "1/3", "a1-b1 a1-a2")
    assert bridges(call(game, "1>1 r1 a1-b1").sheets[0]) == {}
    late = call(pass_rounds(game, 1), "1>1 r1 a1-a2")
    assert struck_islands(late.sheets[0]) == "a1 b1 a2"
    assert late.pages[0].mistakes == ()


def test_r33_the_number_of_a_turn_with_too_few_bridges_is_not_in_breach() -> None:
    game = play_round(free(CROSS), "3/2", "3@c2 b1-d1")
    back = call(game, "1>1 r1 b1-d1")
    assert back.sheets[0].number(back.setup.board.island("c2")) == 3
    assert bridges(back.sheets[0]) == {"b1-b3": 1}


def test_r33_a_wrong_call_changes_nothing() -> None:
    game = play_round(free(CROSS, CROSS), "3/1", "3@c2 a2-c2", "3@c2")
    for text in [
        "2>1 r1 3@c2",  # a proper mark
        "2>2 r1 a2-c2",  # nothing there on that sheet
    ]:
        assert replace(call(game, text), calls=0) == game
    once = call(game, "2>1 r1 a2-c2")
    assert replace(call(once, "2>1 r1 a2-c2"), calls=1) == once  # it is not there any more
    late = call(pass_rounds(game, 1), "2>1 r1 a2-c2")
    assert replace(call(late, "2>1 r1 a2-c2"), calls=1) == late  # it is settled


def test_r33_marks_on_a_struck_island_are_judged_as_it_stands() -> None:
    """A struck island is full, never finished: with or without its six, b2 takes no more."""
    sheet = """
            o6
            "
        o6  o   o6  o
            "
            o6
    """
    game = pass_rounds(play_round(free(sheet), "3/1", "a2-b2 b2-c2"), 1)
    game = call(game, "1>1 r1 b2-c2")
    assert struck_islands(game.sheets[0]) == "b2 c2"
    game = play_round(game, "3/1", "6@b2 a2-b2")
    assert reasons(game)["a2-b2"] == ["ISLAND_FULL"]
    b2 = game.setup.board.island("b2")
    assert call(game, "1>1 r3 6@b2").sheets[0].number(b2) is None


def test_r33_there_are_no_calls_with_guided_pens() -> None:
    game = play_round(game_with_sheets(CROSS), "3/1", "3@c2")
    for entry in (call_entry(game, "1>1 r1 3@c2"), Refereed()):
        with pytest.raises(Illegal) as illegal:
            game.play(entry)
        assert (illegal.value.refusal.reason, illegal.value.rule) == (Reason.NO_FREE_PENS, "R33")


def test_r33_a_call_before_the_boards_are_passed_on_is_refused() -> None:
    game = Game.begin(Setup(board("A"), standard_deck(), ("Tim", "Linus"), Pens.FREE))
    mark = Number(game.setup.board.island("c2"), 4)
    with pytest.raises(Illegal) as illegal:
        game.play(Called(0, 1, 0, mark))
    assert illegal.value.refusal.reason is Reason.NOT_STARTED


@pytest.mark.parametrize("round", [-1, 0, 2, 3, 99])
def test_r33_a_call_about_a_round_that_is_not_finished_is_refused(round: int) -> None:
    """Such a call could not be written to a record: the game would be lost with it."""
    game = play_round(free(CROSS, CROSS), "3/1", "a2-c2", "pass").play(Turned(Card(1, 1)))
    with pytest.raises(Illegal) as illegal:
        game.play(Called(0, 0, round, mark(game.setup.board, "a2-c2")))
    assert (illegal.value.refusal.reason, illegal.value.rule) == (Reason.CALL_ROUND, "R33")


# --- striking


@pytest.mark.parametrize(
    ("sheet", "card", "text", "mark", "islands"),
    [
        (CROSS, "3/1", "4@c2", "4@c2", "c2"),
        (CROSS, "3/1", "3@c2 3@b3", "3@b3", "b3"),
        (CROSS, "3/1", "3@d1", "3@d1", "d1"),
        (CROSS, "3/1", "b1-d1 3@c2", "3@c2", "c2"),
        (CROSS, "3/1", "3@b1", "3@b1", "b1"),
        (CROSS, "3/1", "b3-d3", "b3-d3", "b3 d3"),  # two ends without a number
        (CROSS, "3/1", "a2-c2", "a2-c2", "a2 c2"),  # the later line of a crossing
        (CROSS, "3/2", "b1=b3", "b1-b3", "b1 b3"),  # a third bridge
        (CROSS, "3/1", "b1-b3 b1-d1", "b1-d1", "b1 d1"),  # a bridge too many
        (PAIRS, "3/1", "b1-c1", "b1-c1", "b1"),  # beyond the number of one end
        (PAIRS, "3/1", "a1-a2", "a1-a2", "a1"),  # from a finished island
        ("o2==o2--o2==o1  o   o", "3/1", "b1-c1", "b1-c1", "b1 c1"),
        ("o2==o2--o2==o1  o   o", "3/2", "b1-c1", "b1-c1", "b1 c1"),
        (PAIRS, "3/2", "b1-c1", "b1-c1", "b1 c1"),  # too few: the line's own breach as well
    ],
)
def test_r34_the_islands_that_a_mistake_makes_irregular_are_struck(
    sheet: str, card: str, text: str, mark: str, islands: str
) -> None:
    game = pass_rounds(play_round(free(sheet), card, text), 1)
    after = call(game, f"1>1 r1 {mark}")
    assert struck_islands(after.sheets[0]) == islands
    assert after.sheets[0].marks == game.sheets[0].marks  # it stays as it is


def test_r34_a_struck_island_is_never_finished() -> None:
    game = call(pass_rounds(play_round(free(CROSS), "3/1", "a2-c2"), 1), "1>1 r1 a2-c2")
    by_number = play_round(game, "1/1", "1@c2")
    sheet = by_number.sheets[0]
    c2 = sheet.board.island("c2")
    assert (sheet.number(c2), sheet.count(c2)) == (1, 1)
    assert finished_islands(sheet) == ""
    assert by_number.totals == (0,)
    by_bridge = play_round(play_round(game, "2/1", "2@c2"), "1/1", "a2-c2")
    assert finished_islands(by_bridge.sheets[0]) == ""


def test_r34_a_circle_stays_when_the_island_is_overfilled() -> None:
    game = play_round(free("o1--o3  o   o   o   o\n.\no   o   o   o   o   o"), "3/1", "a1-a2")
    assert finished_islands(game.sheets[0]) == "a1"
    after = call(pass_rounds(game, 1), "1>1 r1 a1-a2")
    assert finished_islands(after.sheets[0]) == ""
    back = call(game, "1>1 r1 a1-a2")
    assert finished_islands(back.sheets[0]) == "a1"


def test_r34_a_struck_island_earns_nothing() -> None:
    game = play_round(free("o1  o3  o   o   o   o"), "3/1", "b1-c1 a1-b1")  # a bridge too many
    assert game.totals == (2,)
    after = call(pass_rounds(game, 1), "1>1 r1 a1-b1")
    assert (struck_islands(after.sheets[0]), after.totals, after.ledgers[0]) == ("a1 b1", (0,), ())


def test_r34_a_goal_that_the_struck_sheet_does_not_meet_is_lost() -> None:
    game = play_round(free(CHAIN, CHAIN, CHAIN), "1/1", "d1-e1 e1-f1", "pass", "pass")
    game = play_round(game, "1/1", "pass", "1@f2", "pass")
    assert [goals(game, seat) for seat in range(3)] == [{Goal.SIX: 8}, {Goal.SIX: 4}, {}]
    after = call(game, "3>1 r1 e1-f1")
    assert [goals(after, seat) for seat in range(3)] == [{}, {Goal.SIX: 4}, {}]
    assert after.gone == {Goal.SIX}
    again = play_round(after, "1/1", "1@f2", "pass", "1@f2")  # reached again, at the lower value
    assert [goals(again, seat) for seat in range(3)] == [{Goal.SIX: 4}] * 3


def test_r34_a_goal_that_the_struck_sheet_still_meets_is_kept() -> None:
    game = play_round(free(CHAIN), "1/1", "1@f2 2@a1")
    after = call(pass_rounds(game, 1), "1>1 r1 2@a1")
    assert struck_islands(after.sheets[0]) == "a1"
    assert goals(after, 0) == {Goal.SIX: 8}


def test_r34_what_nobody_called_is_struck_at_the_end() -> None:
    game = game_with_sheets(CHAIN, CHAIN, pens=Pens.FREE, deck=(Card(1, 1),) * 3)
    game = play_round(game, "1/1", "d1-e1 e1-f1", "1@f2")
    game = play_round(game, "1/1", "pass", "2@a1 3@b1")
    assert [len(finished_islands(sheet).split()) for sheet in game.sheets] == [11, 9]
    assert (game.totals, game.winners) == ((14, 10), ())  # the result waits for the referee
    end = game.play(Refereed())
    assert end.is_refereed
    assert [struck_islands(sheet) for sheet in end.sheets] == ["e1 f1", "a1 b1"]
    assert [goals(end, seat) for seat in (0, 1)] == [{}, {Goal.SIX: 8}]
    assert all(page.mistakes == () for page in end.pages)
    assert (end.totals, end.winners) == ((2, 10), (1,))


def test_r34_the_referee_comes_after_the_last_round_and_is_the_last_word() -> None:
    game = game_with_sheets(CROSS, pens=Pens.FREE, deck=(Card(1, 1),) * 3)
    with pytest.raises(Illegal) as early:
        pass_rounds(game, 1).play(Refereed())
    assert early.value.refusal.reason is Reason.ROUND_OPEN
    end = pass_rounds(play_round(game, "1/1", "a2-c2"), 1).play(Refereed())
    with pytest.raises(Illegal) as late:
        call(end, "1>1 r1 a2-c2")
    assert late.value.refusal.reason is Reason.GAME_OVER


def test_r34_a_mistake_of_the_last_round_can_still_be_taken_back() -> None:
    game = pass_rounds(game_with_sheets(CROSS, pens=Pens.FREE, deck=(Card(1, 1),) * 3), 1)
    game = play_round(game, "1/1", "a2-c2")
    assert game.is_finished
    assert call(game, "1>1 r2 a2-c2").sheets[0] == draw_sheet(CROSS)


def test_r34_a_strike_reaches_the_open_turn() -> None:
    game = pass_rounds(play_round(free(CROSS, CROSS), "3/1", "a2-c2", "pass"), 1).play(
        Turned(Card(1, 1))
    )
    game = game.play(Played(0, turn(game.setup.board, "1@c2")))
    assert finished_islands(game.laid[0]) == "c2"
    after = call(game, "2>1 r1 a2-c2")
    assert (finished_islands(after.laid[0]), struck_islands(after.laid[0])) == ("", "a2 c2")
    assert bridges(after.laid[1]) == {"b1-b3": 1}


# --- checking all boards


def test_r35_every_sheet_lies_open_after_a_round() -> None:
    game = play_round(free(CROSS, CROSS, CROSS), "3/1", "a2-c2", "3@c2", "b1-d1")
    for seat in (0, 1, 2, None):
        assert view(game, seat).sheets == game.sheets
        assert view(game, seat).turns == game.turns


def test_r35_anybody_may_call_any_mark_of_any_round() -> None:
    game = free(CROSS, CROSS, CROSS)
    game = play_round(game, "3/1", "a2-c2", "a2-c2", "a2-c2")
    game = play_round(game, "2/1", "3@b3", "3@b3", "3@b3")
    game = pass_rounds(game, 2)
    for by in (1, 2, 3):
        for on in (1, 2, 3):
            first = call(game, f"{by}>{on} r1 a2-c2")
            assert struck_islands(first.sheets[on - 1]) == "a2 c2"
            second = call(first, f"{by}>{on} r2 3@b3")
            assert struck_islands(second.sheets[on - 1]) == "a2 c2 b3"
            others = [s for s in range(3) if s != on - 1]
            assert [second.sheets[s] for s in others] == [game.sheets[s] for s in others]


@given(games(pens=Pens.FREE))
def test_r35_what_stands_on_a_page_is_what_stands_on_the_sheet(
    played: tuple[Record, Game],
) -> None:
    game = played[1]
    for page, sheet in zip(game.pages, game.sheets, strict=True):
        assert page.sheet(sheet.struck) == sheet
        assert sheet.finished & sheet.struck == 0


@given(games(pens=Pens.FREE))
def test_r34_after_the_referee_no_mistake_is_left(played: tuple[Record, Game]) -> None:
    game = played[1]
    if game.is_refereed:
        for page, sheet in zip(game.pages, game.sheets, strict=True):
            for ink in page.inks:
                assert all(sheet.is_struck(island) for island in ink.irregular)
