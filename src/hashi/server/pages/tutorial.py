"""The tutorial: five steps on a real board.

The page sends what was touched; the rules and the draft of a turn say what it means. The server
keeps nothing of it: every request carries the marks that are made already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request as WebRequest
from starlette.responses import Response

from hashi.boards import board
from hashi.drawing import Theme, live_board, scene
from hashi.record import notation_for
from hashi.rules import (
    Bridge,
    Card,
    Draft,
    Flaw,
    Illegal,
    Island,
    Line,
    Malformed,
    Mark,
    Number,
    Sheet,
    Turn,
)
from hashi.server.responses import is_part, read_form, respond
from hashi.server.visitor import Visitor, visitor_of
from hashi.table.taps import Tapped, tap_island, tap_line
from hashi.words import N_, Words, describe_sheet, explain

SIDE = "A"


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step: the board before it, what is to be marked, and what is said about it."""

    title: str
    task: str
    praise: str
    card: str
    before: str
    given: str
    """The marks of this turn that are made already."""
    wanted: str
    """The marks of the turn when the step is done."""


_FIRST = "3@c2"
_SECOND = f"{_FIRST} 4@c4 c2=c4"
_THIRD = f"{_SECOND} 2@e4 c1-c2"
_LATER = f"{_THIRD} 1@c1 2@a4 a4=c4 3@e6 e4=e6 2@f3 2@f6 f3-f6 1@d3 d3-f3"

LESSONS = (
    Lesson(
        N_("Write a number"),
        N_("The card shows a 4. Tap the island with the blue ring to write the 4 there."),
        N_("Well done! In a real game you choose the island."),
        card="4/2",
        before=_FIRST,
        given="",
        wanted="4@c4",
    ),
    Lesson(
        N_("Draw bridges"),
        N_(
            "The card also shows two bridges. Drag from the 4 up to the 3, or tap one and "
            "then the other. Do it twice."
        ),
        N_("Good! A line can hold one or two bridges, and bridges never cross."),
        card="4/2",
        before=_FIRST,
        given="4@c4",
        wanted="4@c4 c2=c4",
    ),
    Lesson(
        N_("Finish an island"),
        N_(
            "The next card shows a 2 and one bridge. The 2 has already been written. Draw "
            "the bridge from the 3 up to the red flag."
        ),
        N_("Three bridges lead to the 3. It’s finished and gets a ring."),
        card="2/1",
        before=_SECOND,
        given="2@e4",
        wanted="2@e4 c1-c2",
    ),
    Lesson(
        N_("Flags need a bridge first"),
        N_(
            "An island with a flag only takes a number once a bridge leads there. Now one "
            "leads to the red flag at the top: write the 1 there."
        ),
        N_("One bridge leads to the 1, so this island is finished right away."),
        card="1/1",
        before=_THIRD,
        given="",
        wanted="1@c1",
    ),
    Lesson(
        N_("Reach a goal"),
        N_(
            "A few cards later. Three islands with a red flag are finished, and the last "
            "one needs one more bridge. Draw it at the bottom, from the 3 to the 2."
        ),
        N_(
            "All the red flags: 9 points! At the end, every finished island scores 2 more. "
            "After 17 cards, whoever has the most points wins."
        ),
        card="2/1",
        before=_LATER,
        given="2@d5",
        wanted="2@d5 e6-f6",
    ),
)


@dataclass(frozen=True, slots=True)
class LessonView:
    """A step as its template shows it."""

    number: int
    last: int
    title: str
    task: str
    answer: str
    """What came of the last touch; empty before the first."""
    is_refused: bool
    is_done: bool
    card: Card
    marks: str
    selected: str
    svg: str


async def learn(request: WebRequest) -> Response:
    """Answer with a step of the tutorial; posted, with what came of a touch."""
    visitor = visitor_of(request)
    form = await read_form(request) if request.method == "POST" else {}
    number = _step(form.get("step") or request.query_params.get("step", "1"))
    lesson = LESSONS[number - 1]
    draft = _draft(lesson, form.get("marks", lesson.given))
    chosen = form.get("selected", "")
    tapped: Tapped = draft, draft.before.board.island(chosen) if chosen else None
    answer, is_refused = "", False
    if request.method == "POST":
        tapped, answer, is_refused = touch(visitor.words, lesson, tapped, form)
    shown = _show(visitor, number, tapped, answer, is_refused)
    return respond(request, visitor, "_lesson" if is_part(request) else "learn", lesson=shown)


def touch(
    words: Words, lesson: Lesson, before: Tapped, form: Mapping[str, str]
) -> tuple[Tapped, str, bool]:
    """Return what a touch leads to: the draft after it, a sentence, whether it was refused."""
    draft = before[0]
    try:
        tapped = _touched(before, form)
    except Illegal as illegal:
        return (draft, None), explain(words, illegal.refusal), True
    after, selected = tapped
    wanted = _marks(lesson.wanted)
    if Counter(after.marks) == Counter(wanted):
        return tapped, words.say(lesson.praise), False
    if Counter(after.marks) - Counter(wanted):
        sentence = words.say("That’s allowed too, but for now follow what’s shown in blue.")
        return (draft, None), sentence, True
    if selected is not None:
        return tapped, words.say("Now tap the island where the bridge should end."), False
    if len(after.marks) > len(draft.marks):
        return tapped, words.say("Good! Now once more."), False
    return tapped, "", False


def _touched(before: Tapped, form: Mapping[str, str]) -> Tapped:
    draft, selected = before
    lesson_board = draft.before.board
    if form.get("line"):
        a, _, b = form["line"].partition("-")
        line = lesson_board.line(lesson_board.island(a), lesson_board.island(b))
        return (tap_line(draft, line), None) if line else (draft, None)
    if form.get("from"):
        line = lesson_board.line(
            lesson_board.island(form["from"]), lesson_board.island(form.get("to", ""))
        )
        return (tap_line(draft, line), None) if line else (draft, None)
    if not form.get("island"):
        return before
    return tap_island(draft, lesson_board.island(form["island"]), selected)


def _step(given: str) -> int:
    is_step = given in {str(number) for number in range(1, len(LESSONS) + 1)}
    return int(given) if is_step else 1


def _marks(text: str) -> tuple[Mark, ...]:
    return notation_for(board(SIDE)).turn(text).marks if text.strip() else ()


def _draft(lesson: Lesson, marks: str) -> Draft:
    """Return the draft of the turn; raise Illegal for marks that the rules refuse."""
    if len(marks) > len(lesson.wanted):
        raise Malformed(Flaw.TOO_LONG, field="marks", expected=len(lesson.wanted))
    lesson_board = board(SIDE)
    sheet = Sheet.of(lesson_board, _marks(lesson.before))
    return Draft(sheet, Card.parse(lesson.card)).with_marks(_marks(marks))


def _targets(draft: Draft, lesson: Lesson) -> tuple[Island | Line, ...]:
    """Return what is to be marked next."""
    left = list((Counter(_marks(lesson.wanted)) - Counter(draft.marks)).elements())
    first = left[0] if left else None
    if isinstance(first, Number):
        return (first.island,)
    return (first.line,) if isinstance(first, Bridge) else ()


def _show(
    visitor: Visitor, number: int, tapped: Tapped, answer: str, is_refused: bool
) -> LessonView:
    draft, selected = tapped
    words, lesson, sheet = visitor.words, LESSONS[number - 1], draft.sheet
    drawn = scene(sheet, fresh=Turn(draft.marks), targets=_targets(draft, lesson))
    labels = {line.partition(":")[0]: line for line in describe_sheet(words, sheet)}
    title = words.say("{player}’s board", player=words.say("Player"))
    return LessonView(
        number=number,
        last=len(LESSONS),
        title=words.say(lesson.title),
        task=words.say(lesson.task),
        answer=answer,
        is_refused=is_refused,
        is_done=Counter(draft.marks) == Counter(_marks(lesson.wanted)),
        card=Card.parse(lesson.card),
        marks=str(Turn(draft.marks)) if draft.marks else "",
        selected=selected.name if selected else "",
        svg=live_board(drawn, labels, title, Theme(visitor.theme)),
    )
