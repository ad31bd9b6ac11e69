"""Why something is not allowed, in a sentence."""

from __future__ import annotations

from hashi.rules import Card, Illegal, Number, Reason, Refusal, Stray
from hashi.rules.calls import MOST_CALLS
from hashi.rules.card import HIGHEST_NUMBER
from hashi.rules.turn import MOST_MARKS
from hashi.words.catalogue import N_, Words
from hashi.words.display import shown

SENTENCES = {
    Reason.START_NUMBER: N_("A start is a 3 or a 4, not a {number}."),
    Reason.START_FLAG: N_("{island} has a flag. The start goes on an island without one."),
    Reason.NUMBER_AFTER_BRIDGES: N_(
        "First the number, then the bridges. Take this turn's bridges back to write {mark}."
    ),
    Reason.OTHER_NUMBER: N_("The card shows a {card_number}, so {number} cannot be written."),
    Reason.SECOND_NUMBER: N_("This turn's number is written already. One island gets it."),
    Reason.HAS_NUMBER: N_("{island} has a number already. Choose an island that is still free."),
    Reason.FLAG_WITHOUT_BRIDGE: N_(
        "{island} has a flag. It takes a number only when a bridge leads there already."
    ),
    Reason.FLAG_BEFORE_BRIDGES: N_(
        "The number comes before the bridges. When this turn began, no bridge led to the flag "
        "on {island}."
    ),
    Reason.NO_LINE: N_("There is no line from {a} to {b}. Bridges follow the dashed lines."),
    Reason.NO_NUMBER_AT_ENDS: N_(
        "Neither {a} nor {b} has a number. A bridge starts at an island with a number."
    ),
    Reason.NUMBER_NEEDED: N_(
        "The bridge {other} starts at this turn’s number. Take the bridge back to move the number."
    ),
    Reason.LINE_FULL: N_("Two bridges lie between {a} and {b} already. A third is one too many."),
    Reason.CROSSING: N_("{mark} would cross the bridge {other}. Bridges never cross."),
    Reason.ISLAND_FINISHED: N_("{island} is finished. No further bridge leads there."),
    Reason.STARTED_ALREADY: N_("This start is written already."),
    Reason.NOT_STARTED: N_("Not everybody has written a start yet."),
    Reason.CARD_NOT_LEFT: N_("The card {card} is not in the draw pile any more."),
    Reason.NO_CARD: N_("No card lies face up yet."),
    Reason.PLAYED_ALREADY: N_("The turn with this card is done already."),
    Reason.ROUND_OPEN: N_("The round is not over yet."),
    Reason.GAME_OVER: N_("The game is over."),
    Reason.NO_FREE_PENS: N_("Mistakes are called only in a game with free pens."),
    Reason.NO_SEAT: N_("Nobody sits there."),
    Reason.NO_SUCH_NUMBER: N_("No card shows the number {number}. Numbers go from 1 to {most}."),
    Reason.TOO_MANY_MARKS: N_("A turn holds at most {most} marks."),
    Reason.TOO_MANY_CALLS: N_("At most {most} mistakes can be called in a round."),
    Reason.CALL_ROUND: N_("Only a mark of a finished round can be called."),
}

MOST = {
    Reason.NO_SUCH_NUMBER: HIGHEST_NUMBER,
    Reason.TOO_MANY_MARKS: MOST_MARKS,
    Reason.TOO_MANY_CALLS: MOST_CALLS,
}


def explain(words: Words, refusal: Refusal) -> str:
    """The sentence for a refusal, without its rule."""
    card = refusal.card or Card(0, 0)
    if refusal.reason is Reason.NUMBER_TOO_LOW:
        return words.say_many(
            "{count} bridge leads to {island} already. Its number cannot be lower.",
            "{count} bridges lead to {island} already. Its number cannot be lower.",
            refusal.count,
            island=refusal.island,
        )
    if refusal.reason is Reason.ISLAND_FULL:
        return words.say_many(
            "{count} bridge leads to {island} already. It takes no more.",
            "{count} bridges lead to {island} already. It takes no more.",
            refusal.count,
            island=refusal.island,
        )
    if refusal.reason is Reason.TOO_FEW_BRIDGES:
        return words.say_many(
            "The card asks for {count} bridge. Draw all of them or none.",
            "The card asks for {count} bridges. Draw all of them or none.",
            card.bridges,
        )
    if refusal.reason is Reason.TOO_MANY_BRIDGES:
        return words.say_many(
            "The card asks for {count} bridge, and it is drawn.",
            "The card asks for {count} bridges, and they are drawn.",
            card.bridges,
        )
    return words.say(SENTENCES[refusal.reason], **_details(refusal, card))


def explain_with_rule(words: Words, refusal: Refusal) -> str:
    return words.say(
        "{sentence} (rule {rule})", sentence=explain(words, refusal), rule=refusal.rule
    )


def explain_illegal(words: Words, illegal: Illegal) -> str:
    """Return where a game breaks a rule, and why."""
    sentence = explain_with_rule(words, illegal.refusal)
    where = [_moment(words, illegal), illegal.refusal.mark]
    place = ", ".join(str(part) for part in where if part)
    return f"{place}: {sentence}" if place else sentence


def _moment(words: Words, illegal: Illegal) -> str:
    """Return the round and the player, as far as they are known."""
    if illegal.round is None:
        return ""
    player = shown(illegal.player)
    if illegal.round == 0:
        sentence = N_("Setting up, {player}") if player else N_("Setting up")
    else:
        sentence = N_("Round {round}, {player}") if player else N_("Round {round}")
    return words.say(sentence, round=illegal.round, player=player)


def _details(refusal: Refusal, card: Card) -> dict[str, object]:
    mark = refusal.mark
    line = refusal.line
    ends = mark.ends if isinstance(mark, Stray) else line.ends if line else ("", "")
    return {
        "mark": mark,
        "number": mark.number if isinstance(mark, Number) else "",
        "card": card,
        "card_number": card.number,
        "island": refusal.island,
        "a": ends[0],
        "b": ends[1],
        "other": line,
        "most": MOST.get(refusal.reason, ""),
    }
