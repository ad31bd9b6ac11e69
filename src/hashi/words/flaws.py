"""What is wrong with a file or a typed text, where, and what to do."""

from __future__ import annotations

from hashi.rules import Flaw, Malformed
from hashi.words.catalogue import N_, Words
from hashi.words.display import LONGEST, LONGEST_PATH, shown

SENTENCES: dict[str, str] = {
    Flaw.CELL: N_(
        "“{given}” isn’t a cell. Write o for an island, r or b for one with a red or "
        "blue flag, a dot for water, and spaces in between."
    ),
    Flaw.RAGGED: N_(
        "This row isn’t as long as the first one: {given} instead of {expected}. All "
        "rows need the same number of cells."
    ),
    Flaw.RASTER: N_("A board can have 1 to {expected} rows and columns, not {given}."),
    Flaw.ISLANDS: N_("A board can have {least} to {most} islands, not {given}."),
    Flaw.BOARD_NAME: N_("There’s no side “{given}”. Choose A, B or a custom board."),
    Flaw.NO_START: N_("Every island has a flag. The starting number needs an island without one."),
    Flaw.BOARD_CODE: N_("This isn’t the code of a board. Copy the whole link once more."),
    Flaw.CARD: N_(
        "“{given}” isn’t a card. Write its number (1 to 6) and its bridges (1 to 3), such as 5/3."
    ),
    Flaw.DECK_SIZE: N_("A deck can have {least} to {most} cards, not {given}."),
    Flaw.ENCODING: N_("This isn’t UTF-8 text. Save the file in that encoding."),
    Flaw.TOO_LONG: N_("This is too long: at most {expected} bytes can be read."),
    Flaw.JSON: N_("This isn’t valid JSON. Check the brackets, commas and quotation marks here."),
    Flaw.REPEATED_FIELD: N_("This field appears twice. Remove one of them."),
    Flaw.VERSION: N_("This game record has version {given}. Only version {expected} can be read."),
    Flaw.MISSING: N_("This field is missing."),
    Flaw.PENS: N_("Pens can be “guided” or “free”, not “{given}”."),
    Flaw.NAME: N_("This name contains a character that can’t be shown. Enter it again."),
    Flaw.NAME_MISSING: N_("Please enter a name."),
    Flaw.NAME_TOO_LONG: N_("This name is too long: at most {most} characters."),
    Flaw.PLAYERS: N_("This game is for 1 to {most} players, not {given}."),
    Flaw.STARTS: N_("There must be one starting number per player: {expected}, not {given}."),
    Flaw.TURNS: N_("There must be one turn per player: {expected}, not {given}."),
    Flaw.ROUNDS: N_("There are more rounds ({given}) than cards ({expected})."),
    Flaw.CALLS: N_("There are more lists of calls ({given}) than rounds with free pens ({most})."),
    Flaw.TOO_MANY_CARDS: N_(
        "There are {given} cards, but with this deck at most {most} are turned over."
    ),
    Flaw.TOO_FEW_CARDS: N_(
        "There are {given} cards, but a game needs {expected} and one in the box."
    ),
    Flaw.CARD_NOT_IN_DECK: N_("The card {given} isn’t in the deck."),
    Flaw.CARD_TOO_OFTEN: N_("The card {given} comes up more often than the deck contains it."),
    Flaw.START: N_(
        "“{given}” isn’t a starting number. Write an island and a 3 or 4, such as c2=4."
    ),
    Flaw.MARK: N_(
        "“{given}” isn’t a mark. Write a number such as 5@c1, a bridge such as c1-c2, "
        "two bridges such as c1=c2, or “pass” to skip everything."
    ),
    Flaw.ISLAND: N_("There’s no island {given} on this board."),
    Flaw.CROWDED: N_("That’s too many at once: {given}; the limit is {most}."),
    Flaw.CALL: N_(
        "“{given}” isn’t a call that fits here. Write who calls, whose mistake it is, "
        "the round and the mark, such as 2>1 r3 c1-c2."
    ),
    # flaws of `hashi.table`
    "pace": N_(
        "A round can last {least} to {most} seconds, or 0 for no limit; {given} isn’t possible."
    ),
    "reaction": N_("There’s no reaction “{given}”."),
    "day": N_("There’s no board for “{given}”. Choose a date from {least} to {most}."),
    "hex": N_("Expected {expected} hexadecimal digits here: 0 to 9 and a to f."),
    "other_share": N_("This isn’t the share that was sealed for this seat."),
}

FILES = {
    "missing": N_("This file doesn’t exist."),
    "folder": N_("This is a folder, not a file."),
    "no_folder": N_("There’s no folder {folder}. Create it first."),
    "denied": N_("You’re not allowed to read or write this file. Check its permissions."),
    "exists": N_("This file already exists. A new game needs its own file."),
    "no_game": N_("This isn’t a saved game, so it’s left as it is."),
    "broken": N_("This saved game is damaged here and can’t be continued."),
    "newer": N_("A newer version of HASHI saved this game. Install that version to continue it."),
    "locked": N_("This game is open in another window."),
    "unreadable": N_("This file can’t be read or written."),
}

KINDS = {
    "text": N_("Expected a text here."),
    "list": N_("Expected a list here."),
    "object": N_("Expected an object with fields here."),
    "number": N_("Expected a whole number here."),
    "truth": N_("Expected true or false here."),
}


def describe(words: Words, malformed: Malformed) -> str:
    """Where the flaw is, and what it is."""
    where = _where(words, malformed.details)
    sentence = _sentence(words, malformed)
    return f"{where}: {sentence}" if where else sentence


def _sentence(words: Words, malformed: Malformed) -> str:
    details = {
        name: shown(value, LONGEST_PATH if name == "folder" else LONGEST)
        for name, value in malformed.details.items()
    }
    sentence = SENTENCES.get(malformed.flaw) or (
        FILES[details["given"]] if malformed.flaw is Flaw.FILE else KINDS[details["expected"]]
    )
    return words.say(sentence, **details)


def _where(words: Words, details: dict[str, str | int]) -> str:
    parts = [shown(details["file"], LONGEST_PATH)] if "file" in details else []
    if "line" in details:
        parts.append(words.say("line {line}", line=details["line"]))
    if "column" in details:
        parts.append(words.say("column {column}", column=details["column"]))
    if details.get("field"):
        parts.append(shown(details["field"]))
    return ", ".join(parts)
