"""`hashi board`: show, draw, make, check and measure boards."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from hashi.boards import (
    SIDES,
    BoardDraft,
    check,
    code_of,
    read_code,
    read_deck,
    read_draft,
    standard_deck,
)
from hashi.boards.codes import looks_like_code
from hashi.boards.making import new_board
from hashi.cli.parts import options, pictures
from hashi.cli.parts.exit_status import DONE, REFUSED, UNREADABLE
from hashi.cli.parts.progress import Progress
from hashi.rules import Card, Malformed, Sheet
from hashi.words import N_, Words, bot_name
from hashi.words.board_remarks import lines_text, remark_text, remark_texts
from hashi.words.display import one_decimal
from hashi.words.scores.scores import RANKS

if TYPE_CHECKING:
    from hashi.workshop import Figures

DESCRIPTION = N_(
    "Shows an empty board, or saves it as a picture. new makes a board, check says what is wrong "
    "with one, and measure says how hard it is. A custom board is a file with one row per line: "
    "o for an island, r and b for a red or blue flag, a dot for water."
)
EXAMPLE = "hashi board measure mine.txt"
GAMES, DEALS = 200, 50
"""As in `hashi.workshop.measure`, which is loaded only where a board is measured."""
WISHES = ("easier", "harder", "crossings")


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "boards",
        nargs="+",
        metavar=say("BOARD"),
        help=say("A, B, a file or a code; before it new (and the file to write), check or measure"),
    )
    parser.add_argument("--deck", metavar=say("FILE"), help=say("your own deck: cards such as 5/3"))
    parser.add_argument(
        "--like", metavar=say("BOARD"), help=say("new: begin with this board and change it")
    )
    parser.add_argument(
        "--wish",
        choices=WISHES,
        help=say("new: make that board a little easier, harder, or with more crossings"),
    )
    parser.add_argument(
        "--seed", metavar=say("TEXT"), help=say("new: the same text gives the same board")
    )
    parser.add_argument(
        "--games",
        type=options.at_least(words, 1),
        default=GAMES,
        metavar=say("NUMBER"),
        help=say("measure: how many games each bot plays (default: {games})", games=GAMES),
    )
    parser.add_argument(
        "--deals",
        type=options.at_least(words, 1),
        default=DEALS,
        metavar=say("NUMBER"),
        help=say(
            "measure: how many deals are searched for 60 points (default: {deals})", deals=DEALS
        ),
    )
    parser.add_argument("--json", action="store_true", help=say("print JSON"))
    pictures.add_pictures(parser, words)
    options.add_look(parser, words)


def run(arguments: argparse.Namespace, words: Words) -> int:
    """Return 0; 1 for a board on which no game can begin, 2 where something cannot be read."""
    action, *rest = arguments.boards
    named = ACTIONS.get(action)
    if named is None:
        named, rest = _show, arguments.boards
    if len(rest) > 1 or (not rest and named is not _new):
        print(words.say("Write which board: hashi board check mine.txt"), file=sys.stderr)
        return UNREADABLE
    try:
        return named(arguments, rest[0] if rest else "", words)
    except Malformed as malformed:
        return options.fail(words, malformed)


# --- looking


def _show(arguments: argparse.Namespace, given: str, words: Words) -> int:
    from hashi.drawing import Theme, scene, svg

    sheet = Sheet.blank(options.board_of(given))
    picture = scene(sheet, deck=_drafted(arguments, given)[1] or standard_deck())
    title = words.say("Board {board}", board=sheet.board.name or given)
    if pictures.is_asked(arguments):
        pictures.write_pictures(
            arguments, lambda theme: svg(picture, theme=Theme(theme), title=title)
        )
    else:
        options.console(arguments, words).show(picture, sheet)
    return DONE


def _check(arguments: argparse.Namespace, given: str, words: Words) -> int:
    draft, deck = _drafted(arguments, given)
    found = check(draft, deck)
    if arguments.json:
        remarks = [
            {
                "code": finding.remark.value,
                "island": finding.island,
                "given": finding.given,
                "expected": finding.expected,
                "unplayable": finding.is_unplayable,
                "text": remark_text(words, finding),
            }
            for finding in found.findings
        ]
        counts = {"islands": found.islands, "red": found.red, "blue": found.blue}
        shape = {"lines": found.lines, "crossings": found.crossings}
        fields = {"code": code_of(draft, deck), **counts, **shape, "remarks": remarks}
        print(json.dumps(fields, ensure_ascii=False))
    else:
        console = options.console(arguments, words)
        console.tell(f"{lines_text(words, found)}.")
        for text in remark_texts(words, found) or [words.say("Everything is right.")]:
            console.tell(text)
        console.tell(words.say("Its code: {code}", code=code_of(draft, deck)))
    return DONE if found.is_playable else REFUSED


# --- making


def _new(arguments: argparse.Namespace, file: str, words: Words) -> int:
    del words
    seed = arguments.seed or token_hex(8)
    if arguments.like or arguments.wish:
        given = arguments.like or code_of(BoardDraft(new_board(seed).rows))
        draft, deck = _drafted(arguments, given)
        made = _wished(draft, deck, arguments.wish, seed) if arguments.wish else draft
    else:
        made, deck = BoardDraft(new_board(seed).rows), _deck(arguments)
    if arguments.json:
        print(json.dumps({"rows": made.rows, "code": code_of(made, deck), "seed": seed}))
    elif not file:
        print(made.text(), end="")
    if file:
        options.write_picture(file, made.text())
    return DONE


def _wished(draft: BoardDraft, deck: tuple[Card, ...], wish: str, seed: str) -> BoardDraft:
    """Return the best proposal for a wish."""
    from hashi.workshop import Wish, propose
    from hashi.workshop.propose import MOST_TRIES

    made = draft
    with Progress(MOST_TRIES) as bar:
        for proposal in propose(draft, deck or standard_deck(), Wish(wish), seed):
            made = proposal.draft
            bar.show(proposal.tried)
    return made


# --- measuring


def _measure(arguments: argparse.Namespace, given: str, words: Words) -> int:
    """Measure a board; Ctrl+C ends it, and what was measured is told."""
    from hashi.workshop import Figures, measure, plan_of

    draft, deck = _drafted(arguments, given)
    made, figures, done, whole = draft.board(), Figures(), 0, 1
    plan = plan_of(made, games=arguments.games, deals=arguments.deals)
    with Progress(len(plan)) as bar:
        try:
            for progress in measure(made, deck or standard_deck(), plan):
                figures, done, whole = progress.figures, progress.done, progress.whole
                bar.show(done)
        except KeyboardInterrupt:
            if not done:
                raise
    if arguments.json:
        print(
            json.dumps({"code": code_of(draft, deck), **_fields(figures), "parts": [done, whole]})
        )
        return DONE
    print(f"{lines_text(words, check(draft, deck))}.")
    print("\n".join(_lines(words, figures)))
    return DONE


def _fields(figures: Figures) -> dict[str, object]:
    share = figures.sixty
    return {
        "bots": {
            bot: {
                "games": tally.games,
                "mean": round(tally.mean, 3),
                "error": round(tally.error, 3),
            }
            for bot, tally in figures.bots.items()
        },
        "deals": share.deals,
        "sixty": {"least": share.least, "most": share.most},
        "ranks": [{"least": rank.least, "most": rank.most} for rank in figures.ranks],
        "starts": {start: round(tally.mean, 3) for start, tally in figures.starts.items()},
        "starts_error": round(figures.starts_error, 3),
    }


def _lines(words: Words, figures: Figures) -> list[str]:
    """Return what was measured as a table, beside sides A and B."""
    from hashi.workshop import reference

    say, sides = words.say, [reference(side) for side in SIDES]
    ranks = [at for at in range(len(RANKS) - 1, 0, -1) if figures.deals]
    names = [bot_name(words, bot) for bot in reversed(tuple(figures.bots))]
    names += [say("{rank} possible", rank=say(RANKS[at])) for at in ranks]
    names += [say("Best start − worst start")] if figures.has_starts else []
    heads = [say("this board"), *SIDES]
    columns = [["", *names]]
    for head, each in zip(heads, (figures, *sides), strict=True):
        means = [each.bots[bot].mean for bot in reversed(tuple(figures.bots))]
        cells = [one_decimal(words.language, mean) for mean in means]
        cells += [say("{percent}%", percent=each.ranks[at].percent) for at in ranks]
        cells += [one_decimal(words.language, each.starts_range)] if figures.has_starts else []
        columns.append([head, *cells])
    widths = [max(map(len, column)) for column in columns]
    return [
        f"{name:<{widths[0]}}"
        + "".join(f"  {cell:>{wide}}" for cell, wide in zip(cells, widths[1:], strict=True))
        for name, *cells in zip(*columns, strict=True)
    ]


def _drafted(arguments: argparse.Namespace, given: str) -> tuple[BoardDraft, tuple[Card, ...]]:
    """Return a board with its deck, which may still be unplayable; no cards for the usual deck."""
    if looks_like_code(given) and not Path(given).exists():
        draft, deck = read_code(given)
        return draft, _deck(arguments) or deck
    if given.upper() in SIDES:
        return BoardDraft(options.board_of(given).rows), _deck(arguments)
    return read_draft(Path(given)), _deck(arguments)


def _deck(arguments: argparse.Namespace) -> tuple[Card, ...]:
    return read_deck(Path(arguments.deck)) if arguments.deck else ()


ACTIONS: dict[str, Callable[[argparse.Namespace, str, Words], int]] = {
    "new": _new,
    "check": _check,
    "measure": _measure,
}
