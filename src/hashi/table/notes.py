"""What happened to people at a table besides their marks, for the story of the game."""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that happened to a seat."""

    kind: NoteKind
    seat: int
    after: int
    """How many entries the game had."""
    number: int
    """The number of its event in the log."""


def noted(notes: tuple[Note, ...], note: Note) -> tuple[Note, ...]:
    """Return the notes with one more."""
    return (*notes, note)[-MOST_NOTES:]


def rewound(notes: tuple[Note, ...], entries: int) -> tuple[Note, ...]:
    """Return the notes that are left when the game goes back to so many entries."""
    return tuple([note for note in notes if note.after < entries])
