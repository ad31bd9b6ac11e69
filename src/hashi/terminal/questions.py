"""Questions before and during a game; “help”, “?” and “quit” are understood at each of them."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING

from hashi.table import Phase
from hashi.terminal.commands import Command, is_help, is_quit
from hashi.terminal.console import Closed, Console
from hashi.terminal.line_editor import Complete
from hashi.terminal.vocabulary import recognise
from hashi.words import N_

if TYPE_CHECKING:
    from hashi.terminal.session import Session


class YesOrNo(Enum):
    """An answer and its English word."""

    YES = N_("yes")
    NO = N_("no")


def ask_line(
    console: Console,
    prompt: str,
    explain: Callable[[], None],
    complete: Complete | None = None,
) -> str:
    """Return a typed line that is neither a request for help nor the wish to leave."""
    while True:
        typed = console.ask(prompt, complete)
        if is_quit(console.words, typed):
            raise Closed
        if not is_help(console.words, typed):
            return typed
        explain()


def ask_yes_or_no(console: Console, question: str, *, usual: bool) -> bool:
    """Ask until the answer is understood; just Enter gives the usual one."""
    if console.editor.outlet is not None:
        return console.editor.outlet.confirm(question, usual=usual)
    say = console.words.say
    yes, no = say(YesOrNo.YES.value), say(YesOrNo.NO.value)
    prompt = say("{question} ({yes}/{no})", question=question, yes=yes, no=no)

    def explain() -> None:
        console.tell(
            say(
                "Type “{yes}” or “{no}”; Enter means “{usual}”. “{quit}” leaves the game.",
                yes=yes,
                no=no,
                usual=yes if usual else no,
                quit=Command.QUIT.word(console.words),
            )
        )

    while True:
        typed = ask_line(console, f"{prompt}>", explain, lambda _before: (yes, no))
        if not typed:
            return usual
        answer = recognise(console.words, YesOrNo, typed, shortened=True)
        if answer is not None:
            return answer is YesOrNo.YES
        explain()


def take_back(session: Session, seat: int) -> None:
    """Ask whether what this seat has finished is taken back, and do so."""
    say, player = session.words.say, session.name(seat)
    is_start = session.table.phase is Phase.STARTS
    question = (
        say("Take back {player}’s starting number?", player=player)
        if is_start
        else say("Take back {player}’s turn?", player=player)
    )
    if ask_yes_or_no(session.console, question, usual=True):
        session.ask("reopen", seat=seat)
