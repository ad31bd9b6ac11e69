"""Five short lessons on tactics: small positions, judged by the rules and a stated aim.

A turn is right when it meets the aim; which turns do is worked out from the sheet after the turn,
never listed. Of a legal turn that misses the aim the learner hears why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from hashi.rules import (
    Bridge,
    Card,
    Draft,
    Goal,
    Illegal,
    Island,
    Line,
    Sheet,
    Turn,
    apply_turn,
    dead_islands,
    is_reached,
    progress,
)
from hashi.rules.dead import room
from hashi.server.lessons.exercises import (
    Course,
    Exercise,
    ExerciseOutcome,
    ExerciseState,
    may_undo,
    new_rings,
    touched,
)
from hashi.words import N_, Words, explain

HINT_AFTER = 2
"""The failed tries after which a hint is given and the solution offered."""

Judge = Callable[[Words, Draft], str]
"""Returns why a finished turn misses the aim; an empty text for a right one."""


# --- what a turn did


def lost_islands(draft: Draft) -> tuple[Island, ...]:
    """Return the numbered islands that the turn leaves without enough room."""
    before, numbers = dead_islands(draft.before), draft.sheet.numbers
    lost = dead_islands(draft.sheet)
    return tuple(island for island in lost if island in numbers and island not in before)


def shut_flags(sheet: Sheet) -> tuple[Island, ...]:
    """Return the islands with a flag that no bridge can reach, so that they get no number (R11)."""
    return tuple(
        island
        for island in sheet.board.islands
        if island.flag and not sheet.count(island) and not room(sheet, island)
    )


def closed_line(draft: Draft, island: Island) -> tuple[Line, Line] | None:
    """Return a bridge of this turn and the line of the island that it closes (R16)."""
    drawn = [mark.line for mark in draft.marks if isinstance(mark, Bridge)]
    return next(
        (
            (line, own)
            for line in drawn
            for own in draft.before.board.lines_of[island.index]
            if line.crosses(own) and not draft.before.is_blocked(own)
        ),
        None,
    )


def _explain_loss(words: Words, draft: Draft, island: Island) -> str:
    """Return whether the number has no room where it was written, or a bridge took the room."""
    written = draft.before.with_mark(draft.number) if draft.number else draft.before
    is_small = island in dead_islands(written)
    sheet = written if is_small else draft.sheet
    closed = None if is_small else closed_line(draft, island)
    if closed is not None:
        return words.say(
            "The bridge {bridge} blocks the line to {other}. The {number} on {island} can’t "
            "be finished any more.",
            bridge=closed[0],
            other=closed[1].other_end(island),
            number=sheet.number(island),
            island=island,
        )
    return words.say_many(
        "Island {island} only has room for {count} bridge. A {number} there can’t be finished.",
        "Island {island} only has room for {count} bridges. A {number} there can’t be finished.",
        sheet.count(island) + room(sheet, island),
        island=island,
        number=sheet.number(island),
    )


def _explain_shut(words: Words, draft: Draft) -> str:
    """Return which flag the turn shuts off; empty for none."""
    before = shut_flags(draft.before)
    shut = next((flag for flag in shut_flags(draft.sheet) if flag not in before), None)
    if shut is None:
        return ""
    closed = closed_line(draft, shut)
    if closed is None:
        return words.say("No bridge can reach the flag on {island} now.", island=shut)
    sentence = N_("The bridge {bridge} blocks the last way to the flag on {island}.")
    return words.say(sentence, bridge=closed[0], island=shut)


# --- the aims


def _number_keeps_room(words: Words, draft: Draft) -> str:
    if draft.number is None:
        return words.say("Skipping the number is safe, but there’s still a good place for it.")
    lost = lost_islands(draft)
    return _explain_loss(words, draft, lost[0]) if lost else ""


def _bridge_reaches(name: str) -> Judge:
    def judge(words: Words, draft: Draft) -> str:
        lost = lost_islands(draft)
        if lost:
            return _explain_loss(words, draft, lost[0])
        island = draft.before.board.island(name)
        if not draft.sheet.count(island):
            return words.say("No bridge leads to {island} yet.", island=island)
        return ""

    return judge


def _finishes_and_leaves_flags_open(name: str) -> Judge:
    def judge(words: Words, draft: Draft) -> str:
        island, sheet = draft.before.board.island(name), draft.sheet
        shut = _explain_shut(words, draft)
        if shut:
            return shut
        if not sheet.is_finished(island):
            number = sheet.number(island)
            sentence = N_("The {number} on {island} isn’t finished yet.")
            return words.say(sentence, number=number, island=island)
        return ""

    return judge


def _reaches_six(words: Words, draft: Draft) -> str:
    if is_reached(draft.sheet, Goal.SIX):
        return ""
    have, need = progress(draft.sheet, Goal.SIX)
    rings = new_rings(draft)
    if rings and have == progress(draft.before, Goal.SIX)[0]:
        sentence = N_("Island {island} is finished, but it isn’t joined to the chain.")
        return words.say(sentence, island=rings[-1])
    return words.say("The chain has {have} of {need} islands.", have=have, need=need)


def warning(words: Words, draft: Draft) -> str:
    """Return which island or flag the marks cost; empty for none."""
    lost = lost_islands(draft)
    return _explain_loss(words, draft, lost[0]) if lost else _explain_shut(words, draft)


def _finishes_something(words: Words, draft: Draft) -> str:
    if new_rings(draft):
        return ""
    return words.say("Right, nothing is lost. Even better: let the bridges finish an island.")


def _any_right_turn_is_good(_words: Words, _draft: Draft) -> str:
    return ""


# --- the lessons


@dataclass(frozen=True, slots=True)
class Lesson(Exercise):
    """A position to solve: its aim, a hint, and one turn that is right."""

    hint: str = ""
    solution: str = ""
    judge: Judge = warning
    improve: Judge = _any_right_turn_is_good
    """Returns what a right turn could still do; an empty text for one that is praised."""


LESSONS = (
    Lesson(
        N_("Room for big numbers"),
        N_("Write the 6 where six bridges still fit. Then draw the bridge."),
        N_("Right, six bridges still fit there. Give big numbers three open lines."),
        card="6/1",
        before=("c2=3", "4/3 4@d3 b3-d3 d3=f3"),
        hint=N_("Count two bridges for each open line. Dotted lines are blocked."),
        solution="6@c4 c4-c6",
        judge=_number_keeps_room,
    ),
    Lesson(
        N_("Mind the crossings"),
        N_("Build a bridge to the red flag on a4, but don’t spoil the 3 on b3."),
        N_("Well done. The flag has its bridge, and the 3 can still be finished."),
        card="2/1",
        before=("c4=4", "3/1 3@b3 b3-d3"),
        hint=N_("Come from above or below: write the 2 on a2 or a6 first."),
        solution="2@a2 a2-a4",
        judge=_bridge_reaches("a4"),
    ),
    Lesson(
        N_("Keep a way to the flags"),
        N_("Finish the 4 with two bridges, but leave a way to every flag."),
        N_("Good. The 4 is finished, and every flag can still get its bridge."),
        card="3/2",
        before=("c4=4", "5/2 5@c2 c2-c4 a4-c4", "2/1 2@c6 c1-c2"),
        given="3@a2",
        hint=N_("The blue flag on b5 only has the line to d5 left. Don’t cross it."),
        solution="3@a2 c4=e4",
        judge=_finishes_and_leaves_flags_open("c4"),
    ),
    Lesson(
        N_("Link up the chain"),
        N_("Four finished islands are joined. Make it six with this card."),
        N_("A chain of six: 8 points! Look for the island that links two parts."),
        card="2/1",
        before=(
            "c2=3",
            "2/2 2@a2 a1-a2 a2-c2",
            "1/2 1@a1 c1-c2 c2-e2",
            "1/1 1@e2",
            "1/1 1@f1",
        ),
        goals=(Goal.SIX,),
        hint=N_("The red flag on c1 lies between the chain and the 1 on f1."),
        solution="2@c1 c1-f1",
        judge=_reaches_six,
    ),
    Lesson(
        N_("When to skip"),
        N_("A 6 and two bridges. Use what helps you, and skip what doesn’t."),
        N_("Exactly. A number that can’t be finished only costs you an island."),
        card="6/2",
        before=("c4=3", "3/2 3@c2 c2=c4", "2/1 2@e4 c1-c2", "1/1 1@c6 c4-c6"),
        hint=N_("No island has room for a 6. Draw the bridges without a number."),
        solution="e2-e4 e4-e6",
        improve=_finishes_something,
        judge=warning,
    ),
)


def react(
    words: Words, lesson: Lesson, before: ExerciseState, form: Mapping[str, str]
) -> ExerciseState:
    """Return what a touch or a button leads to."""
    draft = before.draft
    match form.get("do"):
        case "undo":
            undone = draft.undo() if may_undo(COURSE, lesson, draft) else draft
            return replace(before, draft=undone, selected=None)
        case "retry":
            return replace(before, draft=lesson.draft(lesson.given), selected=None)
        case "show":
            shown = replace(before, draft=lesson.draft(lesson.solution), selected=None)
            return replace(shown, outcome=ExerciseOutcome.SOLVED).says(words.say(lesson.praise))
        case "done" | "skip":
            return _ended(words, lesson, before, is_skip=form["do"] == "skip")
    try:
        draft, selected = touched(before.tapped, form)
    except Illegal as illegal:
        return before.refuses(explain(words, illegal.refusal))
    state = replace(before, draft=draft, selected=selected)
    cost = warning(words, draft)
    return state.says(cost, refused=True) if cost else state


def _ended(words: Words, lesson: Lesson, before: ExerciseState, *, is_skip: bool) -> ExerciseState:
    draft = before.draft
    against = draft.refusal_of_end()
    if against is not None:
        return before.refuses(explain(words, against))
    if not is_skip and not may_end(lesson, draft):
        return before.refuses(words.say("Draw the bridges first, or tap “Skip”."))
    wrong = lesson.judge(words, draft)
    state = replace(before, selected=None)
    if not wrong:
        better = lesson.improve(words, draft)
        solved = replace(state, outcome=ExerciseOutcome.SOLVED, may_improve=bool(better))
        return solved.says(better or words.say(lesson.praise))
    tries = before.tries + 1
    if tries >= HINT_AFTER:
        wrong = f"{wrong} {words.say(lesson.hint)}"
    return replace(state, outcome=ExerciseOutcome.WRONG, tries=tries).says(wrong, refused=True)


def may_end(_lesson: Lesson, draft: Draft) -> bool:
    """Return whether the card's bridges are drawn; what is left out is skipped by its button."""
    return draft.missing == 0


def targets(_lesson: Lesson, state: ExerciseState) -> tuple[Island | Line, ...]:
    """Return all that the rules allow next."""
    return (*state.draft.islands, *state.draft.lines)


def is_right(lesson: Lesson, turn: Turn) -> bool:
    """Return whether a turn meets the lesson's aim; raise Illegal where the rules refuse it."""
    card = Card.parse(lesson.card)
    apply_turn(lesson.sheet, card, turn)
    return not lesson.judge(Words("en"), Draft(lesson.sheet, card).with_marks(turn.marks))


COURSE = Course(
    "/learn/tactics",
    LESSONS,
    react,
    targets,
    may_end,
    N_("That was the last lesson!"),
    is_puzzle=True,
)
