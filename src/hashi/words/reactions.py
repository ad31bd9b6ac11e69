"""Reactions: short phrases that people at a table send each other."""

from __future__ import annotations

from hashi.words import N_

REACTIONS = {
    "hello": N_("Hello!"),
    "well_played": N_("Well played!"),
    "wow": N_("Wow!"),
    "haha": N_("Haha!"),
    "oops": N_("Oops!"),
    "thinking": N_("Let me think…"),
    "thanks": N_("Thank you!"),
    "good_game": N_("Good game!"),
}
"""Every reaction by its id, with what it says."""
