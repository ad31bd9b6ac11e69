"""How hard a board is: part by part, the same every time, and true."""

from __future__ import annotations

from statistics import mean, stdev

import pytest

from hashi.arena.match import play_match
from hashi.boards import SIDES, BoardDraft, board, check, standard_deck
from hashi.bots import BOTS, bot_with
from hashi.bots.starts import all_starts
from hashi.coach import best
from hashi.record.notation import start_text
from hashi.rules import Setup, deal, seeded
from hashi.workshop import Figures, Tally, do_part, measure, plan_of, reference
from hashi.workshop.deals import best_of_deal, is_sixty_possible
from hashi.workshop.measure import SEED, Part, PartKind
from hashi.workshop.propose import MOST_TRIES, Wish, propose

A = board("A")


def test_a_tally_knows_mean_and_error() -> None:
    points = [40, 44, 51, 39, 60]
    tally = Tally.of(points[:2]) + Tally.of(points[2:])
    assert tally.mean == mean(points)
    assert tally.error == pytest.approx(stdev(points) / 5**0.5)
    assert Tally().mean == Tally().error == Tally.of([3]).error == 0


def test_parts_add_up_to_the_whole_in_any_order() -> None:
    plan = plan_of(A, games=2, deals=2, starts=4)
    *_, last = measure(A, standard_deck(), plan)
    assert (last.done, last.whole) == (len(plan), len(plan))
    again = Figures()
    for part in reversed(plan):
        again += do_part(A, standard_deck(), part)
    assert again.to_json()["deals"] == last.figures.to_json()["deals"]
    assert dict(again.bots) == dict(last.figures.bots)
    assert dict(again.starts) == dict(last.figures.starts)
    assert Figures.from_json(last.figures.to_json()) == last.figures


def test_the_points_of_a_bot_are_those_of_its_games() -> None:
    part = Part(PartKind.GAMES, range(3, 5), "greedy")
    points = []
    for number in (3, 4):
        dealt = deal(standard_deck(), seeded(f"{SEED}/{number}"))
        setup = Setup(A, standard_deck(), ("Tim",))
        bot = bot_with(4, "greedy", f"{SEED}/{number}/greedy")  # type: ignore[arg-type]
        points.append(play_match(setup, dealt, [bot]).totals[0])
    assert do_part(A, standard_deck(), part).bots["greedy"] == Tally.of(points)


def test_what_is_possible_with_a_deal_is_what_the_coach_finds() -> None:
    for number in range(3):
        dealt = deal(standard_deck(), seeded(f"{SEED}/{number}"))
        setup = Setup(A, standard_deck(), ("Tim",))
        played = play_match(setup, dealt, [BOTS["random"]("")])
        found = best_of_deal(A, dealt, seconds=20)
        told = best(played.record, seconds=20)
        assert (found.points, found.bound) == (told.points, told.bound)
        assert is_sixty_possible(A, dealt, seconds=20) == (told.points == 60)


def test_every_start_is_played() -> None:
    figures = do_part(A, standard_deck(), Part(PartKind.STARTS, range(5)))
    assert list(figures.starts) == [start_text(start) for start in all_starts(A)]
    assert {tally.games for tally in figures.starts.values()} == {5}
    assert not figures.has_starts


@pytest.mark.parametrize("side", SIDES)
def test_the_figures_of_a_side_are_derived_again(side: str) -> None:
    """The first deals and the first starts; the rest is `python -m tools.side_figures`."""
    kept = reference(side)
    assert all(kept.bots[bot].games == 200 for bot in BOTS)
    assert kept.sixty.deals == 50
    assert kept.has_starts
    plan = [part for part in plan_of(board(side)) if part.kind is PartKind.STARTS]
    figures = Figures()
    for part in plan:
        figures += do_part(board(side), standard_deck(), part)
    assert dict(figures.starts) == dict(kept.starts)
    quick = [part for part in plan_of(board(side)) if part.bot == "random"]
    *_, last = measure(board(side), standard_deck(), quick)
    assert last.figures.bots["random"] == kept.bots["random"]


def test_a_board_that_is_too_large_is_measured_by_games_alone() -> None:
    large = BoardDraft(("o" * 6,) * 6).with_cell("a1", "r").board()
    assert {part.kind for part in plan_of(large, games=1)} == {PartKind.GAMES}


def test_a_wish_for_more_crossings_is_met_by_a_board_as_good() -> None:
    draft = BoardDraft(("o.o.r", ".....", "o...b", "..b.o", "r.o.o"))
    proposals = list(propose(draft, standard_deck(), Wish.CROSSINGS))
    last = proposals[-1]
    assert len(proposals) <= MOST_TRIES
    assert last.is_met
    made, before = check(last.draft), check(draft)
    assert made.crossings > before.crossings
    assert (made.islands, made.red, made.blue) == (before.islands, before.red, before.blue)
    again = draft
    for here, there in last.moves:
        a, b = again.cell(here), again.cell(there)
        again = again.with_cell(here, b).with_cell(there, a)
    assert again == last.draft
    assert proposals == list(propose(draft, standard_deck(), Wish.CROSSINGS))
