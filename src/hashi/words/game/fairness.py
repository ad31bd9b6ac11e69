"""Where the order of the cards of a game comes from."""

from __future__ import annotations

from collections.abc import Iterable

from hashi.words.catalogue import Words
from hashi.words.game.players import player_name


def shuffle_sentences(words: Words, given: Iterable[str], left_out: Iterable[str]) -> list[str]:
    """Return what the order follows from: the players with a share, and those without theirs."""
    say = words.say
    players, missing = (
        ", ".join(player_name(words, name) for name in names) for names in (given, left_out)
    )
    if players:
        told = say(
            "The order follows from the server’s secret and the shares of: {players}.",
            players=players,
        )
    else:
        told = say("The order follows from the server’s secret: no player had a share in it.")
    if not missing:
        return [told]
    return [told, say("Sealed, but left out: the shares of {players}.", players=missing)]


def unshuffled_sentence(words: Words, *, is_daily: bool, is_same: bool) -> str:
    """Return where cards come from that no player had a share in."""
    if is_daily:
        return words.say("They’re the cards of a day: the same for everyone, and not shuffled.")
    if is_same:
        return words.say("They’re the cards of an earlier game: they weren’t shuffled again.")
    return words.say("No player had a share in the shuffle.")
