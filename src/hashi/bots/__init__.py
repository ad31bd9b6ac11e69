"""Players made of code, one file each, all behind one protocol."""

from collections.abc import Callable
from importlib import import_module

from hashi.bots.bot import Bot

Maker = Callable[[str], Bot]
"""Makes a bot from a seed: all its chance comes from there, so a game can be played again."""


def _bot(module: str, name: str) -> Maker:
    """A bot whose file is read when it first sits down."""

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
"""The ladder, lowest first: the bots that can sit at a table, by name."""

__all__ = ["BOTS", "Bot", "Maker"]
