"""A sheet, the goals on it and the cards described in sentences, for screen readers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hashi.kept import Kept
from hashi.rules import Board, Card, Flag, GoalBox, Island, Sheet
from hashi.rules.dead import ALL_NUMBERS
from hashi.rules.sheet_state import SheetState
from hashi.rules.state_layout import ACROSS, DEAD, FINISHED, STRUCK
from hashi.words.catalogue import N_, Words
from hashi.words.goals import GOALS, dead_goal_sentence

FLAGS = {Flag.RED: N_("red flag"), Flag.BLUE: N_("blue flag")}


def describe_sheet(words: Words, sheet: Sheet, numbers: int = ALL_NUMBERS) -> list[str]:
    """One line for each island: number, flag, state, bridges and where its lines lead.

    `numbers` may still be written, a bit for each.
    """
    state = SheetState(sheet, numbers=numbers)
    return [describe_island(words, state, at) for at in range(len(sheet.digits))]


def describe_island(words: Words, state: SheetState, at: int) -> str:
    """Return the line of one island."""
    number, stands, on_lines = state.said(at)
    return (
        _island[words, state.board, at, number, stands] + _lines[words, state.board, at, on_lines]
    )


@Kept
def _island(words: Words, board: Board, at: int, number: int, stands: int) -> str:
    island = board.islands[at]
    parts = [str(number) if number else words.say("no number")]
    parts += [words.say(FLAGS[island.flag])] if island.flag else []
    if stands & FINISHED:
        parts.append(words.say("finished"))
    if stands & STRUCK:
        parts.append(words.say("struck through"))
    if stands & DEAD:
        parts.append(words.say("can’t be finished any more"))
    return f"{island}: " + ", ".join(parts)


@Kept
def _lines(words: Words, board: Board, at: int, on_lines: bytes) -> str:
    """Return what is said of all lines of an island, after what is said of the island."""
    ends = zip(board.neighbours[at], on_lines, strict=False)
    said = [_line(words, board.islands[other], bridges) for (_, other), bridges in ends]
    return "".join([f", {part}" for part in said])


def _line(words: Words, other: Island, bridges: int) -> str:
    if bridges == ACROSS:
        return words.say("line to {island} blocked", island=other)
    if bridges:
        return words.say_many(
            "{count} bridge to {island}",
            "{count} bridges to {island}",
            bridges,
            island=other,
        )
    return words.say("line to {island}", island=other)


def describe_goals(words: Words, boxes: Iterable[GoalBox]) -> list[str]:
    """One sentence for each goal: what it is worth, and how far it is or why it is lost."""
    return [_goal(words, box) for box in boxes]


def _goal(words: Words, box: GoalBox) -> str:
    name = words.say(GOALS[box.goal])
    goal = name[:1].upper() + name[1:]
    if box.won is not None:
        return words.say_many(
            "{goal}: reached, {count} point.",
            "{goal}: reached, {count} points.",
            box.won,
            goal=goal,
        )
    if box.dead is not None:
        return dead_goal_sentence(words, box.dead)
    details = {"goal": goal, "have": box.have, "need": box.need}
    if box.is_high_gone:
        return words.say_many(
            "{goal}: {count} point, {have} of {need} islands.",
            "{goal}: {count} points, {have} of {need} islands.",
            box.low,
            **details,
        )
    return words.say_many(
        "{goal}: {count} point now, {low} later, {have} of {need} islands.",
        "{goal}: {count} points now, {low} later, {have} of {need} islands.",
        box.high,
        low=box.low,
        **details,
    )


def describe_cards(words: Words, cards: Sequence[tuple[Card, str]]) -> list[str]:
    """The card that lies open, those that may still come and those that were played.

    Each stands with how it lies: `now`, `left` or `turned`.
    """
    told = [
        words.say_many(
            "The card shows a {number} and {count} bridge.",
            "The card shows a {number} and {count} bridges.",
            card.bridges,
            number=card.number,
        )
        for card, lies in cards
        if lies == "now"
    ]
    for lies, sentence in (
        ("left", N_("Still to come, all but one of them: {cards}.")),
        ("turned", N_("Played: {cards}.")),
    ):
        listed = ", ".join(str(card) for card, how in cards if how == lies)
        told += [words.say(sentence, cards=listed)] if listed else []
    return told
