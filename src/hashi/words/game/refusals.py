"""Why something is not allowed, in a sentence."""

from __future__ import annotations

from hashi.rules import Card, Illegal, Number, Reason, Refusal, Stray
from hashi.rules.card import HIGHEST_NUMBER
from hashi.rules.game.calls import MOST_CALLS
from hashi.rules.turn import MOST_MARKS
from hashi.words.catalogue import N_, Words
from hashi.words.display import shown

SENTENCES = {
    Reason.START_NUMBER: N_("The starting number must be 3 or 4, not {number}."),
    Reason.START_FLAG: N_(
        "Island {island} has a flag. The starting number goes on an island without one."
    ),
    Reason.NUMBER_AFTER_BRIDGES: N_(
        "The number comes first, then the bridges. Undo this turn’s bridges to write {mark}."
    ),
    Reason.OTHER_NUMBER: N_("The card shows a {card_number}, so you can’t write {number}."),
    Reason.SECOND_NUMBER: N_("You’ve already written this turn’s number. Only one island gets it."),
    Reason.HAS_NUMBER: N_(
        "Island {island} already has a number. Choose an island that’s still free."
    ),
    Reason.FLAG_WITHOUT_BRIDGE: N_(
        "Island {island} has a flag. It only takes a number once at least one bridge leads there."
    ),
    Reason.FLAG_BEFORE_BRIDGES: N_(
        "The number comes before the bridges. When this turn began, no bridge led to the flag "
        "on {island}."
    ),
    Reason.NO_LINE: N_("There’s no line from {a} to {b}. Bridges follow the dashed lines."),
    Reason.NO_NUMBER_AT_ENDS: N_(
        "Neither {a} nor {b} has a number. A bridge needs a number at one end."
    ),
    Reason.NUMBER_NEEDED: N_(
        "The bridge {other} starts at this turn’s number. Undo the bridge to move the number."
    ),
    Reason.LINE_FULL: N_(
        "There are already two bridges between {a} and {b}. A third is one too many."
    ),
    Reason.CROSSING: N_("The bridge {mark} would cross the bridge {other}. Bridges never cross."),
    Reason.ISLAND_FINISHED: N_("Island {island} is finished. It can’t have any more bridges."),
    Reason.STARTED_ALREADY: N_("This starting number has already been written."),
    Reason.NOT_STARTED: N_("Not everyone has written their starting number yet."),
    Reason.CARD_NOT_LEFT: N_("The card {card} isn’t in the draw pile any more."),
    Reason.NO_CARD: N_("No card has been turned over yet."),
    Reason.PLAYED_ALREADY: N_("This turn is already finished."),
    Reason.ROUND_OPEN: N_("The round isn’t over yet."),
    Reason.GAME_OVER: N_("The game is over."),
    Reason.NO_FREE_PENS: N_("Mistakes can only be called out with free pens."),
    Reason.NO_SEAT: N_("Nobody’s sitting there."),
    Reason.NO_SUCH_NUMBER: N_("No card has the number {number}. Numbers go from 1 to {most}."),
    Reason.TOO_MANY_MARKS: N_("A turn can have at most {most} marks."),
    Reason.TOO_MANY_CALLS: N_("You can call out at most {most} mistakes per round."),
    Reason.CALL_ROUND: N_("You can only call out marks from finished rounds."),
}

MOST = {
    Reason.NO_SUCH_NUMBER: HIGHEST_NUMBER,
    Reason.TOO_MANY_MARKS: MOST_MARKS,
    Reason.TOO_MANY_CALLS: MOST_CALLS,
}


def explain(words: Words, refusal: Refusal) -> str:
    """The sentence for a refusal, without its rule."""
    card = refusal.card
    if refusal.reason is Reason.NUMBER_TOO_LOW:
        return words.say_many(
            "Island {island} already has {count} bridge. Its number can’t be lower.",
            "Island {island} already has {count} bridges. Its number can’t be lower.",
            refusal.count,
            island=refusal.island,
        )
    if refusal.reason is Reason.ISLAND_FULL:
        return words.say_many(
            "Island {island} already has {count} bridge. It can’t take any more.",
            "Island {island} already has {count} bridges. It can’t take any more.",
            refusal.count,
            island=refusal.island,
        )
    if refusal.reason is Reason.TOO_FEW_BRIDGES:
        return words.say_many(
            "The card shows {count} bridge. Draw it or skip it.",
            "The card shows {count} bridges. Draw all of them or none.",
            card.bridges if card else 0,
        )
    if refusal.reason is Reason.TOO_MANY_BRIDGES:
        return words.say_many(
            "The card shows {count} bridge, and you’ve already drawn it.",
            "The card shows {count} bridges, and you’ve already drawn them.",
            card.bridges if card else 0,
        )
    return words.say(SENTENCES[refusal.reason], **_details(refusal, card))


def explain_with_rule(words: Words, refusal: Refusal) -> str:
    return words.say(
        "{sentence} (rule {rule})", sentence=explain(words, refusal), rule=refusal.rule
    )


def explain_illegal(words: Words, illegal: Illegal) -> str:
    """Return where a game breaks a rule, and why."""
    sentence = explain_with_rule(words, illegal.refusal)
    parts = [_moment(words, illegal), illegal.refusal.mark]
    where = ", ".join(str(part) for part in parts if part)
    return f"{where}: {sentence}" if where else sentence


def _moment(words: Words, illegal: Illegal) -> str:
    """Return the round and the player, as far as they are known."""
    if illegal.round is None:
        return ""
    player = shown(illegal.player)
    if illegal.round == 0:
        sentence = N_("Setup, {player}") if player else N_("Setup")
    else:
        sentence = N_("Round {round}, {player}") if player else N_("Round {round}")
    return words.say(sentence, round=illegal.round, player=player)


def _details(refusal: Refusal, card: Card | None) -> dict[str, object]:
    mark = refusal.mark
    line = refusal.line
    ends = mark.ends if isinstance(mark, Stray) else line.ends if line else ("", "")
    return {
        "mark": mark,
        "number": mark.number if isinstance(mark, Number) else "",
        "card": card or "",
        "card_number": card.number if card else "",
        "island": refusal.island,
        "a": ends[0],
        "b": ends[1],
        "other": line,
        "most": MOST.get(refusal.reason, ""),
    }
