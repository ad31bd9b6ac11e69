"""The page on which a board and its deck are drawn; its address alone holds both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.boards import BoardDraft, check, deck_from_lines, draft_from_lines, standard_deck
from hashi.boards.checks import (
    COUNTS,
    RIGHT_BLUE,
    RIGHT_ISLANDS,
    RIGHT_RED,
    UNPLAYABLE,
    Checks,
    Remark,
    bridges_in_a_game,
)
from hashi.boards.codes import KINDS
from hashi.boards.draft import FEWEST_POINTS, MOST_POINTS, STEPS
from hashi.drawing.vector.draft_board import draft_board
from hashi.drawing.vector.sea import TOP, sea_left, sea_size
from hashi.rules import Card, Flaw, Malformed
from hashi.rules.board import FEWEST_ISLANDS
from hashi.rules.card import LARGEST_DECK
from hashi.server.pages.parts.own_boards import (
    OwnBoard,
    board_in,
    cell_label,
    side_draft,
    workshop_link,
)
from hashi.server.responses import problem_text, read_form, respond
from hashi.server.site import full_address
from hashi.server.visitor import Visitor, visitor_of
from hashi.words import Words
from hashi.words.board_remarks import lines_text, remark_text

LARGEST_TEXT = 1 << 13
SCALE = 100
MOST_REMARKS = 5
BOXES = ("A", "B")


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the raster, to be touched."""

    name: str
    x: float
    y: float
    cell: str
    label: str


@dataclass(frozen=True, slots=True)
class CardCell:
    """A kind of card, and how often it is in the deck."""

    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class WorkView:
    """What the page shows of a board and its deck."""

    code: str
    picture: str
    points: tuple[Point, ...]
    size: tuple[float, float, float, float]
    """Of the picture: width, height, and where its first point lies."""
    checks: Checks
    counts: tuple[tuple[str, int, int], ...]
    """What is counted, how many there are and should be."""
    remarks: tuple[tuple[str, bool], ...]
    """Sentences, and whether each keeps a game from beginning."""
    lines: str
    cards: tuple[CardCell, ...]
    card_count: int
    are_twice: bool
    """Whether every number of the deck is on two cards at least."""
    bridges: tuple[int, int]
    is_usual_deck: bool
    text: str
    deck_text: str
    width: int
    height: int


async def draw(request: WebRequest) -> Response:
    """Answer with the workshop; a change leads to the address of the changed board."""
    visitor = visitor_of(request)
    if request.method == "POST":
        return await _read_text(request, visitor)
    own = board_in(request)
    changed = _changed(own, request.query_params)
    if changed is not None and "part" not in request.query_params:
        return RedirectResponse(_link(request, changed), 303)
    return _page(request, visitor, changed or own)


def _link(request: WebRequest, own: OwnBoard) -> str:
    """Return the address of a board, in the same view as before."""
    kept = {name: request.query_params.get(name, "") for name in ("view", "box")}
    return workshop_link(own) + "".join(f"&{name}={value}" for name, value in kept.items() if value)


async def _read_text(request: WebRequest, visitor: Visitor) -> Response:
    """Read rows of text and cards; lead to their board, or say what is wrong with them."""
    form = await read_form(request, LARGEST_TEXT)
    own = board_in(request)
    try:
        draft = draft_from_lines(form.get("rows", "").splitlines())
        cards = form.get("cards", "")
        deck = deck_from_lines(cards.splitlines()) if cards.strip() else own.deck
    except Malformed as malformed:
        problem = problem_text(visitor, malformed)
        return _page(request, visitor, own, problem, form, status=422)
    return RedirectResponse(_link(request, OwnBoard(draft, deck)), 303)


def _page(
    request: WebRequest,
    visitor: Visitor,
    own: OwnBoard,
    problem: str = "",
    form: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    box, view = request.query_params.get("box", ""), request.query_params.get("view", "")
    return respond(
        request,
        visitor,
        "workshop/_work" if "part" in request.query_params else "workshop/draw",
        status,
        work=work_view(visitor.words, own),
        address=full_address(request, workshop_link(own)),
        problem=problem,
        form=form or {},
        box=box if box in BOXES else "",
        view="cards" if view == "cards" else "board",
    )


# --- changes


def _changed(own: OwnBoard, asked: Mapping[str, str]) -> OwnBoard | None:
    """Return the board after the change that is asked for; None where there is none."""
    draft, deck = own.draft, own.deck
    if "tap" in asked:
        return replace(own, draft=draft.stepped(asked["tap"]))
    if "set" in asked:
        point, _, cell = asked["set"].partition(":")
        if len(cell) != 1 or cell not in STEPS:
            raise Malformed(Flaw.CELL, given=cell)
        return replace(own, draft=draft.with_cell(point, cell))
    if "more" in asked:
        return OwnBoard(draft, _with_card(own.cards, Card.parse(asked["more"])))
    if "less" in asked:
        return OwnBoard(draft, _without_card(own.cards, Card.parse(asked["less"])))
    match asked.get("do"):
        case "turn":
            return replace(own, draft=draft.turned())
        case "mirror":
            return replace(own, draft=draft.mirrored())
        case "empty":
            return replace(own, draft=BoardDraft.empty(draft.width, draft.height))
        case "deck":
            return OwnBoard(draft, ())
        case "A" | "B" as side:
            return OwnBoard(side_draft(side), deck)
        case "wider" | "narrower" | "higher" | "lower" as size:
            return replace(own, draft=_resized(draft, size))
    return None


def _resized(draft: BoardDraft, size: str) -> BoardDraft:
    across = {"wider": 1, "narrower": -1}.get(size, 0)
    down = {"higher": 1, "lower": -1}.get(size, 0)
    width, height = draft.width + across, draft.height + down
    if (across > 0 and width > MOST_POINTS) or (down > 0 and height > MOST_POINTS):
        return draft
    return draft.resized(max(width, FEWEST_POINTS), max(height, FEWEST_POINTS))


def _with_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return cards if len(cards) >= LARGEST_DECK else tuple(sorted((*cards, card)))


def _without_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the deck with one such card less; the last card stays."""
    left = list(cards)
    if card in left and len(left) > 1:
        left.remove(card)
    return tuple(left)


# --- what is shown


def work_view(words: Words, own: OwnBoard) -> WorkView:
    """Return what the page shows of a board and its deck."""
    draft, cards = own.draft, own.cards
    found = check(draft, own.deck)
    width, height = sea_size(draft)
    left, is_begun = sea_left(draft), found.islands >= FEWEST_ISLANDS
    return WorkView(
        own.code,
        draft_board(
            draft,
            'class="hashi draft" aria-hidden="true"',
            outside=found.outside if is_begun else (),
            weak=found.weak if is_begun else (),
        ),
        tuple(_points(words, draft)),
        (SCALE * width, SCALE * height, SCALE * left, SCALE * TOP),
        found,
        (
            ("islands", found.islands, RIGHT_ISLANDS),
            ("red", found.red, RIGHT_RED),
            ("blue", found.blue, RIGHT_BLUE),
        ),
        tuple(_remarks(words, found)),
        lines_text(words, found),
        tuple(CardCell(card, cards.count(card)) for card in KINDS),
        len(cards),
        not any(finding.remark is Remark.ONLY_ONCE for finding in found.findings),
        bridges_in_a_game(cards),
        sorted(cards) == sorted(standard_deck()),
        draft.text(),
        " ".join(map(str, sorted(cards))),
        draft.width,
        draft.height,
    )


def _points(words: Words, draft: BoardDraft) -> list[Point]:
    return [
        Point(
            name,
            SCALE * (at % draft.width),
            SCALE * (at // draft.width),
            draft.cell(name),
            cell_label(words, draft, name),
        )
        for at, name in enumerate(draft.points())
    ]


def _remarks(words: Words, found: Checks) -> list[tuple[str, bool]]:
    """Return what is to be told besides the counts, which stand there as figures."""
    told = [finding for finding in found.findings if finding.remark in UNPLAYABLE]
    if found.islands >= FEWEST_ISLANDS:  # before, nearly everything is poor
        others = UNPLAYABLE | COUNTS
        told += [finding for finding in found.findings if finding.remark not in others]
    told = told[:MOST_REMARKS]
    return [(remark_text(words, finding), finding.is_unplayable) for finding in told]
