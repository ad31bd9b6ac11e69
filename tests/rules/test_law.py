"""A mark is allowed if and only if it is not refused; nothing is ever mutated."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from random import Random

import pytest
from benchmarks.random_play import random_scrawl
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.games import refusal_of
from tests.support.generate import cards, games, rngs, sheets
from tests.support.reference_referee import reasons_against
from tests.support.reference_scorer import Paper

from hashi.record import Record
from hashi.rules import (
    PASS,
    Bridge,
    Card,
    Draft,
    Game,
    Mark,
    Number,
    Pens,
    Played,
    Refereed,
    Sheet,
    Stray,
    Turned,
    allowed_islands,
    allowed_lines,
    apply_turn,
    dead_islands,
    goal_boxes,
    law,
    news,
    play,
    refusal,
    refusals,
    turns,
    view,
)

ROOT = Path(__file__).parents[2]
all_sheets = st.one_of(sheets(), sheets(free=True), sheets(largest=4))


def paper(sheet: Sheet) -> Paper:
    """The sheet in the plain data of the second law."""
    board = sheet.board
    copy = Paper({i.name: "o" if i.flag is None else i.flag.value[0] for i in board.islands})
    copy.numbers = {i.name: n for i, n in sheet.numbers.items()}
    for line in board.lines:
        copy.bridges[frozenset(end.name for end in line.ends)] = sheet.bridges(line)
    copy.circled = {i.name for i in board.islands if sheet.is_finished(i)}
    return copy


def test_what_repeats_the_law_for_speed_names_the_test_that_compares_it() -> None:
    _, *repetitions = (law.__doc__ or "").split("\n- ")
    assert repetitions
    for told in repetitions:
        assert re.search(r"`[\w.]+`", told)
        paths = re.findall(r"tests/[\w/]+\.py", told)
        assert paths, told
        assert all((ROOT / path).is_file() for path in paths), told


@given(all_sheets)
def test_allowed_is_what_is_not_refused(sheet: Sheet) -> None:
    board = sheet.board
    for number in range(1, 7):
        refused = {i for i in board.islands if refusal(sheet, Number(i, number)) is not None}
        allowed = allowed_islands(sheet, number)
        assert set(allowed) == set(board.islands) - refused
        assert list(allowed) == sorted(allowed, key=lambda island: island.index)
    refused_lines = {line for line in board.lines if refusal(sheet, Bridge(line)) is not None}
    assert set(allowed_lines(sheet)) == set(board.lines) - refused_lines


@given(all_sheets)
def test_the_law_equals_a_second_one(sheet: Sheet) -> None:
    """Every reason against every mark, on sheets with mistakes as well."""
    plain = paper(sheet)
    marks: list[tuple[Mark, tuple[str, int] | frozenset[str]]] = [
        *((Number(i, n), (i.name, n)) for i in sheet.board.islands for n in range(1, 7)),
        *((Bridge(li), frozenset(e.name for e in li.ends)) for li in sheet.board.lines),
    ]
    for mark, told in marks:
        found = sorted(r.rule for r in refusals(sheet, mark))
        assert found == sorted(why.split()[0] for why in reasons_against(plain, told))


@given(all_sheets)
def test_r18_counts_and_circles_follow_the_marks(sheet: Sheet) -> None:
    for island in sheet.board.islands:
        lines = sheet.board.lines_of[island.index]
        assert sheet.count(island) == sum(sheet.bridges(line) for line in lines)
        if sheet.count(island) == sheet.number(island):
            assert sheet.is_finished(island)


@examples(300)
@given(rngs, all_sheets, cards)
def test_a_draft_agrees_with_apply_turn(rng: Random, sheet: Sheet, card: Card) -> None:
    """Any marks whatever: the draft refuses the mark that `apply_turn` refuses, for its reason.

    Where a number comes after other marks a draft puts it before them: see test_drafts.py.
    """
    board = sheet.board
    made = random_scrawl(rng, sheet, card)
    if rng.random() < 0.1:
        made = type(made)((*made.marks, Stray((board.islands[0], board.islands[-1]))))
    draft, refused = Draft(sheet, card), None
    for mark in made.marks:
        if isinstance(mark, Number) and draft.marks:
            return
        refused = draft.refusal(mark)
        if refused is not None:
            break
        draft = draft.with_mark(mark)
        assert draft.turn.marks[-1] == mark
        assert draft.undo().marks == draft.marks[:-1]
        assert draft.undo().redo() == draft
    refused = refused or draft.refusal_of_end()
    illegal = refusal_of(lambda: apply_turn(sheet, card, made))
    assert (None if illegal is None else illegal.refusal) == refused
    if refused is None:
        assert apply_turn(sheet, card, made) == draft.sheet


@given(all_sheets, cards)
def test_a_sheet_is_never_mutated(sheet: Sheet, card: Card) -> None:
    before, key = repr(sheet), hash(sheet)
    copy = Sheet.of(sheet.board, sheet.marks)
    for turn in list(turns(sheet, card))[:40]:
        apply_turn(sheet, card, turn)
    sheet.with_struck(3)
    dead_islands(sheet)
    for island in sheet.board.islands:
        sheet.with_number(island, 2)
    for line in sheet.board.lines:
        sheet.with_bridge(line)
    assert (repr(sheet), hash(sheet)) == (before, key)
    assert (copy.digits, copy.planks, copy.counts) == (sheet.digits, sheet.planks, sheet.counts)


@pytest.mark.no_cover
@examples(40)
@given(st.one_of(games(), games(pens=Pens.FREE)))
def test_a_game_is_never_mutated(played: tuple[Record, Game]) -> None:
    record, end = played
    game = Game.begin(record.setup)
    seen = [(game, repr(game), hash(game))]
    for entry in record.entries:
        after = game.play(entry)
        news(game, entry, after)
        for seat in (*range(len(game.sheets)), None):
            view(after, seat)
        game = after
        seen.append((game, repr(game), hash(game)))
    assert game == end
    for state, text, key in seen:
        assert (repr(state), hash(state)) == (text, key)
    again = Game.begin(record.setup)
    for entry, (state, _, key) in zip(record.entries, seen[1:], strict=True):
        again = again.play(entry)
        assert again == state
        assert hash(again) == key


@examples(40)
@given(games())
def test_whatever_is_refused_leaves_no_trace(played: tuple[Record, Game]) -> None:
    game = played[1]
    before = repr(game)
    for entry in (Turned(Card(1, 1)), Played(0, PASS), Refereed()):
        illegal = refusal_of(partial(play, game, entry))
        assert illegal is None or illegal.round == len(game.cards)
    assert goal_boxes(game, 0)
    assert repr(game) == before


@examples(100)
@given(st.one_of(sheets(), sheets(free=True)))
def test_what_is_allowed_is_what_is_not_refused(sheet: Sheet) -> None:
    """All places at once are told as one by one."""
    lines = [line for line in sheet.board.lines if not refusals(sheet, Bridge(line))]
    assert list(allowed_lines(sheet)) == lines
    for number in range(8):
        islands = [i for i in sheet.board.islands if not refusals(sheet, Number(i, number))]
        assert list(allowed_islands(sheet, number)) == islands


@examples(100)
@given(rngs, sheets(), cards)
def test_a_draft_lists_the_islands_whose_number_it_does_not_refuse(
    rng: Random, sheet: Sheet, card: Card
) -> None:
    draft = Draft(sheet, card)
    for _ in range(5):
        numbers = (Number(island, card.number) for island in sheet.board.islands)
        takers = [number.island for number in numbers if draft.refusal(number) is None]
        assert list(draft.islands) == takers
        ahead: list[Mark] = [Bridge(line) for line in draft.lines]
        ahead += [Number(island, card.number) for island in draft.islands]
        if not ahead:
            break
        draft = draft.with_mark(rng.choice(ahead))
