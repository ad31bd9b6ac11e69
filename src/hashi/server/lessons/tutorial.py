"""The tutorial: eleven steps, each one small thing to do on a real board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from hashi.boards import board
from hashi.rules import Bridge, Draft, Goal, Illegal, Island, Line, Mark, Number
from hashi.rules.game.setup import START_NUMBERS
from hashi.server.lessons.exercises import (
    SIDE,
    Course,
    Exercise,
    ExerciseOutcome,
    ExerciseState,
    may_undo,
    read_marks,
    touched,
)
from hashi.words import N_, Words, explain


@dataclass(frozen=True, slots=True)
class TutorialStep(Exercise):
    """One step: what is to be marked, and whether Done ends the turn after it."""

    wanted: tuple[str, ...] = ("",)
    """The marks of the turn when the step is done; one of these."""
    has_done: bool = True
    """Whether the step ends the turn; a step may also stop before its bridges."""
    decoy: str = ""
    """A mark that is allowed and offered, but not the best one."""
    why_not: str = ""
    """What is said when the decoy is made."""


_FIRST = ("c2=3",)
_SECOND = (*_FIRST, "4/2 4@c4 c2=c4")
_THIRD = (*_SECOND, "2/1 2@e4 c1-c2")
_RED = (
    *_THIRD,
    "1/1 1@c1",
    "5/2 a4=c4",
    "2/2 2@a4 e4=e6",
    "3/2 3@e6",
    "2/3 2@f6",
    "1/2 1@d3 d3-f3 f3-f6",
    "3/1 3@f3 f1-f3",
)
_BLUE = (
    "c2=4",
    "2/2 2@a2 a1-a2 a2-c2",
    "3/1 3@b3 b3-b5",
    "1/2 1@a1",
    "1/1 1@b5 c2-e2",
)
_SIX = (*_BLUE, "2/1 2@e2 c2-e2", "4/1 4@c4 c1-c2", "2/3 2@c1")
_SEVENTH_CARD = (
    "c2=4",
    "2/2 2@a2 a1-a2 a2-c2",
    "3/1 3@b3 b3-b5",
    "1/2 1@a1 c1-c2 c2-e2",
    "1/1 1@e2",
    "2/3 2@b5",
    "3/2 3@e4 e4=e6",
)

_STARTS = tuple(
    f"{number}@{island}"
    for number in START_NUMBERS
    for island in board(SIDE).islands
    if not island.flag
)

STEPS = (
    TutorialStep(
        N_("The first number"),
        N_("Each game starts with a 3 or a 4. Tap any island without a flag."),
        N_("The game can begin! With others, every board is then passed to the left."),
        card="",
        before=(),
        wanted=_STARTS,
    ),
    TutorialStep(
        N_("Write a number"),
        N_("The card shows a 4. Tap the island with the bold rim to write it there."),
        N_("Well done! In a real game you choose the island."),
        card="4/2",
        before=_FIRST,
        wanted=("4@c4",),
        has_done=False,
    ),
    TutorialStep(
        N_("Draw bridges"),
        N_("The card also shows two bridges. Drag from the 4 up to the 3, twice."),
        N_("That was a whole turn. A line holds at most two bridges, and they never cross."),
        card="4/2",
        before=_FIRST,
        given="4@c4",
        wanted=("4@c4 c2=c4",),
    ),
    TutorialStep(
        N_("Bridges never cross"),
        N_("A bridge blocks the dotted line. Draw down from the 2 to the flag."),
        N_("Right! Each bridge blocks the lines that it crosses."),
        card="2/1",
        before=_SECOND,
        given="2@b3",
        wanted=("2@b3 b3-b5",),
    ),
    TutorialStep(
        N_("Undo a slip"),
        N_("Oops, this 2 is on the wrong island. Take it back with “Undo”."),
        N_("Gone! Until you tap “Done”, you can take everything back."),
        card="2/1",
        before=_SECOND,
        given="2@a2",
        has_done=False,
    ),
    TutorialStep(
        N_("Finish an island"),
        N_("The 3 has two bridges. Draw the third one, up to the red flag."),
        N_("Three bridges lead to the 3. It’s finished and gets circled."),
        card="2/1",
        before=_SECOND,
        given="2@e4",
        wanted=("2@e4 c1-c2",),
    ),
    TutorialStep(
        N_("Flags need a bridge first"),
        N_("A flagged island needs a bridge before its number. Write the 1 at the top."),
        N_("One bridge leads to the 1, so this island is finished right away."),
        card="1/1",
        before=_THIRD,
        wanted=("1@c1",),
        has_done=False,
    ),
    TutorialStep(
        N_("All the red flags"),
        N_("Three islands with a red flag are finished. Finish the fourth at the bottom."),
        N_("All the red flags: 9 points! With others, that’s for whoever’s first; later it’s 5."),
        card="1/1",
        before=_RED,
        given="1@d5",
        goals=(Goal.RED,),
        wanted=("1@d5 e6-f6",),
    ),
    TutorialStep(
        N_("All the blue flags"),
        N_("Two islands with a blue flag are finished. Draw one more bridge to the third."),
        N_("All the blue flags: 7 points! They don’t have to be joined to each other."),
        card="2/1",
        before=_BLUE,
        given="2@e2",
        goals=(Goal.BLUE,),
        wanted=("2@e2 c2-e2",),
    ),
    TutorialStep(
        N_("A chain of six"),
        N_("Join six finished islands: draw the long bridge along the top."),
        N_("Six finished islands joined by bridges: 8 points!"),
        card="1/1",
        before=_SIX,
        given="1@f1",
        goals=(Goal.SIX,),
        wanted=("1@f1 c1-f1",),
    ),
    TutorialStep(
        N_("Beat the deadline"),
        N_("Playing solo, you get 7 for blue up to card 7: this one. Which flag is more urgent?"),
        N_("7 points, just in time! At the end, every finished island scores 2 more."),
        card="2/1",
        before=_SEVENTH_CARD,
        given="2@c1",
        goals=(Goal.BLUE, Goal.RED),
        wanted=("2@c1 b5-d5", "2@c1 b3-b5"),
        decoy="c1-f1",
        why_not=N_(
            "Red has time up to card 12. Tap “Undo”, then finish the island with the blue flag."
        ),
    ),
)


def react(
    words: Words, step: TutorialStep, before: ExerciseState, form: Mapping[str, str]
) -> ExerciseState:
    """Return what a touch or a button leads to."""
    if form.get("do") == "undo":
        draft = before.draft
        undone = draft.undo() if may_undo(COURSE, step, draft) else draft
        return _judged(words, step, before, undone, None)
    if form.get("do") == "done":
        is_solved = may_end(step, before.draft)
        return _solved(words, step, before) if is_solved else before
    try:
        draft, selected = touched(before.tapped, form)
    except Illegal as illegal:
        return before.refuses(explain(words, illegal.refusal))
    is_more = len(draft.marks) > len(before.draft.marks)
    if is_more and asks_undo(step, before.draft):  # the wrong mark has to go first
        draft, selected = before.draft, None
    return _judged(words, step, before, draft, selected)


def _judged(
    words: Words, step: TutorialStep, before: ExerciseState, draft: Draft, selected: Island | None
) -> ExerciseState:
    """Return the state with this draft, and what is said about it."""
    state = replace(before, draft=draft, selected=selected)
    plans = _plans(step, draft)
    if not plans:
        is_decoy = Counter(draft.marks) & Counter(read_marks(step.decoy))
        sentence = N_("That’s allowed too, but not the plan here. Tap “Undo” to take it back.")
        return state.says(words.say(step.why_not if is_decoy else sentence), refused=True)
    if Counter() in plans:
        if not step.has_done:
            return _solved(words, step, state)
        if draft.card is None:
            sentence = N_("Tap the island again to change the number. Then tap “Done”.")
            return state.says(words.say(sentence))
        return state.says(words.say("Good! Now tap “Done”: that ends your turn."))
    if selected is not None:
        return state.says(words.say("Now tap the island where the bridge should end."))
    if len(draft.marks) > len(before.draft.marks):
        return state.says(words.say("Good! Now once more."))
    return state


def _solved(words: Words, step: TutorialStep, state: ExerciseState) -> ExerciseState:
    solved = replace(state, selected=None, outcome=ExerciseOutcome.SOLVED)
    return solved.says(words.say(step.praise))


def may_end(step: TutorialStep, draft: Draft) -> bool:
    """Return whether all that the step asks for is marked, and Done comes next."""
    return step.has_done and Counter() in _plans(step, draft)


def asks_undo(step: TutorialStep, draft: Draft) -> bool:
    """Return whether a mark was made that the step does not want."""
    return not _plans(step, draft)


def targets(step: TutorialStep, state: ExerciseState) -> tuple[Island | Line, ...]:
    """Return what is to be marked next; nothing while a wrong mark waits to be undone."""
    plans = _plans(step, state.draft)
    if not plans or Counter() in plans:
        return ()
    firsts = [next(iter(plan)) for plan in plans]
    return tuple(
        mark.island if isinstance(mark, Number) else mark.line
        for mark in (*firsts, *read_marks(step.decoy))
        if isinstance(mark, Number | Bridge)
    )


def _plans(step: TutorialStep, draft: Draft) -> list[Counter[Mark]]:
    """Return what is still to be marked, for each way to do the step that is still open."""
    made = Counter(draft.marks)
    wanted = [Counter(read_marks(text)) for text in step.wanted]
    return [marks - made for marks in wanted if made <= marks]


COURSE = Course("/learn", STEPS, react, targets, may_end, N_("Now you can play!"), asks_undo)
