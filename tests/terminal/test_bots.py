"""Whole games against bots at one keyboard: in every width and several languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.command import hashi
from tests.support.typist import Typist

from hashi.host.store.log_file import read_table
from hashi.table import Phase, Table
from hashi.words import Words, bot_name, listed, verdict


def saved(home: Path) -> Table:
    (path,) = (home / "hashi" / "games").glob("*.hashi")
    return read_table(path)


def too_wide(printed: str, width: int) -> list[str]:
    """Return the lines that would wrap; what is typed, and paths, cannot be broken."""
    lines = printed.splitlines()
    return [line for line in lines if len(line) > width and "> " not in line and "/" not in line]


@pytest.mark.parametrize(
    ("width", "language", "bots"),
    [
        (36, "en", ("friend", "greedy")),
        (36, "de", ("random", "greedy")),
        (60, "cs", ("random", "random")),
        (100, "pt", ("greedy", "greedy")),
    ],
)
def test_a_whole_game_against_two_bots(
    tmp_path: Path, width: int, language: str, bots: tuple[str, str]
) -> None:
    words = Words(language)
    done = hashi(
        "play", "--players", "Tim", "--bots", *bots, "--lang", language,
        typist=Typist(tmp_path, words.say("help"), words.say("signs"), "?"), home=tmp_path,
        COLUMNS=str(width),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert too_wide(done.stdout, width) == []
    table = saved(tmp_path)
    assert table.phase is Phase.OVER
    assert [seat.bot for seat in table.seats] == ["", *bots]
    first = bot_name(words, bots[0])
    second = bot_name(words, bots[1]) + (" 2" if bots[0] == bots[1] else "")
    assert table.played.setup.players == ("Tim", first, second)
    told = " ".join(done.stdout.split())
    assert " ".join(verdict(words, table.played).split()) in told
    waiting = words.say("Waiting for {players}…", players=listed(words, (first, second)))
    assert " ".join(waiting.split()) in told
    totals = zip(table.played.setup.players, table.played.totals, strict=True)
    points = ", ".join(f"{name} {total}" for name, total in totals)
    assert words.say("Points: {totals}", totals=points) in told


def test_a_game_against_bots_is_left_and_resumed(tmp_path: Path) -> None:
    bots = ("--bots", "random", "greedy")
    left = hashi("play", *bots, typist=Typist(tmp_path, rounds=3), home=tmp_path)
    assert "The game is saved." in left.stdout
    again = hashi("play", typist=Typist(tmp_path, "yes"), home=tmp_path)
    assert "You have an unfinished game: Player, Duckling, Beaver, round 4 of 17." in again.stdout
    assert (again.returncode, again.stderr) == (0, "")
    assert saved(tmp_path).phase is Phase.OVER


def test_what_the_others_did_is_told_when_a_round_is_closed(tmp_path: Path) -> None:
    done = hashi("play", "--bots", "greedy", typist=Typist(tmp_path, rounds=2), home=tmp_path)
    assert len(re.findall(r"^  Beaver: .*\bon [a-f][1-6]", done.stdout, re.MULTILINE)) >= 1
    assert len(re.findall(r"^Points: Player \d+, Beaver \d+$", done.stdout, re.MULTILINE)) == 2


def test_bots_check_nothing_at_the_end_of_free_pens(tmp_path: Path) -> None:
    free = ("--bots", "random", "--pens", "free")
    done = hashi("play", *free, typist=Typist(tmp_path), home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert saved(tmp_path).phase is Phase.OVER


def test_there_are_four_seats_and_five_kinds_of_bots(tmp_path: Path) -> None:
    many = hashi("play", "--bots", *["random"] * 4, home=tmp_path)
    assert many.returncode == 2
    assert "This game is for 1 to 4 players, not 5." in many.stderr
    unknown = hashi("play", "--bots", "genius", home=tmp_path)
    assert unknown.returncode == 2
    assert "master" in unknown.stderr
    assert not list(tmp_path.rglob("*.hashi"))


def test_nothing_is_left_of_a_game_in_which_only_bots_could_act(tmp_path: Path) -> None:
    done = hashi("play", "--bots", "random", lines=["quit"], home=tmp_path)
    assert "saved" not in done.stdout
    assert not list(tmp_path.rglob("*.hashi"))
