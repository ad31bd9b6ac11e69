"""What a sign of a table says when it is tapped: the card, one of all cards, one of all numbers."""

from __future__ import annotations

from hashi.rules import Card
from hashi.words.catalogue import N_many, Words

_STATES = {
    "now": N_many(
        "A card with a {number} and {count} bridge: it lies open now.",
        "A card with a {number} and {count} bridges: it lies open now.",
    ),
    "turned": N_many(
        "A card with a {number} and {count} bridge: it has been played.",
        "A card with a {number} and {count} bridges: it has been played.",
    ),
    "left": N_many(
        "A card with a {number} and {count} bridge: it hasn’t been turned over yet.",
        "A card with a {number} and {count} bridges: it hasn’t been turned over yet.",
    ),
}
"""By what a small card looks like."""


def card_sign(words: Words, card: Card | None) -> str:
    """Return what the open card asks for; before the first one, what a start is."""
    if card is None:
        return words.say("Every board begins with a 3 or a 4, on an island without a flag.")
    return words.say_many(
        "This card asks for a {number} on an island and for {count} bridge.",
        "This card asks for a {number} on an island and for {count} bridges.",
        card.bridges,
        number=card.number,
    )


def small_card_sign(words: Words, card: Card, look: str) -> str:
    """Return what one of all cards is, and whether it has been played."""
    return words.say_many(*_STATES[look], card.bridges, number=card.number)


def number_sign(words: Words, number: int, left: int) -> str:
    """Return how many cards of a number may still come."""
    if not left:
        return words.say("All cards with a {number} have been turned over.", number=number)
    return words.say_many(
        "{count} card with a {number} hasn’t been turned over yet.",
        "{count} cards with a {number} haven’t been turned over yet.",
        left,
        number=number,
    )


def cards_sign(words: Words, left: int) -> str:
    """Return how many cards still come."""
    if not left:
        return words.say("No more cards will be turned over. Tap a small card to see what it is.")
    return words.say_many(
        "{count} more card will be turned over. Tap a small card to see what it is.",
        "{count} more cards will be turned over. Tap a small card to see what it is.",
        left,
    )
