"""The steps of a hint: what each of them reveals, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from hashi.coach.hints.hint_sentences import (
    aim_sentence,
    marks_sentence,
    reason_sentence,
    region_sentence,
)
from hashi.coach.hints.hints import Hint, HintStep
from hashi.rules import Island, Turn
from hashi.words import HINT_STEP_NAMES, Words

STEP_KEYS = {
    HintStep.AIM: "aim",
    HintStep.REGION: "where",
    HintStep.REASON: "reason",
    HintStep.MARKS: "turn",
}
"""What programs call the steps."""
STEP_NAMES = {step: HINT_STEP_NAMES[key] for step, key in STEP_KEYS.items()}
"""What people call them; also what one asks for with the next one."""


class HintFields(TypedDict):
    """A hint for programs; null for what is not revealed, or what the hint does not have."""

    aim: str | None
    where: list[str] | None
    reason: str | None
    turn: str | None
    good: int | None
    gain: float | None


@dataclass(frozen=True, slots=True)
class Revealed:
    """A hint as far as it was asked for: it holds nothing of the steps that follow."""

    steps: tuple[HintStep, ...]
    """All steps that this hint has."""
    texts: tuple[str, ...]
    """What each step so far says."""
    islands: tuple[Island, ...] | None = None
    """Where to look; None before that step."""
    turn: Turn | None = None
    """The turn itself; None before the last step."""
    good: int | None = None
    """How many turns are about as good, likewise."""
    gain: float | None = None
    """By how many points good turns are better than the others, likewise."""

    @property
    def step(self) -> int:
        """How many steps are revealed."""
        return len(self.texts)

    @property
    def next(self) -> HintStep | None:
        """The step to ask for next; None where there is nothing more."""
        return self.steps[self.step] if self.step < len(self.steps) else None

    @property
    def text(self) -> str:
        """What the latest step says."""
        return self.texts[-1]

    @property
    def marks(self) -> str:
        """The marks to take over, in notation; empty before the last step and for none."""
        return str(self.turn) if self.turn is not None and self.turn.marks else ""

    @property
    def is_last(self) -> bool:
        """Whether there is nothing more to ask for."""
        return self.next is None

    @property
    def fields(self) -> HintFields:
        """The hint for programs."""
        said = dict(zip(self.steps, self.texts, strict=False))
        return {
            "aim": said.get(HintStep.AIM),
            "where": None if not self.islands else list(map(str, self.islands)),
            "reason": said.get(HintStep.REASON),
            "turn": None if self.turn is None else str(self.turn),
            "good": self.good,
            "gain": None if self.gain is None else round(self.gain, 2),
        }


def reveal(words: Words, hint: Hint, count: int) -> Revealed:
    """Return what a hint shows to one who has asked for so many of its steps, at least one.

    >>> from hashi.coach import hint, reveal
    >>> found = hint(hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").view())
    >>> reveal(hashi.words.Words("en"), found, 2).text
    'Look at a1 and a2.'
    >>> reveal(hashi.words.Words("en"), found, 4).marks
    '5@a2 c2-e2 c1-c2 a1-a2'
    """
    steps = hint.steps
    given = steps[: max(1, count)]
    is_whole = given == steps
    return Revealed(
        steps,
        tuple(step_text(words, hint, step) for step in given),
        hint.region if given[-1] >= HintStep.REGION else None,
        hint.turn if is_whole else None,
        hint.good if is_whole else None,
        hint.gain if is_whole else None,
    )


def step_text(words: Words, hint: Hint, step: HintStep) -> str:
    """Return what one step of a hint says; nothing where the hint does not have it.

    >>> from hashi.coach import HintStep, hint, step_text
    >>> found = hint(hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").view())
    >>> step_text(hashi.words.Words("en"), found, HintStep.MARKS)
    'One of several good turns: 5 on a2, bridges c2–e2, c1–c2, a1–a2.'
    """
    if step is HintStep.AIM:
        return aim_sentence(words, hint.aim) if hint.aim is not None else ""
    if step is HintStep.REGION:
        if not hint.region:
            return ""
        return region_sentence(words, hint.region, is_warning=hint.is_warning)
    if step is HintStep.REASON:
        return " ".join(reason_sentence(words, reason) for reason in hint.reasons)
    return marks_sentence(words, hint.turn, hint.good)
