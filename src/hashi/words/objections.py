"""Sentences for requests that a table refuses; the codes come from `hashi.table`."""

from __future__ import annotations

from collections.abc import Mapping

from hashi.words.catalogue import N_, Words
from hashi.words.display import shown

SENTENCES = {
    "no_table": N_("There’s no table at this address. Check the link."),
    "broken_table": N_("This game was saved, but it can’t be opened any more."),
    "table_down": N_(
        "This game can’t be opened right now. Everything saved so far is safe. Try again soon."
    ),
    "no_seat": N_("This table has no seat {given}."),
    "not_your_seat": N_("This isn’t your seat."),
    "seat_taken": N_("Someone’s already sitting there. Choose a free seat."),
    "table_full": N_("All the seats are taken, but you can watch."),
    "seats_empty": N_("There are still empty seats. Wait for your friends or add a bot."),
    "seats_needed": N_("More seats than that are taken. Free one first."),
    "opener_only": N_("Only the person who opened this table can do that."),
    "lobby_full": N_(
        "So much has changed at this table that it stays as it is now. The game can still start."
    ),
    "no_bot": N_("There’s no bot called “{given}”."),
    "stale": N_("The next card has already been turned over. Your mark came too late."),
    "store_down": N_(
        "The server can’t save games right now. Everything saved so far is safe. Try again soon."
    ),
    "done_already": N_("You’ve already finished this turn. Tap “Keep editing” to change it."),
    "nothing_to_undo": N_("There’s nothing to undo or redo."),
    "no_rewinding": N_("You can only replay rounds in solo and practice games."),
    "no_hints": N_("This table was opened without hints."),
    "no_listing": N_("This server has no list of open tables."),
    "no_push": N_("This server can’t send messages to your browser."),
    "not_from_here": N_("You can only do this on the computer where HASHI is running."),
    "no_network": N_(
        "HASHI can’t be opened to a network. Connect this computer to your Wi-Fi, then try again."
    ),
    "own_play": N_("Here you play every round yourself, and only once."),
    "open_day": N_("You can play on from this game once its day is over."),
    "spoiler": N_("Play this day’s board first. Then you can look at other people’s games."),
    "still_here": N_("This player is still here."),
    "just_left": N_("Give them some more time to come back."),
    "unknown_request": N_("A table doesn’t know the request “{given}”."),
    "link_used": N_("This link has already been used or is too old. Ask for a new one."),
    "key_ended": N_("Another device removed this one. It has no seats any more."),
    "log_full": N_("So much has happened at this table that you can only finish the game now."),
    "too_fast": N_("Too fast! Wait a moment and try again."),
    "too_many_tables": N_("You’ve opened a lot of tables. Wait a few minutes, then try again."),
    "too_many_pages": N_("Too many pages of this game are open. Close some, then try again."),
    "full": N_("So many people are playing right now that there’s no room. Try again soon."),
    "too_large": N_("This is too large to send."),
    "too_many_reactions": N_("Wait a moment before you react again."),
}


NOT_NOW = {
    "not_begun": N_("The game hasn’t started yet."),
    "begun": N_("The game has already started."),
    "starts": N_("First, everyone writes their starting number."),
    "playing": N_("The game is still being played."),
    "checking": N_("All cards have been played. Now you can only look for mistakes."),
    "over": N_("The game is over."),
    "nothing_written": N_("First tap an island without a flag. That writes a 3 or a 4."),
    "guided_pens": N_("Mistakes can only be called out with free pens."),
    "first_round": N_("There’s nothing to call out yet. The first round isn’t over."),
    "no_bot_plays": N_("No bot is playing for you. It’s your own turn."),
    "no_company": N_("Nobody else is here to see it."),
    "no_shares": N_("Nothing can be added to this shuffle."),
    "agreed": N_("This game’s options are fixed, so that results can be compared."),
    "not_sealed": N_("The shuffle isn’t sealed yet."),
    "closed": N_("This game was ended before its last card."),
    "no_proposal": N_("Nobody is asking to go back any more."),
    "proposed_already": N_("Someone has already asked to go back. Answer that first."),
    "proposed_often": N_("You can ask to go back again once the next card is turned over."),
    "agreed_already": N_("You’ve already agreed. The others still have to answer."),
    "resigned": N_("Nobody plays this board any more."),
    "spectator": N_("Only those who played can ask for another game."),
}
"""Why something is not possible now (`not_now`)."""


def object_to(words: Words, objection: str, details: Mapping[str, str | int]) -> str:
    """The sentence for an objection."""
    if objection == "not_now":
        return words.say(NOT_NOW[str(details["why"])])
    return words.say(
        SENTENCES[objection], **{name: shown(value) for name, value in details.items()}
    )
