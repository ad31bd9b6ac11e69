"""What a turn cost and why, hints, and the best possible result."""

from hashi.coach.evaluator import Method
from hashi.coach.facts import Fact, FactKind
from hashi.coach.labels import FOUND, Label, label_of
from hashi.coach.moments import TooLarge
from hashi.coach.outlook import Chances, Lines, Outlook
from hashi.coach.review import PlayerReview, Review, StartReview, TurnReview, review

__all__ = [
    "FOUND",
    "Chances",
    "Fact",
    "FactKind",
    "Label",
    "Lines",
    "Method",
    "Outlook",
    "PlayerReview",
    "Review",
    "StartReview",
    "TooLarge",
    "TurnReview",
    "label_of",
    "review",
]
