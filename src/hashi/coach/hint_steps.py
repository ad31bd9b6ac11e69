"""The four steps of a hint: what each of them reveals, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from hashi.coach.facts import Fact, FactKind
from hashi.coach.hints import Hint
from hashi.coach.sentences import hint_sentence
from hashi.rules import Flag, Island, Turn
from hashi.words import GOALS, N_, Words, turn_text


class HintStep(IntEnum):
    """How far a hint was asked for; each step gives away more than the one before."""

    AIM = 1
    """That there is something."""
    REGION = 2
    """Where to look."""
    REASON = 3
    """Why."""
    MARKS = 4
    """The turn itself."""


STEP_NAMES = {
    HintStep.AIM: N_("Aim"),
    HintStep.REGION: N_("Place"),
    HintStep.REASON: N_("Reason"),
    HintStep.MARKS: N_("Marks"),
}
"""The four steps, each in the shortest noun."""
REASONS = {
    FactKind.GOAL_MISSED: N_("The best turn reaches a goal: {goal}."),
    FactKind.CHAIN_CUT: N_("The best turn keeps a chain of six possible."),
    FactKind.DEAD_FLAG: N_("The best turn keeps {islands} open, and with it a goal: {goal}."),
    FactKind.DEAD_ISLAND: N_("The best turn makes sure that {islands} can still be finished."),
    FactKind.STRANDED: N_("The best turn doesn’t lead too many bridges to {islands}."),
    FactKind.BARE_FLAG: N_("The best turn leads a bridge to a flag: {islands}."),
    FactKind.SKIPPED_BRIDGES: N_("There’s a good place for the bridges."),
    FactKind.SKIPPED_NUMBER: N_("There’s a good place for the {number}."),
    FactKind.UNFINISHED: N_("The best turn finishes {islands}."),
    FactKind.CHAIN_SHORT: N_("The best turn connects {count} finished islands."),
    FactKind.LITTLE_ROOM: N_("The best turn leaves room for a {number} that may still come."),
    FactKind.CROSSED_LINE: N_("The best turn leaves the line {line} open."),
    FactKind.TIGHT_ISLAND: N_("The best turn leaves {islands} more than one way to be finished."),
    FactKind.NEEDLESS_NUMBER: N_("The number is best skipped this time."),
}
"""What the best turn has that the next best one has not."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """A hint as far as it was asked for: it holds nothing of the steps that follow."""

    step: HintStep
    texts: tuple[str, ...]
    """What each step so far says."""
    islands: tuple[Island, ...] | None = None
    """Where to look; None before the second step."""
    turn: Turn | None = None
    """The turn itself; None before the last step."""

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
        return self.step is max(HintStep)


def reveal(words: Words, hint: Hint, step: HintStep) -> Revealed:
    """Return what a hint shows to one who has asked for it as far as this step.

    >>> from hashi.coach import HintStep, hint, reveal
    >>> found = hint(hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").view())
    >>> reveal(hashi.words.Words("en"), found, HintStep.REGION).text
    'Look here. One of these islands flies a red flag.'
    >>> reveal(hashi.words.Words("en"), found, HintStep.MARKS).marks
    '5@a2 c2-e2 c1-c2 a1-a2'
    """
    return Revealed(
        step,
        tuple(step_text(words, hint, each) for each in HintStep if each <= step),
        hint.region if step >= HintStep.REGION else None,
        hint.turn if step >= HintStep.MARKS else None,
    )


def step_text(words: Words, hint: Hint, step: HintStep) -> str:
    """Return what one step of a hint says.

    >>> from hashi.coach import HintStep, hint, step_text
    >>> found = hint(hashi.new_game("A", ["Tim"], seed="sea").start("4@c2").view())
    >>> step_text(hashi.words.Words("en"), found, HintStep.AIM)
    'Several turns are about equally good.'
    """
    if step is HintStep.AIM:
        return hint_sentence(words, hint)
    if not hint.turn.marks:
        return words.say("This card is best skipped.")
    if step is HintStep.REGION:
        return _region(words, hint)
    if step is HintStep.MARKS:
        return turn_text(words, hint.turn)
    reasons = " ".join(_reason(words, fact) for fact in hint.why if fact.kind in REASONS)
    return reasons or words.say("The coach has no more to say than the turn itself.")


def _reason(words: Words, fact: Fact) -> str:
    return words.say(
        REASONS[fact.kind],
        islands=", ".join(map(str, fact.islands)),
        goal=words.say(GOALS[fact.goal]) if fact.goal else "",
        number=fact.number,
        count=fact.count,
        line=str(fact.lines[-1]).replace("-", "–") if fact.lines else "",
    )


def _region(words: Words, hint: Hint) -> str:
    """Return where to look: a flag in the region says more."""
    flags = {island.flag for island in hint.region} - {None}
    if flags == {Flag.RED}:
        return words.say("Look here. One of these islands flies a red flag.")
    if flags == {Flag.BLUE}:
        return words.say("Look here. One of these islands flies a blue flag.")
    return words.say("Look here.")
