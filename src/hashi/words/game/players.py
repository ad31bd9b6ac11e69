"""How players are called: by their own name, or by the usual one in the reader's language."""

from __future__ import annotations

from functools import cache

from hashi.words.catalogue import N_, Words
from hashi.words.display import shown
from hashi.words.language import LANGUAGES

ALONE = N_("Player")
NUMBERED = N_("Player {number}")
_MOST = 4


def usual_name(words: Words, number: int = 0) -> str:
    """Return the name of somebody who gave none: of a player by number, or of the only one."""
    return words.say(NUMBERED, number=number) if number else words.say(ALONE)


def is_usual_name(name: str) -> bool:
    """Return whether this is what somebody is called who gave no name, in any language."""
    return name in _usual_names()


def player_name(words: Words, name: str) -> str:
    """Return a player's name as it is shown; a usual name follows the reader's language."""
    number = _usual_names().get(name)
    return shown(name) if number is None else usual_name(words, number)


@cache
def _usual_names() -> dict[str, int]:
    """The usual names in all languages, with the player's number, 0 for the only one."""
    languages = [Words(language) for language in LANGUAGES]
    return {usual_name(words, number): number for words in languages for number in range(_MOST + 1)}
