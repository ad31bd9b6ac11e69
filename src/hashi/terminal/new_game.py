"""The questions before a new game: who plays, against which bots, on which board."""

from __future__ import annotations

from collections.abc import Callable

from hashi.bots import BOTS
from hashi.rules import Board, Flaw, Malformed
from hashi.rules.game.name import check_name
from hashi.rules.game.setup import MOST_PLAYERS
from hashi.terminal.console import Console
from hashi.terminal.questions import ask_line
from hashi.words import bot_name, bot_way, describe, find_bot, shown, usual_name


def ask_names(console: Console) -> tuple[str, ...]:
    """Return the names of the people who play."""
    say = console.words.say

    def explain() -> None:
        console.tell(
            say("Who’s playing? Enter names separated by commas, or just press Enter to play solo.")
        )

    explain()
    while True:
        names = _parts(ask_line(console, ">", explain))
        try:
            for name in names:
                check_name(name)
            if len(names) <= MOST_PLAYERS:
                return tuple(names) or (usual_name(console.words),)
            raise Malformed(Flaw.PLAYERS, given=len(names), most=MOST_PLAYERS)
        except Malformed as malformed:
            console.tell(describe(console.words, malformed))


def ask_bots(console: Console, most: int) -> tuple[str, ...]:
    """Return the ids of the bots that play too, at most so many."""
    words = console.words
    if not most:
        return ()
    levels = [(f"{at} {bot_name(words, bot)}", bot) for at, bot in enumerate(BOTS, start=1)]

    def explain() -> None:
        console.tell(
            words.say_many(
                "Against a bot? Type its number, or just press Enter for none.",
                "Against bots? Type up to {count} numbers separated by commas, or just press Enter "
                "for none.",
                most,
            )
        )
        console.tell_pairs((level, bot_way(words, bot)) for level, bot in levels)

    def complete(_: str) -> list[str]:
        return list(BOTS)

    explain()
    while True:
        typed = _parts(ask_line(console, ">", explain, complete))
        bots = [(given, find_bot(words, given)) for given in typed]
        unknown = next((given for given, bot in bots if bot is None), None)
        if unknown is not None:
            console.tell(words.say("There’s no bot “{given}”.", given=shown(unknown)))
        elif len(bots) > most:
            given = MOST_PLAYERS - most + len(bots)
            flaw = Malformed(Flaw.PLAYERS, given=given, most=MOST_PLAYERS)
            console.tell(describe(words, flaw))
        else:
            return tuple(bot for _, bot in bots if bot is not None)


def ask_board(console: Console, read: Callable[[str], Board]) -> Board:
    """Return the board that is chosen; `read` finds it by what is typed, or raises Malformed."""
    say = console.words.say

    def explain() -> None:
        console.tell(
            say("Which board? A (just press Enter), B, which is harder, or a file with your own.")
        )

    explain()
    while True:
        typed = ask_line(console, ">", explain, lambda _: ["A", "B"]) or "A"
        try:
            return read(typed)
        except Malformed as malformed:
            console.tell(describe(console.words, malformed))


def _parts(typed: str) -> list[str]:
    return [part.strip() for part in typed.split(",") if part.strip()]
