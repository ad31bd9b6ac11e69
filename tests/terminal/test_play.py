"""Whole games through a pipe: solo games and several players, guided and free pens."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from benchmarks.random_play import random_turn
from tests.support.command import hashi

from hashi.boards import board, standard_deck
from hashi.host.store.log_file import read_table
from hashi.record import Record, notation_for, result
from hashi.rules import (
    Deal,
    Game,
    Played,
    Setup,
    Start,
    Turned,
    deal,
    goal_boxes,
    seeded,
)
from hashi.table import is_fair
from hashi.words import LANGUAGES, RANKS, Words, describe_goals

A = board("A")
RELEASE = Path(__file__).parents[1] / "releases" / "0.1.0" / "records"


def dealt(seed: str) -> Deal:
    return deal(standard_deck(), seeded(seed))


def typed_game(names: tuple[str, ...], seed: str, *, rounds: int = 17) -> tuple[list[str], Game]:
    """Return the lines to type for a random game, and the game at its end."""
    rng = Random(seed)
    game = Game.begin(Setup(A, standard_deck(), names))
    lines = []
    for seat in range(len(names)):
        lines.append("d3=4 done")
        game = game.play(Start(seat, notation_for(A).start("d3=4")))
    for card in dealt(seed).cards[:rounds]:
        game = game.play(Turned(card))
        for seat in range(len(names)):
            turn = random_turn(rng, game.laid[seat], card)
            lines += [str(turn), *(["skip"] if turn.marks else [])]
            game = game.play(Played(seat, turn))
    return lines, game


def saved(home: Path) -> list[Path]:
    return sorted((home / "hashi" / "games").glob("*.hashi"))


def record_of(path: Path) -> Record:
    return read_table(path).record


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_r30_a_game_alone_ends_with_its_rank(tmp_path: Path, language: str) -> None:
    lines, game = typed_game(("Tim",), "alone")
    done = hashi(
        "play", "--players", "Tim", "--seed", "alone", "--lang", language, lines=lines,
        home=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    words = Words(language)
    assert game.rank is not None
    assert words.say(RANKS[game.rank]) in done.stdout
    piles = words.say(
        "Cards left in the three piles: {first}, {second}, {third}.", first=0, second=4, third=5
    )
    assert piles in done.stdout
    record = record_of(saved(tmp_path)[0])
    assert result(record.replay()) == result(game)
    assert record.box == dealt("alone").box
    assert is_fair(dealt("alone"), record.extra["fair"]["salt"], record.extra["fair"]["seal"])


def test_r19_four_at_one_keyboard_take_turns_to_the_winner(tmp_path: Path) -> None:
    names = ("Tim", "Linus", "Sarah", "Ida")
    lines, game = typed_game(names, "four")
    done = hashi("play", "--players", *names, "--seed", "four", lines=lines, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Every board is passed to the left." in done.stdout
    assert "Linus will play on this board." in done.stdout
    assert "skips" in done.stdout
    verdict = done.stdout.split("\n\n")[-1]
    assert str(max(game.totals)) in verdict
    assert all(names[seat] in verdict for seat in game.winners)


def test_names_are_asked_for_where_none_are_given(tmp_path: Path) -> None:
    done = hashi("play", lines=["a, b, c, d, e", "Tim, Linus", "", "", "quit"], home=tmp_path)
    assert "This game is for 1 to 4 players, not 5." in done.stdout
    assert "Tim, write a 3 or a 4" in done.stdout
    alone = hashi("play", "--lang", "de", lines=["", "", "", "quit"], home=tmp_path)
    assert f"{Words('de').say('Player')}>" in alone.stdout


def test_r5_a_wrong_start_is_explained_and_asked_again(tmp_path: Path) -> None:
    lines = ["c1=4", "d3=5 done", "x", "5@a2 c2-e2", "z9=3", "d3 = 4", "done"]
    done = hashi("play", "--players", "Tim", "--seed", "s", lines=lines, home=tmp_path)
    for sentence in (
        "Island c1 has a flag.",
        "The starting number must be 3 or 4, not 5. (rule R5)",
        "“x” isn’t a starting number.",
        "“5@a2 c2-e2” isn’t a starting number.",
        "There’s no island z9",
        "Round 1 of 17",
    ):
        assert sentence in done.stdout


def test_marks_are_tried_refused_undone_and_redone(tmp_path: Path) -> None:
    card = dealt("try").cards[0]
    number = f"{card.number}@c2"
    wrong = f"{card.number % 6 + 1}@c2"
    lines = [
        "d3=4 done", "undo", "redo", wrong, number, "undo", "redo", f"{card.number}@a2", "a1-f6",
        "hello", "?", "help", "board", "board Tim", "board nobody", "clear", "clear",
        "call Tim c1-c2", number, "pass",
    ]  # fmt: skip
    done = hashi("play", "--players", "Tim", "--seed", "try", lines=lines, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    for sentence in (
        "There’s nothing to undo or redo.",
        f"{wrong}: The card shows a {card.number}",
        f"{card.number} is on a2.",  # the number moves
        "There’s no line from a1 to f6. Bridges follow the dashed lines. (rule R2)",
        "“hello” isn’t a mark.",
        f"{card.number} is on c2.",
        "Bridges: ",
        "takes back the last mark",
        "Which player? 1 Tim",
        "Mistakes can only be called out with free pens.",
        "You skip the bridges.",
        "The game is saved.",
    ):
        assert sentence in done.stdout, sentence
    record = record_of(saved(tmp_path)[0])
    assert str(record.rounds[0][0]) == number


def test_r13_a_turn_with_too_few_bridges_does_not_end(tmp_path: Path) -> None:
    seed = next(str(n) for n in range(100) if dealt(str(n)).cards[0].bridges == 3)
    lines = ["d3=4 done", "b3-d3 done", "undo", "b3-d3 d3-f3 d3-d5", "done", "quit"]
    done = hashi("play", "--players", "Tim", "--seed", seed, lines=lines, home=tmp_path)
    assert "The card shows 3 bridges. Draw all of them or none. (rule R13)" in done.stdout
    assert "Play round" not in done.stdout  # nothing of that line stands, nothing is taken back
    assert "All the bridges are drawn. Type “done”." in done.stdout
    assert "Round 2 of 17" in done.stdout


def test_a_turn_is_made_step_by_step_cleared_and_made_again_in_one_line(tmp_path: Path) -> None:
    own = tmp_path / "small.txt"
    own.write_text("o o o\n. . .\no o o\n")
    deck = tmp_path / "deck.txt"
    deck.write_text("1/3 1/3")
    lines = ["a1=3 done", "1@b1", "?", "a1-b1", "a1-a3 a1-a3", "clear", "1@b1 a1=a3 a1-b1 done"]
    done = hashi(
        "play", "--players", "Tim", "--board", str(own), "--deck", str(deck), lines=lines,
        home=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "finished" in done.stdout


def test_a_game_continues_where_it_was_left(tmp_path: Path) -> None:
    names = ("Tim", "Linus")
    lines, game = typed_game(names, "rest")
    options = ("--players", *names, "--seed", "rest")
    begun = hashi("play", *options, lines=lines[:9], home=tmp_path)
    assert "The game is saved." in begun.stdout
    assert "You have an unfinished game" not in begun.stdout
    done = hashi("play", lines=["maybe", "y", *lines[9:]], home=tmp_path)
    assert "You have an unfinished game: Tim, Linus, round" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")
    assert len(saved(tmp_path)) == 1
    assert result(record_of(saved(tmp_path)[0]).replay()) == result(game)


def test_a_saved_game_is_kept_when_a_new_one_is_begun(tmp_path: Path) -> None:
    lines, _ = typed_game(("Tim",), "first", rounds=2)
    hashi("play", "--players", "Tim", "--seed", "first", lines=lines, home=tmp_path)
    kept = saved(tmp_path)[0].read_bytes()
    hashi("play", lines=["no", "Ida", "", "", "d3=4 done", "pass"], home=tmp_path)
    hashi("play", "--players", "Ida", lines=["d3=4 done"], home=tmp_path)
    assert len(saved(tmp_path)) == 3
    assert saved(tmp_path)[0].read_bytes() == kept


def test_a_game_is_saved_in_a_given_file(tmp_path: Path) -> None:
    lines, _ = typed_game(("Tim",), "own", rounds=1)
    path = tmp_path / "mine"
    hashi("play", "--players", "Tim", "--seed", "own", "--save", str(path), lines=lines)
    assert len(record_of(path).rounds) == 1
    again = hashi("play", "--save", str(path), lines=["", "pass"])
    assert "Round 3 of 17" in again.stdout


@pytest.mark.parametrize("content", ["my shopping list\n", '{"hashi": 1}\n', ""])
@pytest.mark.parametrize("new", [("--new",), ()])
def test_a_file_of_another_kind_is_never_written_to(
    tmp_path: Path, content: str, new: tuple[str, ...]
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content)
    done = hashi("play", "--players", "Tim", "--save", str(path), *new, lines=["no", "d3=4 done"])
    assert done.returncode == 2
    assert str(path) in done.stderr
    assert path.read_text() == content


def test_a_saved_game_is_not_overwritten_by_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    lines = ["d3=4 done", "pass"]
    hashi("play", "--players", "Tim", "--save", str(path), lines=lines)
    kept = path.read_bytes()
    for options, typed in ((("--new",), lines), ((), ["no", *lines])):
        done = hashi("play", "--players", "Ida", "--save", str(path), *options, lines=typed)
        assert done.returncode == 2
        assert "This file already exists. A new game needs its own file." in done.stderr
        assert path.read_bytes() == kept


def test_marks_of_an_open_turn_are_kept(tmp_path: Path) -> None:
    number = dealt("draft").cards[0].number
    lines = ["d3=4 done", f"{number}@c2", f"{number}@c4", "undo", "quit"]
    hashi("play", "--players", "Tim", "--seed", "draft", lines=lines, home=tmp_path)
    again = hashi("play", lines=["yes", "redo", "undo", "redo", "skip"], home=tmp_path)
    assert "There’s nothing to undo or redo." not in again.stdout
    assert str(record_of(saved(tmp_path)[0]).rounds[0][0]) == f"{number}@c4"


def test_nothing_is_left_of_a_game_in_which_nothing_was_marked(tmp_path: Path) -> None:
    done = hashi("play", "--players", "Tim", lines=["quit"], home=tmp_path)
    assert "saved" not in done.stdout
    assert saved(tmp_path) == []


def test_a_card_is_waived_only_after_a_question(tmp_path: Path) -> None:
    lines = ["d3=4 done", "done", "no", "done", "", "done", "yes"]
    done = hashi("play", "--players", "Tim", "--seed", "waste", lines=lines, home=tmp_path)
    assert done.stdout.count("You haven’t marked anything. Skip this card? (yes/no)>") == 3
    assert "Round 2 of 17" in done.stdout
    assert "Round 3 of 17" not in done.stdout


def test_a_game_left_in_the_last_check_is_offered_again(tmp_path: Path) -> None:
    lines = ["d3=4 done", *["pass"] * 17, "quit"]
    free = ("--players", "Tim", "--pens", "free", "--seed", "check")
    hashi("play", *free, lines=lines, home=tmp_path)
    again = hashi("play", lines=["yes", "done"], home=tmp_path)
    assert "You have an unfinished game: Tim, round 17 of 17." in again.stdout
    assert (again.returncode, again.stderr) == (0, "")
    assert record_of(saved(tmp_path)[0]).replay().is_over


def test_the_end_names_the_command_that_replays_the_saved_game(tmp_path: Path) -> None:
    lines, _ = typed_game(("Tim",), "again")
    done = hashi("play", "--players", "Tim", "--seed", "again", lines=lines, home=tmp_path)
    for command in ("replay", "review", "best"):
        assert f"hashi {command} 1\n" in done.stdout
    replayed = hashi("replay", "1", "--round", "17", lines=["quit"], home=tmp_path)
    assert (replayed.returncode, replayed.stderr) == (0, "")
    path = saved(tmp_path)[0].rename(tmp_path / "my game")
    again = hashi("play", "--save", str(path), home=tmp_path)
    assert f"hashi review '{path}'" in again.stdout.replace("\n", " ")


def test_r33_free_pens_a_mistake_is_called_and_taken_back(tmp_path: Path) -> None:
    names = ("Tim", "Linus")
    wrong = dealt("free").cards[0].number % 6 + 1
    lines = [
        "d3=4 done", "d3=4 done",
        f"{wrong}@c2", "?", "done", "pass",
        "call", "call nobody c1-c2", "call Linus x", f"call Tim {wrong}@c2 r1", "pass", "pass",
        "call 2 c1-c2", "pass", "pass",
    ]  # fmt: skip
    done = hashi(
        "play", "--players", *names, "--seed", "free", "--pens", "free", lines=lines, home=tmp_path
    )
    for sentence in (
        "Free pens: any number on any island, any bridge along a line.",
        f"Tim’s {wrong} on c2 was a mistake. It’s undone.",
        "Say whose mark and which one: call Tim c1-c2",
        "Which player? 1 Tim, 2 Linus",
        "“x” isn’t a mark.",
        "Tim called the bridge c1–c2 on Linus’s board. It isn’t a mistake; nothing changes.",
    ):
        assert sentence in done.stdout, sentence
    record = record_of(saved(tmp_path)[0])
    assert [len(calls) for calls in record.calls[:2]] == [1, 1]
    assert str(record.replay().sheets[0].numbers) == str(record.until(0).replay().sheets[0].numbers)


def test_r34_free_pens_end_with_a_last_check_and_the_referee(tmp_path: Path) -> None:
    wrong = dealt("end").cards[0].number % 6 + 1
    lines = ["d3=4 done", f"{wrong}@c2 done", *["pass"] * 16, "board", "5@c1", "?", "undo", "done"]
    done = hashi(
        "play", "--players", "Tim", "--seed", "end", "--pens", "free", lines=lines, home=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "All cards have been played. Call out a mistake or type “done”." in done.stdout
    assert "c2 on Tim’s board is struck through and scores nothing." in done.stdout
    told = " ".join(done.stdout.partition("Mistakes found at the end")[2].split())
    assert told.startswith(f"The {wrong} on c2 from round 1 (no points lost): The card showed a ")
    assert "(rule R9) Island c2 is struck through and scores nothing." in told
    assert "your rank is “Odd-jobber”" in done.stdout


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_boards_goals_and_cards_are_described_in_sentences(tmp_path: Path, language: str) -> None:
    words = Words(language)
    say, card = words.say, dealt("told").cards[0]
    lines = ["d3=4 done", words.say("signs"), words.say("quit")]
    options = ("--players", "Tim", "--seed", "told", "--describe", "--lang", language)
    told = hashi("play", *options, lines=lines, home=tmp_path).stdout
    assert f"c1: {say('no number')}, {say('red flag')}, {say('line to {island}', island='a1')}" in (
        told
    )
    game = Game.begin(Setup(A, standard_deck(), ("Tim",)))
    game = game.play(Start(0, notation_for(A).start("d3=4"))).play(Turned(card))
    for sentence in describe_goals(words, goal_boxes(game, 0)):
        assert sentence in told
    coming = ", ".join(map(str, game.unseen))
    assert say("Still to come, all but one of them: {cards}.", cards=coming) in told
    assert "┄" not in told


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_line_is_made_as_a_whole_or_not_at_all(tmp_path: Path, count: int) -> None:
    """A mark that is refused, wherever it stands, takes the whole line with it."""
    card = dealt("whole").cards[0]
    marks = [f"{card.number}@c2", f"{card.number}@c2", "c1-f6"]
    line = " ".join([*marks[:count], "a1-b6", *marks[count:]])
    lines = ["d3=4 done", line, "undo", f"{line} done", "undo", "quit"]
    done = hashi("play", "--players", "Tim", "--seed", "whole", lines=lines, home=tmp_path)
    assert done.stdout.count("There’s nothing to undo or redo.") == 2
    table = read_table(saved(tmp_path)[0])
    assert (table.seats[0].marks.marks, table.played.rounds) == ((), 0)


def test_a_turn_that_could_go_on_ends_only_after_a_question(tmp_path: Path) -> None:
    lines = ["d3=4 done", "{number}@c2 done", "no", "done", "", "done", "yes", "quit"]
    number = dealt("ask").cards[0].number
    typed = [line.format(number=number) for line in lines]
    done = hashi("play", "--players", "Tim", "--seed", "ask", lines=typed, home=tmp_path)
    assert done.stdout.count("End your turn without") == 3
    assert str(record_of(saved(tmp_path)[0]).rounds[0][0]) == f"{number}@c2"
    typed = ["d3=4 done", f"{number}@c2 skip", "quit"]
    done = hashi("play", "--players", "Tim", "--seed", "ask", lines=typed, home=tmp_path)
    assert "End your turn without" not in done.stdout
    assert str(record_of(saved(tmp_path)[1]).rounds[0][0]) == f"{number}@c2"


def test_a_start_is_taken_back_until_all_are_written(tmp_path: Path) -> None:
    two = ("--players", "Tim", "Eva")
    lines = ["d3=4", "undo", "c2=3", "d3=4", "undo", "done", "undo", "no", "undo", "yes", "f1=3"]
    done = hashi("play", *two, lines=[*lines, "done", "a2=3 done", "quit"], home=tmp_path)
    assert done.stdout.count("Take back Tim’s starting number? (yes/no)>") == 2
    assert list(map(str, record_of(saved(tmp_path)[0]).starts)) == ["3@f1", "3@a2"]


def test_points_stand_over_a_board_with_those_of_the_open_turn(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("1/1 1/1")
    own = tmp_path / "small.txt"
    own.write_text("o o o\n. . .\no o o\n")
    options = ("--players", "Tim", "--board", str(own), "--deck", str(deck))
    done = hashi("play", *options, lines=["a1=3 done", "1@b1 a1-b1", "quit"], home=tmp_path)
    assert "Tim: 0 points\n" in done.stdout
    assert "Tim: 0 + 2 points with this turn\n" in done.stdout


def test_boards_stand_side_by_side_where_there_is_room(tmp_path: Path) -> None:
    two = ("--players", "Tim", "Eva", "--new")
    lines = ["d3=4 done", "d3=4 done", "quit"]
    for columns, count in (("80", 1), ("120", 2)):
        told = hashi("play", *two, lines=lines, home=tmp_path, COLUMNS=columns).stdout
        rows = [line for line in told.splitlines() if line.startswith(" 6 ")]
        assert f" {rows[-1]}".count(" 6 ") == count
    assert re.search("^Tim: 0 points {20,}Eva: 0 points$", told, re.MULTILINE)


def test_bots_and_boards_are_offered_where_nothing_is_said_of_them(tmp_path: Path) -> None:
    lines = ["Tim", "nobody", "Beaver, 1, master, 2", "beaver, Good neighbour", "x", "b", "quit"]
    told = hashi("play", lines=lines, home=tmp_path).stdout
    for sentence in (
        "Against bots? Type up to 3 numbers",
        "There’s no bot “nobody”.",
        "This game is for 1 to 4 players, not 5.",
        "x: This file doesn’t exist.",
        "Tim, write a 3 or a 4",
    ):
        assert sentence in told


@pytest.mark.parametrize(
    ("options", "asked", "command"),
    [
        (("--save", "my game"), ["", "", ""], "hashi play --save 'my game'"),
        (("--players", "Ida"), [], "hashi play"),
    ],
)
def test_the_command_that_goes_on_with_this_game_is_named(
    tmp_path: Path,
    options: tuple[str, ...],
    asked: list[str],
    command: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = hashi("play", *options, lines=[*asked, "d3=4 done", "quit"], home=tmp_path)
    assert f"The game is saved. Type “{command}” to continue it." in done.stdout


def test_an_older_game_is_gone_on_with_by_its_number(tmp_path: Path) -> None:
    for name in ("Tim", "Ida"):
        hashi("play", "--players", name, lines=["d3=4 done", "quit"], home=tmp_path)
    left = hashi("games", "1", lines=["quit"], home=tmp_path).stdout
    assert "Type “hashi games 1” to continue it." in left


@pytest.mark.parametrize("way", ["--describe", "--colour=none"])
def test_a_goal_out_of_reach_is_told_with_the_mark_that_closes_it(tmp_path: Path, way: str) -> None:
    lines = ["c4=4 done", "c4=c6 a4-c4"]
    begun = ("play", "--players", "Tim", "--seed", "sea", way)
    done = hashi(*begun, lines=lines, home=tmp_path)
    told = done.stdout.split("Tim> ")
    lost = "Blue is lost. No bridge can reach b5 any more."
    assert lost not in "".join(told[:-2])
    assert ("─7 3─    //" in told[-2]) == (way != "--describe")
    assert told[-2].count(lost) == (2 if way == "--describe" else 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--board", "nope.txt"), "nope.txt: This file doesn’t exist."),
        (("--players", *"abcde"), "This game is for 1 to 4 players, not 5."),
        (("--deck", "."), ".: This is a folder, not a file."),
    ],
)
def test_bad_options_are_explained(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    done = hashi("play", *arguments, home=tmp_path)
    assert done.returncode == 2
    assert done.stderr == f"{message}\n"


def test_a_broken_save_is_explained_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    for content in ("{", '{"hashi": 1, "pile": 7}'):
        path.write_text(content)
        done = hashi("play", "--save", str(path))
        assert done.returncode == 2
        assert str(path) in done.stderr
        assert path.read_text() == content
    fields = json.loads((RELEASE / "started-b.json").read_text())
    for pile in (7, [], ["9/9"] * 15):
        path.write_text(json.dumps({**fields, "pile": pile}))
        assert hashi("play", "--save", str(path)).returncode == 2
        assert list(tmp_path.glob("*.hashi")) == []


def test_a_folder_that_cannot_be_written_is_explained(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = hashi("play", "--players", "Tim", home=blocked)
    assert done.returncode == 2
    assert str(blocked) in done.stderr
    missing = tmp_path / "no" / "game.json"
    lines, _ = typed_game(("Tim",), "p", rounds=1)
    done = hashi("play", "--players", "Tim", "--save", str(missing), lines=lines)
    assert done.returncode == 2
    assert str(missing) in done.stderr


def test_a_call_with_more_digits_than_python_reads_is_no_call(tmp_path: Path) -> None:
    lines = ["d3=4 done", "5@c4 c2-c4", "done", f"call Tim 5@c4 r{'9' * 5_000}", "quit"]
    done = hashi(
        "play", "--players", "Tim", "--pens", "free", "--seed", "s", lines=lines, home=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Which player? 1 Tim" in done.stdout


def test_a_call_about_a_round_to_come_is_refused_and_the_save_stays_readable(
    tmp_path: Path,
) -> None:
    lines = ["d3=4 done", "5@c4 c2-c4", "done", "call Tim 5@c4 r9", "quit"]
    done = hashi(
        "play", "--players", "Tim", "--pens", "free", "--seed", "s", lines=lines, home=tmp_path
    )
    assert "You can only call out marks from finished rounds. (rule R33)" in done.stdout
    again = hashi("play", lines=["yes", "quit"], home=tmp_path)
    assert "You have an unfinished game: Tim, round 2 of 17." in again.stdout
