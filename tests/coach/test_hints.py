"""Hints for an open turn: what they know, how true they are, and how they agree with the review."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

import hashi
from hashi.coach import FOUND, HintStep, hint, review, step_text, try_turn
from hashi.coach.hints.hints import contrast_for
from hashi.rules import apply_turn
from hashi.words import LANGUAGES, Words
from tests.coach.hint_claims import CLAIMS, TRAITS, check, open_turns


def test_games_that_follow_hints_are_played_well() -> None:
    game = hashi.new_game("B", ["Tim"], seed="sea").start("3@d1")
    for _ in range(17):
        seen = game.view()
        found = hint(seen)
        apply_turn(seen.sheets[0], seen.card, found.turn)  # type: ignore[arg-type]
        assert try_turn(seen, found.turn).cost < 0.05
        game = game.play(found.turn)
    assert game.totals[0] > 44
    (tim,) = review(game).players
    assert tim.cost_per_turn < 0.05


def test_every_sentence_follows_from_the_turns_that_were_judged() -> None:
    """Read and derive the hints of some positions; `tests.coach.hint_claims` does many."""
    checked: Counter[str] = Counter()
    for number in (0, 1, 3, 5):
        for seen in islice(open_turns(number), 0, None, 4):
            checked += check(seen)
    assert checked["sentences"] > 60
    assert checked["step AIM"] > 0.9 * checked["hints"]
    assert checked["step REASON"] > 0.7 * checked["hints"]


def test_good_turns_are_those_near_the_best() -> None:
    found = contrast_for(hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").view())
    assert found.best in found.good
    assert all(one.value >= found.best.value - FOUND for one in found.good)
    assert all(one.value < found.best.value - FOUND for one in found.ordinary)
    assert len({one.after.sheet for one in found.tried}) == len(found.tried) > 40
    for shared in found.shared:
        assert shared.trait in found.best.traits
        assert {*shared.having, *shared.lacking} == set(found.tried)


def test_where_every_turn_is_as_good_a_hint_has_two_steps() -> None:
    """With one 4 on the board no turn finishes anything in the last round."""
    game = hashi.new_game("A", ["Tim"], seed="s").start("4@c2")
    for _ in range(16):
        game = game.play("pass")
    assert game.view().card == hashi.Card(6, 1)
    found = hint(game.view())
    assert found.gain == 0
    assert found.good > 10
    assert found.steps == (HintStep.AIM, HintStep.MARKS)


def test_a_hint_points_at_two_to_four_islands() -> None:
    for seen in islice(open_turns(2), 0, None, 3):
        found = hint(seen)
        named = {island for reason in found.reasons for island in reason.trait.islands}
        assert not found.region or 2 <= len(found.region) <= 4
        assert set(found.region) >= named or len(found.region) == 4


def test_a_hint_does_not_depend_on_what_is_hidden() -> None:
    game = hashi.new_game("A", ["Tim", "Eva"], seed="sea").start("4@c2", "3@d3")
    first = hint(game.view("Eva"))
    for turn in game.legal_turns("Tim")[:3]:
        assert hint(game.play(turn, seat="Tim").view("Eva")) == first


def test_a_tried_turn_is_judged_as_the_review_does() -> None:
    game = hashi.new_game("A", ["Tim", "Eva"], seed="sea").start("4@c2", "3@d3")
    tried = try_turn(game.view("Eva"), hashi.PASS)
    bots = [hashi.bot("greedy"), hashi.bot("random")]
    played = game.play("pass", seat="Eva").play_out(bots)
    (eva,) = review(played, seats=[1]).players
    assert tried.cost == pytest.approx(eva.turns[0].cost)
    assert tried.best == eva.turns[0].best


def test_there_is_no_hint_without_a_turn_to_play() -> None:
    game = hashi.new_game("A", ["Tim", "Eva"], seed="sea")
    watcher = game.start("4@c2", "3@d3").play("pass", seat="Tim")
    for seen in (game.view(), watcher.view("Tim")):
        with pytest.raises(ValueError, match="turn"):
            hint(seen)


def test_every_sentence_that_a_hint_can_say_has_its_derivation() -> None:
    from hashi.coach.hints import hint_sentences as said

    told = [*said.AIMS.values(), *(one for pair in said.COUNTED_AIMS.values() for one in pair)]
    assert len(CLAIMS) >= len(set(said.AIMS)) + len(set(said.COUNTED_AIMS))
    assert len(TRAITS) == len(said.TRAITS) + len(said.ROOM)
    for text in told:
        filled = text.format(
            goal="all red flags",
            points="1.0" if "on average" in text or "points more" in text else "9",
            good="40\N{NO-BREAK SPACE}%",
            other="20\N{NO-BREAK SPACE}%",
            number=6,
            count=3,
        )
        filled = filled.replace("chance of 1.0 points", "chance of 9 points")
        assert any(pattern.fullmatch(filled) for pattern, _ in CLAIMS), filled


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_a_sentence(language: str) -> None:
    found = hint(hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").view())
    for step in found.steps:
        assert step_text(Words(language), found, step).endswith(".")
