"""Sentences for requests that a table refuses; the codes come from `hashi.table`."""

from __future__ import annotations

from collections.abc import Mapping

from hashi.words.catalogue import N_, Words
from hashi.words.display import shown

SENTENCES = {
    "no_table": N_("There is no table at this address. Check the link."),
    "broken_table": N_("This game was saved, but it can’t be opened any more."),
    "no_seat": N_("This table has no seat {given}."),
    "not_your_seat": N_("This seat is not yours."),
    "seat_taken": N_("Somebody sits there already. Choose a free seat."),
    "table_full": N_("All seats are taken. You can watch."),
    "seats_empty": N_("There are still empty seats. Wait for friends or let a bot sit down."),
    "no_bot": N_("There is no bot named “{given}”."),
    "not_now": N_("That is not possible now."),
    "stale": N_("The next card is turned already. Your mark came too late."),
    "store_down": N_(
        "The server cannot save games right now. Nothing that was saved is lost. Try again soon."
    ),
    "done_already": N_("You are done already. Take it back to go on marking."),
    "nothing_to_undo": N_("There is nothing to take back or to make again."),
    "no_rewinding": N_("Rounds are played again only alone and in practice games."),
    "still_here": N_("This player is still here."),
    "just_left": N_("Give them some more time to come back."),
    "unknown_request": N_("“{given}” is nothing that can be asked of a table."),
    "link_used": N_("This link was used already or is too old. Ask for a new one."),
    "too_fast": N_("That was very fast. Wait a moment and try again."),
    "too_large": N_("This is too large to be sent."),
    "too_many_reactions": N_("Wait a moment before you react again."),
}


def object_to(words: Words, objection: str, details: Mapping[str, str | int]) -> str:
    """The sentence for an objection."""
    return words.say(
        SENTENCES[objection], **{name: shown(value) for name, value in details.items()}
    )
