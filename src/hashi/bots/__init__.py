"""The built-in bots, one module each, with the protocol `Bot`.

`BOTS` maps ids to makers: `BOTS["greedy"]("any seed")` returns a bot. `hashi.bots.loader` finds
bots in other files and modules.
"""

from collections.abc import Callable
from importlib import import_module

from hashi.bots.bot import Adaptable, Bot, BuiltInBot
from hashi.bots.effort import Effort

Maker = Callable[[str], Bot]
"""A function that makes a bot from a seed. All random choices of the bot come from the seed."""


def _bot(module: str, name: str) -> Callable[[str], BuiltInBot]:
    """Return a maker that imports the bot's module on first use."""

    def make(seed: str) -> BuiltInBot:
        bot: BuiltInBot = getattr(import_module(f"hashi.bots.{module}"), name)(seed)
        return bot

    return make


BOTS: dict[str, Callable[[str], BuiltInBot]] = {
    "random": _bot("random_bot", "RandomBot"),
    "greedy": _bot("greedy", "Greedy"),
    "friend": _bot("friend", "Friend"),
    "planner": _bot("planner", "Planner"),
    "master": _bot("master", "Master"),
}
"""The makers of the built-in bots by id, the weakest first."""


def bot_with(effort: Effort, id: str, seed: str) -> BuiltInBot:
    """Return a built-in bot that puts so much work into its turns."""
    bot = BOTS[id](seed)
    if effort is not Effort.FULL and isinstance(bot, Adaptable):
        return bot.with_effort(effort)
    return bot


__all__ = ["BOTS", "Bot", "Effort", "Maker", "bot_with"]
