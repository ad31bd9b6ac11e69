"""Drafts: in whatever order marks are made, they add up to a turn that the rules allow."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from benchmarks.random_play import random_turn
from hypothesis import given
from tests.support.examples import examples
from tests.support.games import is_lawful_turn, turn, with_marks
from tests.support.generate import cards, rngs, sheets
from tests.support.sheets import draw_sheet

from hashi.boards import board
from hashi.rules import (
    PASS,
    Bridge,
    Card,
    Draft,
    Illegal,
    Mark,
    Number,
    Pens,
    Reason,
    Sheet,
    apply_turn,
    can_draw,
    start_refusal,
)
from hashi.rules.draft import History

SEA = "o5  o   o\n.\no   o   o"


def draft_of(sea: str, card: str, marks: str = "", pens: Pens = Pens.GUIDED) -> Draft:
    sheet = draw_sheet(sea)
    draft = Draft(sheet, Card.parse(card), pens=pens)
    return draft.with_marks(turn(sheet.board, marks).marks) if marks else draft


def made(draft: Draft, marks: str) -> Draft:
    return draft.with_marks(turn(draft.before.board, marks).marks)


def reason_against(draft: Draft, mark: str) -> Reason | None:
    against = draft.refusal(turn(draft.before.board, mark).marks[0])
    return against.reason if against else None


def every_mark(draft: Draft) -> list[Mark]:
    """Return every number and every bridge that could be tried with the card."""
    assert draft.card is not None
    sea = draft.before.board
    numbers = [Number(island, draft.card.number) for island in sea.islands]
    return [*numbers, *(Bridge(line) for line in sea.lines)]


def random_change(rng: Random, draft: Draft) -> Draft:
    """Return the draft after an arbitrary change, or as it is where the rules refuse that."""
    match rng.randrange(8):
        case 0:
            return draft.undo()
        case 1:
            return draft.redo()
        case 2:
            return draft.clear()
        case 3 if draft.marks:
            return draft.without(rng.choice(draft.marks))
    try:
        return draft.with_mark(rng.choice(every_mark(draft)))
    except Illegal:
        return draft


# --- laws


@examples(150)
@given(rngs, sheets(largest=5), cards)
def test_r7_whatever_is_changed_a_draft_that_may_end_is_a_turn_of_the_rules(
    rng: Random, sheet: Sheet, card: Card
) -> None:
    draft = Draft(sheet, card)
    for _ in range(12):
        draft = random_change(rng, draft)
        whole = draft.refusal_of_end() is None
        assert is_lawful_turn(sheet, card, draft.marks) == whole
        assert is_lawful_turn(sheet, card, draft.lawful_turn.marks)
        if whole:
            assert apply_turn(sheet, card, draft.turn) == draft.sheet


@examples(150)
@given(rngs, sheets(largest=5), cards)
def test_r7_the_marks_of_a_turn_are_made_in_any_order(
    rng: Random, sheet: Sheet, card: Card
) -> None:
    """Only a bridge that starts at this turn's number has to wait until it is written."""
    wanted = random_turn(rng, sheet, card)
    draft, waiting = Draft(sheet, card), rng.sample(wanted.marks, len(wanted.marks))
    for mark in waiting:
        against = draft.refusal(mark)
        if against is None:
            draft = draft.with_mark(mark)
        else:
            assert against.reason is Reason.NO_NUMBER_AT_ENDS
            assert draft.number is None
    draft = draft.with_marks(tuple((Counter(wanted.marks) - Counter(draft.marks)).elements()))
    assert Counter(draft.marks) == Counter(wanted.marks)
    assert draft.sheet == apply_turn(sheet, card, wanted)


@examples(100)
@given(rngs, sheets(largest=5), cards)
def test_islands_and_lines_are_what_the_draft_does_not_refuse(
    rng: Random, sheet: Sheet, card: Card
) -> None:
    draft = Draft(sheet, card)
    for _ in range(6):
        draft = random_change(rng, draft)
        allowed = [mark for mark in every_mark(draft) if draft.refusal(mark) is None]
        assert [Number(island, card.number) for island in draft.islands] == [
            mark for mark in allowed if isinstance(mark, Number)
        ]
        assert [Bridge(line) for line in draft.lines] == [
            mark for mark in allowed if isinstance(mark, Bridge)
        ]


@examples(60)
@given(rngs, sheets(largest=4), cards)
def test_r13_a_draft_is_stranded_when_no_turn_goes_on_from_it(
    rng: Random, sheet: Sheet, card: Card
) -> None:
    draft = Draft(sheet, card)
    for _ in range(6):
        draft = random_change(rng, draft)
        ends = [draft, *(draft.with_mark(Number(i, card.number)) for i in draft.islands)]
        ends = ends[:1] if draft.number else ends
        has_way = any(can_draw(end.sheet, end.missing) for end in ends)
        assert draft.is_stranded == (draft.drawn > 0 and not has_way)
        for line in draft.stranding:
            assert draft.with_mark(Bridge(line)).is_stranded


@examples(100)
@given(rngs, sheets(largest=5), cards)
def test_undo_takes_every_change_back_and_redo_makes_it_again(
    rng: Random, sheet: Sheet, card: Card
) -> None:
    draft = Draft(sheet, card)
    seen = [draft]
    for _ in range(10):
        changed = random_change(rng, draft)
        if changed.history.past and changed.marks != draft.marks and not changed.may_redo:
            draft = changed
            seen.append(draft)
    for earlier in reversed(seen[:-1]):
        draft = draft.undo()
        assert draft == earlier
    assert not draft.may_undo
    for later in seen[1:]:
        draft = draft.redo()
        assert draft == later
    assert not draft.may_redo


# --- cases


def test_a_draft_counts_what_is_missing() -> None:
    draft = draft_of(SEA, "2/2")
    sheet = draft.before
    assert (draft.drawn, draft.missing, draft.turn) == (0, 2, PASS)
    written = made(draft, "2@c1")
    assert written.missing == 2
    assert written.refusal_of_end() is None
    begun = made(written, "a1-b1")
    assert (begun.drawn, begun.missing) == (1, 1)
    short = begun.refusal_of_end()
    assert short is not None
    assert short.reason is Reason.TOO_FEW_BRIDGES
    done = made(begun, "b1-c1")
    assert (done.missing, done.refusal_of_end()) == (0, None)
    assert done.sheet == with_marks(sheet, "2@c1 a1-b1 b1-c1")
    with pytest.raises(Illegal) as illegal:
        made(done, "a1-a2")
    assert illegal.value.refusal.reason is Reason.TOO_MANY_BRIDGES
    assert illegal.value.round is None
    assert str(illegal.value) == (
        "a1-a2: The card shows 2 bridges, and you’ve already drawn them. (rule R13)"
    )
    assert done.undo() == begun


def test_r13_a_draft_has_room_where_its_number_makes_it() -> None:
    row = "o1  o   o   o   o   o"
    two, three = draft_of(row, "1/2"), draft_of(row, "1/3")
    assert " ".join(island.name for island in two.islands) == "b1 c1 d1 e1 f1"
    assert not two.is_stranded
    assert not made(two, "a1-b1").is_stranded  # the 1 is still to be written: on d1, say
    assert two.stranding == ()
    assert made(three, "a1-b1").is_stranded
    assert [str(line) for line in three.stranding] == ["a1-b1"]
    assert not made(draft_of(SEA, "2/2"), "a1-b1").is_stranded


def test_undo_and_redo_of_nothing_change_nothing() -> None:
    draft = draft_of(SEA, "2/2")
    assert draft.undo() == draft.redo() == draft.clear() == draft
    assert not draft.may_undo
    assert not draft.may_redo


def test_r7_the_number_is_written_after_bridges_and_stands_before_them() -> None:
    draft = draft_of(SEA, "2/2", "a1-b1 a1-a2 2@b2")
    assert str(draft.turn) == "2@b2 a1-b1 a1-a2"
    assert str(draft.undo().turn) == "a1-b1 a1-a2"


def test_r9_the_number_moves_to_another_island() -> None:
    draft = draft_of(SEA, "2/2", "2@c1 a1-b1 2@b2")
    assert str(draft.turn) == "2@b2 a1-b1"
    assert str(draft.undo().turn) == "2@c1 a1-b1"
    assert reason_against(draft, "2@b2") is Reason.HAS_NUMBER
    assert reason_against(draft, "2@a1") is Reason.HAS_NUMBER
    assert reason_against(draft, "3@c1") is Reason.OTHER_NUMBER


def test_r14_a_number_at_which_a_bridge_starts_does_not_move() -> None:
    draft = draft_of(SEA, "2/2", "2@c1 c1-c2")
    assert reason_against(draft, "2@b2") is Reason.NUMBER_NEEDED
    assert reason_against(draft, "2@c2") is None  # the other end of the same bridge
    assert [island.name for island in draft.islands] == ["c2"]
    with pytest.raises(Illegal) as illegal:
        made(draft, "2@b2")
    assert str(illegal.value) == (
        "2@b2: The bridge c1-c2 starts at this turn’s number. Undo the bridge to move the"
        " number. (rule R14)"
    )


def test_r7_a_bridge_of_the_same_turn_does_not_open_a_flag() -> None:
    draft = draft_of("o5  r   o\n.\no   o   o", "2/2", "a1-b1")
    assert reason_against(draft, "2@b1") is Reason.FLAG_BEFORE_BRIDGES
    assert reason_against(draft_of("o5--r   o\n.\no   o   o", "2/2", "a1-b1"), "2@b1") is None


def test_r12_bridges_of_the_same_turn_count_for_the_number() -> None:
    draft = draft_of(SEA, "1/2", "a1-b1 a1-b1")
    assert reason_against(draft, "1@b1") is Reason.NUMBER_TOO_LOW
    assert reason_against(draft_of(SEA, "2/2", "a1=b1"), "2@b1") is None


def test_r13_a_number_that_can_still_come_may_make_room() -> None:
    draft = draft_of("o1  o   o\n.\no   o   o", "2/2", "a1-b1")
    assert not draft.lines
    assert not draft.is_stranded
    assert made(draft, "2@b2 b2-c2").refusal_of_end() is None


def test_r13_a_number_that_is_written_makes_no_more_room() -> None:
    draft = draft_of("o1  o   o   o\n.\no   .   .   .\n.\n.   o   .   .", "2/2", "2@a2 a1-b1")
    assert not draft.lines
    assert draft.is_stranded


def test_start_over_is_undone_at_once_and_marks_typed_together_one_by_one() -> None:
    draft = draft_of(SEA, "2/2", "2@c1 a1-b1")
    again = draft.clear().undo()
    assert again == draft
    assert again.redo().marks == ()
    assert str(again.undo().turn) == "2@c1"
    assert draft.history.undone(draft.marks) == ()
    assert draft.undo().history.undone(draft.undo().marks) == draft.marks[1:]


def test_a_start_takes_the_place_of_the_last_one() -> None:
    sea = board("A")
    plain = [i for i in sea.islands if start_refusal(Number(i, 3)) is None]
    draft = Draft(Sheet.blank(sea), None).with_marks((Number(plain[0], 3), Number(plain[1], 4)))
    assert draft.marks == (Number(plain[1], 4),)
    assert draft.undo().marks == (Number(plain[0], 3),)


def test_r33_a_free_pen_keeps_the_order_and_a_second_number() -> None:
    free = draft_of(SEA, "2/2", "a1-b1 2@c1 2@b2", Pens.FREE)
    assert str(free.turn) == "a1-b1 2@c1 2@b2"
    island = free.before.board.island("c2")
    assert str(free.with_number(Number(island, 2)).turn) == "a1-b1 2@c2 2@b2"


def test_marks_that_were_undone_are_found_again_in_their_order() -> None:
    side = board("A")
    number, first, second = turn(side, "5@c2 c1-c2 c2-e2").marks
    history = History.of_undone((number,), (second, first))
    assert history.undone((number,)) == (second, first)
    assert [len(marks) for marks in history.future] == [3, 2]


def test_a_free_pen_writes_wherever_a_number_may_stand_first() -> None:
    draft = draft_of(SEA, "4/1", pens=Pens.FREE)
    plain = draft_of(SEA, "4/1")
    assert draft.open_islands == plain.open_islands != 0
    written = draft.with_marks(turn(draft.before.board, "4@c1").marks)
    assert written.open_islands == 0
