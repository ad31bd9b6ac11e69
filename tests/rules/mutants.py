"""Do the tests fail when a rule is broken? Run as `python -m tests.rules.mutants [R33 ...]`.

Each mutant breaks one rule in a copy of the sources, and only the tests that are named after
that rule are run against it (`R14`: those that begin with `test_r14_`; any other word: those
with it in their name). A mutant that no such test notices has survived. The exit status is 1
when one survives, or when the text to be replaced is not found exactly once. Rules named on the
command line limit the run to their mutants.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hashi.arrays.cores import cores

ROOT = Path(__file__).resolve().parents[2]


class Mutant(NamedTuple):
    rule: str
    file: str
    old: str
    new: str


MUTANTS = [
    Mutant("R1", "boards/a.txt", "b . r . . o", "o . r . . o"),
    Mutant("R1", "boards/b.txt", "b . r o o .", "b . r o . ."),
    Mutant("R1", "rules/board.py", '"r": Flag.RED', '"r": Flag.BLUE'),
    Mutant("R1", "rules/board.py", "MOST_ISLANDS = 60", "MOST_ISLANDS = 61"),
    Mutant("R2", "rules/board.py", "neighbours[0]", "neighbours[-1]"),
    Mutant("R2", "rules/board.py", "left.column < top.column", "top.column"),
    Mutant("R2", "rules/board.py", "left.row < bottom.row", "left.row"),
    Mutant("R2", "rules/law.py", "[Refusal(Reason.NO_LINE, mark)]", "[]"),
    Mutant("R2", "rules/game/mistakes.py", "(Reason.NO_LINE, ", "("),
    Mutant("R3", "rules/card.py", "HIGHEST_NUMBER = 6", "HIGHEST_NUMBER = 7"),
    Mutant("R3", "rules/card.py", "MOST_BRIDGES = 3", "MOST_BRIDGES = 4"),
    Mutant("R3", "boards/deck.txt", "5/3", "5/2"),
    Mutant("R3", "rules/law.py", "not 1 <= mark.number <= HIGHEST_NUMBER", "False"),
    Mutant("R3", "rules/game/mistakes.py", ", Reason.NO_SUCH_NUMBER)", ",)"),
    Mutant("R3", "rules/card.py", "number not in _NUMBERS", "False"),
    Mutant("R3", "rules/card.py", "bridges not in _BRIDGES", "False"),
    Mutant("R4", "rules/game/setup.py", "MOST_PLAYERS = 4", "MOST_PLAYERS = 5"),
    Mutant("R4", "rules/game/setup.py", "1 <= len(self.players)", "0 <= len(self.players)"),
    Mutant(
        "R4", "rules/game/setup.py", "0 <= seat < len(self.players)", "seat < len(self.players)"
    ),
    Mutant(
        "R4",
        "rules/game/setup.py",
        "0 <= seat < len(self.players)",
        "0 <= seat <= len(self.players)",
    ),
    Mutant("R4", "rules/game/seat_view.py", "not game.setup.has_seat(seat)", "False"),
    Mutant("R5", "rules/game/setup.py", "START_NUMBERS = (3, 4)", "START_NUMBERS = (3, 4, 5)"),
    Mutant("R5", "rules/game/setup.py", "number.island.flag is not None", "False"),
    Mutant("R5", "rules/game/game.py", "sheets[seat - 1]", "sheets[seat]"),
    Mutant("R5", "rules/game/setup.py", "(seat + 1) %", "(seat - 1) %"),
    Mutant("R5", "rules/game/game.py", "game.starts[seat] is not None", "False"),
    Mutant("R5", "rules/game/game.py", "reason = Reason.NOT_STARTED", "reason = None"),
    Mutant("R6", "rules/game/setup.py", "len(self.deck) - 1", "len(self.deck)"),
    Mutant("R6", "rules/card.py", "cards[1:]), cards[0]", "cards[1:]), cards[1]"),
    Mutant("R6", "rules/card.py", "below(last + 1)", "below(last)"),
    Mutant("R6", "rules/card.py", "2**32 - 2**32 % n", "2**32"),
    Mutant(
        "R6", "rules/game/game.py", "game.cards.count(card) >=", "99 + game.cards.count(card) <"
    ),
    Mutant("R7", "rules/turn.py", "if drawn:", "if False:"),
    Mutant("R7", "rules/game/game.py", "game.turns[seat] is not None", "False"),
    Mutant("R8", "rules/turn.py", "not 0 < drawn < card.bridges", "not drawn < card.bridges"),
    Mutant("R8", "rules/game/news_items.py", "elif turn.skips_number:", "elif False:"),
    Mutant("R8", "rules/game/news_items.py", "elif turn.skips_bridges:", "elif False:"),
    Mutant("R9", "rules/law.py", "if sheet.digits[island.index]:", "if False:"),
    Mutant("R9", "rules/turn.py", "if numbered:", "if False:"),
    Mutant("R9", "rules/turn.py", "if mark.number != card.number:", "if False:"),
    Mutant("R10", "rules/law.py", "count == 0 and island.flag is not None", "count == 0"),
    Mutant("R11", "rules/law.py", "count == 0 and island.flag is not None", "False"),
    Mutant("R12", "rules/law.py", "count > mark.number", "count >= mark.number"),
    Mutant("R12", "rules/law.py", "count > mark.number", "count > mark.number + 1"),
    Mutant("R13", "rules/turn.py", "drawn >= card.bridges", "drawn > card.bridges"),
    Mutant("R13", "rules/turn.py", "not 0 < drawn < card.bridges", "True"),
    Mutant("R14", "rules/law.py", "not digits[a] and not digits[b]", "False"),
    Mutant("R14", "rules/law.py", "not digits[a] and not", "not digits[a] or not"),
    Mutant("R15", "rules/board.py", "MOST_ON_A_LINE = 2", "MOST_ON_A_LINE = 3"),
    Mutant("R15", "rules/board.py", "MOST_ON_A_LINE = 2", "MOST_ON_A_LINE = 1"),
    Mutant("R16", "rules/law.py", "if planks[other.index]", "if planks[other.index] > 1"),
    Mutant("R17", "rules/law.py", "counts[end] >=", "counts[end] >"),
    Mutant("R17", "rules/law.py", "digits[end] or HIGHEST_NUMBER", "digits[end] or 8"),
    Mutant("R18", "rules/law.py", "counts[end] >=", "counts[end] >"),
    Mutant("R18", "rules/sheet.py", "count == digits[end]", "count == 9"),
    Mutant("R18", "rules/sheet.py", "self.counts[at] == number", "False"),
    Mutant("R18", "rules/law.py", "Reason.ISLAND_FINISHED if", "Reason.ISLAND_FULL if"),
    Mutant("R19", "rules/game/game.py", "elif game.is_round_open:", "elif False:"),
    Mutant("R19", "rules/game/game.py", "if None in turns:", "if None in turns[:1]:"),
    Mutant("R20", "rules/game/game.py", "== self.setup.rounds", "== self.setup.rounds - 1"),
    Mutant("R20", "rules/game/game.py", "elif game.is_finished:", "elif False:"),
    Mutant(
        "R21",
        "rules/law.py",
        "not digits[a] and not digits[b]",
        "(any(counts) and not counts[a] and not counts[b])",
    ),
    Mutant(
        "R22",
        "rules/game/scoring.py",
        "after.finished & ~before.finished",
        "2**len(after.counts) - 1",
    ),
    Mutant("R22", "rules/game/scoring.py", "sheet.finished & asked == asked", "True"),
    Mutant("R23", "rules/goals.py", "high=9", "high=8"),
    Mutant("R23", "rules/goals.py", "low=5", "low=4"),
    Mutant(
        "R23", "rules/game/scoring.py", "sheet.finished & asked == asked", "sheet.finished != 0"
    ),
    Mutant("R24", "rules/goals.py", "high=7", "high=8"),
    Mutant("R24", "rules/goals.py", "low=3", "low=4"),
    Mutant("R24", "rules/goals.py", "flying(Flag.BLUE)", "flying(Flag.RED)"),
    Mutant("R25", "rules/goals.py", "high=8", "high=9"),
    Mutant("R25", "rules/goals.py", "low=4", "low=5"),
    Mutant("R25", "rules/goals.py", "joined=6", "joined=5"),
    Mutant("R25", "rules/game/scoring.py", "join & finished == join", "join & finished"),
    Mutant("R25", "rules/game/scoring.py", "if planks and join", "if join"),
    Mutant("R26", "rules/game/scoring.py", "and not has(ledger, goal)", ""),
    Mutant(
        "R26",
        "rules/game/scoring.py",
        "if goal in gone else",
        "if goal in gone or after is not None else",
    ),
    Mutant("R26", "rules/game/scoring.py", "if goal in gone else", "if False else"),
    Mutant("R27", "rules/game/seat_view.py", "goal in game.gone and", "False and"),
    Mutant("R27", "rules/game/seat_view.py", "and won.get(goal) != goal.high", ""),
    Mutant(
        "R27", "rules/game/news_items.py", "item not in before.ledgers", "item in before.ledgers"
    ),
    Mutant(
        "R27", "rules/game/news_items.py", "goal in after.gone - before.gone", "goal in before.gone"
    ),
    Mutant("R28", "rules/game/scoring.py", "POINTS_FOR_AN_ISLAND = 2", "POINTS_FOR_AN_ISLAND = 1"),
    Mutant("R28", "rules/game/game.py", "best = max(", "best = min("),
    Mutant("R28", "rules/game/game.py", "if points == best)", "if points == best)[:1]"),
    Mutant("R29", "rules/game/scoring.py", "POINTS_FOR_AN_ISLAND = 2", "POINTS_FOR_AN_ISLAND = 3"),
    Mutant("R29", "rules/goals.py", "low=5", "low=6"),
    Mutant("R30", "rules/game/solo.py", "PILES = (7, 5, 5)", "PILES = (6, 6, 5)"),
    Mutant("R30", "rules/game/solo.py", "turned - pile)", "turned)"),
    Mutant("R31", "rules/goals.py", "deadline=7", "deadline=8"),
    Mutant("R31", "rules/goals.py", "low=5, deadline=12", "low=5, deadline=11"),
    Mutant("R31", "rules/goals.py", "low=4, deadline=12", "low=4, deadline=13"),
    Mutant("R31", "rules/game/solo.py", "deadline <= round", "deadline < round"),
    Mutant("R31", "rules/game/game.py", "if game.setup.is_solo:", "if True:"),
    Mutant("R32", "rules/game/solo.py", "51, 52, 54", "51, 53, 54"),
    Mutant("R32", "rules/game/solo.py", "(0, 41,", "(0, 40,"),
    Mutant("R32", "rules/game/solo.py", "58, 60)", "58)"),
    Mutant("R33", "rules/game/calls.py", "in_time = round ==", "in_time = 1 + round >="),
    Mutant("R33", "rules/game/calls.py", "in_time = round ==", "in_time = -1 =="),
    Mutant("R33", "rules/game/mistakes.py", "!= _reasons(after, ink.mark)", "is None"),
    Mutant("R33", "rules/game/mistakes.py", "not is_reached(after, item.source)", "False"),
    Mutant(
        "R33",
        "rules/game/mistakes.py",
        "_is_too_few(ink) for ink in called",
        "False for ink in called",
    ),
    Mutant("R33", "rules/game/mistakes.py", "in self.rounds[round - 1] if", "in self.inks if"),
    Mutant("R33", "rules/game/game.py", "1 <= call.round <= game.rounds", "1 <= call.round"),
    Mutant(
        "R33", "rules/game/game.py", "1 <= call.round <= game.rounds", "call.round <= game.rounds"
    ),
    Mutant("R33", "rules/game/mistakes.py", "len(turn.marks) > MOST_MARKS", "False"),
    Mutant("R33", "rules/draft.py", "len(self.marks) >= MOST_MARKS", "False"),
    Mutant("R33", "rules/draft.py", "(self.marks) >= MOST_MARKS", "(self.marks) > MOST_MARKS"),
    Mutant(
        "R33",
        "rules/game/mistakes.py",
        "len(turn.marks) > MOST_MARKS",
        "len(turn.marks) >= MOST_MARKS",
    ),
    Mutant("R33", "rules/game/mistakes.py", "*against_in_turn(card, numbered, drawn, mark), ", ""),
    Mutant("R34", "rules/sheet.py", "self.finished & ~islands", "self.finished"),
    Mutant("R34", "rules/sheet.py", "self.struck | islands", "self.struck"),
    Mutant("R34", "rules/sheet.py", "1 << end & ~self.struck", "1 << end"),
    Mutant("R34", "rules/sheet.py", "and not self.struck >> at & 1", ""),
    Mutant(
        "R34",
        "rules/game/mistakes.py",
        "return self.mark.line.ends",
        "return self.mark.line.ends[:1]",
    ),
    Mutant("R34", "rules/game/mistakes.py", "refusal.reason not in broken", "True"),
    Mutant(
        "R34",
        "rules/game/game.py",
        "still_standing(game.ledgers[seat], sheet)",
        "game.ledgers[seat]",
    ),
    Mutant("R34", "rules/game/calls.py", "irregular_mask(mistakes)", "0"),
    Mutant("R34", "rules/game/verdict.py", "sheet, ledger = after, kept", "pass"),
    Mutant("R34", "rules/game/verdict.py", "after.struck & ~sheet.struck", "after.struck"),
    Mutant("R34", "rules/game/verdict.py", "if item not in kept", ""),
    Mutant(
        "R34", "rules/game/game.py", "self.is_refereed or self.setup.pens is", "True or None is"
    ),
    Mutant(
        "R35", "rules/game/seat_view.py", "other != seat and game.is_round_open", "other != seat"
    ),
    Mutant("R35", "rules/game/game.py", "on = call.on", "on = call.by"),
    Mutant("R35", "rules/game/game.py", "game.calls >= MOST_CALLS", "game.calls > MOST_CALLS"),
    Mutant("R35", "rules/game/game.py", "calls=game.calls + 1", "calls=game.calls"),
    Mutant("hidden", "rules/game/seat_view.py", "other != seat and game.is_round_open", "False"),
    Mutant("dead", "rules/masks.py", "not is_crossed(plan, planks, line)", "True"),
    Mutant("dead", "rules/masks.py", "free if free < spare else", "2 if 2 < spare else"),
    Mutant("dead", "rules/masks.py", "number = count or 1", "number = 1"),
    Mutant("dead", "rules/masks.py", "if bare >> other & 1 or is_crossed", "if is_crossed"),
    Mutant("dead", "rules/masks.py", "not digits[at] and not counts[at]:", "not counts[at]:"),
    Mutant("dead_goals", "rules/masks.py", "if size >= needed", "if size > needed"),
    Mutant("dead_goals", "rules/masks.py", "alive &= ~group", "alive = 0"),
    Mutant("dead_goals", "rules/masks.py", "return counts[at] < digits[at]", "return True"),
    Mutant("dead_goals", "rules/masks.py", "and not is_crossed(plan, planks, at)", ""),
    Mutant("dead_goals", "rules/dead.py", "asked & dead != 0", "False"),
    Mutant("dead_goals", "rules/dead.py", "numbers) | sheet.struck", "numbers)"),
    Mutant("dead_goals", "rules/dead.py", "in turned[:-1]", "in turned"),
    Mutant("how_lines_look", "rules/state_bytes.py", "masks.is_crossed(plan, planks, at)", "False"),
    Mutant("how_islands_stand", "rules/state_bytes.py", "if dead & bit", "if False"),
    Mutant(
        "turns_equal", "rules/turn.py", "bridges - 1, line.index)", "bridges - 1, line.index + 1)"
    ),
    Mutant("turns_equal", "rules/turn.py", "bridges - 1, line.index)", "bridges - 1, 0)"),
    Mutant(
        "draft", "rules/draft.py", "against_in_turn(self.card, False, self.drawn, mark) or ", ""
    ),
    Mutant("draft", "rules/draft.py", " or refusals(self.sheet, mark)", ""),
    Mutant("R7", "rules/draft.py", "(mark, *self.bridges)", "(*self.bridges, mark)"),
    Mutant("R7", "rules/draft.py", "if refusals(self.before, mark):", "if False:"),
    Mutant("R14", "rules/draft.py", "not any(written.number(end) for", "not any(1 for"),
]


def selected(rule: str) -> str:
    """The tests that are to notice a broken rule, for `pytest -k`."""
    return f"test_{rule.lower()}_" if re.fullmatch(r"R\d+", rule) else rule


def run_tests(source: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """The tests of this folder against a copy of the sources."""
    return subprocess.run(
        [
            *[sys.executable, "-m", "pytest", str(Path(__file__).parent)],
            *["-q", "--tb=no", "-p", "no:cacheprovider", "--hypothesis-profile=all", *options],
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def times_found(mutant: Mutant, source: Path) -> int:
    """How often the text to be replaced occurs; a mutant can be made where it is once."""
    return (source / "hashi" / mutant.file).read_text(encoding="utf-8").count(mutant.old)


def fate(mutant: Mutant, failing: list[str]) -> str:
    """What became of a mutant: killed, survived, or not made."""
    with TemporaryDirectory() as folder:
        plain = shutil.ignore_patterns("*.so", "*.pyd")  # a compiled module would hide its mutant
        source = Path(shutil.copytree(ROOT / "src", Path(folder) / "src", ignore=plain))
        file = source / "hashi" / mutant.file
        file.chmod(0o644)
        if times_found(mutant, source) != 1:
            return f"NOT MADE: found {times_found(mutant, source)} times"
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
        skipped = [f"--deselect={name}" for name in failing]
        ended = run_tests(source, "-x", "-k", selected(mutant.rule), *skipped)
        return {0: "SURVIVED", 1: "killed"}.get(ended.returncode, f"NO RUN: {ended.stdout[-300:]}")


def main(rules: list[str]) -> int:
    mutants = [mutant for mutant in MUTANTS if not rules or mutant.rule in rules]
    words = " or ".join(sorted({selected(mutant.rule) for mutant in mutants}))
    baseline = run_tests(ROOT / "src", "-k", words, "-rf")
    failing = re.findall(r"^FAILED (\S+)", baseline.stdout, re.MULTILINE)
    for name in failing:
        print(f"fails without any mutant: {name}")
    with ThreadPoolExecutor(cores()) as pool:
        fates = pool.map(lambda mutant: fate(mutant, failing), mutants)
        ends = []
        for mutant, end in zip(mutants, fates, strict=True):
            print(f"{mutant.rule:12} {mutant.file:18} {mutant.old!r} -> {mutant.new!r}: {end}")
            ends.append(end)
    killed = ends.count("killed")
    print(f"{killed} of {len(ends)} killed")
    return 0 if killed == len(ends) and not failing else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
