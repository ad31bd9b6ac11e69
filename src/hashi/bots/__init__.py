"""The bots of the house, one module each, behind the protocol `Bot`.

`BOTS` has the maker of each by its id: `BOTS["greedy"]("any seed")` is a bot. Bots of one's own
are found by `hashi.bots.loader`.
"""

from collections.abc import Callable
from importlib import import_module

from hashi.bots.bot import Bot

Maker = Callable[[str], Bot]
"""Makes a bot from a seed. All its random choices come from the seed, so games are repeatable."""


def _bot(module: str, name: str) -> Maker:
    """Return a maker that imports the bot's module when the first one is made."""

    def make(seed: str) -> Bot:
        bot: Bot = getattr(import_module(f"hashi.bots.{module}"), name)(seed)
        return bot

    return make


BOTS: dict[str, Maker] = {
    "random": _bot("random_bot", "RandomBot"),
    "greedy": _bot("greedy", "Greedy"),
    "friend": _bot("friend", "Friend"),
    "planner": _bot("planner", "Planner"),
    "master": _bot("master", "Master"),
}
"""The makers of all bots by id, the weakest first."""

__all__ = ["BOTS", "Bot", "Maker"]
