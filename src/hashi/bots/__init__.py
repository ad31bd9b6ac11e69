"""Players made of code, one file each, all behind one protocol."""

from hashi.bots.bot import Bot
from hashi.bots.greedy import Greedy

BOTS: dict[str, Bot] = {bot.name: bot for bot in (Greedy(),)}
"""The bots that can sit at a table, by name."""

__all__ = ["BOTS", "Bot", "Greedy"]
