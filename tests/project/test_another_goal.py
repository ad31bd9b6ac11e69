"""Another goal is one declaration, its icon and its sentences: all else is made from them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command import environment

import hashi

PACKAGE = Path(hashi.__file__).parent
ROOT = Path(__file__).parents[2]

DECLARED = {
    "rules/goals.py": (
        '    SIX = "six"',
        """    TOP = (
        "top",
        Terms(6, 3, 2, "row", "done", lambda island: island.row == 0),
    )
""",
    ),
    "drawing/goal_icons.py": (
        '    "rings": Icon(',
        """    "row": Icon(
        '<path {cloth} d="M3 3H31V8H3Z"/>', Weave(5, '<path d="M0 2.5H5"/>'), ("▔▔▔", "^^^")
    ),
""",
    ),
    "words/goals.py": (
        "    Goal.SIX: GoalWords(",
        """    Goal.TOP: GoalWords(
        "the top row",
        "top",
        ("{player} finished the top row: {count} point!",) * 2,
        ("You finished the top row: {count} point!",) * 2,
        ("From now on, the top row is worth {count} point.",) * 2,
        ("{player} loses {count} point for the top row.",) * 2,
        "the goal of the top row",
    ),
""",
    ),
}
"""What is written into a copy of the sources, and before which line."""

PROGRAM = """
import hashi
from hashi.arrays import constants, kernel
from hashi.coach import Items, best, review
from hashi.drawing.goal_icons import goal_icon
from hashi.rules import Goal, news
from hashi.rules.game.solo import overdue
from hashi.server.page_templates import environment
from hashi.words import Words, announce, ledger_items

assert not kernel.is_compiled
assert [str(goal) for goal in Goal] == ["red", "blue", "top", "six"]
assert Goal.TOP in overdue(2) and Goal.TOP not in overdue(1)
assert constants.HIGH == (9, 7, 6, 8)
assert list(Items()._asdict()) == ["islands", "red", "blue", "top", "six"]

# it is reached, paid and announced
board = hashi.Board(("o.o", "r.o", "o.b"))
deck = tuple(hashi.Card(*pair) for pair in ((1, 1), (1, 1), (2, 1), (2, 2), (3, 1)))
number, bridge = board.island, hashi.Bridge(board.line("a1", "c1"))
game = hashi.Game.begin(hashi.Setup(board, deck, ("Tim",)))
game = game.play(hashi.Start(0, hashi.Number(number("a3"), 3))).play(hashi.Turned(deck[0]))
game = game.play(hashi.Played(0, hashi.Turn((hashi.Number(number("a1"), 1), bridge))))
game = before = game.play(hashi.Turned(deck[1]))
entry = hashi.Played(0, hashi.Turn((hashi.Number(number("c1"), 1),)))
game = game.play(entry)
(top,) = [item for item in game.ledgers[0] if item.source is Goal.TOP]
assert (top.points, top.round) == (6, 2)
words = Words("en")
told = [announce(words, one, game) for one in news(before, entry, game)]
assert "Tim finished the top row: 6 point!" in told, told
assert "The top row in round 2: 6 points" in ledger_items(words, game.ledgers[0])

# bots race for it, the coach judges it, pictures and pages show it
bots = [hashi.bot(name) for name in ("greedy", "friend", "master")]
played = hashi.new_game(board, ["A", "B", "C"], deck=deck, seed="x").play_out(bots)
alone = hashi.new_game(board, ["A"], deck=deck, seed="x").play_out(bots[1:2])
assert hasattr(review(alone).players[0].turns[0].outlook.chances, "top")
assert best(alone.record, 0).proven
assert 'data-goal="top"' in hashi.picture(played)
assert "▔▔▔" in str(game)
assert "var(--done)" in environment().from_string("{{ goal_icon(goal) }}").render(goal=Goal.TOP)
print("played")
"""


@pytest.fixture(scope="module")
def with_another(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the package, in plain Python, with one goal more."""
    folder = tmp_path_factory.mktemp("another")
    shutil.copytree(
        PACKAGE, folder / "hashi", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    )
    for name, (line, declared) in DECLARED.items():
        path = folder / "hashi" / name
        text = path.read_text("utf-8")
        assert text.count(line) == 1
        path.write_text(text.replace(line, declared + line), "utf-8")
    return folder


def run(folder: Path, *arguments: str) -> str:
    """Run Python with this copy of the package."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**environment(), "PYTHONPATH": f"{folder}:{ROOT}"},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_everything_plays_and_shows_a_goal_that_is_only_declared(with_another: Path) -> None:
    assert run(with_another, "-c", PROGRAM) == "played\n"


def test_the_engines_agree_with_the_rules_on_it(with_another: Path) -> None:
    games = ("--games", "20", "--jobs", "1", "--engines", "plain")
    assert "agree with the rules" in run(with_another, "-m", "tests.arrays.differential", *games)
