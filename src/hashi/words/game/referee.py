"""The referee's verdict in sentences: what was wrong with a mark, and what it cost (R34).

They speak of anybody's board, and of what was so when the mark was made.
"""

from __future__ import annotations

from collections.abc import Sequence

from hashi.rules import Finding, Goal, Mark, Number, Reason, Refusal, total
from hashi.words.catalogue import N_, N_many, Words
from hashi.words.game.announcements import announce_loss
from hashi.words.game.turns import bridge_line
from hashi.words.lists import listed

WRONG = {
    Reason.NUMBER_AFTER_BRIDGES: N_("Bridges had already been drawn in that round."),
    Reason.OTHER_NUMBER: N_("The card showed a {card_number}."),
    Reason.SECOND_NUMBER: N_("It was a second number in one round."),
    Reason.HAS_NUMBER: N_("Island {island} already had a number."),
    Reason.FLAG_WITHOUT_BRIDGE: N_("No bridge led to the flag on {island} yet."),
    Reason.FLAG_BEFORE_BRIDGES: N_("No bridge led to the flag on {island} yet."),
    Reason.NO_NUMBER_AT_ENDS: N_("Neither {a} nor {b} had a number."),
    Reason.LINE_FULL: N_("There were already two bridges between {a} and {b}."),
    Reason.CROSSING: N_("It crossed the bridge {other}."),
    Reason.ISLAND_FINISHED: N_("Island {island} was already finished."),
}
"""What was wrong with a mark, for each reason that makes one a mistake."""
COUNTED = {
    Reason.NUMBER_TOO_LOW: N_many(
        "{count} bridge already led to {island}.", "{count} bridges already led to {island}."
    ),
    Reason.ISLAND_FULL: N_many(
        "{count} bridge already led to {island}.", "{count} bridges already led to {island}."
    ),
    Reason.TOO_FEW_BRIDGES: N_many(
        "The card showed {count} bridge, and fewer were drawn.",
        "The card showed {count} bridges, and fewer were drawn.",
    ),
    Reason.TOO_MANY_BRIDGES: N_many(
        "The card showed only {count} bridge.", "The card showed only {count} bridges."
    ),
}
"""The same for those with a count."""


def marks_text(words: Words, marks: Sequence[Mark], round: int) -> str:
    """Return which marks are meant, and from which round."""
    if len(marks) == 1 and isinstance(marks[0], Number):
        return words.say(
            "The {number} on {island} from round {round}",
            number=marks[0].number,
            island=marks[0].island,
            round=round,
        )
    lines = listed(words, map(bridge_line, marks))
    if len(marks) == 1:
        return words.say("The bridge {line} from round {round}", line=lines, round=round)
    return words.say("The bridges {lines} from round {round}", lines=lines, round=round)


def wrong_sentence(words: Words, refusal: Refusal) -> str:
    """Return what was wrong with a mark, with the rule."""
    card, line = refusal.card, refusal.line
    if refusal.reason in COUNTED:
        is_of_card = refusal.reason in (Reason.TOO_FEW_BRIDGES, Reason.TOO_MANY_BRIDGES)
        count = card.bridges if is_of_card and card else refusal.count
        sentence = words.say_many(*COUNTED[refusal.reason], count, island=refusal.island)
    else:
        ends = line.ends if line else ("", "")
        sentence = words.say(
            WRONG[refusal.reason],
            island=refusal.island,
            card_number=card.number if card else "",
            a=ends[0],
            b=ends[1],
            other=str(line).replace("-", "–"),
        )
    return words.say("{sentence} (rule {rule})", sentence=sentence, rule=refusal.rule)


def consequences(words: Words, finding: Finding, player: str) -> list[str]:
    """Return what followed from a mistake: islands struck through, goals lost."""
    said = []
    if finding.struck:
        said.append(
            words.say_many(
                "Island {islands} is struck through and scores nothing.",
                "Islands {islands} are struck through and score nothing.",
                len(finding.struck),
                islands=listed(words, finding.struck),
            )
        )
    said += [
        announce_loss(words, item.source, item.points, player)
        for item in finding.lost
        if isinstance(item.source, Goal)
    ]
    return said


def cost_text(words: Words, points: int) -> str:
    """Return what a mistake cost, in a few words."""
    if not points:
        return words.say("no points lost")
    return words.say_many("−{count} point", "−{count} points", points)


def fall_text(words: Words, findings: Sequence[Finding], after: int) -> str:
    """Return from how many points to how many a player fell by these mistakes."""
    lost = sum(total(finding.lost) for finding in findings)
    return words.say_many(
        "from {before} to {count} point",
        "from {before} to {count} points",
        after,
        before=after + lost,
    )


def finding_text(words: Words, finding: Finding, player: str) -> str:
    """Return a whole finding on a line: the marks, what was wrong, what followed, the cost."""
    what = marks_text(words, finding.marks, finding.round)
    said = [wrong_sentence(words, refusal) for refusal in finding.against]
    said += consequences(words, finding, player)
    return words.say(
        "{what} ({cost}): {reasons}",
        what=what,
        cost=cost_text(words, finding.points),
        reasons=" ".join(said),
    )
