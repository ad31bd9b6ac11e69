"""What is to be written of one table."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from hashi.table.result import Result


@dataclass(slots=True)
class Job:
    """What is to be written of one table."""

    table: str
    rows: list[tuple[str, int, str]] = field(default_factory=list)
    labels: Sequence[tuple[str, str, float]] = ()
    result: Result | None = None
    last: int | None = None
    """The number of the last event, where the job is only for a log that ends there."""
    is_removal: bool = False
    """Whether the table is to be forgotten."""
    is_mending: bool = False
    """Whether what is kept beside the log is replaced by what follows from it."""
    cards: int | None = None
    """For such a job: how many cards were turned, where the table is to be listed."""
    costs: str | None = None
    """For such a job: what turns cost by the review, where that is to be kept."""
    gone: Sequence[tuple[str, str]] = ()
    """Labels by which a table is not to be found any more, each with the table."""
    review: tuple[str, str, str] | None = None
    """The digest of what a review is about, the review, and its costs; such a job has nothing
    else."""
    due: float | None = None
    """When the table's clock acts, where that has changed."""
    is_draft: bool = False
    """Whether it has drafts alone: no result stands before them, and none is to be deleted."""
    done: Future[None] = field(default_factory=Future)

    @property
    def has_drafts_alone(self) -> bool:
        """Whether nothing but drafts is to be written."""
        return self.is_draft and not (self.labels or self.gone or self.result) and self.due is None

    def follows(self, end: int) -> bool:
        """Return whether its events go on after the last one that is kept."""
        numbers = [number for _, number, _ in self.rows]
        return numbers == list(range(end + 1, end + 1 + len(numbers)))
