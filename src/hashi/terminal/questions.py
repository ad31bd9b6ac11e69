"""Questions that are answered with yes or no."""

from __future__ import annotations

from enum import Enum

from hashi.terminal.console import Console
from hashi.terminal.vocabulary import recognise
from hashi.words import N_


class Answer(Enum):
    """An answer and its English word."""

    YES = N_("yes")
    NO = N_("no")


def ask_yes_or_no(console: Console, question: str, *, usual: bool) -> bool:
    """Ask until the answer is understood; just Enter gives the usual one."""
    say = console.words.say
    prompt = say("{question} ({yes}/{no})", question=question, yes=say("yes"), no=say("no"))
    while True:
        typed = console.ask(f"{prompt}>")
        if not typed:
            return usual
        answer = recognise(console.words, Answer, typed, shortened=True)
        if answer is not None:
            return answer is Answer.YES
