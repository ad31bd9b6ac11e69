"""What happened to people at a table besides their marks, for the story of the game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

MOST_NOTES = 200
"""How many are kept: the latest."""


class NoteKind(StrEnum):
    """What happened to a seat."""

    TIME_UP = "time_up"
    """Its time ran out: the clock ended its turn."""
    AWAY = "away"
    """Others let a bot play, since the person is away."""
    COVERED = "covered"
    """The person let a bot play."""
    BACK = "back"
    """The person plays again."""
    LEFT = "left"
    """The person has not been here for a while."""
    RETURNED = "returned"
    """The person is here again."""
    RESIGNED = "resigned"
    """The person has stopped playing for good."""
    PROPOSED = "proposed"
    """The person asks to go back to a round."""
    REJECTED = "rejected"
    """The person does not want to go back."""
    WITHDRAWN = "withdrawn"
    """The person does not ask for it any more."""
    LAPSED = "lapsed"
    """The round ended before all had answered the person."""
    REWOUND = "rewound"
    """All have gone back to a round, as the person asked."""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that happened to a seat."""

    kind: NoteKind
    seat: int
    after: int
    """How many entries the game had."""
    number: int
    """The number of its event in the log."""
    round: int = 0
    """The round to go back to, where it is about that."""


def noted(notes: tuple[Note, ...], note: Note) -> tuple[Note, ...]:
    """Return the notes with one more."""
    return (*notes, note)[-MOST_NOTES:]


def rewound(notes: tuple[Note, ...], entries: int) -> tuple[Note, ...]:
    """Return the notes that are left when the game goes back to so many entries.

    Who went, and who asked to go back, stays told; whose time was up then is not played yet.
    """
    return tuple(
        [
            note if note.after < entries else replace(note, after=entries)
            for note in notes
            if note.after < entries or note.kind is not NoteKind.TIME_UP
        ]
    )
