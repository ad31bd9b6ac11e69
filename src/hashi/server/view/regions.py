"""The regions of a table's page, each rendered by itself: they are replaced while it is open."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from markupsafe import escape

from hashi.drawing.vector.live import to_json
from hashi.kept import Kept
from hashi.rules import Board
from hashi.server.page_templates import environment
from hashi.server.view.company.absence import Absence
from hashi.server.view.company.going_back import GoingBack
from hashi.server.view.company.race import Pip, race_of
from hashi.server.view.goal_tiles import GoalTiles
from hashi.server.view.table_page import TablePage
from hashi.server.view.turn.guide import GoalTip, Tip, goal_tip_of, tip_of
from hashi.server.view.turn.turn_bar import Actions, Steps
from hashi.server.view.turn.typing_example import TypingExample, typing_sentences
from hashi.table import Table
from hashi.words import Words

REGIONS = (
    "head",
    "goals",
    "place",
    "call",
    "card",
    "steps",
    "guide",
    "aim",
    "back",
    "away",
    "race",
    "actions",
    "info",
    "points",
    "log",
    "ranks",
    "shuffle",
    "crowd",
    "mistake",
    "recap",
)
"""The parts of a table's page that change, each a template with one element of that id. There are
also two for each seat, `seat-0` and `tab-0` and so on, from the templates `seat` and `tab`."""
PLAYERS = "PLAYERS"
"""What stands for the players in the template of the goals."""
OF_A_DRAFT = ("steps", "guide", "aim", "actions")
"""The parts that change with your own mark, besides the pieces of the board. The goals change too
when one gets out of reach, or within it again."""
OF_THE_CROWD = ("head", "crowd")
"""The parts that change when someone who watches comes or goes."""
OF_A_PROPOSAL = ("back", "away")
"""The parts that change when somebody asks to go back, answers, or goes away."""
OF_A_SEAT = ("place", "call", "steps", "actions", "away")
"""The parts that change when a seat is done, or not any more, while the round stays open."""


def seat_names(table: Table, seats: Iterable[int] | None = None) -> tuple[str, ...]:
    """Return the ids of the regions of these seats, or of all."""
    among = range(len(table.seats)) if seats is None else seats
    return tuple(f"{kind}-{seat}" for seat in among for kind in ("seat", "tab"))


def regions_json(table_page: TablePage, names: Iterable[str] | None = None) -> dict[str, str]:
    """Return the regions of a table's page by id, written as JSON; all of them if none is named."""
    wanted = (*REGIONS, *seat_names(table_page.table)) if names is None else names
    return {name: _region_json(table_page, name) for name in wanted}


def regions(table_page: TablePage) -> dict[str, str]:
    """Return all regions of a table's page by id."""
    return {name: json.loads(text) for name, text in regions_json(table_page).items()}


def region(table_page: TablePage, name: str) -> str:
    """Return one region of a table's page."""
    text: str = json.loads(_region_json(table_page, name))
    return text


def _region_json(table_page: TablePage, name: str) -> str:
    words: Words = table_page.words
    if name == "steps":
        return _steps(table_page)
    if name == "goals":
        return _goals(table_page)
    if name == "guide":
        return _kept_tip[words, tip_of(table_page), table_page.id if table_page.guide else ""]
    if name == "aim":
        return _kept_goal_tip[words, goal_tip_of(table_page)]
    if name == "away":
        return _kept_away[words, Absence.of(table_page)]
    if name == "back":
        return _kept_back[words, GoingBack.of(table_page)]
    if name == "actions":
        return _kept_actions[words, Actions.of(table_page)]
    kind, _, seat = name.partition("-")
    return to_json(_rendered(words, kind, table_page, int(seat or 0)))


def _steps(table_page: TablePage) -> str:
    """Return the steps of a turn; the example to type is seldom the same twice, the rest often."""
    words, turn = table_page.words, table_page.turn
    begin, end = _kept_steps[words, Steps.of(table_page)]
    draft, about = turn.draft, ""
    if draft is not None:
        board, example = draft.before.board, turn.example_indexes
        is_printed = board.name is not None  # one's own board would be kept as well
        about = (
            _kept_typing[words, board, example] if is_printed else _typing(words, board, example)
        )
        about += " data-begun" if draft.card is not None and draft.marks else ""
    return f"{begin}{about}{end}"


@Kept
def _kept_steps(words: Words, values: Steps) -> tuple[str, str]:
    """Return the steps before and after what is said of the example to type, as JSON."""
    title, body = escape(words.say("Your turn")), _rendered(words, "steps", values)
    begin, end = f'<section id="steps" aria-label="{title}"', f">\n{body}\n</section>"
    return to_json(begin)[:-1], to_json(end)[1:]


def _typing(words: Words, board: Board, example: TypingExample) -> str:
    """Return the attributes with what can be typed, as JSON: an example, and what it does."""
    marks = example.marks(board)
    text, sentences = " ".join(map(str, marks)), typing_sentences(words, marks)
    return to_json(f' data-example="{escape(text)}" data-typing="{escape(sentences)}"')[1:-1]


_kept_typing = Kept(_typing)


@Kept
def _kept_actions(words: Words, values: Actions) -> str:
    """Return the buttons, as JSON."""
    return to_json(_rendered(words, "actions", values))


def _goals(page: TablePage) -> str:
    """Return the goals; how far each player is follows from the table, the rest is seldom new."""
    tiles = GoalTiles.of(page)
    begin, *rest = _kept_goals[page.words, tiles]
    if not rest:
        return begin
    rows = [_kept_row[page.words, row] for row in race_of(page, tiles.boxes)]
    return "".join([begin, *(text for pair in zip(rows, rest, strict=True) for text in pair)])


@Kept
def _kept_goals(words: Words, values: GoalTiles) -> list[str]:
    """Return the goals, as JSON, in parts: a row of players belongs between two of them."""
    return to_json(_rendered(words, "goals", values)).split(PLAYERS)


@Kept
def _kept_tip(words: Words, values: Tip, table: str) -> str:
    """Return the tip that is due beside the card, or the question about tips, as JSON."""
    return to_json(_rendered(words, "guide", (values, table)))


@Kept
def _kept_goal_tip(words: Words, values: GoalTip) -> str:
    """Return the tip about the goals, as JSON."""
    return to_json(_rendered(words, "aim", values))


@Kept
def _kept_away(words: Words, values: Absence) -> str:
    """Return who is away, as JSON."""
    return to_json(_rendered(words, "away", values))


@Kept
def _kept_back(words: Words, values: GoingBack) -> str:
    """Return the question whether to go back, as JSON."""
    return to_json(_rendered(words, "back", values))


@Kept
def _kept_row(words: Words, row: tuple[Pip, ...]) -> str:
    """Return how far each player is with one goal, as JSON without its quotation marks."""
    said = "".join(
        f"<span>{_kept_pip[pip.seat, pip.have, pip.need, pip.kind]}"
        f'<b aria-hidden="true">{pip.figure}</b>'
        f'<span class="unseen">{escape(pip.sentence(words))}</span></span>'
        for pip in row
    )
    return to_json(said)[1:-1]


@Kept
def _kept_pip(seat: int, have: int, need: int, kind: str) -> str:
    """Return the picture of how far a player is with a goal."""
    icons: Any = environment().get_template("_icons.html").module
    drawn: str = icons.pip(seat, have, need, kind)
    return " ".join(drawn.split())


def _rendered(words: Words, kind: str, values: Any, seat: int = 0) -> str:
    template = environment().get_template(f"regions/{kind}.html")
    text = template.render(t=values, words=words, say=words.say, say_many=words.say_many, seat=seat)
    return text.strip()
