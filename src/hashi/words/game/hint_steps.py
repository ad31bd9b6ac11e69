"""What the steps of a hint are called; also what one asks for with the next one."""

from __future__ import annotations

from hashi.words.catalogue import N_

HINT_STEP_NAMES = {
    "aim": N_("Nudge"),
    "where": N_("Where?"),
    "reason": N_("Why?"),
    "turn": N_("Show the turn"),
}
"""By the names that programs use."""
