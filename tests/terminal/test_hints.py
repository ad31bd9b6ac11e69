"""Hints in the terminal: their steps, counted, told at the end and kept in the record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.command import hashi

from hashi.boards import board, standard_deck
from hashi.coach import STEP_NAMES, HintStep, hint, step_text
from hashi.host.store.log_file import read_table
from hashi.record import notation_for
from hashi.rules import Deal, Game, Setup, Start, Turned, deal, seeded, view
from hashi.table import Aid
from hashi.words import RANKS, Words
from hashi.words.scores.scores import AIDS

SEED = "s"
DEALT: Deal = deal(standard_deck(), seeded(SEED))


def first_turn() -> Game:
    setup = Setup(board("A"), standard_deck(), ("Tim",))
    start = Start(0, notation_for(setup.board).start("c2=4"))
    return Game.begin(setup).play(start).play(Turned(DEALT.cards[0]))


@pytest.mark.parametrize("language", ["en", "de", "cs"])
def test_a_hint_has_four_steps_and_makes_its_marks(tmp_path: Path, language: str) -> None:
    words = Words(language)
    found = hint(view(first_turn(), 0))
    asked = [words.say("hint")] * 4
    skips = [words.say("skip")] * 16
    lines = ["4@c2 done", *asked, words.say("yes"), words.say("done"), *skips]
    options = ("--players", "Tim", "--seed", SEED, "--lang", language)
    done = hashi("play", *options, lines=lines, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    told = " ".join(done.stdout.split())
    places = []
    for step in HintStep:
        name = words.say(STEP_NAMES[step])
        title = words.say("{name} ({step} of {steps})", name=name, step=step, steps=4)
        places.append(told.index(" ".join(f"{title}: {step_text(words, found, step)}".split())))
    assert places == sorted(places)
    assert words.say_many("Played with {count} hint", "Played with {count} hints", 4) in told
    assert " ".join(f"({words.say(AIDS[Aid.HINTS])})".split()) in told
    assert not [rank for rank in RANKS if " ".join(words.say(rank).split()) in told]
    table = read_table(next((tmp_path / "hashi" / "games").glob("*.hashi")))
    assert table.hints == (4,)
    assert table.record.extra["hints"] == [4]
    assert sorted(map(str, table.record.rounds[0][0].marks)) == sorted(map(str, found.turn.marks))


def test_steps_without_content_are_left_out_and_not_counted(tmp_path: Path) -> None:
    """In the last round nothing can be finished any more: a hint has two steps."""
    lines = ["4@c2 done", *["skip"] * 16, "hint", "hint", "no", "hint", "no", "skip"]
    done = hashi("play", "--players", "Tim", "--seed", SEED, lines=lines, home=tmp_path)
    told = done.stdout
    assert "Nudge (1 of 2): This time every turn is about as good as any other." in told
    assert told.count("Show the turn (2 of 2): ") == 2
    table = read_table(next((tmp_path / "hashi" / "games").glob("*.hashi")))
    assert table.hints == (2,)


@pytest.mark.parametrize("last", HintStep)
def test_no_more_is_told_than_was_asked_for(tmp_path: Path, last: HintStep) -> None:
    words, found = Words("en"), hint(view(first_turn(), 0))
    lines = ["4@c2 done", *["hint"] * last, "no" if last is HintStep.MARKS else "quit", "quit"]
    done = hashi("play", "--players", "Tim", "--seed", SEED, lines=lines, home=tmp_path)
    told = " ".join(done.stdout.split())
    for step in HintStep:
        assert (" ".join(step_text(words, found, step).split()) in told) == (step <= last)


def test_marks_of_a_hint_are_made_instead_of_those_that_are_made(tmp_path: Path) -> None:
    found = hint(view(first_turn(), 0))
    own = f"{DEALT.cards[0].number}@f1"
    lines = ["4@c2 done", own, *["hint"] * 4, "no", "hint", "yes", "quit"]
    hashi("play", "--players", "Tim", "--seed", SEED, lines=lines, home=tmp_path)
    table = read_table(next((tmp_path / "hashi" / "games").glob("*.hashi")))
    assert table.hints == (4,)  # the last step is told again without being counted
    assert table.seats[0].marks == found.turn


def test_where_hints_were_not_agreed_none_are_given(tmp_path: Path) -> None:
    lines = ["4@c2 done", "4@c2 done", "hint", "quit"]
    told = hashi("play", "--players", "Tim", "Eva", lines=lines, home=tmp_path).stdout
    assert "This table was opened without hints." in told
    practice = ("--players", "Tim", "Eva", "--practice", "--new")
    told = hashi("play", *practice, lines=lines, home=tmp_path).stdout
    assert "Nudge (1 of 4): " in told


def test_a_board_too_large_for_the_coach_has_no_hints(tmp_path: Path) -> None:
    large = tmp_path / "large.txt"
    large.write_text("\n".join([" ".join("oooooo")] * 6))
    lines = ["4@c2 done", "hint", "quit"]
    options = ("--players", "Tim", "--board", str(large), "--new")
    done = hashi("play", *options, lines=lines, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Nudge" not in done.stdout
    table = read_table(next((tmp_path / "hashi" / "games").glob("*.hashi")))
    assert json.dumps(table.hints) == "[0]"
