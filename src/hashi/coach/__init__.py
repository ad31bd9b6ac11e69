"""What a turn cost and why, hints, and the best possible result."""

from hashi.coach.best_possible import Best, Mistaken, best, possible
from hashi.coach.evaluator import Method
from hashi.coach.facts import Fact, FactKind
from hashi.coach.labels import FOUND, Label, label_of
from hashi.coach.moments import TooLarge
from hashi.coach.outlook import Chances, Lines, Outlook
from hashi.coach.review import PlayerReview, Review, StartReview, TurnReview, review

__all__ = [
    "FOUND",
    "Best",
    "Chances",
    "Fact",
    "FactKind",
    "Label",
    "Lines",
    "Method",
    "Mistaken",
    "Outlook",
    "PlayerReview",
    "Review",
    "StartReview",
    "TooLarge",
    "TurnReview",
    "best",
    "label_of",
    "possible",
    "review",
]
