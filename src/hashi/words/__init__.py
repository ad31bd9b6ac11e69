"""Codes and arguments to sentences, in cs de en es it pt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi.late_names import defer_names
from hashi.words.catalogue import N_, N_many, Words
from hashi.words.language import LANGUAGES, choose, language_tag

if TYPE_CHECKING:
    from hashi.words.announcements import (
        announce,
        announce_loss,
        announce_own_goal,
        announce_rivals_goal,
    )
    from hashi.words.bots import bot_name, bot_way
    from hashi.words.daily import daily_signs, daily_text
    from hashi.words.dates import (
        WEEKDAYS,
        day_text,
        month_text,
        short_day_text,
        weekday_letters,
        weekday_text,
    )
    from hashi.words.descriptions import describe_island, describe_sheet
    from hashi.words.display import one_decimal, shown
    from hashi.words.flaws import describe
    from hashi.words.players import player_name, usual_name
    from hashi.words.refusals import explain, explain_illegal, explain_with_rule
    from hashi.words.rulebook import Chapter, Example, chapters
    from hashi.words.scores import (
        GOALS,
        PLACES,
        RANKS,
        ledger_lines,
        next_rank_sentence,
        own_place_sentence,
        points,
        rank_sentence,
        verdict,
    )
    from hashi.words.turns import bridge_line, turn_text
else:
    # most of these modules need the rules; the help of the command line does without
    __getattr__, __dir__ = defer_names(
        __name__,
        {
            "announcements": [
                "announce",
                "announce_loss",
                "announce_own_goal",
                "announce_rivals_goal",
            ],
            "bots": ["bot_name", "bot_way"],
            "daily": ["daily_signs", "daily_text"],
            "dates": [
                "WEEKDAYS",
                "day_text",
                "month_text",
                "short_day_text",
                "weekday_letters",
                "weekday_text",
            ],
            "descriptions": ["describe_island", "describe_sheet"],
            "display": ["one_decimal", "shown"],
            "flaws": ["describe"],
            "players": ["player_name", "usual_name"],
            "refusals": ["explain", "explain_illegal", "explain_with_rule"],
            "rulebook": ["Chapter", "Example", "chapters"],
            "scores": [
                "GOALS",
                "PLACES",
                "RANKS",
                "ledger_lines",
                "next_rank_sentence",
                "own_place_sentence",
                "points",
                "rank_sentence",
                "verdict",
            ],
            "turns": ["bridge_line", "turn_text"],
        },
    )

__all__ = [
    "GOALS",
    "LANGUAGES",
    "N_",
    "PLACES",
    "RANKS",
    "WEEKDAYS",
    "Chapter",
    "Example",
    "N_many",
    "Words",
    "announce",
    "announce_loss",
    "announce_own_goal",
    "announce_rivals_goal",
    "bot_name",
    "bot_way",
    "bridge_line",
    "chapters",
    "choose",
    "daily_signs",
    "daily_text",
    "day_text",
    "describe",
    "describe_island",
    "describe_sheet",
    "explain",
    "explain_illegal",
    "explain_with_rule",
    "language_tag",
    "ledger_lines",
    "month_text",
    "next_rank_sentence",
    "one_decimal",
    "own_place_sentence",
    "player_name",
    "points",
    "rank_sentence",
    "short_day_text",
    "shown",
    "turn_text",
    "usual_name",
    "verdict",
    "weekday_letters",
    "weekday_text",
]
