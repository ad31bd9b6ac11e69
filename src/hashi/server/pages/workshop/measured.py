"""How hard a board is, while it is measured and afterwards."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.boards import SIDES, check
from hashi.bots import BOTS
from hashi.drawing.vector.draft_board import draft_board
from hashi.drawing.vector.measured import mean_bar, share_bar, starts_strip
from hashi.server.pages.parts.own_boards import OwnBoard, board_in
from hashi.server.pages.parts.watched_jobs import watch
from hashi.server.responses import is_part, respond
from hashi.server.visitor import visitor_of
from hashi.words import RANKS, Words, bot_name
from hashi.words.board_remarks import lines_text
from hashi.words.display import one_decimal
from hashi.workshop import Figures, Measurement, Wish, measure_on, plan_of, reference
from hashi.workshop.deals import SIXTY

JUDGE = "planner"
"""The bot of the large figure: the strongest that plays on every board as it does on A and B."""
NEAR = 0.5
"""Points by which boards are about as hard as each other."""


@dataclass(frozen=True, slots=True)
class BotRow:
    """What a bot makes, beside what it makes on A and B."""

    name: str
    mean: str
    error: str
    bar: str
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShareRow:
    """How often something is possible here, or on a side."""

    name: str
    percent: str
    bar: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class RankRowView:
    """How often a rank is possible, here and on A and B."""

    name: str
    percents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeasuredView:
    """What was measured so far."""

    mean: str
    comparison: str
    bots: tuple[BotRow, ...]
    sixties: tuple[ShareRow, ...]
    deals: int
    ranks: tuple[RankRowView, ...]
    starts: tuple[ShareRow, ...]


async def measured(request: WebRequest) -> Response:
    """Measure a board for as long as somebody looks; `stop` shows what there is."""
    visitor, own = visitor_of(request), board_in(request)
    first = Measurement(own.draft.board(), own.cards, plan_of(own.draft.board()))
    job = watch(request, ("measure", own.code), first, measure_on)
    return respond(
        request,
        visitor,
        "workshop/_measured" if is_part(request) else "workshop/measured",
        code=own.code,
        picture=_picture(own),
        lines=lines_text(visitor.words, check(own.draft, own.deck)),
        state=job.state,
        is_stopped=job.is_stopped,
        is_failed=job.is_failed,
        view=measured_view(visitor.words, job.state.figures),
        wishes=tuple(Wish),
    )


def _picture(own: OwnBoard) -> str:
    return draft_board(own.draft, 'class="hashi" aria-hidden="true"')


def measured_view(words: Words, figures: Figures) -> MeasuredView:
    """Return what is shown of figures, which may still be few."""
    sides = [reference(side) for side in SIDES]
    mean = figures.mean(JUDGE)
    return MeasuredView(
        "" if mean is None else one_decimal(words.language, mean),
        ""
        if mean is None
        else _comparison(words, mean, *(each.bots[JUDGE].mean for each in sides)),
        tuple(_bots(words, figures, sides)),
        tuple(_sixties(words, figures, sides)),
        figures.sixty.deals,
        tuple(_ranks(words, figures, sides)),
        tuple(_starts(words, figures, sides)) if figures.has_starts else (),
    )


def _comparison(words: Words, mean: float, a: float, b: float) -> str:
    """Return how hard a board is beside the sides, of which A is the easier one."""
    if abs(mean - a) <= NEAR:
        return words.say("About as hard as side A")
    if abs(mean - b) <= NEAR:
        return words.say("About as hard as side B")
    if mean > a:
        return words.say("Easier than side A")
    return words.say("Between side B and side A") if mean > b else words.say("Harder than side B")


def _bots(words: Words, figures: Figures, sides: list[Figures]) -> list[BotRow]:
    rows = []
    for bot in reversed(BOTS):
        mean = figures.mean(bot)
        if mean is None:
            continue
        others = [each.bots[bot].mean for each in sides]
        rows.append(
            BotRow(
                bot_name(words, bot),
                one_decimal(words.language, mean),
                one_decimal(words.language, max(0.1, figures.bots[bot].error)),
                mean_bar(mean, others, SIXTY),
                tuple(one_decimal(words.language, other) for other in others),
            )
        )
    return rows


def _sixties(words: Words, figures: Figures, sides: list[Figures]) -> list[ShareRow]:
    if not figures.sixty.deals:
        return []
    shares = [each.sixty for each in (figures, *sides)]
    names = (words.say("yours"), *SIDES)
    highest = max(share.most_percent for share in shares)
    rows = []
    for at, (name, share) in enumerate(zip(names, shares, strict=True)):
        text = words.say("{percent}%", percent=share.percent)
        if not share.is_proven:
            text = words.say("{least}–{most}%", least=share.percent, most=share.most_percent)
        rows.append(ShareRow(name, text, share_bar(share.percent, highest, is_own=not at), not at))
    return rows


def _ranks(words: Words, figures: Figures, sides: list[Figures]) -> list[RankRowView]:
    """Return the ranks from the highest on, down to the first that is always possible."""
    if not figures.sixty.deals:
        return []
    rows = []
    for at in range(len(RANKS) - 1, -1, -1):
        percents = [each.ranks[at].percent for each in (figures, *sides)]
        told = tuple(words.say("{percent}%", percent=percent) for percent in percents)
        rows.append(RankRowView(words.say(RANKS[at]), told))
        if min(percents) == 100:
            break
    return rows


def _starts(words: Words, figures: Figures, sides: list[Figures]) -> list[ShareRow]:
    """Return a stroke for each start; all boards have one scale."""
    all_means = [[tally.mean for tally in each.starts.values()] for each in (figures, *sides)]
    least, most = min(map(min, all_means)), max(map(max, all_means))
    return [
        ShareRow(
            name,
            one_decimal(words.language, max(means) - min(means)),
            starts_strip(means, least, most, is_own=not at),
            not at,
        )
        for at, (name, means) in enumerate(
            zip((words.say("yours"), *SIDES), all_means, strict=True)
        )
    ]
