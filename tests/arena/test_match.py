"""A game between bots: what they are shown, its result, and bots that fail."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from random import Random

import pytest
from benchmarks.random_play import random_board
from tests.support.examples import tried

from hashi.arena.match import Failed, Match, Nonsense, play_match
from hashi.boards import board, standard_deck
from hashi.bots import BOTS, Bot
from hashi.bots.crash import Crash
from hashi.bots.greedy import Greedy
from hashi.bots.random_bot import RandomBot
from hashi.record import parse, write
from hashi.rules import (
    PASS,
    Board,
    Bridge,
    Game,
    Number,
    Pens,
    Played,
    PlayView,
    Reason,
    Refusal,
    SeatView,
    Setup,
    Start,
    Turn,
    Turned,
    View,
    deal,
    seeded,
    view,
)

SIDE = board("A")
NAMES = ("Tim", "Linus", "Sarah", "Ida")
CARDS = deal(standard_deck(), seeded("a match"))


def match(*bots: Bot, side: Board = SIDE, pens: Pens = Pens.GUIDED) -> Match:
    return play_match(Setup(side, standard_deck(), NAMES[: len(bots)], pens), CARDS, bots)


class Watched(RandomBot):
    """A random bot that keeps the views it was given."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.shown: list[View] = []

    def start(self, view: SeatView) -> Number:
        self.shown.append(view)
        return super().start(view)

    def turn(self, view: PlayView) -> Turn:
        self.shown.append(view)
        return super().turn(view)


class Scripted(RandomBot):
    """A random bot that does something else in one round."""

    def __init__(self, round: int, answer: Callable[[View], object]) -> None:
        super().__init__("scripted")
        self._round, self._other = round, answer

    def start(self, view: SeatView) -> Number:
        return self._other(view) if self._round == 0 else super().start(view)  # type: ignore[return-value]

    def turn(self, view: PlayView) -> Turn:
        return self._other(view) if view.round == self._round else super().turn(view)  # type: ignore[return-value]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("pens", list(Pens))
def test_a_match_is_a_whole_game_whose_record_replays_to_its_totals(
    players: int, pens: Pens
) -> None:
    played = match(*(RandomBot(f"{seat}") for seat in range(players)), pens=pens)
    game = parse(write(played.record)).replay()
    assert game.is_over
    assert (game.totals, game.winners) == (played.totals, played.winners)
    assert (played.record.cards, played.record.box) == (CARDS.cards, CARDS.box)
    assert played.record.setup.players == NAMES[:players]


@pytest.mark.hypothesis  # `make laws` tries more of them
@pytest.mark.no_cover  # the same lines many times over
def test_bots_play_on_any_board() -> None:
    for number in tried(range(10), at_least=1):
        side = random_board(Random(f"match {number}"))
        bots = [make(f"{number}") for make in (BOTS["random"], BOTS["greedy"])]
        assert parse(write(match(*bots, side=side).record)).replay().is_over


def test_a_bot_is_shown_what_its_seat_may_see_before_anybody_has_acted() -> None:
    """All act at the same time (R7): no view contains another's turn of that round."""
    bots = [Watched(f"{seat}") for seat in range(3)]
    played = match(*bots)
    before = list(moments(played))
    for seat, bot in enumerate(bots):
        assert bot.shown == [view(game, seat) for game in before]
        assert all(not any(seen.done) for seen in bot.shown)


def moments(played: Match) -> Iterator[Game]:
    """Yield the game whenever its players are asked."""
    record = played.record
    game = Game.begin(record.setup)
    yield game
    for seat, start in enumerate(record.starts):
        game = game.play(Start(seat, start))
    for card, turns in zip(record.cards, record.rounds, strict=True):
        game = game.play(Turned(card))
        yield game
        for seat, turn in enumerate(turns):
            game = game.play(Played(seat, turn))


def test_the_same_seeds_give_the_same_game() -> None:
    def once(seed: str) -> str:
        return write(match(RandomBot(seed), RandomBot(f"{seed} too"), Greedy()).record)

    assert once("one") == once("one")
    assert once("one") != once("two")


def test_turns_are_timed_by_the_given_clock() -> None:
    """The clock is read twice for each turn and not for a start."""
    ticks = iter(range(10_000))
    setup = Setup(board("A"), standard_deck(), NAMES[:2])
    played = play_match(setup, CARDS, [Greedy(), RandomBot("x")], clock=lambda: float(next(ticks)))
    assert played.seconds == (17.0, 17.0)
    assert next(ticks) == 2 * 2 * 17


def failure(*bots: Bot) -> Failed:
    with pytest.raises(Failed) as caught:
        match(*bots)
    copied: Failed = pickle.loads(pickle.dumps(caught.value))
    assert copied.args == caught.value.args
    return caught.value


def test_an_illegal_turn_is_reported_with_player_round_and_rule() -> None:
    def two_bridges_to_nowhere(view: View) -> Turn:
        lines = view.setup.board.lines
        return Turn(tuple(Bridge(line) for line in lines[:6]))

    failed = failure(RandomBot("fine"), Scripted(3, two_bridges_to_nowhere))
    assert (failed.player, failed.round) == ("Linus", 3)
    assert isinstance(failed.why, Refusal)


def test_an_illegal_start_is_reported_as_round_0() -> None:
    failed = failure(Scripted(0, lambda view: Number(view.setup.board.islands[0], 5)))
    assert (failed.player, failed.round) == ("Tim", 0)
    assert isinstance(failed.why, Refusal)
    assert failed.why.reason is Reason.START_NUMBER


def test_an_error_is_reported_with_its_type_message_and_line() -> None:
    def stumble(_view: View) -> object:
        raise KeyError("no such island")

    failed = failure(RandomBot("fine"), RandomBot("too"), Scripted(17, stumble))
    assert (failed.player, failed.round) == ("Sarah", 17)
    assert isinstance(failed.why, Crash)
    assert failed.why.error == "KeyError: 'no such island'"
    assert failed.why.where.startswith("test_match.py:")


def test_a_bot_that_exits_only_fails() -> None:
    def leave(_view: View) -> object:
        raise SystemExit

    failed = failure(Scripted(1, leave))
    assert isinstance(failed.why, Crash)
    assert failed.why.error == "SystemExit"


FOREIGN = Board(("ooo", "ooo", "ooo"))


@pytest.mark.parametrize(
    "answer",
    [
        lambda _view: None,
        lambda _view: "passed",
        lambda _view: (),
        lambda _view: Turn((None,)),  # type: ignore[arg-type]
        lambda _view: Turn((Number(FOREIGN.island("b2"), 3),)),
        lambda _view: Turn(5),  # type: ignore[arg-type]
        lambda view: Turn((Number(view.setup.board.islands[0], 0),)),
    ],
)
def test_an_answer_that_is_not_a_turn_on_this_board_is_reported(
    answer: Callable[[View], object],
) -> None:
    failed = failure(Scripted(2, answer))
    assert failed.round == 2
    assert isinstance(failed.why, Nonsense)


@pytest.mark.parametrize(
    "answer", [lambda _view: None, lambda _view: PASS, lambda _view: Number(FOREIGN.islands[4], 3)]
)
def test_an_answer_that_is_not_a_start_on_this_board_is_reported(
    answer: Callable[[View], object],
) -> None:
    failed = failure(Scripted(0, answer))
    assert failed.round == 0
    assert isinstance(failed.why, Nonsense)


def test_marks_of_another_board_are_read_by_name_and_not_by_index() -> None:
    """An island with the same name and another index becomes the island of this board."""
    rows = board("A").rows
    shifted = Board(tuple(row.replace("r", "o") for row in rows))
    island = next(i for i in shifted.islands if board("A").island(i.name).flag is None)
    played = match(Scripted(0, lambda _view: Number(island, 4)))
    assert played.record.starts[0] == Number(board("A").island(island.name), 4)
