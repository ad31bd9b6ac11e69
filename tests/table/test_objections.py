"""Every objection can occur; those of the server only are tested there."""

from __future__ import annotations

from pathlib import Path

import hashi
from hashi.table import Objected, Objection, Options, Request
from hashi.table.objection import Untimely, untimely
from hashi.table.requests.lobby import SEAT_CHANGES
from hashi.words import Words
from hashi.words.objections import NOT_NOW, object_to
from tests.support.tables import LINUS, OWN_BOARD, TIM, open_table, people

OF_THE_SERVER = {
    *(Objection.TOO_FAST, Objection.TOO_LARGE, Objection.TOO_MANY_REACTIONS),
    *(Objection.TOO_MANY_TABLES, Objection.TOO_MANY_PAGES, Objection.SPOILER),
    *(Objection.FULL, Objection.OPEN_DAY, Objection.KEY_ENDED),
    *(Objection.NOT_FROM_HERE, Objection.NO_NETWORK, Objection.NO_PUSH),
}
OF_THE_STORE = {
    *(Objection.STORE_DOWN, Objection.BROKEN_TABLE, Objection.TABLE_DOWN, Objection.LOG_FULL),
}
"""These are tested in test_store_failures.py, test_broken_logs.py and test_endurance.py."""


async def test_every_objection_of_a_table_can_occur(tmp_path: Path) -> None:
    met: set[Objection | None] = set()

    options = Options(board=OWN_BOARD, deck=("4/2",) * 4, seats=2)
    async with open_table(tmp_path, options, people(TIM), begun=False) as here:

        async def ask(holder: str, do: str, **fields: object) -> None:
            met.add(await here.objection(holder, do, **fields))

        await ask(TIM, "fly")
        await ask(TIM, "list", on=True)
        await ask(TIM, "begin")
        await ask(TIM, "leave", seat=5)
        await ask(TIM, "done", seat=0)
        await ask(LINUS, "leave", seat=0)
        await ask(LINUS, "sit", seat=0, name="Linus")
        await ask(TIM, "sit_bot", seat=1, bot="hal", name="Hal")
        await here.ask(LINUS, "sit", name="Linus")
        await ask("ida", "sit", name="Ida")
        await ask(LINUS, "begin")
        await ask(TIM, "change", seats=1)
        for at in range(SEAT_CHANGES + 1):
            await ask(LINUS, "ready", seat=1, on=at % 2 == 0)
        await here.ask(TIM, "begin")
        await here.start(0)
        await ask(TIM, "undo", seat=0)
        await ask(LINUS, "undo", seat=1)
        await here.start(1)
        await ask(TIM, "done", seat=0, round=7)
        await ask(TIM, "rewind", to=1)
        await ask(TIM, "hint", seat=0)
        here.host.people.come(here.live, LINUS)
        await ask(TIM, "take_over", seat=1)
        here.host.people.go(here.live, LINUS)
        await ask(TIM, "take_over", seat=1)
        for attempt in (
            here.host.requests.ask("nowhere", Request(TIM, "done")),
            here.host.people.use_link("never given", TIM),
        ):
            try:
                await attempt
            except Objected as objected:
                met.add(objected.objection)
    daily = Options(board="B")
    async with open_table(tmp_path, daily, people(TIM), daily="2026-11-16") as here:
        met.add(await here.objection(TIM, "take_over", seat=0))
    assert met - {None} == set(Objection) - OF_THE_SERVER - OF_THE_STORE


def test_what_is_not_possible_now_always_says_why() -> None:
    assert set(NOT_NOW) == set(Untimely)
    sources = {path.name: path.read_text() for path in Path(hashi.__file__).parent.rglob("*.py")}
    bare = [name for name, text in sources.items() if "Objected(Objection.NOT_NOW" in text]
    assert bare == ["objection.py"]  # in `untimely`, which takes the reason
    assert object_to(Words("en"), "not_now", untimely(Untimely.OVER).details) == "The game is over."
