"""What every prompt understands: help, leaving, any case; and how turns are taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import hashi

from hashi.boards import standard_deck
from hashi.drawing.characters.glyphs import ASCII, UNICODE, Glyphs
from hashi.drawing.sheet_scene import IslandState
from hashi.host.store.log_file import read_table
from hashi.rules import deal, seeded
from hashi.table import Table

CARD = deal(standard_deck(), seeded("s")).cards[0]


def table(home: Path) -> Table:
    return read_table(max((home / "hashi" / "games").glob("*.hashi")))


def saved(home: Path) -> Path:
    return next((home / "hashi" / "games").glob("*.hashi"))


def play(home: Path, *lines: str, options: tuple[str, ...] = ("--players", "Tim")) -> str:
    done = hashi("play", *options, "--seed", "s", lines=lines, home=home)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("start", ["4@c2", "C2=4", "4@C2", "c2 = 4"])
def test_the_first_prompt_of_a_game_understands_what_later_ones_do(
    tmp_path: Path, start: str
) -> None:
    told = play(tmp_path, "help", "?", "HELP", "signs", "board", "undo", start, "DONE", "quit")
    assert told.count("leaves the game; it’s saved") == 2
    assert "There’s nothing to undo or redo." in told
    assert "A 3 or a 4 may go here: f1 a2 c2" in told
    assert "an island without a number" in told
    assert "Round 1 of 17" in told
    assert str(table(tmp_path).played.starts[0]) == "4@c2"


@pytest.mark.parametrize("word", ["help", "?", "Help"])
def test_the_question_for_names_is_explained_again(tmp_path: Path, word: str) -> None:
    told = play(tmp_path, word, "quit", options=())
    assert told.count("Who’s playing?") == 2
    assert not list(tmp_path.rglob("*.hashi"))


def test_a_question_is_explained_and_can_be_left(tmp_path: Path) -> None:
    play(tmp_path, "c2=4")
    told = play(tmp_path, "help", "maybe", "quit", options=("--save", str(saved(tmp_path))))
    assert told.count("Type “yes” or “no”; Enter means “yes”. “quit” leaves the game.") == 2
    burnt = play(
        tmp_path, "c2=4 done", "done", "?", "NO", "quit", options=("--players", "A", "--new")
    )
    assert "Type “yes” or “no”; Enter means “no”." in burnt
    assert table(tmp_path).played.rounds == 0


def test_marks_commands_and_names_are_read_in_any_case(tmp_path: Path) -> None:
    mark = f"{CARD.number}@C4"
    told = play(tmp_path, "C2=4 done", mark, "UNDO", "Redo", "BOARD tim", "Skip")
    assert "Tim: 0 points" in told
    assert str(table(tmp_path).record.rounds[0][0]) == mark.lower()
    free = ("--players", "Tim", "--pens", "free", "--new")
    called = play(tmp_path, "c2=4 done", "1@C4 done", "CALL TIM 1@C4 R1", options=free)
    assert "isn’t a mark" not in called


def test_the_turn_before_is_taken_back_while_the_round_is_open(tmp_path: Path) -> None:
    two = ("--players", "Tim", "Linus")
    mark = f"{CARD.number}@c4"
    lines = (
        "d3=4 done",
        "d3=4 done",
        f"{mark} skip",
        "undo",
        "no",
        "undo",
        "",
        "undo",
        "pass",
        "pass",
    )
    told = play(tmp_path, *lines, options=two)
    assert told.count("Take back Tim’s turn? (yes/no)>") == 2
    assert str(table(tmp_path).record.rounds[0][0]) == "pass"


def test_undo_brings_back_cleared_marks_before_it_takes_back_a_round(tmp_path: Path) -> None:
    mark = f"{CARD.number}@c4"
    told = play(tmp_path, "d3=4 done", mark, "clear", "undo", "skip", "undo", "no")
    assert told.count("again? (yes/no)>") == 1
    assert str(table(tmp_path).record.rounds[0][0]) == mark


def test_a_closed_round_is_played_again_alone(tmp_path: Path) -> None:
    told = play(tmp_path, "d3=4 done", "pass", "undo", "no", "pass", "undo", "yes", "undo", "yes")
    assert "Play round 1 again? (yes/no)>" in told
    assert "Play round 2 again? (yes/no)>" in told
    assert table(tmp_path).played.rounds == 0
    assert table(tmp_path).is_practised


def test_a_closed_round_against_others_is_taken_back_in_practice_only(tmp_path: Path) -> None:
    bots = ("--bots", "random")
    told = play(tmp_path, "d3=4 done", "pass", "undo", options=bots)
    assert "There’s nothing to undo or redo." in told
    assert table(tmp_path).played.rounds == 1
    practice = (*bots, "--practice", "--new")
    play(tmp_path, "d3=4 done", "pass", "undo", "yes", options=practice)
    assert table(tmp_path).played.rounds == 0


def test_the_first_turn_shows_how_marks_are_typed(tmp_path: Path) -> None:
    told = play(tmp_path, "d3=4 done", "pass", "pass")
    assert told.count("Type your marks, such as") == 1
    example = told.split("such as ")[-1].split(",")[0]
    again = play(tmp_path, "d3=4 done", example, options=("--players", "Tim", "--new"))
    assert "(rule" not in again


@pytest.mark.parametrize(("colour", "glyphs"), [("none", UNICODE), ("ascii", ASCII)])
def test_the_signs_are_those_that_boards_are_drawn_with(
    tmp_path: Path, colour: str, glyphs: Glyphs
) -> None:
    free = ("--players", "Tim", "--pens", "free", "--colour", colour)
    told = play(tmp_path, "d3=4 done", "signs", options=free)
    legend = told.split("signs\n")[-1]
    signs = [glyphs.brackets[state][0] for state in IslandState]
    signs += [*glyphs.flags.values(), glyphs.open[0], glyphs.blocked[0], glyphs.target[0]]
    signs += [glyphs.allowed[0], glyphs.fresh, glyphs.ringed, *glyphs.icons.values(), glyphs.tally]
    signs += [glyphs.bridges[0][0], glyphs.bridges[1][0], glyphs.ticked, glyphs.won[0]]
    for sign in signs:
        assert any(sign in line[:10] for line in legend.splitlines()), sign
