"""What the coach says, in the reader's language."""

from __future__ import annotations

from hashi.coach.facts import Fact, FactKind
from hashi.coach.game_review import PlayerReview, StartReview, TurnReview
from hashi.coach.labels import Label
from hashi.rules import Goal
from hashi.words import GOALS, N_, N_many, Words, bot_name
from hashi.words.typography import NO_BREAK_SPACE

MOST_SENTENCES = 2
LEAST_FALL = 0.05
"""A chance that falls by less is not worth a sentence."""
MINUS = "\N{MINUS SIGN}"

SENTENCES = {
    FactKind.GOAL_MISSED: N_("You could have reached a goal this turn: {goal}."),
    FactKind.CHAIN_CUT: N_("Six islands can’t be connected any more."),
    FactKind.STRANDED: N_(
        "{island} already has {count} bridges, and no card with a number that high is left."
    ),
    FactKind.SKIPPED_BRIDGES: N_("You skipped the bridges, but there was room for them."),
    FactKind.SKIPPED_NUMBER: N_(
        "You skipped the number, but {island} could have taken the {number}."
    ),
    FactKind.UNFINISHED: N_("You could have finished {islands} this turn."),
    FactKind.CHAIN_SHORT: N_(
        "The better turn leaves a group of {count} connected finished islands, yours one of "
        "{other}."
    ),
    FactKind.LITTLE_ROOM: N_(
        "Cards with a {number} that could still come: {other}. Islands with room for one: {count}."
    ),
    FactKind.CROSSED_LINE: N_("Your bridge {line} closes the line {crossed}."),
    FactKind.NEEDLESS_NUMBER: N_("Skipping the {number} would have kept {island} free."),
}
"""Facts whose sentence does not depend on how many islands they are about."""

COUNTED = {
    FactKind.MISTAKE: N_many(
        "A mark breaks the rules, so {islands} no longer counts.",
        "A mark breaks the rules, so {islands} no longer count.",
    ),
    FactKind.DEAD_FLAG: N_many(
        "{islands} can’t be finished any more, and so a goal is lost: {goal}.",
        "{islands} can’t be finished any more, and so a goal is lost: {goal}.",
    ),
    FactKind.DEAD_ISLAND: N_many(
        "{islands} can’t be finished any more.",
        "{islands} can’t be finished any more.",
    ),
    FactKind.BARE_FLAG: N_many(
        "{islands} has a flag but still no bridge, so no number can go there.",
        "{islands} have a flag but still no bridge, so no number can go there.",
    ),
    FactKind.TIGHT_ISLAND: N_many(
        "{islands} now needs every bridge that still fits there.",
        "{islands} now need every bridge that still fits there.",
    ),
}
"""Facts about one island or several."""

LABELS = {
    Label.BEST: N_("best turn"),
    Label.FINE: N_("fine"),
    Label.SLIP: N_("slip"),
    Label.MISTAKE: N_("mistake"),
    Label.BIG_MISTAKE: N_("big mistake"),
}


def sentence(words: Words, fact: Fact) -> str:
    """Return a fact as a sentence.

    >>> from hashi.coach import Fact, FactKind, sentence
    >>> fact = Fact(FactKind.DEAD_ISLAND, (hashi.board("A").island("c2"),))
    >>> sentence(hashi.words.Words("en"), fact)
    'c2 can’t be finished any more.'
    """
    details = {
        "islands": ", ".join(map(str, fact.islands)),
        "island": fact.islands[0] if fact.islands else "",
        "line": _line(fact, 0),
        "crossed": _line(fact, 1),
        "goal": "" if fact.goal is None else words.say(GOALS[fact.goal]),
        "number": fact.number,
        "other": fact.other,
    }
    if fact.kind in COUNTED:
        one, many = COUNTED[fact.kind]
        return words.say_many(one, many, len(fact.islands), **details)
    return words.say(SENTENCES[fact.kind], count=fact.count, **details)


def _line(fact: Fact, at: int) -> str:
    return str(fact.lines[at]).replace("-", "–") if at < len(fact.lines) else ""


def chance_sentence(words: Words, turn: TurnReview) -> str | None:
    """Return how far the chance of a goal in time falls, where the turn cost that goal points."""
    falls = {
        goal: turn.best_outlook.chances.of(goal) - turn.outlook.chances.of(goal) for goal in Goal
    }
    goal = max(falls, key=falls.__getitem__)
    if falls[goal] < LEAST_FALL:
        return None
    return words.say(
        "The chance of “{goal}” in time falls from {before} to {after}.",
        goal=words.say(GOALS[goal]),
        before=percent(turn.best_outlook.chances.of(goal)),
        after=percent(turn.outlook.chances.of(goal)),
    )


def explain_turn(words: Words, turn: TurnReview) -> list[str]:
    """Return at most two sentences on what a turn cost: facts, then the chance that fell."""
    told = [sentence(words, fact) for fact in turn.why]
    is_lost = any(fact.kind in (FactKind.DEAD_FLAG, FactKind.CHAIN_CUT) for fact in turn.why)
    if turn.label not in (Label.BEST, Label.FINE) and not is_lost:
        fallen = chance_sentence(words, turn)
        told += [] if fallen is None else [fallen]
    return told[:MOST_SENTENCES]


def label_name(words: Words, label: Label) -> str:
    """Return the name of a label."""
    return words.say(LABELS[label])


def like_sentence(words: Words, player: PlayerReview) -> str:
    """Return which bot plays as well as that."""
    return words.say(
        "{cost} points lost per turn, about as many as the bot “{bot}”.",
        cost=figure(words, player.cost_per_turn, 2),
        bot=bot_name(words, player.like),
    )


def start_sentence(words: Words, start: StartReview) -> str:
    """Return what the start of a game alone cost, or that it was the best one."""
    if start.cost < 0.05:
        return words.say("Starting number: {start}, one of the best.", start=start.played)
    return words.say(
        "Starting number: {start}. {best} would be worth {points} more.",
        start=start.played,
        best=start.best,
        points=figure(words, start.cost),
    )


def figure(words: Words, points: float, digits: int = 1, *, is_signed: bool = False) -> str:
    """Return points with the decimal sign of the language and a real minus sign."""
    rounded = round(points, digits)
    text = f"{abs(rounded):.{digits}f}"
    text = text if words.language == "en" else text.replace(".", ",")
    sign = MINUS if rounded < 0 else "+" if is_signed and rounded > 0 else ""
    return f"{sign}{text}"


def percent(chance: float) -> str:
    """Return a chance in per cent; only what is certain is 0 or 100."""
    rounded = round(100 * chance)
    if 0 < chance < 1:
        rounded = min(99, max(1, rounded))
    return f"{rounded}{NO_BREAK_SPACE}%"
