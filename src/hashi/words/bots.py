"""The names of the bots and how they play, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi.words.catalogue import N_, Words
from hashi.words.typography import folded


@dataclass(frozen=True, slots=True)
class BotWords:
    """What is said of a bot, not translated yet."""

    name: str
    """None is called like a rank of a game alone."""
    way: str
    """How it plays, so that one can choose."""


BOT_WORDS = {
    "random": BotWords(
        N_("Duckling"),
        N_("Paddles around and builds wherever it likes. Just right for your first game."),
    ),
    "greedy": BotWords(
        N_("Beaver"),
        N_(
            "Finishes whatever it can right away and never thinks about the next card. "
            "With a little planning, you can beat it."
        ),
    ),
    "friend": BotWords(
        N_("Good neighbour"),
        N_(
            "Builds carefully and still leaves you a fair chance. A good match for the whole "
            "family."
        ),
    ),
    "planner": BotWords(
        N_("Engineer"),
        N_(
            "Keeps an eye on the flags and on the cards that could still come up. You’ll "
            "need a plan of your own."
        ),
    ),
    "master": BotWords(
        N_("Bridge wizard"),
        N_(
            "Has built countless bridges in its sleep and thinks one card ahead. Very hard to beat."
        ),
    ),
}
"""The bots by their ids, the weakest first."""


def bot_name(words: Words, bot: str) -> str:
    """The level's name; a bot that is not on the ladder goes by its id."""
    return words.say(BOT_WORDS[bot].name) if bot in BOT_WORDS else bot


def bot_way(words: Words, bot: str) -> str:
    """How it plays; nothing is said of a bot that is not on the ladder."""
    return words.say(BOT_WORDS[bot].way) if bot in BOT_WORDS else ""


def bot_names(words: Words, bots: Sequence[str]) -> list[str]:
    """What these bots are called at a table: by their level, with a number from the second on."""
    before = [bots[:index].count(bot) for index, bot in enumerate(bots)]
    return [
        f"{bot_name(words, bot)} {count + 1}" if count else bot_name(words, bot)
        for bot, count in zip(bots, before, strict=True)
    ]


def find_bot(words: Words, typed: str) -> str | None:
    """Return the id of the bot that is meant: by its id, its name in the reader's language or in
    English, or its number from the weakest; None for none or several."""
    wanted = folded(typed)
    english = Words("en")
    names = {
        bot: {folded(name) for name in (bot, bot_name(words, bot), bot_name(english, bot), str(at))}
        for at, bot in enumerate(BOT_WORDS, start=1)
    }
    exact = [bot for bot, known in names.items() if wanted in known]
    begun = [
        bot for bot, known in names.items() if wanted and any(n.startswith(wanted) for n in known)
    ]
    return next((found[0] for found in (exact, begun) if len(found) == 1), None)
