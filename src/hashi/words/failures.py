"""Sentences for bots that cannot be loaded or that fail; the codes come from `hashi.bots`."""

from __future__ import annotations

from collections.abc import Mapping

from hashi.words.catalogue import N_, Words
from hashi.words.display import LONGEST_PATH, shown

LONGEST_ERROR = 300

LACKS = {
    "unknown": N_(
        "“{given}” isn’t a bot. Choose from {bots}, or give your own class with its "
        "file or module, such as mybot.py:MyBot."
    ),
    "no_module": N_(
        "There’s no module {given}. For a file, give its path, such as ./mybot.py:MyBot."
    ),
    "broken": N_("{given} can’t be loaded: {error}"),
    "no_class": N_("There’s no class {given} in {source}."),
    "incomplete": N_("{given} isn’t a complete bot: it needs {missing}"),
}


def explain_lack(words: Words, lack: str, details: Mapping[str, str]) -> str:
    """Why something is no bot, and what to do."""
    told = {name: shown(value, LONGEST_PATH) for name, value in details.items()}
    sentence = words.say(LACKS[lack], **told)
    if not told.get("classes"):
        return sentence
    return f"{sentence} " + words.say("It has: {classes}.", classes=told["classes"])


def explain_crash(words: Words, player: str, round: int, error: str) -> str:
    """A bot that raised an error: which, when, and what it was."""
    sentence = words.say("The bot failed: {error}", error=shown(error, LONGEST_ERROR))
    return f"{_where(words, player, round)}: {sentence}"


def explain_nonsense(words: Words, player: str, round: int, given: str) -> str:
    """A bot whose answer has no meaning on its board."""
    sentence = (
        words.say("The bot’s turn isn’t possible on this board: {given}", given=shown(given))
        if round
        else words.say(
            "The bot’s starting number isn’t possible on this board: {given}", given=shown(given)
        )
    )
    return f"{_where(words, player, round)}: {sentence}"


def _where(words: Words, player: str, round: int) -> str:
    if round == 0:
        return words.say("Setup, {player}", player=shown(player))
    return words.say("Round {round}, {player}", round=round, player=shown(player))
