"""Bots named on the command line, and the errors of those that are not found or fail."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hashi.bots import BOTS
from hashi.cli.exit_status import UNREADABLE
from hashi.rules import Illegal, Refusal
from hashi.words import Words, explain_illegal
from hashi.words.failures import explain_crash, explain_lack, explain_nonsense

if TYPE_CHECKING:
    from hashi.arena.match import Failed
    from hashi.bots.loader import NoBot


def bot_help(words: Words) -> str:
    """What may stand for a bot on the command line."""
    return words.say(
        "a bot: {bots}; or your own class, such as mybot.py:MyBot or package.module:MyBot",
        bots=", ".join(BOTS),
    )


def no_bot(words: Words, problem: NoBot) -> int:
    """Say why something is no bot; the exit status."""
    return end(explain_lack(words, problem.lack.value, problem.details))


def end(sentence: str, status: int = UNREADABLE) -> int:
    """Say why there is no result; the exit status."""
    print(sentence, file=sys.stderr)
    return status


def told(words: Words, failed: Failed) -> str:
    """How a bot failed, with its name, the round, and the game where there are many."""
    from hashi.bots.crash import Crash

    player, round, why = failed.player, failed.round, failed.why
    if isinstance(why, Refusal):
        sentence = explain_illegal(words, Illegal(why, round=round, player=player))
    elif isinstance(why, Crash):
        sentence = explain_crash(words, player, round, str(why))
    else:
        sentence = explain_nonsense(words, player, round, why.given)
    if failed.game is None:
        return sentence
    return words.say("Game {game}: {what}", game=failed.game, what=sentence)
