"""What the site says around its pages: while the game comes, and when something ails."""

from __future__ import annotations

from hashi.words.catalogue import N_, Words

_SENTENCES = {
    "description": N_(
        "Write numbers on islands and join them with bridges. A game for 1 to 4 players."
    ),
    "no_script": N_("HASHI runs in the browser and needs JavaScript here."),
    # the first visit
    "bringing": N_("Loading the game onto this device"),
    "once": N_("Just once. After that it works without a network, with bots and the coach."),
    "amount": N_("{done} of {whole} MB"),
    "left": N_("about {seconds} s left"),
    "stalled": N_("No network. It will continue by itself."),
    "starting": N_("One moment…"),
    "ready": N_("HASHI is ready without a network."),
    # short words over a page
    "memory": N_("This window keeps nothing: when it is closed, its games are gone."),
    "full": N_("This device has no space left. Free some: until then nothing more can be saved."),
    "understood": N_("Got it"),
    "update": N_("There is a new version."),
    "load": N_("Load it"),
    "later": N_("Later"),
    # why the game does not run
    "again": N_("Try again"),
    "elsewhere_title": N_("HASHI is open in another tab"),
    "elsewhere_text": N_("That tab doesn’t answer. You can play here instead."),
    "play_here": N_("Play here"),
    "held_title": N_("HASHI is open in another tab"),
    "held_text": N_("That tab holds your games. Please close it, then try again."),
    "unreachable_title": N_("Your games can’t be reached"),
    "unreachable_text": N_("The browser isn’t handing them over right now. Nothing is lost."),
    "too-new_title": N_("Your games are from a newer version"),
    "too-new_text": N_("This version can’t read them and has changed nothing. Load the newer one."),
    "broken_title": N_("Your games can’t be read"),
    "broken_text": N_("The file with your games is damaged. It has been left as it is."),
    "no-room_title": N_("This device has no space left"),
    "no-room_text": N_("Free some space, then try again. Nothing is lost."),
    "gone_title": N_("This version is no longer there"),
    "gone_text": N_("The site has a newer one. Load the page again."),
    "failed_title": N_("The game has stopped"),
    "failed_text": N_("Your marks are saved. Please load the page again."),
    "old_title": N_("This browser can’t run HASHI"),
    "old_text": N_("Please try a newer one, or a window that isn’t private."),
    "insecure_title": N_("HASHI can’t run at this address"),
    "insecure_text": N_("Browsers run it only where the address begins with https."),
}


def shell_sentences(words: Words) -> dict[str, str]:
    """Return all sentences by their names; values stand in braces."""
    return {name: words.say(sentence) for name, sentence in _SENTENCES.items()}
