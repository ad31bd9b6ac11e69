"""Hints for an open turn: what they know, and how they agree with the review."""

from __future__ import annotations

import pytest

import hashi
from hashi.coach import FOUND, hint, hint_sentence, review, try_turn
from hashi.rules import Mark, apply_turn
from hashi.words import LANGUAGES, Words


def test_a_hint_leads_to_the_best_turn_in_four_steps() -> None:
    game = hashi.new_game("B", ["Tim"], seed="sea").start("3@d1")
    for _ in range(17):
        seen = game.view()
        found = hint(seen)
        apply_turn(seen.sheets[0], seen.card, found.turn)  # type: ignore[arg-type]
        own = {end for mark in found.turn.marks for end in _ends(mark)}
        assert own <= set(found.region)
        assert found.is_clear == (found.gain > FOUND)
        assert try_turn(seen, found.turn).cost < 0.05
        game = game.play(found.turn)
    assert game.totals[0] > 44
    (tim,) = review(game).players
    assert tim.cost_per_turn < 0.05


def _ends(mark: Mark) -> tuple[hashi.Island, ...]:
    if isinstance(mark, hashi.Number):
        return (mark.island,)
    assert isinstance(mark, hashi.Bridge)
    return mark.line.ends


def test_a_tried_turn_is_judged_as_the_review_does() -> None:
    game = hashi.new_game("A", ["Tim", "Eva"], seed="sea").start("4@c2", "3@d3")
    tried = try_turn(game.view("Eva"), hashi.PASS)
    bots = [hashi.bot("greedy"), hashi.bot("random")]
    played = game.play("pass", seat="Eva").play_out(bots)
    (eva,) = review(played, seats=[1]).players
    assert tried.cost == pytest.approx(eva.turns[0].cost)
    assert tried.best == eva.turns[0].best


def test_a_hint_does_not_depend_on_what_is_hidden() -> None:
    game = hashi.new_game("A", ["Tim", "Eva"], seed="sea").start("4@c2", "3@d3")
    first = hint(game.view("Eva"))
    for turn in game.legal_turns("Tim")[:3]:
        assert hint(game.play(turn, seat="Tim").view("Eva")) == first


def test_there_is_no_hint_without_a_turn_to_play() -> None:
    game = hashi.new_game("A", ["Tim", "Eva"], seed="sea")
    watcher = game.start("4@c2", "3@d3").play("pass", seat="Tim")
    for seen in (game.view(), watcher.view("Tim")):
        with pytest.raises(ValueError, match="turn"):
            hint(seen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_step_is_a_sentence(language: str) -> None:
    found = hint(hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").view())
    assert hint_sentence(Words(language), found).endswith(".")
