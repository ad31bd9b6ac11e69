"""What is told at once of the others at a server's table, while one types or waits."""

from __future__ import annotations

from typing import Any

from hashi.rules import Card
from hashi.terminal.commands import Command
from hashi.terminal.console import Console
from hashi.words import clock_text, player_name
from hashi.words.game.story import Happening, StoryKind, tell
from hashi.words.reactions import REACTIONS

Fields = dict[str, Any]
"""A table as the API describes it."""


def _tell_company(console: Console, before: Fields, now: Fields) -> None:
    """Tell who went or came back, who gave up, and what everyone is asked."""
    words = console.words
    for number, (old, seat) in enumerate(zip(before["seats"], now["seats"], strict=False)):
        if seat["yours"] or old["kind"] == "empty" or seat["kind"] == "empty":
            continue
        kind = _changed(old, seat)
        if kind is not None:
            console.tell(tell(words, Happening(kind, number), player_name(words, seat["name"])))
        if kind is StoryKind.LEFT:
            bot = f"{Command.BOT.word(words)} {player_name(words, seat['name'])}"
            console.tell(words.say("Type “{command}” to let a bot play.", command=bot))
    _tell_proposal(console, before.get("proposal"), now.get("proposal"), now)


def _changed(old: Fields, seat: Fields) -> StoryKind | None:
    """Return what happened to somebody."""
    if seat.get("resigned") is not None and old.get("resigned") is None:
        return StoryKind.RESIGNED
    if seat["bot"] and not old["bot"]:
        return StoryKind.AWAY
    if old["bot"] and not seat["bot"]:
        return StoryKind.BACK
    if seat.get("away") and not old.get("away"):
        return StoryKind.LEFT
    if old.get("away") and not seat.get("away"):
        return StoryKind.RETURNED
    return None


def tell_reaction(console: Console, seats: list[Fields], told: Fields) -> None:
    """Tell what another player says."""
    seat = seats[told["seat"]]
    if not seat["yours"] and told["reaction"] in REACTIONS:
        name = player_name(console.words, seat["name"])
        console.tell(f"{name}: {console.words.say(REACTIONS[told['reaction']])}")


def _tell_proposal(
    console: Console, old: Fields | None, proposal: Fields | None, now: Fields
) -> None:
    """Tell what everyone is asked, or that the question is gone."""
    words = console.words
    known = old["number"] if old else 0
    if proposal and proposal["number"] != known:
        asker = now["seats"][proposal["seat"]]
        asked = Happening(StoryKind.PROPOSED, proposal["seat"], round=proposal["round"])
        if not asker["yours"]:
            console.tell(tell(words, asked, player_name(words, asker["name"])))
            console.tell(
                words.say(
                    "Type “{agree}” or “{stay}”.",
                    agree=Command.AGREE.word(words),
                    stay=Command.STAY.word(words),
                )
            )
    elif old and not proposal:
        console.tell(words.say("Nobody is asking to go back any more."))


def tell_change(console: Console, before: Fields, now: Fields) -> None:
    """Tell who else is done with the open round; what follows from it is announced later."""
    words = console.words
    old, new = before.get("round") or 0, now.get("round") or 0
    if new < old and before.get("proposal"):
        _tell_back(console, before["proposal"], now)
    if (before["phase"], before.get("round")) != (now["phase"], now.get("round")):
        _tell_round(console, before, now)
        return
    if now["phase"] != "lobby":
        _tell_company(console, before, now)
    for past, seat in zip(before["seats"], now["seats"], strict=False):  # before the game, others
        name = player_name(words, seat["name"])
        if seat["yours"] or seat.get("resigned") is not None:
            continue
        if seat["done"] and not past["done"]:
            console.tell(words.say("{player} is done.", player=name))
        elif past["done"] and not seat["done"]:
            console.tell(words.say("{player} is thinking again.", player=name))


def _tell_back(console: Console, proposal: Fields, now: Fields) -> None:
    """Tell that everyone went back, and who had asked."""
    words, seat = console.words, proposal["seat"]
    back = Happening(StoryKind.REWOUND, seat, round=proposal["round"])
    console.tell(tell(words, back, player_name(words, now["seats"][seat]["name"])))


def _tell_round(console: Console, before: Fields, now: Fields) -> None:
    """Tell one who is still typing that the round is over, and what the next card is: its clock
    does not wait for the line."""
    if not console.editor.is_reading:
        return
    words = console.words
    was_late = any(seat["yours"] and not seat["done"] for seat in before["seats"])
    is_next = (now.get("round") or 0) > (before.get("round") or 0)
    if was_late and is_next and before.get("time_left") is not None:
        console.tell(words.say("Time’s up."))
    if is_next and now.get("card"):
        card = Card.parse(now["card"])
        console.tell(
            words.say_many(
                "The card shows a {number} and {count} bridge.",
                "The card shows a {number} and {count} bridges.",
                card.bridges,
                number=card.number,
            )
        )
        if now.get("time_left") is not None:
            console.tell(clock_text(words, now["time_left"]))
    console.tell(words.say("The round is over. Press Enter to go on."))
