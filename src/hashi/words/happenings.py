"""Sentences for what happens at a table besides the game; the codes come from `hashi.table`."""

from __future__ import annotations

from hashi.words.catalogue import N_, Words
from hashi.words.players import player_name

SENTENCES = {
    "proposed": N_("{player} asks everyone to go back to round {round}."),
    "rejected": N_("{player} would rather not go back."),
    "withdrawn": N_("{player} doesn’t want to go back any more."),
    "lapsed": N_("The round ended before everyone had agreed to go back."),
    "rewound": N_("Everyone went back to round {round}, as {player} had asked."),
    "taken over": N_("A bot is playing for {player}."),
    "covered": N_("{player} is away, so a bot is playing."),
    "given back": N_("{player} is playing again."),
    "away": N_("{player} is away."),
    "back": N_("{player} is back."),
    "resigned": N_("{player} gave up."),
    "closed": N_("{player} ended the game."),
}
OF_NOBODY = {
    "rewound": N_("Back to round {round}."),
    "closed": N_("The game was ended."),
}
"""Where nobody has to be named."""


def happening_sentence(words: Words, kind: str, player: str | None, round: int) -> str:
    """Return the sentence for what happened, and who did it."""
    if player is None:
        return words.say(OF_NOBODY[kind], round=round)
    return words.say(SENTENCES[kind], player=player_name(words, player), round=round)
