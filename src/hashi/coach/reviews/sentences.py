"""What the coach says, in the reader's language."""

from __future__ import annotations

from hashi.coach.reviews.facts import Fact, FactKind, per_cent
from hashi.coach.reviews.game_review import PlayerReview, StartReview, TurnReview
from hashi.coach.reviews.labels import Label
from hashi.rules import Line
from hashi.words import GOALS, N_, N_many, Words, bot_name, listed
from hashi.words.typography import NO_BREAK_SPACE

MINUS = "\N{MINUS SIGN}"

SENTENCES = {
    FactKind.GOAL_MISSED: N_("A goal was within reach this turn: {goal}."),
    FactKind.CHAIN_CUT: N_("Six islands can’t be connected any more."),
    FactKind.STRANDED: N_(
        "Island {island} already has {count} bridges, and no card with a number that high is left."
    ),
    FactKind.SKIPPED_NUMBER: N_(
        "The number was skipped, but {island} could have taken the {number}."
    ),
    FactKind.CHAIN_SHORT: N_(
        "Finished islands connected at most: {count} after the better turn, {other} after this one."
    ),
    FactKind.LITTLE_ROOM: N_(
        "Cards with a {number} that may still come: {other}. Islands with room for one: {count}."
    ),
    FactKind.NEEDLESS_NUMBER: N_("Skipping the {number} would have kept {island} free."),
    FactKind.CHANCE: N_("Chance of “{goal}” in time: {before} → {after}."),
    FactKind.POINTS: N_("Points expected from islands: {before} → {after}."),
}
"""Facts whose sentence does not depend on how many there are."""

BY_ISLANDS = {
    FactKind.MISTAKE: N_many(
        "A mark breaks the rules: unless it’s undone, {islands} can’t score any more.",
        "A mark breaks the rules: unless it’s undone, {islands} can’t score any more.",
    ),
    FactKind.DEAD_FLAG: N_many(
        "A goal is lost, “{goal}”: {islands} can’t be finished any more.",
        "A goal is lost, “{goal}”: {islands} can’t be finished any more.",
    ),
    FactKind.DEAD_ISLAND: N_many(
        "Island {islands} can’t be finished any more.",
        "Islands {islands} can’t be finished any more.",
    ),
    FactKind.BARE_FLAG: N_many(
        "Island {islands} has a flag but still no bridge, so no number can go there.",
        "Islands {islands} have a flag but still no bridge, so no number can go there.",
    ),
    FactKind.UNFINISHED: N_many(
        "Island {islands} could have been finished this turn.",
        "Islands {islands} could have been finished this turn.",
    ),
}
"""Facts about one island or several."""

BY_COUNT = {
    FactKind.TOO_HIGH: N_many(
        "Island {island} got a {number}, but there is room for only {count} bridge.",
        "Island {island} got a {number}, but there is room for only {count} bridges.",
    ),
    FactKind.SKIPPED_BRIDGES: N_many(
        "The bridge was skipped, but there was room for it.",
        "The {count} bridges were skipped, but there was room for them.",
    ),
    FactKind.TIGHT_ISLAND: N_many(
        "Island {island} still needs {count} bridge, and no more than that fits there.",
        "Island {island} still needs {count} bridges, and no more than that fit there.",
    ),
}
"""Facts about a number of bridges."""

BY_BRIDGES = {
    FactKind.CHAIN_CUT: N_many(
        "The bridge {lines} leaves no way to connect six islands.",
        "The bridges {lines} leave no way to connect six islands.",
    ),
    FactKind.DEAD_FLAG: N_many(
        "The bridge {lines} puts “{goal}” out of reach: there’s no way left to finish {islands}.",
        "The bridges {lines} put “{goal}” out of reach: there’s no way left to finish {islands}.",
    ),
    FactKind.DEAD_ISLAND: N_many(
        "The bridge {lines} leaves no way to finish {islands}.",
        "The bridges {lines} leave no way to finish {islands}.",
    ),
}
"""What bridges along one line or several make impossible."""

CROSSED_LINE = N_("The bridge {line} blocks the line {crossed}, where the better turn draws.")
POINTS_OF_A_GOAL = N_("Points expected from “{goal}”: {before} → {after}.")

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
    'Island c2 can’t be finished any more.'
    """
    details = {
        "islands": listed(words, fact.islands),
        "island": fact.islands[0] if fact.islands else "",
        "lines": listed(words, map(_line_text, fact.lines)),
        "goal": "" if fact.goal is None else words.say(GOALS[fact.goal]),
        "number": fact.number,
        "other": fact.other,
    }
    if fact.kind in BY_COUNT:
        return words.say_many(*BY_COUNT[fact.kind], fact.count, **details)
    if fact.lines and fact.kind in BY_BRIDGES:
        return words.say_many(*BY_BRIDGES[fact.kind], len(fact.lines), **details)
    if fact.kind in BY_ISLANDS:
        return words.say_many(*BY_ISLANDS[fact.kind], len(fact.islands), **details)
    if fact.kind is FactKind.CROSSED_LINE:
        line, crossed = map(_line_text, fact.lines[:2])
        return words.say(CROSSED_LINE, line=line, crossed=crossed)
    before, after = _figures(words, fact)
    return words.say(_text(fact), count=fact.count, before=before, after=after, **details)


def _text(fact: Fact) -> str:
    """Return the sentence of a fact that has only one form."""
    if fact.kind is FactKind.POINTS and fact.goal is not None:
        return POINTS_OF_A_GOAL
    return SENTENCES[fact.kind]


def _figures(words: Words, fact: Fact) -> tuple[str, str]:
    """Return the figures after the better turn and after this one, where something falls."""
    if fact.kind is FactKind.CHANCE:
        return percent(words, fact.count / 100), percent(words, fact.other / 100)
    return figure(words, fact.count / 10), figure(words, fact.other / 10)


def _line_text(line: Line) -> str:
    return line.name.replace("-", "–")


def explain_turn(words: Words, turn: TurnReview) -> list[str]:
    """Return at most two sentences on what a turn cost."""
    return [sentence(words, fact) for fact in turn.why]


def label_name(words: Words, label: Label) -> str:
    """Return the name of a label."""
    return words.say(LABELS[label])


def like_sentence(words: Words, player: PlayerReview) -> str:
    """Return which bot plays as well as that."""
    return words.say(
        "{cost} points lost per turn, about the same as the bot “{bot}”.",
        cost=figure(words, player.cost_per_turn, 2),
        bot=bot_name(words, player.like),
    )


def resigned_sentence(words: Words, player: PlayerReview) -> str:
    """Return from when on a player skipped every card; nothing where they never gave up."""
    if player.resigned is None:
        return ""
    return words.say(
        "This player gave up: every card from round {round} on was skipped.", round=player.resigned
    )


def start_sentence(words: Words, start: StartReview) -> str:
    """Return what the start of a game alone cost, or that it was the best one."""
    if start.cost < 0.05:
        return words.say("Starting number: {start}, one of the best.", start=start.played)
    return words.say(
        "Starting number: {start}. {best} would have been worth {points} points more.",
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


def percent(words: Words, chance: float) -> str:
    """Return a chance in per cent, as the language writes it."""
    space = "" if words.language == "en" else NO_BREAK_SPACE
    return f"{per_cent(chance)}{space}%"
