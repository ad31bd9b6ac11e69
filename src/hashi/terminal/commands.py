"""What can be typed besides marks: in the player's own language, and always in English."""

from __future__ import annotations

from enum import Enum

from hashi.terminal.vocabulary import recognise
from hashi.words import N_, Words
from hashi.words.typography import folded


class Command(Enum):
    """A command and its English word."""

    # Translators: a word that players type; one short word, lower case, no accents needed.
    DONE = N_("done")
    # Translators: a word that players type: takes the last mark back.
    UNDO = N_("undo")
    # Translators: a word that players type: makes the mark again that was taken back.
    REDO = N_("redo")
    # Translators: a word that players type: takes all marks of this turn back.
    CLEAR = N_("clear")
    # Translators: a word that players type: skips what is not marked yet and ends the turn.
    SKIP = N_("skip")
    ALLOWED = "?"
    # Translators: a word that players type: asks the coach for the next step of a hint.
    HINT = N_("hint")
    # Translators: a word that players type: shows a board.
    BOARD = N_("board")
    # Translators: a word that players type: explains the signs on a board.
    SIGNS = N_("signs")
    # Translators: a word that players type: calls a mistake.
    CALL = N_("call")
    # Translators: a word that players type: agrees to go back to an earlier round.
    AGREE = N_("agree")
    # Translators: a word that players type: does not agree to go back to an earlier round.
    STAY = N_("stay")
    # Translators: a word that players type: lets a bot play for one who is away.
    BOT = N_("bot")
    # Translators: a word that players type: says a short phrase to the others.
    REACT = N_("react")
    # Translators: a word that players type: gives the game up.
    RESIGN = N_("resign")
    # Translators: a word that players type: lists these words.
    HELP = N_("help")
    # Translators: a word that players type: leaves the game.
    QUIT = N_("quit")

    def word(self, words: Words) -> str:
        return words.say(self.value)


EXPLAINED = {
    Command.DONE: N_("ends your turn"),
    Command.UNDO: N_("takes back the last mark, or a finished turn while that’s possible"),
    Command.REDO: N_("redoes it"),
    Command.CLEAR: N_("clears all marks of this turn"),
    Command.SKIP: N_("ends your turn without what isn’t marked yet"),
    Command.ALLOWED: N_("lists what’s allowed now"),
    Command.HINT: N_("gives a hint, or its next step; it’s noted"),
    Command.BOARD: N_("shows a board: your own, or that of the player you name"),
    Command.SIGNS: N_("explains the signs on the board"),
    Command.CALL: N_(
        "calls out a mistake: player, mark and, if you like, round, such as Tim c1-c2 r3"
    ),
    Command.AGREE: N_("agrees to go back to an earlier round"),
    Command.STAY: N_("says that you’d rather not go back"),
    Command.BOT: N_("lets a bot play for the player you name, who is away"),
    Command.REACT: N_("says something short to the others; on its own it lists what you can say"),
    Command.RESIGN: N_("gives the game up"),
    Command.HELP: N_("shows this list"),
    Command.QUIT: N_("leaves the game; it’s saved"),
}

FORMER = {"pass": Command.SKIP, "passen": Command.SKIP}
"""Words that earlier versions asked for; `pass` is also how a record writes a skipped turn."""


def command_of(words: Words, text: str) -> tuple[Command, str] | None:
    """Return the command that a line begins with and the rest of it; None for marks."""
    first, _, rest = text.strip().partition(" ")
    command = recognise(words, Command, first) or FORMER.get(folded(first))
    return None if command is None else (command, rest.strip())


def is_help(words: Words, text: str) -> bool:
    """Return whether a line asks for help, at a prompt that does not list what is allowed."""
    command = command_of(words, text)
    return command in ((Command.HELP, ""), (Command.ALLOWED, ""))


def is_quit(words: Words, text: str) -> bool:
    """Return whether a line wants to leave."""
    return command_of(words, text) == (Command.QUIT, "")


def explained(words: Words, *commands: Command) -> list[tuple[str, str]]:
    """Return the word of each command and what it does."""
    return [(each.word(words), words.say(EXPLAINED[each])) for each in commands]
