"""All bots: legal, repeatable, independent of hidden information, each stronger than the last."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from benchmarks.random_play import random_board, random_scrawl, random_start, random_turn

from hashi.arena.match import play_match
from hashi.arrays.chart import fits
from hashi.boards import board, standard_deck
from hashi.bots import BOTS, Bot
from hashi.rules import (
    Board,
    Card,
    Game,
    Pens,
    Played,
    Setup,
    Start,
    Turned,
    apply_turn,
    deal,
    play,
    play_view,
    seeded,
    start_refusal,
    view,
)

pytestmark = pytest.mark.no_cover  # whole games of bots whose parts have tests of their own

NAMES = ("Tim", "Linus", "Sarah", "Ida")
SHORT = tuple(map(Card.parse, ("5/3", "3/2", "1/1", "2/3", "4/1", "6/2")))
TOO_LARGE = Board(tuple(f"{'.' * row}oo{'.' * (16 - row)}" for row in range(17)))
"""A stair: more islands than the kernel takes, and few turns to choose from."""
BOARDS = [board("A"), board("B"), TOO_LARGE, *(random_board(Random(f"bot {n}")) for n in range(3))]
ALL = pytest.mark.parametrize("name", BOTS)
ON_ALL = pytest.mark.parametrize(
    "side", BOARDS, ids=lambda side: side.name or f"{side.width}x{side.height}"
)


def begun(side: Board, players: int, seed: str, pens: Pens = Pens.GUIDED) -> Game:
    """Return a game of the standard deck with random starts."""
    rng = Random(seed)
    game = Game.begin(Setup(side, standard_deck(), NAMES[:players], pens))
    for seat in range(players):
        game = game.play(Start(seat, random_start(rng, side)))
    return game


def played(game: Game, cards: Sequence[Card], seed: str) -> Game:
    """Return the game after random rounds with these cards."""
    rng = Random(seed)
    for card in cards:
        game = game.play(Turned(card))
        for seat in range(len(game.sheets)):
            game = game.play(Played(seat, random_turn(rng, game.sheets[seat], card)))
    return game


def test_every_bot_has_its_id_as_its_name() -> None:
    bots: list[Bot] = [make("seed") for make in BOTS.values()]
    assert [bot.name for bot in bots] == list(BOTS)
    assert list(BOTS)[:4] == ["random", "greedy", "friend", "planner"]


def test_a_board_is_too_large_for_the_kernel() -> None:
    assert not fits(TOO_LARGE)
    assert sum(map(fits, BOARDS)) >= 4


# --- legal turns


@pytest.mark.no_cover  # the same lines many times over
@ALL
@ON_ALL
def test_whole_games_alone_are_lawful(side: Board, name: str) -> None:
    setup = Setup(side, SHORT, NAMES[:1])
    match = play_match(setup, deal(SHORT, seeded("alone")), [BOTS[name]("alone")])
    assert len(match.record.rounds) == setup.rounds


@pytest.mark.no_cover  # the same lines many times over
@pytest.mark.parametrize("players", [2, 3, 4])
@ON_ALL
def test_whole_games_at_a_table_are_lawful(side: Board, players: int) -> None:
    """Different bots play together; each bot plays at tables of every size."""
    names = list(BOTS)[1:] if side.name == "A" else list(BOTS)[-players:]
    bots = [BOTS[names[seat % len(names)]](f"{seat}") for seat in range(players)]
    setup = Setup(side, SHORT, NAMES[:players])
    match = play_match(setup, deal(SHORT, seeded(f"{players}")), bots)
    assert len(match.record.rounds) == setup.rounds


@ALL
def test_custom_decks_are_played(name: str) -> None:
    """All cards equal; two cards, of which one is played; more cards than islands."""
    for deck in (("6/3",) * 5, ("1/1", "4/2"), ("2/1", "3/1", "5/2") * 8):
        cards = tuple(map(Card.parse, deck))
        game = Game.begin(Setup(board("B"), cards, NAMES[:2]))
        bots = [BOTS[name]("own deck"), BOTS["random"]("own deck")]
        starts = [bot.start(view(game, seat)) for seat, bot in enumerate(bots)]
        assert all(start_refusal(start) is None for start in starts)
        for seat, start in enumerate(starts):
            game = play(game, Start(seat, start))
        for card in cards[1:5]:
            game = play(game, Turned(card))
            for seat, bot in enumerate(bots):
                game = play(game, Played(seat, bot.turn(play_view(game, seat))))


@ALL
def test_with_free_pens_it_plays_by_the_rules_on_a_sheet_with_mistakes(name: str) -> None:
    bot = BOTS[name]("free")
    for number in range(6):
        rng = Random(number)
        game = begun(board("A"), 2, f"{number}", Pens.FREE)
        for card in deal(standard_deck(), seeded(f"{number}")).cards[:7]:
            game = game.play(Turned(card))
            for seat in (0, 1):
                game = game.play(Played(seat, random_scrawl(rng, game.sheets[seat], card)))
        struck = game.sheets[0].with_struck(rng.getrandbits(18) if number % 2 else 0)
        last = deal(standard_deck(), seeded(f"{number}")).cards[7]
        seen = play_view(game.play(Turned(last)), 0)
        turn = bot.turn(replace(seen, sheets=(struck, *seen.sheets[1:])))
        apply_turn(struck, last, turn)


# --- repeatable, and independent of hidden information


@ALL
def test_the_same_seed_and_view_give_the_same_answer(name: str) -> None:
    cards = deal(standard_deck(), seeded("steady")).cards
    for players in (1, 3):
        before = Game.begin(Setup(board("B"), standard_deck(), NAMES[:players]))
        game = played(begun(board("B"), players, "steady"), cards[:4], "steady")
        seen = play_view(game.play(Turned(cards[4])), 0)
        bot = BOTS[name]("one")
        assert bot.turn(seen) == bot.turn(seen) == BOTS[name]("one").turn(seen)
        start = bot.start(view(before, 0))
        assert start == BOTS[name]("one").start(view(before, 0))


PROGRAM = """
from hashi.boards import board, standard_deck
from hashi.bots import BOTS
from hashi.rules import Card, Game, Number, Setup, Start, Turned, play_view, view

game = Game.begin(Setup(board("A"), standard_deck(), ("Tim", "Ida")))
starts = [make("two").start(view(game, 0)) for make in BOTS.values()]
for seat in (0, 1):
    game = game.play(Start(seat, Number(board("A").island("c2"), 4)))
seen = play_view(game.play(Turned(Card(5, 3))), 0)
print(*starts, *(make("two").turn(seen) for make in BOTS.values()), sep=";")
"""


def test_another_process_gives_the_same_answers() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert told[0].count(";") == 2 * len(BOTS) - 1


@ALL
def test_its_answer_does_not_depend_on_hidden_information(name: str) -> None:
    """Change the order of the unseen cards, the card in the box and the others' open turns."""
    bot = BOTS[name]("blind")
    for number in range(2):
        rng = Random(number)
        cards = deal(standard_deck(), seeded(f"{number}")).cards
        game = played(begun(board("B"), 3, f"{number}"), cards[: 3 + 4 * number], "blind")
        card = cards[3 + 4 * number]
        worlds = [game.play(Turned(card))]
        for _ in range(2):
            other = worlds[0]
            for seat in (1, 2):
                turn = random_turn(rng, game.sheets[seat], card)
                other = other.play(Played(seat, turn))
            worlds.append(other)
        assert len({bot.turn(play_view(world, 0)) for world in worlds}) == 1


@ALL
def test_its_start_does_not_depend_on_others_starts(name: str) -> None:
    bot = BOTS[name]("blind")
    game = Game.begin(Setup(board("A"), standard_deck(), NAMES[:3]))
    first = bot.start(view(game, 0))
    for seed in range(3):
        other = game.play(Start(1, random_start(Random(seed), board("A"))))
        assert bot.start(view(other, 0)) == first


# --- strength


def share_of(higher: str, lower: str, games: int, side: str = "A") -> float:
    """Return the share of games that the higher bot wins; ties are shared, seats change."""
    won = 0.0
    setup = Setup(board(side), standard_deck(), NAMES[:2])
    for number in range(games):
        bots = [BOTS[higher](f"h{number}"), BOTS[lower](f"l{number}")]
        seat = number % 2
        match = play_match(
            setup,
            deal(standard_deck(), seeded(f"ladder {number}")),
            bots if seat == 0 else bots[::-1],
        )
        won += (seat in match.winners) / len(match.winners)
    return won / games


@pytest.mark.no_cover  # the same lines many times over
@pytest.mark.parametrize(
    ("higher", "lower", "games"),
    [("greedy", "random", 6), ("friend", "greedy", 8), ("planner", "friend", 4)],
)
def test_higher_on_the_ladder_wins_more(higher: str, lower: str, games: int) -> None:
    assert share_of(higher, lower, games) >= 0.6


@pytest.mark.parametrize(("name", "least"), [("friend", 36), ("planner", 46)])
def test_alone_it_reaches_its_level(name: str, least: int) -> None:
    setup = Setup(board("A"), standard_deck(), NAMES[:1])
    totals = [
        play_match(setup, deal(standard_deck(), seeded(f"{n}")), [BOTS[name](f"{n}")]).totals[0]
        for n in range(5)
    ]
    assert sum(totals) / len(totals) >= least
