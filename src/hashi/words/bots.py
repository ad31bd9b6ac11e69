"""The names of the bots and how they play, in sentences."""

from __future__ import annotations

from hashi.words.catalogue import N_, Words

BOT_NAMES = {
    "random": N_("Duckling"),
    "greedy": N_("Beaver"),
    "friend": N_("Good neighbour"),
    "planner": N_("Engineer"),
    "master": N_("Bridge wizard"),
}
"""The levels, lowest first. None is called like a rank of a game alone."""

BOT_WAYS = {
    "random": N_("Paddles around and builds wherever it likes. Just right for your first game."),
    "greedy": N_(
        "Finishes whatever it can right away and never thinks about the next card. "
        "With a little planning, you can beat it."
    ),
    "friend": N_(
        "Builds carefully and still leaves you a fair chance. A good match for the whole family."
    ),
    "planner": N_(
        "Keeps an eye on the flags and on the cards that could still come up. You’ll "
        "need a plan of your own."
    ),
    "master": N_(
        "Has built countless bridges in its sleep and thinks one card ahead. Very hard to beat."
    ),
}
"""How each plays, so that one can choose."""


def bot_name(words: Words, bot: str) -> str:
    """The level's name; a bot that is not on the ladder goes by its id."""
    return words.say(BOT_NAMES[bot]) if bot in BOT_NAMES else bot


def bot_way(words: Words, bot: str) -> str:
    """How it plays; nothing is said of a bot that is not on the ladder."""
    return words.say(BOT_WAYS[bot]) if bot in BOT_WAYS else ""
