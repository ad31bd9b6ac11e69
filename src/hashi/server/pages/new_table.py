"""Opening a table by the form: alone, against bots, at one screen, with friends."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

from hashi.bots import BOTS
from hashi.host import Host
from hashi.rules import Flaw, Malformed
from hashi.rules.name import check_name
from hashi.server.visitor import Visitor
from hashi.table import Objected, Options, Request
from hashi.table.event import Seated
from hashi.table.request import STAND_IN
from hashi.whole_numbers import whole_number
from hashi.words import Words, usual_name

MODES = ("solo", "bots", "screen", "friends")
BOT_NAMES = ("Ada", "Kiku", "Oto", "Umi", "Bo")
"""Names of bots at a table, the same in every language."""
USUAL_LEVEL = STAND_IN
"""The bot that is chosen until somebody chooses another."""


def clean_name(given: str, usual: str) -> str:
    """Return the name of a form on one line, or the usual one where none is given."""
    name = " ".join(given.split()) or usual
    check_name(name)
    return name


def read_options(form: Mapping[str, str], mode: str) -> Options:
    """Return the options of a form; raise Malformed where one does not fit."""
    seats = 1 if mode == "solo" else _whole(form, "seats", 2)
    board = form.get("own", "").replace("\r\n", "\n") if form.get("board") == "own" else ""
    return Options.from_json(
        {
            "board": f"{board}\n" if form.get("board") == "own" else form.get("board", "A"),
            "seats": seats,
            "pens": form.get("pens", "guided"),
            "pace": _whole(form, "pace", 0),
            "help": form.get("help", "on") == "on",
            "practice": form.get("practice", "") == "on",
            "hints": form.get("hints", "") == "on",
        }
    )


async def open_from_form(host: Host, visitor: Visitor, form: Mapping[str, str]) -> str:
    """Open a table as the form asks for it; return its id."""
    mode = form.get("mode", "solo")
    if mode not in MODES:
        raise Malformed(Flaw.KIND, field="mode", expected="text", given=mode)
    options = read_options(form, mode)
    seated = seats_for(mode, options.seats, visitor, form)
    id = await host.openings.open(options, visitor.holder, seated)
    if len(seated) == options.seats:
        await host.requests.ask(id, Request(visitor.holder, "begin"))
    elif form.get("listed") == "on":
        with contextlib.suppress(Objected):  # the lobby shows whether it is listed
            await host.requests.ask(id, Request(visitor.holder, "list", {"on": True}))
    return id


def seats_for(mode: str, seats: int, visitor: Visitor, form: Mapping[str, str]) -> Sequence[Seated]:
    """Return who sits down at once: the visitor, and bots or the others at this screen."""
    words: Words = visitor.words
    own = clean_name(form.get("name", ""), usual_name(words))
    first = Seated(0, own, holder=visitor.holder)
    if mode == "bots":
        return [
            first,
            *(Seated(n, BOT_NAMES[n - 1], bot=_level(form, n + 1)) for n in range(1, seats)),
        ]
    if mode == "screen":
        return [
            Seated(
                n,
                clean_name(
                    form.get(f"name{n + 1}", form.get("name", "") if n == 0 else ""),
                    usual_name(words, n + 1),
                ),
                holder=visitor.holder,
            )
            for n in range(seats)
        ]
    return [first]


def _level(form: Mapping[str, str], player: int) -> str:
    """Return the bot of a player: the field `bot2` for the second, or `bot` for all."""
    field = f"bot{player}" if f"bot{player}" in form else "bot"
    bot = form.get(field, USUAL_LEVEL)
    if bot not in BOTS:
        raise Malformed(Flaw.KIND, field=field, expected="text", given=bot)
    return bot


def _whole(form: Mapping[str, str], name: str, usual: int) -> int:
    value = form.get(name, "")
    number = whole_number(value) if value else usual
    if number is None:
        raise Malformed(Flaw.KIND, field=name, expected="number", given=value)
    return number
