"""Text round-trips: `parse(write(record)) == record`, and so do turns, starts and calls."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import reduce
from random import Random
from typing import Any

from benchmarks.random_play import random_board, random_record
from hypothesis import given
from hypothesis import strategies as st
from tests.support.generate import games, rngs

from hashi.boards import board, standard_deck
from hashi.record import (
    Notation,
    Record,
    call_text,
    from_fields,
    notation_for,
    parse,
    result,
    start_text,
    to_fields,
    write,
)
from hashi.record.reading import FIELDS
from hashi.rules import Board, Card, Entry, Game, Pens, Played, Refereed, Start, Turned, play

own_cards = st.builds(Card, st.integers(1, 6), st.integers(1, 3))
own_decks = st.lists(own_cards, min_size=2, max_size=99).map(tuple)
names = st.text(st.characters(exclude_categories=["Cs"]))
values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
extras = st.dictionaries(st.text().filter(lambda name: name not in FIELDS), values, max_size=3)
boards = st.one_of(st.sampled_from([board("A"), board("B")]), rngs.map(random_board))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record of any kind that the format knows."""
    rng: Random = draw(rngs)
    deck = draw(st.one_of(st.just(standard_deck()), own_decks))
    players, pens = draw(st.integers(1, 4)), draw(st.sampled_from(Pens))
    rounds = draw(st.integers(0, min(8, len(deck) - 1)))
    record, _ = random_record(rng, draw(boards), players, pens=pens, deck=deck, rounds=rounds)
    named = tuple(draw(st.lists(names, min_size=players, max_size=players)))
    box = draw(st.sampled_from([record.box, None]))
    setup = replace(record.setup, players=named)
    return replace(record, setup=setup, box=box, extra=draw(extras))


@given(records())
def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    text = write(record)
    assert "\n" not in text
    assert parse(text) == record
    assert parse(text.encode()) == record
    assert write(parse(text)) == text


@given(records())
def test_fields_are_plain_json_and_the_way_back(record: Record) -> None:
    fields = to_fields(record)
    assert json.loads(json.dumps(fields)) == fields
    assert from_fields(fields) == record
    assert fields.keys() - FIELDS == record.extra.keys()
    assert {name: fields[name] for name in record.extra} == record.extra


@given(games())
def test_a_game_is_replayed_from_its_text(played: tuple[Record, Game]) -> None:
    record, game = played
    assert parse(write(record)).replay() == game


@given(games(pens=Pens.FREE))
def test_a_game_with_free_pens_is_replayed_from_its_text(played: tuple[Record, Game]) -> None:
    record, game = played
    assert parse(write(record)).replay() == game


@given(games())
def test_a_game_is_a_fold_over_the_entries(played: tuple[Record, Game]) -> None:
    record, game = played
    entries = list(record.entries)
    assert reduce(play, entries, Game.begin(record.setup)) == game
    turned = tuple(entry.card for entry in entries if isinstance(entry, Turned))
    assert turned == record.cards
    assert sum(isinstance(entry, Played) for entry in entries) == sum(map(len, record.rounds))


@given(games(pens=Pens.FREE))
def test_the_referee_comes_once_after_the_last_round_of_free_pens(
    played: tuple[Record, Game],
) -> None:
    record, game = played
    refereed = [entry for entry in record.entries if isinstance(entry, Refereed)]
    assert len(refereed) == game.is_refereed == game.is_finished


@given(st.one_of(games(), games(pens=Pens.FREE)), st.integers(0, 18))
def test_until_a_round_the_record_is_a_prefix(played: tuple[Record, Game], round: int) -> None:
    record, game = played
    until = record.until(round)
    entries = [entry for entry in until.entries if not isinstance(entry, Refereed)]
    assert entries == list(record.entries)[: len(entries)]
    assert until.replay().rounds == min(round, game.rounds)
    assert parse(write(until)) == until
    if round >= game.rounds:
        assert until.replay() == game


def test_until_a_round_has_the_calls_of_the_rounds_before() -> None:
    record, _ = random_record(Random(3), board("A"), 3, pens=Pens.FREE)
    assert all(record.calls[index] for index in (0, 1, 2))
    assert record.until(0).calls == record.until(1).calls == ()
    assert record.until(3).calls == record.calls[:2]
    assert record.until(17) == record


@given(st.one_of(games(), games(pens=Pens.FREE)))
def test_entries_give_the_record_back(played: tuple[Record, Game]) -> None:
    record, game = played
    again = Record.of(record.setup, record.entries, box=record.box)
    assert again == (record if any(record.calls) else replace(record, calls=()))
    assert again.replay() == game


@given(games(pens=Pens.FREE), rngs)
def test_players_may_be_done_in_any_order(played: tuple[Record, Game], rng: Random) -> None:
    record, _ = played
    parts: list[list[Entry]] = [[]]
    for entry in record.entries:
        if type(entry) is not type(parts[-1][-1] if parts[-1] else entry):
            parts.append([])
        parts[-1].append(entry)
    for part in parts:
        if isinstance(part[0] if part else None, (Start, Played)):
            rng.shuffle(part)
    again = Record.of(record.setup, (entry for part in parts for entry in part), box=record.box)
    assert to_fields(again) | {"calls": 0} == to_fields(record) | {"calls": 0}


def test_turns_of_an_open_round_are_left_out_of_a_record() -> None:
    record, _ = random_record(Random(1), board("A"), 2, rounds=3)
    broken_off = list(record.entries)[:-1]
    again = Record.of(record.setup, broken_off)
    assert again.rounds == record.rounds[:2]
    assert again.cards == record.cards


def test_only_a_mistake_that_is_called_is_kept_in_a_record() -> None:
    """What the referee finds is found again from the marks."""
    record, game = random_record(Random(3), board("A"), 3, pens=Pens.FREE)
    assert any(isinstance(entry, Refereed) for entry in record.entries)
    again = Record.of(record.setup, record.entries, box=record.box)
    assert again == record
    assert again.replay() == game


def test_a_card_beyond_the_rounds_is_turned_and_the_round_is_open() -> None:
    record, _ = random_record(Random(1), board("A"), 2, rounds=4)
    left = [card for card in standard_deck() if card not in (*record.cards, record.box)]
    game = replace(record, cards=(*record.cards, *left[:2])).replay()
    assert (game.rounds, game.card, game.is_finished) == (4, left[0], False)
    assert result(game)["rounds"] == 4


# --- what is written


def test_what_is_as_usual_is_left_out() -> None:
    record, _ = random_record(Random(1), board("A"), 2, rounds=1)
    assert list(to_fields(record)) == [
        "hashi",
        "board",
        "cards",
        "box",
        "players",
        "starts",
        "rounds",
    ]
    assert to_fields(record)["board"] == "A"
    assert "box" not in to_fields(replace(record, box=None))


def test_rows_that_are_those_of_a_side_stay_rows() -> None:
    fields = to_fields(random_record(Random(1), board("B"), 1, rounds=0)[0])
    fields["board"] = {"rows": [" ".join(row) for row in board("B").rows]}
    record = from_fields(fields)
    assert record.setup.board.name is None
    assert to_fields(record) == fields


def test_a_deck_in_another_order_is_a_deck_of_ones_own() -> None:
    fields = to_fields(random_record(Random(1), board("B"), 1, rounds=0)[0])
    fields["deck"] = [str(card) for card in reversed(standard_deck())]
    assert to_fields(from_fields(fields))["deck"] == fields["deck"]
    fields["deck"].reverse()
    assert "deck" not in to_fields(from_fields(fields))


def test_names_are_written_as_they_are_and_half_characters_escaped() -> None:
    record, _ = random_record(Random(1), board("A"), 1, rounds=0)
    named = replace(record, setup=replace(record.setup, players=("Žofie 🌉",)))
    assert "Žofie 🌉" in write(named)
    halved = replace(named, extra={"note": "\ud83c"})
    assert write(halved).isascii()
    assert parse(write(halved).encode()) == halved


# --- marks, turns, starts, calls


@given(games(pens=Pens.FREE))
def test_turns_starts_and_calls_are_read_as_they_are_written(played: tuple[Record, Game]) -> None:
    record, _ = played
    written = notation_for(record.setup.board)
    assert all(written.start(start_text(start)) == start for start in record.starts)
    assert all(written.turn(str(turn)) == turn for turns in record.rounds for turn in turns)
    assert all(written.call(call_text(call)) == call for calls in record.calls for call in calls)


@given(rngs.map(random_board))
def test_every_name_on_a_board_is_read(board: Board) -> None:
    written = Notation(board)
    for line in board.lines:
        a, b = line.ends
        assert written.turn(f"{a}-{b}") == written.turn(f"{b}-{a}")
    for island in board.islands:
        assert written.start(f"{island}=3").island == island


@given(rngs)
def test_a_bridge_without_a_line_is_read_as_it_is_written(rng: Random) -> None:
    drawn = random_board(rng)
    ends = [rng.choice(drawn.islands) for _ in range(6)]
    text = " ".join(f"{a}{rng.choice('-=')}{b}" for a, b in zip(ends[::2], ends[1::2], strict=True))
    turn = notation_for(drawn).turn(text)
    assert notation_for(drawn).turn(str(turn)) == turn
