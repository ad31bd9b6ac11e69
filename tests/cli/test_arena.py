"""`hashi arena`: many games between bots, with results that can be recomputed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pexpect
import pytest
from tests.support.command import environment, hashi, hashi_process

from hashi.arena import Failed, play_games
from hashi.arena.tournament import ids
from hashi.boards import standard_deck
from hashi.bots import BOTS
from hashi.bots.loader import BotLack, NoBot
from hashi.rules import deal, seeded
from hashi.words import LANGUAGES, Words
from hashi.words.failures import LACKS, explain_lack

OWN = """
from hashi import PASS, Number
class Own:
    name = "own"
    def start(self, view):
        plain = [i for i in view.setup.board.islands if i.flag is None]
        return Number(plain[0], 4)
    def turn(self, view):
        {turn}
"""


def arena(*arguments: str) -> dict[str, Any]:
    """Return what `hashi arena --json` prints: exactly one object."""
    done = hashi("arena", *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = done.stdout.splitlines()
    result: dict[str, Any] = json.loads(line)
    return result


def timeless(result: dict[str, Any]) -> dict[str, Any]:
    """Return the result without the measured time."""
    for bot in result["bots"]:
        assert bot.pop("ms_per_turn") > 0
    return result


def own_bot(folder: Path, turn: str = "return PASS", name: str = "mine.py") -> str:
    """Write a bot into a file and return its name for the command line."""
    (folder / name).write_text(OWN.format(turn=turn), "utf-8")
    return f"{folder / name}:Own"


def scores(path: Path) -> list[dict[str, Any]]:
    """Return what `hashi score` says about each record."""
    done = hashi("score", str(path), "--json")
    assert done.returncode == 0
    return [json.loads(line) for line in done.stdout.splitlines()]


# --- results


def test_one_object_has_every_bot_in_the_order_of_the_command_line() -> None:
    result = arena("random", "greedy", "random", "--games", "6", "--seed", "x")
    assert list(result) == ["games", "bots"]
    assert result["games"] == 6
    assert [bot["name"] for bot in result["bots"]] == ["random", "greedy", "random-2"]
    for bot in result["bots"]:
        assert list(bot) == ["name", "mean", "se", "wins", "ms_per_turn"]
        assert all(type(bot[field]) is float for field in list(bot)[1:])
    assert sum(bot["wins"] for bot in result["bots"]) == pytest.approx(1)


def test_the_result_is_that_of_the_records(tmp_path: Path) -> None:
    """Every record replays, and the numbers are recomputed from what `hashi score` says."""
    records = tmp_path / "out.ndjson"
    deck = tmp_path / "deck.txt"
    deck.write_text("5/1 4/2 3/1 6/3 2/1 1/1")  # short games
    arguments = ["random", "random", "random", "random", "--games", "40", "--seed", "ties"]
    result = arena(*arguments, "--deck", str(deck), "--records", str(records))
    played = scores(records)
    assert len(played) == 40
    assert any(len(game["winners"]) > 1 for game in played)
    for bot in result["bots"]:
        totals = [
            p["total"] for game in played for p in game["players"] if p["name"] == bot["name"]
        ]
        wins = [(bot["name"] in game["winners"]) / len(game["winners"]) for game in played]
        assert bot["mean"] == pytest.approx(mean(totals))
        assert bot["se"] == pytest.approx(stdev(totals) / sqrt(40))
        assert bot["wins"] == pytest.approx(mean(wins))


def test_seats_move_on_by_one_from_game_to_game(tmp_path: Path) -> None:
    records = tmp_path / "out.ndjson"
    arena("greedy", "random", "random", "--games", "4", "--records", str(records))
    players = [json.loads(line)["players"] for line in records.read_text().splitlines()]
    assert players == [
        ["greedy", "random", "random-2"],
        ["random", "random-2", "greedy"],
        ["random-2", "greedy", "random"],
        ["greedy", "random", "random-2"],
    ]


def test_one_bot_plays_alone(tmp_path: Path) -> None:
    records = tmp_path / "alone.ndjson"
    result = arena("random", "--board", "B", "--games", "3", "--records", str(records))
    assert [bot["wins"] for bot in result["bots"]] == [1.0]
    lines = [json.loads(line) for line in records.read_text().splitlines()]
    assert {(line["board"], *line["players"]) for line in lines} == {("B", "random")}
    assert all(game["players"][0]["rank"] is not None for game in scores(records))


def test_a_single_game_has_no_standard_error() -> None:
    assert arena("random", "--games", "1")["bots"][0]["se"] == 0.0


@pytest.mark.no_cover
def test_the_result_depends_on_the_seed_and_not_on_the_processes(tmp_path: Path) -> None:
    """A user's bot gets the same seed in every process."""
    own = own_bot(tmp_path, "return RandomBot(f'{self.seed} {view.round}').turn(view)")
    path = tmp_path / "mine.py"
    head = "from hashi.bots.random_bot import RandomBot\n"
    seed = "    name = 'own'\n    def __init__(self, seed):\n        self.seed = seed\n"
    path.write_text(head + path.read_text().replace('    name = "own"\n', seed))
    results, records = [], []
    for number, (jobs, seed) in enumerate([("1", "s"), ("3", "s"), ("0", "s"), ("1", "t")]):
        file = tmp_path / f"{number}.ndjson"
        options = ["--games", "12", "--seed", seed, "--jobs", jobs, "--records", str(file)]
        results.append(timeless(arena(own, "random", *options)))
        records.append(file.read_bytes())
    assert results[0] == results[1] == results[2] != results[3]
    assert records[0] == records[1] == records[2] != records[3]


def test_the_cards_come_from_the_seed_and_the_game(tmp_path: Path) -> None:
    records = tmp_path / "out.ndjson"
    arena("random", "--games", "2", "--seed", "sea", "--records", str(records))
    for game, line in enumerate(records.read_text().splitlines()):
        dealt = deal(standard_deck(), seeded(f"sea/{game}"))
        assert json.loads(line)["cards"] == [str(card) for card in dealt.cards]
        assert json.loads(line)["box"] == str(dealt.box)


@pytest.mark.no_cover
def test_a_thousand_games_are_the_default(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("5/1 4/2")  # games of one round
    assert arena(own_bot(tmp_path), "--deck", str(tmp_path / "deck.txt"))["games"] == 1000


def test_without_json_a_small_table_is_printed() -> None:
    done = hashi("arena", "greedy", "random", "--games", "3")
    title, head, first, second = done.stdout.splitlines()
    assert title == "3 games"
    assert [len(line) for line in (first, second)] == [len(head)] * 2
    assert first.split()[0] == "greedy"
    assert first.count("%") == second.count("±") == 1
    alone = hashi("arena", "random", "--games", "3").stdout
    assert "%" not in alone


def test_a_custom_board_is_played(tmp_path: Path) -> None:
    own, records = tmp_path / "own.txt", tmp_path / "out.ndjson"
    own.write_text("o o o\no . r\nb o o\n")
    arena("greedy", "random", "--board", str(own), "--games", "2", "--records", str(records))
    assert len(scores(records)) == 2
    assert json.loads(records.read_text().splitlines()[0])["board"] == {
        "rows": ["o o o", "o . r", "b o o"]
    }


# --- decks from a file


def line_of(seed: str) -> dict[str, Any]:
    dealt = deal(standard_deck(), seeded(seed))
    return {"cards": [str(card) for card in dealt.cards], "box": str(dealt.box)}


def test_decks_from_a_file_are_played_in_their_order(tmp_path: Path) -> None:
    decks, records = tmp_path / "decks.ndjson", tmp_path / "out.ndjson"
    lines = [line_of("one"), {**line_of("two"), "note": "mine"}, line_of("three")]
    decks.write_text("\n\n".join(json.dumps(line) for line in lines))
    arguments = ["random", "random", "--decks", str(decks), "--records", str(records)]
    assert arena(*arguments)["games"] == 3
    played = [json.loads(line) for line in records.read_text().splitlines()]
    assert [(p["cards"], p["box"]) for p in played] == [(p["cards"], p["box"]) for p in lines]
    assert arena(*arguments, "--games", "2")["games"] == 2


def test_more_games_than_the_file_has_are_refused(tmp_path: Path) -> None:
    decks = tmp_path / "decks.ndjson"
    decks.write_text(json.dumps(line_of("one")) + "\n")
    done = hashi("arena", "random", "--decks", str(decks), "--games", "2")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{decks} has 1 game, not the 2 given with --games.\n"
    decks.write_text("\n")
    done = hashi("arena", "random", "--decks", str(decks))
    assert (done.returncode, done.stderr) == (2, f"There’s no game in {decks}.\n")


GOOD = line_of("good")


@pytest.mark.parametrize(
    ("bad", "place", "sentence"),
    [
        ("x", "column 1", "This isn’t valid JSON."),
        ("[]", "", "Expected an object with fields here."),
        (json.dumps({"cards": GOOD["cards"]}), "box", "This field is missing."),
        (json.dumps({"box": "1/1"}), "cards", "This field is missing."),
        (json.dumps({**GOOD, "cards": "5/3"}), "cards", "Expected a list here."),
        (json.dumps({**GOOD, "cards": [5]}), "cards[0]", "Expected a text here."),
        (json.dumps({**GOOD, "box": "7/1"}), "box", "“7/1” isn’t a card."),
        (json.dumps({**GOOD, "cards": ["5/3", "5/3"]}), "cards[1]", "more often than"),
        (json.dumps({**GOOD, "cards": GOOD["cards"][1:]}), "cards", "There are 16 cards, but"),
        (
            json.dumps({**GOOD, "cards": [*GOOD["cards"], GOOD["box"]]}),
            "cards",
            "There are 18 cards, but",
        ),
        ("\ufffe\udcff", "", "This isn’t UTF-8 text."),
    ],
)
def test_a_bad_line_is_reported_with_file_and_line_before_any_game(
    bad: str, place: str, sentence: str, tmp_path: Path
) -> None:
    decks, records = tmp_path / "decks.ndjson", tmp_path / "out.ndjson"
    content = f"{json.dumps(GOOD)}\n{bad}\n"
    decks.write_bytes(content.encode("utf-8", "surrogateescape"))
    done = hashi("arena", "random", "--decks", str(decks), "--records", str(records))
    assert (done.returncode, done.stdout) == (2, "")
    where = ", ".join(part for part in (str(decks), "line 2", place) if part)
    assert done.stderr.startswith(f"{where}: ")
    assert sentence in done.stderr
    assert not records.exists()


# --- users' bots


def test_a_users_bot_is_a_class_in_a_file_or_a_module(tmp_path: Path) -> None:
    by_path = own_bot(tmp_path)
    result = arena(by_path, by_path, "hashi.bots.greedy:Greedy", "greedy", "--games", "2")
    assert [bot["name"] for bot in result["bots"]] == ["own", "own-2", "greedy", "greedy-2"]
    assert result["bots"][0]["mean"] == 0.0


def test_a_module_is_found_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    own_bot(tmp_path / "club")
    for jobs in ("1", "2"):
        done = subprocess.run(
            [
                *[str(Path(sys.executable).parent / "hashi"), "arena", "club.mine:Own"],
                *["--games", "4", "--json", "--jobs", jobs],
            ],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment(),
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)["bots"][0]["name"] == "own"


def test_a_file_can_import_other_files_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "taste.py").write_text("from hashi import PASS as FAVOURITE\n")
    own = own_bot(tmp_path, "from taste import FAVOURITE; return FAVOURITE")
    assert arena(own, "--games", "2", "--jobs", "2")["games"] == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_output_of_a_bot_is_not_part_of_the_result(jobs: str, tmp_path: Path) -> None:
    own = own_bot(tmp_path, "print('thinking'); return PASS")
    done = hashi_process("arena", own, "--games", "4", "--jobs", jobs, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["games"] == 4
    assert done.stderr.count("thinking") == 4 * 17


@pytest.mark.parametrize(
    ("named", "content", "sentence"),
    [
        (
            "gredy",
            "",
            f"“gredy” isn’t a bot. Choose from {', '.join(BOTS)}, or give your own class",
        ),
        ("mine.py", "", "“mine.py” isn’t a bot."),
        ("mine.py:", "", "“mine.py:” isn’t a bot."),
        ("none.py:Own", "", "none.py: This file doesn’t exist."),
        ("no.such.module:Own", "", "There’s no module no.such.module."),
        ("./mine.py:Other", "class Own: pass", "There’s no class Other in ./mine.py. It has: Own."),
        ("./mine.py:Other", "", "There’s no class Other in ./mine.py.\n"),
        ("mine.py:Own", "1 / 0", "mine.py can’t be loaded: ZeroDivisionError: division by zero"),
        ("mine.py:Own", "x = 1\n1 / 0", "(mine.py:2)"),
        ("mine.py:Own", "class Own(:", "mine.py can’t be loaded: SyntaxError"),
        ("mine.py:Own", "import no_such", "mine.py can’t be loaded: ModuleNotFoundError"),
        ("mine.py:Own", "raise SystemExit", "mine.py can’t be loaded: SystemExit"),
        ("mine.py:Own", "class Own: pass", "it needs start(self, view)"),
        ("mine.py:Own", "class Own:\n start = 1", "it needs start(self, view)"),
        ("mine.py:Own", "class Own:\n def start(s, v): 0", "it needs turn(self, view)"),
        ("mine.py:Own", "class Own:\n def start(s, v): 0\n turn = start", 'needs name = "..."'),
        (
            "mine.py:Own",
            "class Own:\n def __init__(s, seed): raise OSError('no book')",
            "mine.py:Own can’t be loaded: OSError: no book (mine.py:2)",
        ),
    ],
)
def test_a_name_without_a_bot_is_refused_with_advice(
    named: str, content: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(content)
    done = hashi("arena", "random", named)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_there_is_a_sentence_for_every_lack() -> None:
    assert set(LACKS) == {lack.value for lack in BotLack}
    told = {"given": "x", "bots": "y", "source": "z", "error": "e", "missing": "m", "classes": "C"}
    for language in LANGUAGES:
        for lack in BotLack:
            assert explain_lack(Words(language), lack.value, told)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["a", "a", "a", "b"], ("a", "a-2", "a-3", "b")),
        (["a", "a-2", "a"], ("a", "a-2", "a-3")),
        (["a-2", "a", "a"], ("a-2", "a", "a-3")),
    ],
)
def test_no_two_bots_have_the_same_id(names: list[str], expected: tuple[str, ...]) -> None:
    assert ids(names) == expected


# --- bots that fail


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        (
            "import hashi; line = view.setup.board.lines[0]; "
            "return hashi.Turn((hashi.Bridge(line),) * 4) if view.round == 3 else PASS",
            "Game 1: Round 3, own",
        ),
        ("return PASS if view.round < 5 else 1 / 0", "Game 1: Round 5, own: The bot failed: "),
        (
            "return PASS if view.round < 5 else 1 / 0",
            "ZeroDivisionError: division by zero (mine.py",
        ),
        ("return PASS if view.seat == 0 else None", "Game 2: Round 1, own: The bot’s turn isn’t"),
        ("import sys; sys.exit('enough')", "Game 1: Round 1, own: The bot failed: SystemExit: en"),
    ],
)
def test_a_bot_that_fails_ends_the_arena_with_bot_game_and_round(
    turn: str, sentence: str, jobs: str, tmp_path: Path
) -> None:
    own = own_bot(tmp_path, turn)
    run = hashi if jobs == "1" else hashi_process
    done = run("arena", own, "random", "--games", "8", "--jobs", jobs)
    assert (done.returncode, done.stdout) == (1, "")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_games_before_a_failure_are_recorded(tmp_path: Path) -> None:
    own, records = own_bot(tmp_path, "return PASS if view.seat == 0 else None"), tmp_path / "r"
    assert hashi("arena", own, "random", "--records", str(records)).returncode == 1
    assert len(records.read_text().splitlines()) == 1


def test_a_bot_that_fails_with_its_seed_is_reported(tmp_path: Path) -> None:
    own = own_bot(tmp_path)
    path = tmp_path / "mine.py"
    made = '    name = "own"\n    def __init__(self, seed):\n        assert "/2/" not in seed\n'
    path.write_text(path.read_text().replace('    name = "own"\n', made))
    done = hashi("arena", own, "--games", "5")
    assert (done.returncode, done.stdout) == (1, "")
    assert "Game 3: Setup, own: The bot failed: AssertionError" in done.stderr


def test_a_process_that_dies_is_reported(tmp_path: Path) -> None:
    own = own_bot(tmp_path, "import os; os._exit(3)")
    done = hashi_process("arena", own, "--games", "4", "--jobs", "2")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "A process crashed, and the games it was playing were lost.\n"


# --- the command line


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["random"] * 5, "This game is for 1 to 4 players, not 5."),
        (["random", "--board", "C"], "C: This file doesn’t exist."),
        (["random", "--decks", "none"], "none: This file doesn’t exist."),
        (["random", "--records", "no/such/folder"], "no/such/folder: There’s no folder no/such."),
        (["random", "--records", "."], ".: This is a folder, not a file."),
        (["random", "--games", "0"], "--games: expected a whole number of 1 or more, not “0”"),
        (
            ["random", "--games", "many"],
            "--games: expected a whole number of 1 or more, not “many”",
        ),
        (["random", "--jobs", "-1"], "--jobs: expected"),
    ],
)
def test_unreadable_and_unwritable_files_are_reported_at_once(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = hashi("arena", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr


def test_a_board_where_nobody_can_start_is_refused(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("r r r\nb b b\n")
    done = hashi("arena", "random", "--board", str(own))
    assert (done.returncode, done.stderr[: len(str(own))]) == (2, str(own))
    assert "Every island has a flag." in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full here")
def test_a_full_disk_is_reported() -> None:
    done = hashi("arena", "random", "--games", "50", "--records", "/dev/full")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "/dev/full: This file can’t be read or written.\n"


@pytest.mark.no_cover
def test_a_progress_bar_is_shown_only_on_a_terminal() -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "hashi", "arena", "random", "--games", "120"],
        env=environment(TERM="xterm"),
        encoding="utf-8",
        timeout=60,
    )
    child.expect(r"\[#*\.+\] \d+/120")
    child.expect("120 games")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert hashi_process("arena", "random", "--games", "30").stderr == ""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_all_processes(jobs: str, tmp_path: Path) -> None:
    """Every process is playing when the interrupt comes, and all of them end."""
    turn = "import os, time; open(f'{__file__}.{os.getpid()}', 'w').close(); time.sleep(600)"
    own, records = own_bot(tmp_path, turn), tmp_path / "out.ndjson"
    child = subprocess.Popen(
        [
            *[sys.executable, "-W", "error", "-m", "hashi", "arena", own, "--games", "9"],
            *["--jobs", jobs, "--records", str(records)],
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    thinking = until(lambda: sorted(tmp_path.glob("mine.py.*")), len, int(jobs))
    signal_group(child.pid)
    assert child.communicate(timeout=60) == (b"", b"")
    assert child.returncode == 130
    assert records.read_text() == ""
    for marker in thinking:
        assert not Path(f"/proc/{marker.suffix[1:]}").exists()


def until(look: Any, size: Any, wanted: int) -> Any:
    """Wait until `look` returns enough items and return them."""
    last = time.monotonic() + 60
    while size(found := look()) < wanted:
        assert time.monotonic() < last
        time.sleep(0.01)
    return found


def signal_group(leader: int) -> None:
    """Send SIGINT to the whole process group, as Ctrl+C in a terminal does."""
    import os

    os.killpg(leader, signal.SIGINT)


STOPS = """
import time
from hashi import PASS, Number
class Own:
    name = "own"
    def __init__(self, seed):
        self.seed = seed
    def start(self, view):
        if self.seed == "1/2/0":
            open(__file__ + ".waits", "w").close()
            time.sleep(600)
        plain = [i for i in view.setup.board.islands if i.flag is None]
        return Number(plain[0], 4)
    def turn(self, view):
        return PASS
"""


@pytest.mark.parametrize("form", ["--json", "--lang=en"])
def test_ctrl_c_keeps_the_games_that_were_played(form: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(STOPS, "utf-8")
    own, records = f"{tmp_path / 'mine.py'}:Own", tmp_path / "out.ndjson"
    child = subprocess.Popen(
        [
            *[sys.executable, "-W", "error", "-m", "hashi", "arena", own, "--games", "9"],
            *["--records", str(records), form],
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
        text=True,
    )
    until(lambda: list(tmp_path.glob("mine.py.waits")), len, 1)
    signal_group(child.pid)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert err == "Stopped: 2 of 9 games.\n"
    assert len(records.read_text().splitlines()) == 2
    if form == "--json":
        result = json.loads(out)
        assert (result["games"], result["bots"][0]["mean"]) == (2, 0.0)
    else:
        assert out.startswith("2 games\n")


def test_a_deck_of_ones_own_is_played(tmp_path: Path) -> None:
    deck, decks, records = (tmp_path / name for name in ("deck.txt", "decks", "out.ndjson"))
    deck.write_text("3/1 4/1 1/1 2/2")
    result = arena("random", "--games", "3", "--deck", str(deck), "--records", str(records))
    assert result["games"] == 3
    played = [json.loads(line) for line in records.read_text().splitlines()]
    assert all(sorted([*game["cards"], game["box"]]) == sorted(game["deck"]) for game in played)
    assert {len(game["rounds"]) for game in played} == {3}
    decks.write_text('{"cards": ["4/1", "2/2", "3/1"], "box": "1/1"}\n')
    given = ["random", "--decks", str(decks), "--records", str(records)]
    assert hashi("arena", *given).returncode == 2, "these are not the cards of the standard deck"
    assert arena(*given, "--deck", str(deck))["games"] == 1
    assert json.loads(records.read_text())["cards"] == ["4/1", "2/2", "3/1"]
    deck.write_text("7/1 1/1")
    done = hashi("arena", "random", "--deck", str(deck))
    assert (done.returncode, done.stdout) == (2, "")
    assert "deck.txt" in done.stderr
    assert "7/1" in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_traceback_is_shown_where_it_is_asked_for(jobs: str, tmp_path: Path) -> None:
    own = own_bot(tmp_path, "return view.no_such_field")
    asked = ["arena", own, "--games", "2", "--jobs", jobs]
    plain, full = hashi(*asked), hashi(*asked, "--traceback")
    assert plain.returncode == full.returncode == 1
    assert "Traceback" not in plain.stderr
    assert len(plain.stderr.splitlines()) == 1
    assert full.stderr.startswith("Traceback (most recent call last):\n")
    assert "    return view.no_such_field" in full.stderr
    assert full.stderr.endswith(plain.stderr)


def test_a_traceback_is_shown_for_a_bot_that_cannot_be_loaded(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import json\njson.loads('{')\n")
    done = hashi("arena", f"{tmp_path / 'mine.py'}:Own", "--traceback")
    assert done.returncode == 2
    assert "json.loads('{')" in done.stderr
    assert done.stderr.splitlines()[-1].startswith(f"{tmp_path / 'mine.py'} can’t be loaded")


def test_exceptions_of_the_arena_are_sentences(tmp_path: Path) -> None:
    own = own_bot(tmp_path, "return 5")
    with pytest.raises(Failed, match=r"Game 1: Round 1, own: The bot’s turn isn’t possible"):
        list(play_games([own], games=1))
    with pytest.raises(NoBot, match="“nobody” isn’t a bot"):
        list(play_games(["nobody"], games=1))
