"""What a turn cost and why, hints, and the best possible result."""

from hashi.coach.best_possible import Best, Mistaken, Reach, best, possible, reach
from hashi.coach.board_tables import TooLarge
from hashi.coach.evaluator import Method
from hashi.coach.hints.hint_steps import STEP_KEYS, STEP_NAMES, Revealed, reveal, step_text
from hashi.coach.hints.hints import Hint, HintStep, hint, try_turn
from hashi.coach.outlook import Chances, Items, Outlook
from hashi.coach.reviews.facts import Fact, FactKind
from hashi.coach.reviews.game_review import PlayerReview, Review, StartReview, TurnReview, review
from hashi.coach.reviews.labels import FOUND, Label, label_of
from hashi.coach.reviews.results import EDITION, read_review, to_json, write_review
from hashi.coach.reviews.sentences import (
    explain_turn,
    label_name,
    like_sentence,
    sentence,
    start_sentence,
)

__all__ = [
    "EDITION",
    "FOUND",
    "STEP_KEYS",
    "STEP_NAMES",
    "Best",
    "Chances",
    "Fact",
    "FactKind",
    "Hint",
    "HintStep",
    "Items",
    "Label",
    "Method",
    "Mistaken",
    "Outlook",
    "PlayerReview",
    "Reach",
    "Revealed",
    "Review",
    "StartReview",
    "TooLarge",
    "TurnReview",
    "best",
    "explain_turn",
    "hint",
    "label_name",
    "label_of",
    "like_sentence",
    "possible",
    "reach",
    "read_review",
    "reveal",
    "review",
    "sentence",
    "start_sentence",
    "step_text",
    "to_json",
    "try_turn",
    "write_review",
]
