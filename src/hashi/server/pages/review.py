"""The review of a finished game: what each turn cost and why, and what was possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import Request as WebRequest
from starlette.responses import RedirectResponse, Response

from hashi.boards import day_at
from hashi.coach import (
    Label,
    Method,
    PlayerReview,
    Reach,
    StartReview,
    TurnReview,
    explain_turn,
    label_name,
    like_sentence,
    start_sentence,
)
from hashi.coach.sentences import figure
from hashi.drawing import SIZES, Curve, Stop, Theme, curve_svg, scene, still_board
from hashi.rules import PASS, Card, Goal, Sheet, Turn
from hashi.rules.solo import DEADLINE
from hashi.server.limits import Gates, account_behind
from hashi.server.pages.replays import StillGame, chosen_round, replayed, still_of
from hashi.server.responses import host_of, is_part, read_form, respond
from hashi.server.reviews import BestGame, Pending, Reviewed, Reviews
from hashi.server.site import link
from hashi.server.spoilers import is_open_day, table_for
from hashi.server.visitor import Visitor, remember, visitor_of
from hashi.table import Objected, Objection, OpenTable, Table
from hashi.words import (
    RANKS,
    Words,
    day_text,
    player_name,
    turn_text,
)

KIND, LITTLE_KIND = 3.0, 0.8
"""The luck of a game from which the cards are called kind, and a little kind."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A part of the sum that explains the total."""

    value: str
    name: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Costly:
    """A turn among the costliest."""

    round: int
    cost: str
    sentence: str
    link: str


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round in the table that stands behind the curve."""

    round: int
    card: Card
    played: str
    expected: str
    luck: str
    cost: str
    link: str
    spoken: str
    """The same in a sentence, for the slider."""


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round, or the start: the board with the turn that was played and a better one."""

    round: int
    rounds: int
    card: Card | None
    cost: str
    """What the turn cost; empty where it cost nothing."""
    label: str
    sentences: tuple[str, ...]
    figures: str
    """The round in figures."""
    pictures: tuple[tuple[str, str], ...]
    """The board by what is shown on it: `both`, `played`, `better`, `neither`."""
    played: str
    better: str
    """Empty where the turn was the best."""
    previous: str
    next: str


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """The review of one seat in the words of a reader."""

    words: Words
    theme: Theme
    id: str
    table: Table
    reviewed: Reviewed
    seat: int
    is_own: bool
    """Whether the seat is the reader's own."""

    # --- the head

    @property
    def player(self) -> PlayerReview:
        return self.reviewed.review.players[self.seat]

    @property
    def best(self) -> BestGame:
        return self.reviewed.best[self.seat]

    @property
    def is_solo(self) -> bool:
        return self.table.played.setup.is_solo

    @property
    def name(self) -> str:
        return player_name(self.words, self.player.name)

    @property
    def where(self) -> str:
        """Return the board and the day."""
        board = self.table.options.board
        side = self.words.say("Side {side}", side=board) if len(board) == 1 else ""
        day = day_text(self.words, self.table.since)
        return " · ".join(filter(None, (side, day)))

    @property
    def rank(self) -> str:
        rank = self.table.played.rank
        return "" if rank is None else self.words.say(RANKS[rank])

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Return the sum that explains the total; as it is shown, it adds up."""
        words, player = self.words, self.player
        own = words.say("your turns") if self.is_own else words.say("turns")
        parts = [player.expected.value, player.luck, player.others, -player.cost]
        expected, luck, others, cost = _adding_up(parts, player.total)
        shown = [
            Figure(figure(words, expected), words.say("expected")),
            Figure(_signed(words, luck), words.say("cards")),
        ]
        if not self.is_solo:
            shown.append(Figure(_signed(words, others), words.say("the others")))
        return (*shown, Figure(_signed(words, cost), own, "cost" if cost < 0 else ""))

    @property
    def lead(self) -> str:
        """Return the game in two or three sentences: the cards, the turns, who plays like that."""
        player = self.player
        parts = [self._luck_sentence(), self._cost_sentence(), like_sentence(self.words, player)]
        return " ".join(parts)

    def _luck_sentence(self) -> str:
        luck, words = self.player.luck, self.words
        if luck >= KIND:
            return words.say("The cards were kind.")
        if luck >= LITTLE_KIND:
            return words.say("The cards were a little kind.")
        if luck > -LITTLE_KIND:
            return words.say("The cards were fair.")
        if luck > -KIND:
            return words.say("The cards were a little unkind.")
        return words.say("The cards were unkind.")

    def _cost_sentence(self) -> str:
        costly, words = self.player.costliest, self.words
        if not costly:
            return words.say("No turn cost much.")
        lost = figure(words, sum(turn.cost for turn in costly))
        return words.say_many(
            "{count} turn cost {points} points.",
            "{count} turns cost {points} points.",
            len(costly),
            points=lost,
        )

    @property
    def method(self) -> str:
        """Return how sure the figures are, where they come from games played on."""
        if self.reviewed.review.method is not Method.ROLLOUTS:
            return ""
        error = max(turn.outlook.error for turn in self.player.turns)
        return self.words.say(
            "The coach doesn’t know this board by heart: these figures come from games played on,"
            " give or take {points} points.",
            points=figure(self.words, error),
        )

    @property
    def start(self) -> str:
        """Return what the start cost, alone; it isn’t part of the sum."""
        start = self.player.start
        if start is None:
            return ""
        return start_sentence(self.words, start)

    @property
    def possible(self) -> str:
        """Return the best possible result in a sentence; it links to that game."""
        words, best = self.words, self.best
        if best.is_proven:
            return words.say("{points} was possible with these cards", points=best.points)
        return words.say("{points} was possible at least with these cards", points=best.points)

    # --- addresses

    def link(self, round: int | None) -> str:
        """Return the address of a moment; None for the whole game."""
        seat = "" if self.is_solo else f"seat={self.seat}"
        at = "" if round is None else f"round={round}"
        query = "&".join(filter(None, (at, seat)))
        return f"/t/{self.id}/review" + (f"?{query}" if query else "")

    @property
    def best_link(self) -> str:
        return f"/t/{self.id}/review/best" + ("" if self.is_solo else f"?seat={self.seat}")

    @property
    def find_link(self) -> str:
        """Return where the costliest turns are puzzles."""
        return f"/t/{self.id}/review/find/{self.seat}"

    @property
    def seats(self) -> list[tuple[str, str, bool]]:
        """Return the players to choose from: name, address, whether it is this one."""
        return [
            (
                player_name(self.words, player.name),
                f"/t/{self.id}/review?seat={player.seat}",
                player.seat == self.seat,
            )
            for player in self.reviewed.review.players
        ]

    # --- the curve

    def curves(self, chosen: int | None) -> list[str]:
        """Return the curve in all sizes; the page shows the one that fits."""
        curve = self.curve(chosen)
        return [curve_svg(curve, size) for size in SIZES]

    def curve(self, chosen: int | None) -> Curve:
        """Return the curve with its texts."""
        words, player = self.words, self.player
        reach = self.reviewed.reach[self.seat]
        costly = {turn.round for turn in player.costliest}
        stops = []
        for number, outlook in enumerate(player.curve):
            lines = outlook.lines
            turn = player.turns[number - 1] if number else None
            stops.append(
                Stop(
                    (lines.islands, lines.red, lines.blue, lines.six),
                    figure(words, outlook.value),
                    luck=turn.luck if turn else 0.0,
                    cost=turn.cost if turn else 0.0,
                    possible=None if reach is None else reach.points[number],
                    is_costly=number in costly,
                )
            )
        end = player.curve[-1].lines
        figures = self.figures
        return Curve(
            stops=tuple(stops),
            names=(
                words.say("islands"),
                words.say("red"),
                words.say("blue"),
                words.say("six"),
            ),
            ends=tuple(  # type: ignore[arg-type]
                str(round(value)) if round(value) else "–"
                for value in (end.islands, end.red, end.blue, end.six)
            ),
            total=str(player.total),
            possible=self._possible(reach, 0) if reach else "",
            luck=(figures[1].value, words.say("cards")),
            cost=(figures[-1].value, words.say("turns")),
            deadlines=_deadlines() if self.is_solo else (),
            links=tuple(link(self.link(stop)) for stop in range(len(stops))),
            chosen=chosen,
        )

    def _possible(self, reach: Reach, round: int) -> str:
        """Return what could still be reached after a round, or at least that."""
        if reach.is_proven:
            return self.words.say("{points} possible", points=reach.points[round])
        return self.words.say("{points} possible at least", points=reach.points[round])

    # --- rounds

    @property
    def rows(self) -> list[RoundRow]:
        """Return all rounds as rows of a table."""
        words = self.words
        return [
            RoundRow(
                turn.round,
                turn.card,
                turn_text(words, turn.played),
                figure(words, turn.after.value),
                _signed(words, turn.luck),
                _signed(words, -turn.cost),
                self.link(turn.round),
                self.spoken(turn),
            )
            for turn in self.player.turns
        ]

    @property
    def spoken_start(self) -> str:
        """Return what the slider says before the first card."""
        return self.words.say(
            "Before the first card, {points} expected",
            points=figure(self.words, self.player.expected.value),
        )

    def spoken(self, turn: TurnReview) -> str:
        """Return what the slider says of a round."""
        words = self.words
        return words.say(
            "Round {round}, {points} expected, cards {luck}, turn {cost}",
            round=turn.round,
            points=figure(words, turn.after.value),
            luck=_signed(words, turn.luck),
            cost=_signed(words, -turn.cost),
        )

    @property
    def costliest(self) -> list[Costly]:
        return [
            Costly(
                turn.round,
                _signed(self.words, -turn.cost),
                next(iter(explain_turn(self.words, turn)), label_name(self.words, turn.label)),
                self.link(turn.round),
            )
            for turn in self.player.costliest
        ]

    def at(self, round: int) -> RoundView:
        """Return what the panel of a round shows; round 0 is the start."""
        rounds = len(self.player.turns)
        return (
            self._round_view(self.player.turns[round - 1], rounds)
            if round
            else self._start_view(self.player.start, rounds)
        )

    def _round_view(self, turn: TurnReview, rounds: int) -> RoundView:
        words = self.words
        is_best = turn.label is Label.BEST
        sentences = tuple(explain_turn(words, turn))
        figures = [
            words.say("{points} expected", points=figure(words, turn.after.value)),
            words.say("cards {luck}", luck=_signed(words, turn.luck)),
        ]
        if not self.is_solo:
            figures.append(words.say("the others {points}", points=_signed(words, turn.others)))
        reach = self.reviewed.reach[self.seat]
        if reach is not None:
            figures.append(self._possible(reach, turn.round))
        played, better = turn_text(words, turn.played), turn_text(words, turn.best)
        return RoundView(
            round=turn.round,
            rounds=rounds,
            card=turn.card,
            cost="" if is_best else _signed(words, -turn.cost),
            label="" if is_best else label_name(words, turn.label),
            sentences=sentences,
            figures=" · ".join(figures),
            pictures=self._pictures(
                turn.sheet, turn.played_sheet, turn.played, PASS if is_best else turn.best
            ),
            played=played,
            better="" if is_best else better,
            previous=self.link(turn.round - 1),
            next=self.link(turn.round + 1) if turn.round < rounds else "",
        )

    def _start_view(self, start: StartReview | None, rounds: int) -> RoundView:
        """Return the panel before the first card; alone it compares the start with the best."""
        words = self.words
        first = self.player.turns[0].sheet
        own, better, cost = PASS, PASS, ""
        if start is not None:
            own = Turn((start.played,))
            if start.cost >= 0.05:
                cost = _signed(words, -start.cost)
                better = Turn((start.best,))
        value = words.say("{points} expected", points=figure(words, self.player.expected.value))
        blank = Sheet.blank(first.board) if start is not None else first
        return RoundView(
            round=0,
            rounds=rounds,
            card=None,
            cost=cost,
            label="",
            sentences=(self.start,) if self.start else (),
            figures=value,
            pictures=self._pictures(blank, first, own, better),
            played=turn_text(words, own) if own.marks else "",
            better=turn_text(words, better) if better.marks else "",
            previous="",
            next=self.link(1),
        )

    def _pictures(
        self, before: Sheet, after: Sheet, played: Turn, better: Turn
    ) -> tuple[tuple[str, str], ...]:
        """Return the board with both turns, with one of them, and with neither."""
        words = self.words
        own = words.say("Played: {turn}", turn=turn_text(words, played))
        other = words.say("Better: {turn}", turn=turn_text(words, better))
        both = f"{own}. {other}" if better.marks else own
        plain = words.say("{player}’s board", player=self.name)
        drawn = (
            ("both", both, scene(after, fresh=played, ghosts=better)),
            ("played", own, scene(after, fresh=played)),
            ("better", other, scene(before, ghosts=better)),
            ("neither", plain, scene(before)),
        )
        if not better.marks:
            drawn = (drawn[0], drawn[3])  # type: ignore[assignment]
        return tuple((kind, still_board(shown, title, self.theme)) for kind, title, shown in drawn)


def _signed(words: Words, points: float) -> str:
    return figure(words, points, is_signed=True)


def _deadlines() -> tuple[tuple[int, tuple[Goal, ...]], ...]:
    """Return the rounds after which goals pay less alone, each with its goals (R31)."""
    rounds = sorted(set(DEADLINE.values()))
    return tuple(
        (round, tuple(goal for goal in Goal if DEADLINE[goal] == round)) for round in rounds
    )


def _adding_up(parts: Sequence[float], total: int) -> list[float]:
    """Return the parts in tenths that add up to the total: the largest error is corrected."""
    tenths = [round(10 * part) for part in parts]
    while missing := 10 * total - sum(tenths):
        step = 1 if missing > 0 else -1
        worst = max(range(len(parts)), key=lambda at: step * (10 * parts[at] - tenths[at]))
        tenths[worst] += step
    return [each / 10 for each in tenths]


# --- requests


async def show_review(request: WebRequest) -> Response:
    """Answer with the review of a finished game, or with how far it is; `?round=9&seat=2` is a
    moment."""
    visitor = visitor_of(request)
    open_table = await table_for(request, request.path_params["id"])
    found = await find_review(request, open_table)
    if not isinstance(found, Reviewed):
        name = "_review_progress" if is_part(request) else "review_wait"
        return respond(request, visitor, name, id=open_table.id, pending=found)
    page = _page(request, visitor, open_table, found)
    given = request.query_params.get("round")
    chosen = None if given is None else chosen_round(given, len(page.player.turns))
    moment = None if chosen is None else page.at(chosen)
    if is_part(request):
        return respond(request, visitor, "_review_round", r=page, moment=moment)
    return respond(request, visitor, "review", r=page, moment=moment, chosen=chosen)


async def show_best(request: WebRequest) -> Response:
    """Answer with a round of the best possible game of a seat."""
    visitor = visitor_of(request)
    open_table = await table_for(request, request.path_params["id"])
    found = await find_review(request, open_table)
    if not isinstance(found, Reviewed):
        return respond(request, visitor, "review_wait", id=open_table.id, pending=found)
    page = _page(request, visitor, open_table, found)
    record = page.best.record
    round = chosen_round(request.query_params.get("round"), len(record.rounds))
    look = (visitor.language, visitor.theme)
    key = (open_table.id, "best", page.seat, open_table.table.number, round, look)
    still = await replayed(request, key, _best_moment, page.best, page.seat, round, look)
    name = "_moment" if is_part(request) else "review_best"
    return respond(request, visitor, name, r=page, still=still, link=page.best_link)


def _best_moment(best: BestGame, seat: int, round: int, look: tuple[str, str]) -> StillGame:
    """Return the seat's board in its best game when a round was closed. Runs in a worker."""
    language, theme = look
    reader = Visitor("", language, theme, is_new=False)
    still = still_of(best.record.until(round).replay(), best.record, round, reader)
    return StillGame(still.round, still.last, still.rounds, still.card, (still.boards[seat],))


async def find_review(request: WebRequest, open_table: OpenTable) -> Reviewed | Pending:
    """Return the review of a table, or how far it is; what begins one counts for who asks."""
    reviews: Reviews = request.app.state.reviews
    gates: Gates = request.app.state.gates
    account = account_behind(request)
    return await reviews.find(open_table, lambda: gates.imports.take(account))


def _page(
    request: WebRequest, visitor: Visitor, open_table: OpenTable, found: Reviewed
) -> ReviewPage:
    table = open_table.table
    own = table.seats_of(visitor.holder)
    given = request.query_params.get("seat", "")
    seats = {str(seat): seat for seat in range(len(found.review.players))}
    seat = seats.get(given, own[0] if own else 0)
    return ReviewPage(
        visitor.words, Theme(visitor.theme), open_table.id, table, found, seat, seat in own
    )


async def play_on(request: WebRequest) -> Response:
    """Open a practice game that goes on from a round of this one, and lead there."""
    visitor = visitor_of(request)
    form = await read_form(request)
    open_table = await table_for(request, request.path_params["id"])
    is_same = form.get("cards") == "same"
    if is_same and is_open_day(open_table.table, day_at(request.app.state.now())):
        raise Objected(Objection.OWN_PLAY)  # its cards are still a secret to others
    seat, round = (_whole(form.get(name, "")) for name in ("seat", "round"))
    id = await host_of(request).play_on(
        open_table.id, visitor.holder, seat=seat, round=round, same=is_same
    )
    response = RedirectResponse(f"/t/{id}", 303)
    remember(response, visitor, request)
    return response


def _whole(given: str) -> int:
    """Return a number that was sent; -1 for anything else, which no seat and no round has."""
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 4 else -1
