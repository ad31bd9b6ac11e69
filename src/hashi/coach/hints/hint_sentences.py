"""What the steps of a hint say, in the reader's language. Every sentence is a claim that follows
from the good and the ordinary turns that were judged: where there are more, of which only some
were, none says "every" or "none"."""

from __future__ import annotations

from hashi.coach.hints.aims import Aim, AimKind, Lag, Stage
from hashi.coach.hints.reasons import HintReason
from hashi.coach.hints.traits import Trait, TraitKind
from hashi.coach.reviews.sentences import figure, percent
from hashi.rules import Bridge, Island, Turn
from hashi.words import GOALS, N_, N_many, Words, bridge_line, listed, turn_text

MOST_NAMED = 2
"""Of more islands only the number is told."""

AIMS = {
    AimKind.EQUAL: N_("This time every turn is about as good as any other."),
    AimKind.CLOSING: N_("Careful: {other} of the other turns make “{goal}” impossible."),
    AimKind.CHANCE: N_(
        "Think of “{goal}”: the chance of {points} points is {good} after good turns, {other} "
        "after the others."
    ),
    AimKind.GOAL: N_(
        "This turn is mainly about “{goal}”: on average, good turns bring {points} "
        "points more for it than the others."
    ),
    AimKind.NUMBER: N_(
        "It matters where the {number} goes: the right island is worth {points} points on average."
    ),
    AimKind.NUMBER_FOR_FLAG: N_(
        "The {number} belongs to a flag: on the right one it is worth {points} points on average."
    ),
    AimKind.NO_NUMBER: N_(
        "Is the {number} worth writing? Turns that skip it are {points} points better on average."
    ),
    AimKind.LAND: N_(
        "A flag still has no bridge: the first one there is worth {points} points on average."
    ),
    AimKind.LOSS: N_(
        "Careful: {other} of the other turns spoil an island that can still be finished now."
    ),
    AimKind.LOSS_OFTEN: N_(
        "Careful: {other} of the other turns spoil an island that can still be finished now, but "
        "only {good} of the good turns do."
    ),
    AimKind.LINE: N_(
        "Mind the crossings: {other} of the other turns block a line that good turns keep open."
    ),
    AimKind.WRONG_ISLAND: N_(
        "Not every island suits the {number}: a wrong one costs {points} points on average."
    ),
    AimKind.ISLANDS: N_(
        "Think of the end: on average, good turns bring {points} points more for "
        "islands than the others."
    ),
}
COUNTED_AIMS = {
    AimKind.REACH: N_many(
        "With this card you can reach “{goal}”: {count} point.",
        "With this card you can reach “{goal}”: {count} points.",
    ),
    AimKind.URGENT: N_many(
        "Time is short for “{goal}”: this is the last card for the {points} points.",
        "Time is short for “{goal}”: {count} cards are left for the {points} points, this one "
        "included.",
    ),
    AimKind.FINISH: N_many(
        "Good turns finish an island here. Of the others, {other} do.",
        "Good turns finish {count} islands or more here. Of the others, {other} do.",
    ),
    AimKind.FINISH_ALONE: N_many(
        "Good turns finish an island here, and hardly any other turn does.",
        "Good turns finish {count} islands or more here, and hardly any other turn does.",
    ),
    AimKind.BRIDGES: N_many(
        "It matters where the bridge goes: the right line is worth {points} points on average.",
        "It matters where the {count} bridges go: the right line is worth {points} points on "
        "average.",
    ),
    AimKind.NO_BRIDGES: N_many(
        "Look twice before you draw: turns that skip the bridge are {points} points better on "
        "average.",
        "Look twice before you draw: turns that skip the {count} bridges are {points} points "
        "better on average.",
    ),
    AimKind.ROOM: N_many(
        "{count} card with a {number} may still come. Room for it is worth {points} points on "
        "average.",
        "{count} cards with a {number} may still come. Room for them is worth {points} points on "
        "average.",
    ),
    AimKind.JOIN: N_many(
        "A group of {count} connected finished islands is worth {points} points on average here.",
        "A group of {count} connected finished islands is worth {points} points on average here.",
    ),
}

LAGS = {
    Stage.BARE: N_many(
        "Island {islands} has no bridge yet.", "Islands {islands} have no bridge yet."
    ),
    Stage.BLANK: N_many(
        "Island {islands} has no number yet.", "Islands {islands} have no number yet."
    ),
    Stage.OPEN: N_many(
        "Island {islands} isn’t finished yet.", "Islands {islands} aren’t finished yet."
    ),
}
COUNTED_LAGS = {
    Stage.BARE: N_many(
        "{count} of these flags has no bridge yet.",
        "{count} of these flags have no bridge yet.",
    ),
    Stage.BLANK: N_many(
        "{count} of these flags has no number yet.",
        "{count} of these flags have no number yet.",
    ),
    Stage.OPEN: N_many(
        "{count} of these flags isn’t finished yet.",
        "{count} of these flags aren’t finished yet.",
    ),
}

TRAITS = {
    TraitKind.KEEP: N_("Keep “{goal}” possible"),
    TraitKind.REACH: N_("Reach “{goal}”"),
    TraitKind.FINISH: N_("Finish {island}"),
    TraitKind.FINISH_SEVERAL: N_("Finish {count} islands at once"),
    TraitKind.WRITE: N_("Write the {number} on {island}"),
    TraitKind.SKIP_NUMBER: N_("Skip the {number}"),
    TraitKind.LAND: N_("Draw a bridge to the flag on {island}"),
    TraitKind.DRAW: N_("Draw a bridge along the line {line}"),
    TraitKind.DRAW_TWO: N_("Draw two bridges along the line {line}"),
    TraitKind.SAVE: N_("Make sure that {island} can still be finished"),
    TraitKind.JOIN: N_("Connect {count} finished islands"),
    TraitKind.OPEN: N_("Keep the line {line} open"),
    TraitKind.BLANK: N_("Don’t write the {number} on {island}"),
    TraitKind.SKIP_BRIDGES: N_("Skip the bridges"),
}
ROOM = N_many(
    "Keep an island with room for a {number}",
    "Keep {count} islands with room for a {number}",
)


def aim_sentence(words: Words, aim: Aim) -> str:
    """Return what a turn is about, and what its goal still lacks."""
    details = {
        "goal": "" if aim.goal is None else words.say(GOALS[aim.goal]),
        "number": aim.number,
        "points": figure(words, aim.points) if _is_mean(aim) else round(aim.points),
        "good": percent(words, aim.good),
        "other": percent(words, aim.other),
    }
    if aim.kind in COUNTED_AIMS:
        count = round(aim.points) if aim.kind is AimKind.REACH else aim.count
        said = words.say_many(*COUNTED_AIMS[aim.kind], count, **details)
    else:
        said = words.say(AIMS[aim.kind], **details)
    return said if aim.lag is None else f"{said} {_lag_sentence(words, aim.lag)}"


def _is_mean(aim: Aim) -> bool:
    """Return whether the points are a mean, not what a goal pays."""
    return aim.goal is None or aim.kind is AimKind.GOAL


def _lag_sentence(words: Words, lag: Lag) -> str:
    if lag.stage is Stage.JOINED:
        return words.say("The chain has {have} of {need} islands.", have=lag.have, need=lag.need)
    count = len(lag.islands)
    if count > MOST_NAMED:
        return words.say_many(*COUNTED_LAGS[lag.stage], count)
    return words.say_many(*LAGS[lag.stage], count, islands=listed(words, lag.islands))


def region_sentence(words: Words, islands: tuple[Island, ...], *, is_warning: bool) -> str:
    """Return where to look, or where to take care."""
    told = listed(words, islands)
    if is_warning:
        return words.say("Take care at {islands}.", islands=told)
    return words.say("Look at {islands}.", islands=told)


def trait_text(words: Words, trait: Trait) -> str:
    """Return what a turn does, as a phrase."""
    details = {
        "goal": "" if trait.goal is None else words.say(GOALS[trait.goal]),
        "island": trait.island,
        "line": "" if trait.line is None else bridge_line(Bridge(trait.line)),
        "number": trait.number,
    }
    if trait.kind is TraitKind.ROOM:
        return words.say_many(*ROOM, trait.count, **details)
    return words.say(TRAITS[trait.kind], count=trait.count, **details)


def reason_sentence(words: Words, reason: HintReason) -> str:
    """Return what good turns have, and the figure that it makes."""
    what = trait_text(words, reason.trait)
    if reason.goal is None:
        points = figure(words, reason.gain)
        return words.say("{what}: {points} points more on average.", what=what, points=points)
    return words.say(
        "{what}: the chance of “{goal}” in time is {having}, otherwise {lacking}.",
        what=what,
        goal=words.say(GOALS[reason.goal]),
        having=percent(words, reason.having),
        lacking=percent(words, reason.lacking),
    )


def marks_sentence(words: Words, turn: Turn, good: int) -> str:
    """Return the turn in words, and whether others are as good."""
    if not turn.marks:
        if good == 1:
            return words.say("This card is best skipped.")
        return words.say("Several turns are about as good. One is to skip this card.")
    told = turn_text(words, turn)
    if good == 1:
        return words.say("The best turn: {turn}.", turn=told)
    return words.say("One of several good turns: {turn}.", turn=told)
