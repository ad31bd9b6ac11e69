"""What is told of a board that is drawn or measured."""

from __future__ import annotations

from hashi.boards.checks import UNPLAYABLE, BoardFinding, Checks, Remark
from hashi.words.catalogue import N_, N_many, Words

SENTENCES: dict[Remark, str] = {
    Remark.NO_START: N_("Every island has a flag, so there’s nowhere for the starting number."),
    Remark.ONE_LINE: N_(
        "{island} has only one line, so a {given} or more can never be finished there."
    ),
    Remark.UNREACHED: N_(
        "No bridge can reach {island}: there’s no other island in its row or column."
    ),
    Remark.NO_CROSSINGS: N_("No lines cross, so nobody’s bridges get in the way of other bridges."),
    Remark.ONLY_ONCE: N_("The number {given} is on one card only."),
    Remark.NEVER: N_("No island has enough lines for a {given}."),
}
COUNTED: dict[Remark, tuple[str, str]] = {
    Remark.TOO_FEW: N_many(
        "A board needs at least {expected} islands; this one has {count}.",
        "A board needs at least {expected} islands; this one has {count}.",
    ),
    Remark.TOO_MANY: N_many(
        "A board can have up to {expected} islands; this one has {count}.",
        "A board can have up to {expected} islands; this one has {count}.",
    ),
    Remark.CARDS_TOO_FEW: N_many(
        "A deck needs at least {expected} cards; this one has {count}.",
        "A deck needs at least {expected} cards; this one has {count}.",
    ),
    Remark.ISLANDS: N_many(
        "{count} island instead of {expected}.", "{count} islands instead of {expected}."
    ),
    Remark.RED: N_many(
        "{count} red flag instead of {expected}.", "{count} red flags instead of {expected}."
    ),
    Remark.BLUE: N_many(
        "{count} blue flag instead of {expected}.", "{count} blue flags instead of {expected}."
    ),
    Remark.CARDS: N_many(
        "{count} card instead of {expected}.", "{count} cards instead of {expected}."
    ),
    Remark.APART: N_many(
        "No lines connect {count} island with the others.",
        "No lines connect {count} islands with the others.",
    ),
}


def remark_text(words: Words, finding: BoardFinding) -> str:
    """Return a remark as a sentence."""
    details = {"island": finding.island, "given": finding.given, "expected": finding.expected}
    if finding.remark in COUNTED:
        return words.say_many(*COUNTED[finding.remark], finding.given, **details)
    return words.say(SENTENCES[finding.remark], **details)


def remark_texts(words: Words, checks: Checks) -> list[str]:
    """Return the remarks, first what keeps a game from beginning; then nothing is told twice."""
    told = [finding for finding in checks.findings if finding.remark in UNPLAYABLE]
    counted = {Remark.TOO_FEW: Remark.ISLANDS, Remark.TOO_MANY: Remark.ISLANDS}
    counted |= {Remark.CARDS_TOO_FEW: Remark.CARDS}
    said = {counted[finding.remark] for finding in told if finding.remark in counted}
    told += [
        finding for finding in checks.findings if finding not in told and finding.remark not in said
    ]
    return [remark_text(words, finding) for finding in told]


def lines_text(words: Words, checks: Checks) -> str:
    """Return how many lines and crossings there are: "24 lines with 6 crossings"."""
    lines = words.say_many("{count} line", "{count} lines", checks.lines)
    crossings = words.say_many("{count} crossing", "{count} crossings", checks.crossings)
    return words.say("{lines} with {crossings}", lines=lines, crossings=crossings)
